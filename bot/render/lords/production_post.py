"""The second resolve as the group reads it: production, event, the change of season (L3.3-L6)."""

from collections.abc import Sequence

from markupsafe import Markup

from bot.render.lords import telling
from bot.render.lords.ink import Ink, tell
from bot.render.lords.orders_post import paladins, together
from bot.render.lords.posts import Chapter, Section, of, willing
from bot.render.lords.voice import season_number
from rules.kernel.facts import Fact
from rules.lords.state import View

SHORT = 220
"""So many letters of what an event did stand in the headline; more are to unfold."""

HELD = {"gold": "gold", "food": "food", "imps": "imp", "letters": "letter"}
"""The signs of the goods of an event that are told as `3 -> 5`."""

FAIR = ("fair", "gift")
ELSEWHERE = ("event", "paladin", "hero goes", "heroes shown", "token", "crusader")
"""Facts that are told outside a lord's own lines."""


def write(ink: Ink, view: View, chapter: Chapter) -> Section:
    """The event, the heroes' ways, the evilometer; what each did to unfold.

    Next season's heroes are told by the opening that follows.
    """
    moment, facts = chapter.moment, chapter.facts
    events = of(facts, "event")
    at = facts.index(events[0]) if events else len(facts)
    blessed = [tell(ink, fact) for fact in of(facts, "crusader")]
    happened = blessed or in_event(ink, [now(view, fact) for fact in facts[at:]])
    short = sum(len(line) for line in happened) <= SHORT
    told = "post.event_told" if len(happened) == 1 else "post.event_each"
    key = "post.event_quiet" if not happened else told if short else "post.event_head"
    left, letters = len(of(facts[at:], "left")), sum(map(_letters, facts[at:]))
    head: list[Markup] = [
        ink.t(key, event=fact.data["event"], text=Markup("").join(happened), lines=happened,
              left=left, letters=letters, eaten=len(of(facts[at:], "eaten")))
        for fact in events
    ]  # fmt: skip
    head += paladins(ink, facts)
    head += walks(ink, view, facts)
    head.append(evilometer(ink, view, facts))
    details = []
    fair = fair_lines(ink, facts)
    if fair:
        details.append((ink.t("post.fair_title"), fair))
    details += by_lord(ink, view, facts[:at])
    if happened and not short:
        event = events[0].data["event"]
        details.append((ink.t("post.event_lines", event=event), happened))
    details.append((ink.t("post.after"), [state_line(ink, view, lord.seat) for lord in view.lords]))
    return Section(
        title=ink.t("post.second_resolve", season=moment.season, moment=ink.moment(*moment[:3])),
        flavour=ink.saying("flavour.production", season_number(view.data, moment)),
        head=head,
        details=details,
    )  # fmt: skip


def _letters(fact: Fact) -> int:
    """How many letters of the Ministry a fact of the event brought."""
    if fact.kind == "event hit":
        return int(fact.data["gained"].get("letters", 0))
    return int(fact.data["letters"]) if fact.kind == "tax" else 0


def now(view: View, fact: Fact) -> Fact:
    """The fact; of the goods that an event took and gave, how much there was and is."""
    if fact.kind != "event hit":
        return fact
    lord, change = view.lord(fact.data["seat"]), dict.fromkeys(HELD, 0)
    rest: dict[str, dict[str, int]] = {"lost": {}, "gained": {}}
    for sign, way in ((-1, "lost"), (1, "gained")):
        for good, amount in fact.data[way].items():
            if good in HELD:
                change[good] += sign * amount
            else:
                rest[way][good] = amount
    moved = [
        (HELD[good], getattr(lord, good) - by, getattr(lord, good))
        for good, by in change.items()
        if by
    ]
    return Fact(fact.kind, {**fact.data, **rest, "moved": moved}, fact.to)


def in_event(ink: Ink, facts: Sequence[Fact]) -> list[Markup]:
    """What the event came to, a line a lord."""
    apart = (*ELSEWHERE, *FAIR)
    own = [fact for fact in willing(facts) if "seat" in fact.data and fact.kind not in apart]
    return [
        ink.t("post.plain_line", seat=seat, text=Markup("; ").join(lines))
        for seat, lines in telling.by_seat(telling.lines(ink, evil_last(own))).items()
    ]


def evil_last(facts: Sequence[Fact]) -> list[Fact]:
    """The facts, each lord's changes of evil as one behind his last: what pay day comes to."""
    moved: dict[int, list[Fact]] = {}
    for fact in of(facts, "evil"):
        moved.setdefault(fact.data["seat"], []).append(fact)
    told = [fact for fact in facts if fact.kind != "evil"]
    for seat, changes in moved.items():
        whole = {**changes[0].data, "after": changes[-1].data["after"], "titled": True}
        behind = [at for at, fact in enumerate(told, 1) if fact.data["seat"] == seat]
        told.insert(behind[-1] if behind else len(told), Fact("evil", whole))
    return told


def state_line(ink: Ink, view: View, seat: int) -> Markup:
    """A lord's goods as they stand."""
    lord = view.lord(seat)
    goods = ink.t("state.goods_short", gold=lord.gold, food=lord.food, imps=lord.imps,
                  evil=lord.evil, letters=lord.letters)  # fmt: skip
    return ink.t("post.plain_line", seat=seat, text=goods)


def fair_lines(ink: Ink, facts: Sequence[Fact]) -> list[Markup]:
    """Who sent how many imps, in the order of picking, and what they brought."""
    gifts = {fact.data["seat"]: fact for fact in of(facts, "gift")}
    return [
        ink.t("post.fair_line", seat=seat, imps=fact.data["imps"],
              text=tell(ink, gifts[seat]) if seat in gifts else "")
        for fact in of(facts, "fair")
        for seat in [fact.data["seat"]]
    ]  # fmt: skip


def by_lord(ink: Ink, view: View, facts: Sequence[Fact]) -> list[tuple[Markup, list[Markup]]]:
    """What each did in production, in turn order."""
    gifts = {(fact.data["seat"], fact.data["gift"]) for fact in of(facts, "gift")}
    own = [
        fact
        for fact in facts
        if "seat" in fact.data
        and fact.kind not in (*ELSEWHERE, *FAIR)
        and fact.data.get("by") not in ink.data.gifts.gifts  # the fair has told it
        and (fact.data["seat"], fact.data.get("why")) not in gifts
    ]
    return [
        (ink.t("post.name", seat=seat), [telling.capital(line) for line in lines])
        for seat, lines in telling.by_seat(telling.lines(ink, together(unmoved(own)))).items()
    ]


def unmoved(facts: Sequence[Fact]) -> list[Fact]:
    """The facts; a room that lowers evil which is at its least already is marked (L1.3)."""
    found = []
    for at, fact in enumerate(facts):
        if fact.kind == "worked" and fact.data["gain"].get("evil", 0) < 0:
            behind = facts[at + 1] if at + 1 < len(facts) else None
            if behind is None or behind.kind != "evil" or behind.data["why"] != fact.data["room"]:
                fact = Fact(fact.kind, {**fact.data, "unmoved": True}, fact.to)
        found.append(fact)
    return found


def walks(ink: Ink, view: View, facts: Sequence[Fact]) -> list[Markup]:
    """Which hero goes to whom."""
    going = of(facts, "hero goes")
    if not going:
        return []
    lines = [
        ink.t("post.walks", seat=fact.data["seat"], text=ink.told(fact.data["hero"]))
        for fact in going
    ]
    lines += [tell(ink, fact) for fact in of(facts, "hero strays", "neutral")]
    return [ink.t("post.walk_title"), *lines]


def evilometer(ink: Ink, view: View, facts: Sequence[Fact]) -> Markup:
    """The lords from the most evil to the kindest, before and after."""
    before: dict[int, int] = {}
    for fact in of(facts, "evil"):
        before.setdefault(fact.data["seat"], fact.data["before"])
    parts = [
        ink.t("post.evil_moved", seat=seat, after=view.lord(seat).evil,
              before=before.get(seat, view.lord(seat).evil))
        for seat in view.evil_order()
    ]  # fmt: skip
    if view.neutral:
        parts.append(ink.t("post.evil_nobodys", evil=view.neutral))
    return ink.t("post.evilometer", text=Markup(" · ").join(parts))
