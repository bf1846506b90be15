"""A few lines about each lord at the end, from what really happened to him."""

from collections.abc import Callable
from typing import Any, NamedTuple

from markupsafe import Markup

from bot.render.lords.chronicle import Deeds, Past
from bot.render.lords.ink import Ink
from rules.lords.state import Lord, View

LINES = 3
"""So many lines are told of each lord."""


class Trait(NamedTuple):
    """Something to tell: how much of it there must be, how much it weighs, and its data."""

    least: int
    weight: float
    of: Callable[[Deeds, Lord], tuple[int, dict[str, Any]]]


def _most(counter: Any) -> tuple[str, int]:
    return max(counter.items(), key=lambda item: (item[1], item[0]), default=("", 0))


def _number(name: str) -> Callable[[Deeds, Lord], tuple[int, dict[str, Any]]]:
    return lambda own, lord: (getattr(own, name), {"n": getattr(own, name)})


def _list(name: str) -> Callable[[Deeds, Lord], tuple[int, dict[str, Any]]]:
    def of(own: Deeds, lord: Lord) -> tuple[int, dict[str, Any]]:
        items = list(getattr(own, name))
        return len(items), {"n": len(items), "ids": items}

    return of


def _prisoners(paladins: bool) -> Callable[[Deeds, Lord], tuple[int, dict[str, Any]]]:
    """Who sits in the cells at the end: some have got away (L9.10)."""

    def of(own: Deeds, lord: Lord) -> tuple[int, dict[str, Any]]:
        ids = [hero.kind or hero.cls for hero in lord.prisoners if bool(hero.kind) == paladins]
        return len(ids), {"n": len(ids), "ids": ids}

    return of


def _counted(name: str) -> Callable[[Deeds, Lord], tuple[int, dict[str, Any]]]:
    def of(own: Deeds, lord: Lord) -> tuple[int, dict[str, Any]]:
        items = list(getattr(own, name).elements())
        return len(items), {"n": len(items), "ids": items}

    return of


def _site(own: Deeds, lord: Lord) -> tuple[int, dict[str, Any]]:
    site, times = _most(own.sites)
    return times, {"id": site, "n": times}


def _peaceful(own: Deeds, lord: Lord) -> tuple[int, dict[str, Any]]:
    return int(not own.taken and not own.paladins), {}


def _whole(own: Deeds, lord: Lord) -> tuple[int, dict[str, Any]]:
    return int(own.lost == 0), {"n": len(lord.tiles)}


def _lonely(own: Deeds, lord: Lord) -> tuple[int, dict[str, Any]]:
    return int(not lord.monsters), {}


TRAITS: dict[str, Trait] = {
    "paladins": Trait(1, 6.0, _prisoners(True)),
    "whole": Trait(1, 5.0, _whole),
    "taken": Trait(3, 0.45, _prisoners(False)),
    "peaceful": Trait(1, 3.5, _peaceful),
    "lost": Trait(5, 0.25, _number("lost")),
    "rooms_lost": Trait(2, 0.7, _list("rooms_lost")),
    "letters": Trait(1, 1.0, _number("letters")),
    "left": Trait(1, 1.1, _counted("left")),
    "eaten": Trait(1, 1.9, _counted("eaten")),
    "mob": Trait(1, 1.2, _counted("mob")),
    "visits": Trait(2, 1.0, _number("visits")),
    "beaten": Trait(1, 1.6, _number("beaten")),
    "site": Trait(4, 0.4, _site),
    "late": Trait(2, 0.9, _number("late")),
    "failed": Trait(4, 0.5, _number("failed")),
    "held": Trait(3, 0.5, _number("held")),
    "bribes": Trait(4, 0.35, _number("bribes")),
    "mined": Trait(10, 0.12, _number("mined")),
    "dug": Trait(10, 0.12, _number("dug")),
    "built": Trait(4, 0.4, _list("built")),
    "lonely": Trait(1, 1.2, _lonely),
}
"""What is worth telling, and how it weighs against the rest."""


def epilogue(ink: Ink, view: View, told: Past) -> list[tuple[Markup, list[Markup]]]:
    """Each lord with his lines; what is told of one is told of another only for want of more.

    Nothing is told in the same words twice.
    """
    blocks: list[tuple[Markup, list[Markup]]] = []
    used: dict[str, int] = {}
    for lord in view.lords:
        fresh = [
            (key, data)
            for key, data in _ranked(told.deeds[lord.seat], lord, used)
            if used.get(key, 0) < ink.catalogue.variants(f"epilogue.{key}")
        ]
        found = fresh[:LINES]
        lines = []
        for key, data in found:
            lines.append(ink.saying(f"epilogue.{key}", used.get(key, 0), **data))
            used[key] = used.get(key, 0) + 1
        if not lines:
            lines = [ink.saying("epilogue.nothing", lord.seat)]
        blocks.append((ink.t("post.name", seat=lord.seat), lines))
    return blocks


def _ranked(own: Deeds, lord: Lord, used: dict[str, int]) -> list[tuple[str, dict[str, Any]]]:
    """What there is to tell of a lord, the weightiest first."""
    ranked = []
    for key, trait in TRAITS.items():
        amount, data = trait.of(own, lord)
        if amount >= trait.least:
            ranked.append((trait.weight * amount / (1 + used.get(key, 0)), key, data))
    ranked.sort(key=lambda item: (-item[0], item[1]))
    return [(key, data) for _, key, data in ranked]
