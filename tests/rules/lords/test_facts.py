"""The catalogue of facts: whatever is recorded is in it, with its fields, and nothing else is."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.commands.case import judge
from bot.commands.fuzz import seats_of, table_of
from rules.kernel.facts import Fact
from rules.kernel.game import Setup
from rules.kernel.playing import play
from rules.lords.audit import told
from rules.lords.facts import FACTS
from rules.lords.game import Lords

CASES = Path(__file__).parents[2] / "cases"
GAMES = [("shoggoth", range(1, 13)), ("classic", range(1, 13))]


def of_games() -> Iterator[Fact]:
    """All that is told of whole random games of both variants."""
    for variant, seeds in GAMES:
        for seed in seeds:
            seats = seats_of(seed, variant)
            setup = Setup("lords", variant, seats, str(seed))
            for turn in play(Lords(), setup, table_of(seed, seats)):
                yield from turn.facts


def of_cases() -> Iterator[Fact]:
    """All that is told of the cases: what is rare in games."""
    for path in CASES.glob("**/*.toml"):
        _, _, outcome = judge(path)
        yield from outcome.facts if outcome else ()


def test_what_is_recorded_is_in_the_catalogue_and_all_of_the_catalogue_is_recorded() -> None:
    facts = [*of_games(), *of_cases()]
    assert told(facts) == []
    assert {fact.kind for fact in facts} == FACTS.keys()


@pytest.mark.parametrize(
    ("kind", "data", "wrong"),
    [
        ("fair", {"seat": 1, "imps": 2}, []),
        ("fare", {"seat": 1, "imps": 2}, ["fact 'fare' is not in the catalogue"]),
        ("fair", {"seat": 1}, ["fact 'fair': imps missing or too much"]),
        ("fair", {"seat": 1, "imps": 2, "x": 0}, ["fact 'fair': x missing or too much"]),
    ],
)
def test_other_kinds_and_other_fields_are_found(kind: str, data: dict, wrong: list[str]) -> None:
    assert told([Fact(kind, data)]) == wrong
