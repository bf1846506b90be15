"""Every number of the data matters: one more (or less) of any makes at least one case fail.

So the cases say all that the data says. Survivors are printed; EXEMPT holds at most ten by name.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.lords import data as tables
from rules.lords.cases import differences, run

CASES = Path(__file__).parent / "cases"
PLAIN = "shoggoth"
"""The variant of a case that names none."""

VARIANTS = (PLAIN, "classic")
"""What is tried out; of a variant with a base only what its own files hold."""

EXEMPT: dict[str, str] = {}
"""Numbers no case holds, each with its reason."""

Where = tuple[str | int, ...]


def numbers(table: Any, where: Where = ()) -> Iterator[tuple[Where, int]]:
    """Every number of the tables, with the way to it."""
    if isinstance(table, bool):
        return
    if isinstance(table, int):
        yield where, table
    elif isinstance(table, dict):
        for key, value in table.items():
            yield from numbers(value, (*where, key))
    elif isinstance(table, list):
        for index, value in enumerate(table):
            yield from numbers(value, (*where, index))


def changed(table: Any, where: Where, value: int) -> Any:
    """The tables with one number replaced; nothing else is copied that need not be."""
    if not where:
        return value
    copy = dict(table) if isinstance(table, dict) else list(table)
    copy[where[0]] = changed(copy[where[0]], where[1:], value)  # type: ignore[index,call-overload]
    return copy


def name(where: Where) -> str:
    """A number's name: `monsters.troll.attacks.0.damage`."""
    return ".".join(str(part) for part in where)


class Cases:
    """All cases that hold; the ones likely to notice a change are played first."""

    def __init__(self, variant: str) -> None:
        self.cases = []
        for path in sorted(CASES.glob("**/*.toml")):
            text = path.read_text("utf-8")
            case = tomllib.loads(text)
            if case.get("variant", PLAIN) == variant and not differences(case, run(case)):
                self.cases.append((path.stem, text, case))
        self.killers: dict[str, str] = {}

    def likely_first(self, where: Where) -> list[tuple[str, str, dict[str, Any]]]:
        """The cases, first the neighbours' killer and those that name what the number is of."""
        words = [str(part) for part in where if isinstance(part, str)]
        killer = self.killers.get(name(where[:2]), "")

        def rank(entry: tuple[str, str, dict[str, Any]]) -> tuple[bool, int, int]:
            stem, text, _ = entry
            return stem != killer, -sum(text.count(word) > 0 for word in words), len(text)

        return sorted(self.cases, key=rank)

    def notice(self, where: Where) -> str:
        """The first case that fails under the data as patched now; nothing when all hold."""
        for stem, _, case in self.likely_first(where):
            try:
                failed = bool(differences(case, run(case)))
            except Exception:  # noqa: BLE001 - a case that can't even be played has noticed
                failed = True
            if failed:
                self.killers[name(where[:2])] = stem
                return stem
        return ""


@pytest.fixture
def _loads_anew(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    tables.load.cache_clear()
    yield
    monkeypatch.undo()
    tables.load.cache_clear()


def survivors(monkeypatch: pytest.MonkeyPatch, variant: str) -> list[str]:
    """Every number that no case misses when it is one more, nor when it is one less."""
    cases, original = Cases(variant), tables.read_tables(variant)
    assert cases.cases, "no case holds even before a number is changed"
    found = []
    for where, value in numbers(tables.own_tables(variant)):
        if name(where) in EXEMPT:
            continue
        for other in (value + 1, value - 1):
            mutant = changed(original, where, other)
            monkeypatch.setattr(tables, "read_tables", lambda variant, mutant=mutant: mutant)
            tables.load.cache_clear()
            try:
                tables.load(variant)
            except Exception:  # noqa: BLE001 - data that can't be loaded has been noticed
                break
            if cases.notice(where):
                break
        else:
            found.append(name(where))
    return found


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.usefixtures("_loads_anew")
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_number_is_held_by_a_case(monkeypatch: pytest.MonkeyPatch, variant: str) -> None:
    assert len(EXEMPT) <= 10
    left = survivors(monkeypatch, variant)
    print(f"{len(left)} survivors")
    print("\n".join(left))
    assert not left, f"{len(left)} numbers no case holds: {', '.join(left)}"
