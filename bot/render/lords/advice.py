"""Private help with an answer being written: what would come of a combat plan, and likely slips.

Made of the lord's own view (`rules.lords.whatif`, `rules.lords.warnings`); it may be switched off.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

from markupsafe import Markup

from bot.render.lords.answers import ICONS
from bot.render.lords.ink import Ink
from rules.kernel.question import Question, Walk
from rules.lords import evil, warnings
from rules.lords.battle import BattlePlan
from rules.lords.clause import Action
from rules.lords.data import Goods
from rules.lords.siege import siege
from rules.lords.sites import Orders
from rules.lords.state import View
from rules.lords.whatif import Outcome, Season, season, what_if

MOST = 4
"""So many warnings are shown at a time."""

FOUGHT = ("combat", "attacks", "spell")
"""The questions whose answer is tried out in a fight."""

FORECAST = ("tile falls", "not stopped", "event")
"""What the forecast says already."""

PURSE = ("gold", "food", "imps", "letters")


def advice(ink: Ink, view: View, question: Question, walk: Walk) -> list[Markup]:
    """The lines of help under a question or a receipt; none where there is nothing to say."""
    if question.kind not in FOUGHT or not walk.complete:
        found = warnings.warnings(view, question.kind, walk)
        found = [slip for slip in found if slip.code not in FORECAST]
        return [*ahead(ink, view, question, walk), *slips(ink, found)]
    outcomes = what_if(view, walk.result)
    slipped = warnings.of_outcomes(view, walk.result, outcomes)
    slipped = [slip for slip in slipped if slip.code not in FORECAST]
    later = _attacks_later(view, walk.result)
    return [*forecast(ink, view, outcomes, later), *slips(ink, slipped)]


def _attacks_later(view: View, answer: Any) -> bool:
    """Where attacks are chosen in mid-fight, a plan is tried out with the default ones (L9.3)."""
    sent = isinstance(answer, BattlePlan) and bool(answer.attacks)
    return view.fight is None and view.data.choices_in_fight and sent


def ahead(ink: Ink, view: View, question: Question, walk: Walk) -> list[Markup]:
    """What the plan comes to with the season's event, and in the last season the siege."""
    first = not walk.tokens  # what the guess assumes is told once, where the answer is begun
    if question.kind == "orders":
        return [*purse_now(ink, view, walk), *siege_ahead(ink, view, (), orders=True)[: 1 + first]]
    if question.kind != "production":
        return []
    plan = warnings.so_far(walk)
    return [
        *season_ahead(ink, view, plan),
        *siege_ahead(ink, view, plan, orders=False)[: 1 + first],
    ]


def purse_now(ink: Ink, view: View, walk: Walk) -> list[Markup]:
    """The orders for which what he has now is not enough at every place they may come to."""
    given: Orders = walk.result
    book = warnings.OrderBook(view, given.orders)
    parts = []
    for order in given.orders:
        now = book.now(order)
        if len(now) < len(book.by_place(order)) and book.payable(order):
            parts.append(ink.t("whatif.pays_at", site=order.site, places=now))
    return [ink.t("whatif.pays_now", text=Markup("; ").join(parts))] if parts else []


def season_ahead(ink: Ink, view: View, plan: Sequence[Action]) -> list[Markup]:
    """What the season's event takes and gives, and what goods are left when it is over."""
    tried, lines = season(view, plan), []
    parts = _event_parts(ink, tried)
    if parts:
        grave = bool(warnings.of_event(view, plan, tried))
        lines.append(ink.t("whatif.event", event=view.event, grave=grave,
                           text=Markup("; ").join(parts)))  # fmt: skip
    elif any(view.data.pets[pet].strikes_out for pet in set(view.me.pets) - set(tried.after.pets)):
        lines.append(ink.t("whatif.struck_out", event=view.event))
    me, then, goods = view.me, tried.after, [*PURSE]
    if not parts or tried.calm.evil != me.evil:  # else the event's line has told the evil's change
        goods.append("evil")
    moved = [
        ink.t("post.moved", id=ICONS.get(good, good), before=before, after=after)
        for good in goods
        if (before := getattr(me, good)) != (after := getattr(then, good))
    ]
    if moved and any(getattr(me, good) != getattr(tried.calm, good) for good in goods):
        # else the event's line has told it all
        fair = bool(view.gifts) and any(action.verb == "fair" for action in plan)
        lines.append(ink.t("whatif.after", text=Markup(", ").join(moved), fair=fair))
    return lines


def _event_parts(ink: Ink, tried: Season) -> list[Markup]:
    parts = []
    changed: Goods = {good: tried.change(good) for good in PURSE if tried.change(good)}
    if changed:
        parts.append(ink.goods(changed, True))
    if tried.calm.evil != tried.after.evil:
        parts.append(ink.t("post.evil_after", before=tried.calm.evil, after=tried.after.evil))
    kinds = ink.data.monsters
    priced = [
        ink.t("state.priced", id=kind, times=times, price=ink.goods(kinds[kind].price))
        for kind, times in Counter(tried.unpaid).items()
    ]
    if priced:
        parts.append(ink.t("whatif.leave", text=Markup(", ").join(priced)))
    for key, lost in (("whatif.eaten", tried.eaten), ("whatif.taken_away", tried.taken)):
        if lost:
            parts.append(ink.t(key, ids=lost))
    if tried.struck:
        parts.append(ink.t("fact.struck", monsters=tried.struck))
    return parts


def siege_ahead(ink: Ink, view: View, plan: Sequence[Action], *, orders: bool) -> list[Markup]:
    """In the year's last season: how its combat would end, and what is assumed in saying so."""
    told = siege(view, plan)
    if told is None or not told.party:
        return []
    comes = ink.t("hero.short", h=told.comes) if told.comes else ""
    return [ink.t("whatif.siege", a=told), ink.t("whatif.siege_if", comes=comes, orders=orders)]


def slips(ink: Ink, found: Sequence[warnings.Slip]) -> list[Markup]:
    """Warnings in words, the gravest first."""
    lines = []
    for slip in found[:MOST]:
        data = dict(slip.data)
        if "reason" in data:
            data["why"] = ink.reason(data["reason"], {})
        if "what" in data:
            data["what"] = ink.token(data["what"])
        lines.append(ink.t(f"warn.{slip.code}", r=data))
    return [ink.t("warn.line", text=line) for line in lines]


def forecast(
    ink: Ink, view: View, outcomes: Sequence[Outcome], later: bool = False
) -> list[Markup]:
    """What the plan would come to: with the card known one line, else a range and the cards.

    `later`: attacks will be chosen in mid-fight, which is said before what comes of them.
    """
    if not outcomes:
        return []
    neighbours = _neighbours(ink, view, outcomes)
    if len(outcomes) == 1:
        only = outcomes[0]
        text = told(ink, view, only)
        return [ink.t("whatif.known", card=only.card, text=text, later=later), *neighbours]
    groups = _by_text(ink, view, outcomes)
    if len(groups) == 1:
        return [ink.t("whatif.same", text=next(iter(groups)), later=later), *neighbours]
    groups = _by_text(ink, view, outcomes, _shared(outcomes))
    lines = [ink.t("whatif.range", n=len(outcomes), text=spread(ink, outcomes), later=later)]
    cards = [
        ink.t("whatif.cards", ids=names, text=text)
        for text, names in sorted(groups.items(), key=lambda item: -len(item[1]))
    ]
    fold = Markup("<blockquote expandable>{}</blockquote>").format(Markup("\n").join(cards))
    return [*lines, *neighbours, fold]


def _by_text(
    ink: Ink, view: View, outcomes: Sequence[Outcome], shared: Collection[str] = ()
) -> dict[Markup, list[str]]:
    """The cards by what would come of them; what all of them share is left out."""
    groups: dict[Markup, list[str]] = {}
    for outcome in outcomes:
        text = told(ink, view, outcome, shared) or ink.t("whatif.no_more")
        groups.setdefault(text, []).append(outcome.card)
    return groups


def _shared(outcomes: Sequence[Outcome]) -> set[str]:
    """What is the same whatever the card, and so stands in the range above the cards."""
    found: dict[str, set[int]] = {
        "tile": {outcome.falls for outcome in outcomes},
        "left": {outcome.left for outcome in outcomes},
    }
    return {part for part, values in found.items() if len(values) == 1}


def _neighbours(ink: Ink, view: View, outcomes: Sequence[Outcome]) -> list[Markup]:
    """Paladins may come or go by what others do meanwhile (L8.5), where this lord may have one."""
    line = view.data.evilometer.line
    out = evil.at_large(view) or any(outcome.of("paladin") for outcome in outcomes)
    called = bool(view.tent) and any(lord.evil >= line for lord in view.lords)
    evils = [view.me.evil, *(outcome.lord.evil for outcome in outcomes)]
    mine = any(hero.kind for hero in view.me.party) or max(evils) >= line
    return [ink.t("whatif.neighbours")] if mine and (out or called) else []


def spread(ink: Ink, outcomes: Sequence[Outcome]) -> Markup:
    """The range over all cards: prisoners, who is left, at how many cards the tile holds."""
    taken = [len(outcome.taken) for outcome in outcomes]
    left = [outcome.left for outcome in outcomes]
    holds = sum(not outcome.falls for outcome in outcomes)
    return Markup("; ").join([
        ink.t("whatif.taken", least=min(taken), most=max(taken)),
        ink.t("whatif.left", least=min(left), most=max(left)),
        ink.t("whatif.holds_of", cell=outcomes[0].tile, holds=holds, n=len(outcomes)),
    ])  # fmt: skip


def told(ink: Ink, view: View, outcome: Outcome, shared: Collection[str] = ()) -> Markup:
    """One outcome: the tile, prisoners, who is left, and what changes for the lord."""
    me, then = view.me, outcome.lord
    parts = []
    if "tile" not in shared:
        falls = "whatif.falls" if outcome.falls else "whatif.holds"
        parts.append(ink.t(falls, cell=outcome.tile))
    if outcome.taken:
        kinds = [hero["kind"] or hero["cls"] for hero in outcome.taken]
        parts.append(ink.t("post.fight_head_taken", text=_counted(ink, kinds)))
    if "left" not in shared:
        key = "post.fight_head_left" if outcome.left else "post.fight_head_clear"
        parts.append(ink.t(key, n=outcome.left))
    if then.evil != me.evil:
        parts.append(ink.t("post.evil_after", before=me.evil, after=then.evil))
    changed: Goods = {
        good: getattr(then, good) - getattr(me, good)
        for good in PURSE
        if getattr(then, good) != getattr(me, good)
    }
    if changed:
        parts.append(ink.goods(changed, True))
    parts += _paladins(ink, view, outcome)
    freed = [f.data["hero"]["kind"] or f.data["hero"]["cls"] for f in outcome.of("freed")]
    if freed:
        parts.append(ink.t("whatif.freed", text=_counted(ink, freed)))
    return Markup("; ").join(parts)


def _paladins(ink: Ink, view: View, outcome: Outcome) -> list[Markup]:
    """The paladin who would walk in or away with the lord's own evil (L8)."""
    before = {hero.kind for hero in view.me.party if hero.kind}
    after = {hero.kind for hero in outcome.lord.party if hero.kind}
    caught = {hero["kind"] for hero in outcome.taken if hero["kind"]}
    came = [ink.t("whatif.paladin_comes", id=kind) for kind in sorted(after - before)]
    gone = sorted(before - after - caught)
    return came + [ink.t("whatif.paladin_goes", id=kind) for kind in gone]


def _counted(ink: Ink, kinds: Sequence[str]) -> str:
    return str(ink.catalogue.environment.filters["nouns"](kinds))
