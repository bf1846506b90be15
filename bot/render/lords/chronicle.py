"""What has happened in a game so far, counted from its facts: for epilogues and the story."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from bot.render.lords.posts import Chapter, chapters, joined, ways, willing
from rules.kernel.facts import Fact, for_viewer
from rules.lords.state import View

Steps = Sequence[tuple[Any, Sequence[Fact]]]
"""A game's advances in their order, the opening first: the view after each, and its facts."""


class Deeds:
    """One lord's doings; the counters are by id."""

    def __init__(self) -> None:
        self.sites: Counter[str] = Counter()
        self.hired: Counter[str] = Counter()
        self.built: list[str] = []
        self.left: Counter[str] = Counter()
        self.eaten: Counter[str] = Counter()
        self.mob: Counter[str] = Counter()
        self.taken: Counter[str] = Counter()
        self.paladins: list[str] = []
        self.rooms_lost: list[str] = []
        self.letters = self.lost = self.held = self.late = self.bribes = self.failed = 0
        self.mined = self.dug = self.beaten = self.visits = 0
        self.most_evil = 0


class Past(NamedTuple):
    """The chapters of a game, and each seat's deeds."""

    chapters: list[Chapter]
    deeds: dict[int, Deeds]


def past(view: View, steps: Steps) -> Past:
    """The game so far as the group knows it; `view` is any of its views."""
    facts = willing(fact for _, told in steps for fact in for_viewer(told, None))
    deeds = {lord.seat: Deeds() for lord in view.lords}
    for fact in facts:
        count(deeds, fact)
    for chapter in joined(chapters(view, facts)):
        receive(deeds, chapter.facts)
    return Past(chapters(view, facts), deeds)


def count(deeds: dict[int, Deeds], fact: Fact) -> None:
    """Add one fact to the deeds of its seat."""
    own = deeds.get(fact.data.get("seat", 0))
    counter = COUNTED.get(fact.kind)
    if own is not None and counter is not None:
        counter(own, fact.data)


def receive(deeds: dict[int, Deeds], facts: Iterable[Fact]) -> None:
    """Add a chapter's visits of paladins to the deeds: those of which the group was told."""
    for _, (_, *stops) in ways(facts):
        for seat in stops:
            if seat in deeds:
                deeds[seat].visits += 1


def _executed(own: Deeds, data: dict[str, Any]) -> None:
    own.sites[data["site"]] += 1
    if data["card"] and data["site"] == "monster":
        own.hired[data["card"]] += 1


def _evil(own: Deeds, data: dict[str, Any]) -> None:
    own.most_evil = max(own.most_evil, data["after"])


def _removed(own: Deeds, data: dict[str, Any]) -> None:
    hero = data["hero"]
    if hero["kind"]:
        own.paladins.append(hero["kind"])
    else:
        own.taken[hero["cls"]] += 1


def _conquered(own: Deeds, data: dict[str, Any]) -> None:
    own.lost += 1
    if data["room"]:
        own.rooms_lost.append(data["room"])


def _letters(own: Deeds, data: dict[str, Any]) -> None:
    own.letters += data.get("letters", 0) + data.get("gained", {}).get("letters", 0)


def _adds(name: str, field: str = "") -> Any:
    """Count one, or as many as the fact's field says (the length of a list)."""

    def add(own: Deeds, data: dict[str, Any]) -> None:
        value = data[field] if field else 1
        more = len(value) if isinstance(value, list) else value
        setattr(own, name, getattr(own, name) + more)

    return add


def _over(own: Deeds, data: dict[str, Any]) -> None:
    own.beaten += data["reason"] == "party gone"


COUNTED: dict[str, Any] = {
    "executed": _executed,
    "held": _adds("held"),
    "turned away": _adds("late"),
    "failed": _adds("failed"),
    "bribe": _adds("bribes", "gold"),
    "mined": _adds("mined", "gold"),
    "dug": _adds("dug", "cells"),
    "built": lambda own, data: own.built.append(data["room"]),
    "left": lambda own, data: own.left.update([data["monster"]]),
    "eaten": lambda own, data: own.eaten.update([data["monster"]]),
    "handed over": lambda own, data: own.mob.update([data["monster"]]),
    "evil": _evil,
    "removed": _removed,
    "conquered": _conquered,
    "tax": _letters,
    "event hit": _letters,
    "fight over": _over,
}
"""What each kind of fact adds to."""


def heroes(taken: Counter[str]) -> Iterable[str]:
    """The classes of prisoners as often as each was taken."""
    return taken.elements()
