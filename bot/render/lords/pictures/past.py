"""How things stood before what came later in one advance: a post tells several steps, the view
is the last one's, and each picture shows its own."""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any

from rules.kernel.facts import Fact
from rules.lords import decks
from rules.lords.data import Data
from rules.lords.state import Hero, View

Told = Mapping[str, Any]


def hero(data: Data, told: Told, year: int) -> Hero:
    """A hero as a fact tells of him; a paladin's symbols are the data's, of the year."""
    cls, kind = told["cls"], told["kind"]
    made = decks.hero(cls, told["strength"], told["health"], told["symbols"])
    if kind:
        made = decks.paladin(data, kind, year)
    made.health, made.wounds, made.place = told["health"], told["wounds"], told["place"]
    return made


def rewound(view: View, later: Sequence[Fact], year: int) -> View:
    """The view before those later facts, which belong to steps in which nobody fights.

    Lords are as they were then; of the rest of the board only what a dungeon shows matters.
    """
    if not any(fact.kind in UNDO for fact in later):
        return view
    then = deepcopy(view)
    for fact in reversed(later):
        if fact.kind in UNDO:
            UNDO[fact.kind](then, fact.data, year)
    return then


def _year_over(then: View, told: Told, year: int) -> None:
    """Nobody stands at the gates but those of whom it is told that they left (L10.1)."""
    for lord in then.lords:
        lord.party = []


def _heroes_leave(then: View, told: Told, year: int) -> None:
    then.lord(told["seat"]).party = [hero(then.data, one, year) for one in told["party"]]


def _monsters_wake(then: View, told: Told, year: int) -> None:
    for at in told["at"]:
        then.lord(told["seat"]).monsters[at].exhausted = True


def _freed(then: View, told: Told, year: int) -> None:
    then.lord(told["seat"]).prisoners.append(hero(then.data, told["hero"], year))


UNDO: dict[str, Callable[[View, Told, int], None]] = {
    "year over": _year_over, "heroes leave": _heroes_leave, "monsters wake": _monsters_wake,
    "freed": _freed,
}  # fmt: skip
"""What a step without fights changes in a dungeon, and how it was before."""
