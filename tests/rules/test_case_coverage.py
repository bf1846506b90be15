"""The cases show every rule: each of its numbers, for each variant the rule is of, is in one.

Which variants a rule is of is read from the reference itself: the one that the heading above it
names, or those that it begins with; else `shoggoth`, and `classic` too where the rule speaks of
it. A case for a rule shows it at work; one `against` it shows the near miss, where it does not
work. The board game's cases say which they are.
"""

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "rules" / "lords" / "README.md"
VARIANTS = ("shoggoth", "classic")
TWO_SIDED = "classic"
"""The variant whose every rule has cases for it and against it."""
NUMBER = re.compile(r"(L\d+\.\d+)(?: `(\w+)`)?")

ELSEWHERE = {
    # What is open is no outcome of a step: no case could show that something is not seen.
    "L1.5": (
        "tests/rules/lords/test_whole_games.py::test_nobody_sees_a_change_of_anothers_secrets",
        "tests/rules/lords/test_orders_properties.py::"
        "test_a_view_does_not_change_with_the_others_secrets",
    ),
}
"""Rules no case can show, each with the tests that hold it."""


def rules() -> dict[str, set[str]]:
    """Every rule's number with the variants it is of."""
    found: dict[str, set[str]] = {}
    of: set[str] = set()
    number = ""
    for line in REFERENCE.read_text("utf-8").partition("\n## L11 ")[0].splitlines():
        named = {variant for variant in VARIANTS if f"`{variant}`" in line}
        if line.startswith("#"):
            number, of = "", named
        elif begun := NUMBER.match(line):
            number, begins_with = begun.groups()
            found[number] = of or (named if begins_with in VARIANTS else {"shoggoth", *named})
        elif number and not of:
            found[number] |= named
    return found


def cases() -> Iterator[dict[str, Any]]:
    """All cases as they are written."""
    for path in (ROOT / "tests" / "cases").glob("**/*.toml"):
        yield tomllib.loads(path.read_text("utf-8"))


def cited() -> dict[str, set[str]]:
    """Every number that a case names as its rule, with the variants of those cases."""
    found = defaultdict(set)
    for case in cases():
        for number in case["rule"]:
            found[number].add(case.get("variant", VARIANTS[0]))
    return found


def test_the_reference_is_read_whole() -> None:
    found = rules()
    assert next(iter(found)) == "L1.1"
    assert list(found)[-1] == "L10.4"
    assert found["L2.7"] == found["L6.1"] == {"shoggoth"}
    assert found["L2.13"] == {"classic"}
    for both in ("L1.4", "L5.1", "L9.3"):
        assert found[both] == {"shoggoth", "classic"}


def test_a_case_names_rules_that_there_are() -> None:
    known = rules().keys()
    chapters = {number.partition(".")[0] for number in known}
    assert cited().keys() <= known | chapters


def test_every_rule_has_a_case() -> None:
    have = cited()
    bare = {
        number: sorted(variants - have[number])
        for number, variants in rules().items()
        if number not in ELSEWHERE and variants - have[number]
    }
    assert not bare


def test_where_the_variants_differ_is_told_side_by_side() -> None:
    told = set(
        re.findall(r"L\d+\.\d+", REFERENCE.read_text("utf-8").partition("## Side by side")[2])
    )
    own = (ROOT / "rules" / "lords" / "data" / TWO_SIDED).glob("*.toml")
    by_data = {n for path in own for n in re.findall(r"L\d+\.\d+", path.read_text("utf-8"))}
    by_rule = {number for number, variants in rules().items() if TWO_SIDED in variants}
    assert by_data
    assert not (by_data | by_rule) - told


def test_a_case_is_against_rules_that_it_names() -> None:
    for case in cases():
        assert set(case.get("against", ())) <= set(case["rule"]), case["title"]


def test_every_rule_of_the_board_game_has_a_case_for_it_and_one_against() -> None:
    mine = [case for case in cases() if case.get("variant") == TWO_SIDED]
    against = {number for case in mine for number in case.get("against", ())}
    showing = {n for case in mine for n in case["rule"] if n not in case.get("against", ())}
    numbers = {number for number, variants in rules().items() if TWO_SIDED in variants}
    assert not numbers - showing - ELSEWHERE.keys()
    assert not numbers - against - ELSEWHERE.keys()


def test_what_no_case_can_show_is_shown_elsewhere() -> None:
    assert len(ELSEWHERE) <= 5
    assert not cited().keys() & ELSEWHERE.keys()
    for tests in ELSEWHERE.values():
        for test in tests:
            path, _, name = test.partition("::")
            assert f"def {name}(" in (ROOT / path).read_text("utf-8"), test
