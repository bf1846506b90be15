"""Rule cases: one situation, one answer, as a player can read them; run against the rules.

`run(case)` plays a parsed case; `differences(case, outcome)` says where it is not as expected.
Every kind of case is a module of this folder with one function `play(case) -> Outcome`.
"""

from collections.abc import Callable, Mapping
from typing import Any

from rules.lords.cases import (
    combat,
    components,
    evil,
    orders,
    production,
    score,
    season,
    setup,
    year_end,
)
from rules.lords.cases.table import Outcome

KINDS: dict[str, Callable[[Mapping[str, Any]], Outcome]] = {
    "combat": combat.play,
    "components": components.play,
    "evil": evil.play,
    "orders": orders.play,
    "production": production.play,
    "score": score.play,
    "season": season.play,
    "setup": setup.play,
    "year end": year_end.play,
}

SETS = ("executed", "exhausted", "barred", "tunnels", "conquered", "traps", "plans")
"""What is compared without regard to order."""


TABLES = ("rooms", "titles", "permits")
"""Tables of which an empty one says that there is nothing; else only what they name is checked."""


class BadCase(Exception):
    """A case that can't be played as written: what is wrong with it, in a sentence."""


def run(case: Mapping[str, Any]) -> Outcome:
    """Play one case (raises BadCase when it is not one)."""
    kind = case.get("kind")
    if kind not in KINDS:
        raise BadCase(f"kind is {kind!r}, would be one of {', '.join(sorted(KINDS))}")
    if "expect" not in case:
        raise BadCase("nothing is expected: an [expect] table is missing")
    try:
        return KINDS[kind](case)
    except (KeyError, ValueError, TypeError) as error:
        raise BadCase(f"{type(error).__name__}: {error}") from error


def differences(case: Mapping[str, Any], outcome: Outcome) -> list[str]:
    """Every named expectation that is not met, as `where: expected X, got Y`."""
    return _compare("", "", case["expect"], outcome.actual)


def _compare(where: str, key: str, expected: Any, actual: Any) -> list[str]:
    if isinstance(expected, Mapping):
        if not isinstance(actual, Mapping):
            return [f"{where}: expected {dict(expected)}, got {actual!r}"]
        found = []
        for name, value in expected.items():
            inner = f"{where}.{name}" if where else name
            if name not in actual:
                found.append(f"{inner}: nothing of that name comes out of this kind of case")
            else:
                found += _compare(inner, name, value, actual[name])
        if key in TABLES and not expected:
            found += [f"{where}.{n}: expected nothing, got {v!r}" for n, v in actual.items() if v]
        return found
    if isinstance(expected, list) and expected and isinstance(expected[0], Mapping):
        if not isinstance(actual, list) or len(actual) < len(expected):
            return [f"{where}: expected {len(expected)} tables, got {actual!r}"]
        return [
            line
            for i, value in enumerate(expected)
            for line in _compare(f"{where}[{i + 1}]", "", value, actual[i])
        ]
    if isinstance(expected, int) and not isinstance(expected, bool) and isinstance(actual, list):
        actual = len(actual)
    if key in SETS and isinstance(expected, list) and isinstance(actual, list):
        expected, actual = sorted(expected), sorted(actual)
    return [] if expected == actual else [f"{where}: expected {expected!r}, got {actual!r}"]
