"""The first resolve as the group reads it: place by place, then who got what (L2)."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from markupsafe import Markup

from bot.render.lords.ink import GOODS, Ink, tell
from bot.render.lords.posts import Chapter, Section, of, ways
from bot.render.lords.voice import season_number
from rules.kernel.facts import Fact
from rules.lords import decks
from rules.lords.state import View

CARDS = {"monster": "post.hired", "room": "post.planned"}
LASTING = ("tunnels", "mine", "spy")
"""Gains that are no goods: permits and looks at a card."""

DONE, FAILED = ("dug", "mined"), ("skipped",)
"""What imps did at the sites themselves and could not do, where orders name cells (L2.17)."""

USED = {"tunnels": ("dug", "dig"), "mine": ("mined", "mine")}
"""Which facts tell that a permit was used at the site itself, and what an order to use it is."""

SIGNS = {"gold": "gold", "food": "food", "imps": "imp"}
"""The signs of the goods that are told as `3 -> 5`."""


def write(ink: Ink, view: View, chapter: Chapter) -> Section:
    """A line a lord with his goods before and after; the sites to unfold."""
    moment = chapter.moment
    head = [
        ink.t("post.line", seat=lord.seat, text=gains(ink, view, lord.seat, chapter.facts))
        for lord in view.lords
    ]
    head += paladins(ink, chapter.facts)
    details = [
        (ink.t("post.site_title", id=site), lines)
        for site in ink.data.sites
        if (lines := site_lines(ink, view, site, chapter.facts))
    ]
    for kind, heading in (("bribe", "post.bribes"), ("fee", "post.fees")):
        paid = [
            ink.t("post.plain_line", seat=fact.data["seat"], text=tell(ink, fact))
            for fact in of(chapter.facts, kind)
        ]
        if paid:
            details.append((ink.t(heading), paid))
    return Section(
        title=ink.t("post.first_resolve", moment=ink.moment(*moment[:3])),
        flavour=ink.saying("flavour.orders", season_number(view.data, moment)),
        head=head,
        details=details,
    )


def paladins(ink: Ink, facts: Iterable[Fact]) -> list[Markup]:
    """From where to where each paladin went, and where he did something in between (L8.5)."""
    return [ink.t("post.paladin", paladin=kind, stops=stops) for kind, stops in ways(facts)]


def gains(ink: Ink, view: View, seat: int, facts: Sequence[Fact]) -> Markup:
    """What a lord's goods were and are, whom he hired, what he may do.

    What it cost at which place is told by the sites.
    """
    own = [fact for fact in facts if fact.data.get("seat") == seat]
    lord = view.lord(seat)
    moved = [
        ink.t("post.moved", id=SIGNS[good], before=getattr(lord, good) - change,
              after=getattr(lord, good))
        for good, change in net(own).items()
        if change
    ]  # fmt: skip
    evil = of(own, "evil")
    if evil and evil[0].data["before"] != evil[-1].data["after"]:
        moved.append(
            ink.t("post.moved", id="evil", before=evil[0].data["before"],
                  after=evil[-1].data["after"])
        )  # fmt: skip
    extra = ink.data.extra_traps[view.year - 1]  # L2.3: if there was one
    surplus = extra if decks.traps_left(view) else lord.discards_owed
    said: list[Markup] = []
    for fact in of(own, "executed", "eaten"):
        if fact.kind == "executed":
            said += _things(ink, fact, surplus)
        else:  # it is the price of the card just taken
            said[-1] += Markup(" ({})").format(tell(ink, fact))
    said += [tell(ink, fact) for fact in together(of(own, *DONE))]
    said += [*idle(ink, own), *(tell(ink, fact) for fact in together(of(own, *FAILED)))]
    parts = [Markup(", ").join(moved)] * bool(moved) + said
    return Markup("; ").join(parts) or ink.t("post.nothing_gained", pick=ink.turn + seat)


def together(facts: Sequence[Fact]) -> list[Fact]:
    """The facts, neighbours of one lord as one where they are of the same kind.

    What was dug or mined in turn, and what failed for the same reason: `mine b3` and `mine b4`.
    """
    found: list[Fact] = []
    for fact in facts:
        last = found[-1] if found else None
        both = _both(last, fact) if last is not None else {}
        if last is not None and both:
            found[-1] = msgspec.structs.replace(last, data={**last.data, **both})
        else:
            found.append(fact)
    return found


def _both(one: Fact, other: Fact) -> dict[str, Any]:
    """What two neighbouring facts come to when told as one; empty when they are told apart."""
    if one.kind != other.kind or one.data.get("seat") != other.data.get("seat"):
        return {}
    cells = [*one.data.get("cells", ()), *other.data.get("cells", ())]
    if one.kind == "mined":
        return {"cells": cells, "gold": one.data["gold"] + other.data["gold"]}
    if one.kind == "dug" and one.data["by"] == other.data["by"] == "permit":
        return {"cells": cells}
    if one.kind == "skipped" and _alike(one, other):
        _, _, rest = other.data["action"].partition(" ")
        both = {"action": f"{one.data['action']} {rest}"}
        return {**both, "data": _needed(one.data["data"], other.data["data"])}
    return {}


def _alike(one: Fact, other: Fact) -> bool:
    """Whether both failed in the same action for the same reason."""
    verbs = {fact.data["action"].partition(" ")[0] for fact in (one, other)}
    rest = [
        {**fact.data, "action": "", "data": {**fact.data["data"], "needs": 0}}
        for fact in (one, other)
    ]
    return len(verbs) == 1 and rest[0] == rest[1]


def _needed(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """The data of a reason for two failures: what both needed is added up."""
    needs = {"needs": one["needs"] + other["needs"]} if "needs" in one and "needs" in other else {}
    return {**one, **needs}


def net(own: Iterable[Fact]) -> dict[str, int]:
    """What a lord's goods have changed by: bribes, fees, prices and gains, gold mined."""
    change = dict.fromkeys(GOODS, 0)
    for fact in own:
        if fact.kind in ("bribe", "fee"):
            change["gold"] -= fact.data["gold"]
        elif fact.kind == "mined":
            change["gold"] += fact.data["gold"]
        elif fact.kind == "executed":
            pay, gain = fact.data["pay"], fact.data["gain"]
            for good in GOODS:
                change[good] += gain.get(good, 0) - pay.get(good, 0)
    return change


def idle(ink: Ink, own: Sequence[Fact]) -> list[Markup]:
    """What was executed and changed nothing: evil at its least, cells not named (L2.4, L2.17)."""
    moved = {fact.data["why"] for fact in of(own, "evil")}
    failed = {fact.data["action"].partition(" ")[0] for fact in of(own, "skipped")}
    told = []
    for fact in of(own, "executed"):
        gain = fact.data["gain"]
        if gain.get("evil", 0) < 0 and fact.data["site"] not in moved:
            told.append(ink.t("post.evil_least"))
        told += [
            ink.t(f"post.idle_{permit}")
            for permit, (done, verb) in USED.items()
            if ink.data.cells_with_orders and gain.get(permit)
            if not of(own, done) and verb not in failed
        ]
    return told


def _things(ink: Ink, fact: Fact, surplus: int) -> list[Markup]:
    """What an executed order gave beside goods; so many of its traps must be discarded (L2.3)."""
    if fact.data["card"]:
        return [ink.t(CARDS[fact.data["site"]], card=fact.data["card"])]
    gain = fact.data["gain"]
    said = []
    if gain.get("trap"):
        said.append(ink.t("post.trapped", n=gain["trap"], surplus=surplus))
    permits = () if ink.data.cells_with_orders else LASTING[:2]
    said += [ink.t("post.may", text=ink.goods({good: gain[good]})) for good in permits
             if gain.get(good)]  # fmt: skip
    spying = LASTING[2]
    return [*said, ink.t("post.spied", n=gain[spying])] if gain.get(spying) else said


def site_lines(ink: Ink, view: View, site: str, facts: Sequence[Fact]) -> list[Markup]:
    """Who stood at which place of a site and what became of it; then who went home.

    Nothing of a site where nobody came but the clerks of the season's opening.
    """
    here = [fact for fact in facts if fact.data.get("site") == site]
    outcome = {fact.data["seat"]: fact for fact in of(here, "held", "executed", "failed")}
    first = ink.turn + list(view.data.sites).index(site)  # clerks of one post aren't all alike
    rows: dict[int, Markup] = {
        at + 1: ink.t("post.clerk", pick=first + at, place=at + 1)
        for at, seat in enumerate(view.places.get(site, ()))
        if seat == 0
    }
    for fact in of(here, "clerk sent"):
        rows[fact.data["place"]] = ink.t("post.clerk_of", **fact.data)
    for fact in of(here, "arrived"):
        seat, place = fact.data["seat"], fact.data["place"]
        text = tell(ink, outcome[seat]) if seat in outcome else ink.t("post.nobody_moved")
        rows[place] = ink.t("post.place", place=place, seat=seat, text=text)
    late = [
        ink.t("post.late", seat=fact.data["seat"], text=tell(ink, fact))
        for fact in here
        if fact.kind == "turned away" or (fact.kind == "failed" and not fact.data["place"])
    ]
    told = late or of(here, "arrived", "clerk sent")
    return [rows[place] for place in sorted(rows)] + late if told else []
