"""Private help with an answer being written: what would come of a combat plan, and likely slips.

Made of the lord's own view (`rules.lords.whatif`, `rules.lords.warnings`); it may be switched off.
"""

from collections.abc import Sequence

from markupsafe import Markup

from bot.render.lords.ink import Ink
from rules.kernel.question import Question, Walk
from rules.lords import evil, warnings
from rules.lords.battle import BattlePlan
from rules.lords.data import Goods
from rules.lords.state import View
from rules.lords.whatif import Outcome, what_if

MOST = 4
"""So many warnings are shown at a time."""

FORECAST = ("tile falls",)
"""What the forecast says already."""

PURSE = ("gold", "food", "imps", "letters")


def advice(ink: Ink, view: View, question: Question, walk: Walk) -> list[Markup]:
    """The lines of help under a question or a receipt; none where there is nothing to say."""
    if question.kind != "combat" or not walk.complete or not isinstance(walk.result, BattlePlan):
        return slips(ink, warnings.warnings(view, question.kind, walk))
    outcomes = what_if(view, walk.result)
    slipped = warnings.of_outcomes(view, walk.result, outcomes)
    slipped = [slip for slip in slipped if slip.code not in FORECAST]
    return [*forecast(ink, view, outcomes), *slips(ink, slipped)]


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


def forecast(ink: Ink, view: View, outcomes: Sequence[Outcome]) -> list[Markup]:
    """What the plan would come to: with the card known one line, else a range and the cards."""
    if not outcomes:
        return []
    if len(outcomes) == 1:
        only = outcomes[0]
        text = told(ink, view, only)
        return [ink.t("whatif.known", card=only.card, text=text), *_neighbours(ink, view)]
    groups: dict[Markup, list[str]] = {}
    for outcome in outcomes:
        groups.setdefault(told(ink, view, outcome), []).append(outcome.card)
    if len(groups) == 1:
        return [ink.t("whatif.same", text=next(iter(groups))), *_neighbours(ink, view)]
    lines = [ink.t("whatif.range", n=len(outcomes), text=spread(ink, outcomes))]
    cards = [
        ink.t("whatif.cards", ids=names, text=text)
        for text, names in sorted(groups.items(), key=lambda item: -len(item[1]))
    ]
    fold = Markup("\n").join([*cards, *_neighbours(ink, view)])
    return [*lines, Markup("<blockquote expandable>{}</blockquote>").format(fold)]


def _neighbours(ink: Ink, view: View) -> list[Markup]:
    """Paladins at large may come or go by what others do (L8.5)."""
    return [ink.t("whatif.neighbours")] if evil.at_large(view) else []


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


def told(ink: Ink, view: View, outcome: Outcome) -> Markup:
    """One outcome: the tile, prisoners, who is left, and what changes for the lord."""
    me, then = view.me, outcome.lord
    parts = [ink.t("whatif.falls" if outcome.falls else "whatif.holds", cell=outcome.tile)]
    if outcome.taken:
        kinds = [hero["kind"] or hero["cls"] for hero in outcome.taken]
        parts.append(ink.t("post.fight_head_taken", text=_counted(ink, kinds)))
    if outcome.left:
        parts.append(ink.t("post.fight_head_left", n=outcome.left))
    else:
        parts.append(ink.t("post.fight_head_clear"))
    if then.evil != me.evil:
        parts.append(ink.t("post.evil_after", before=me.evil, after=then.evil))
    changed: Goods = {
        good: getattr(then, good) - getattr(me, good)
        for good in PURSE
        if getattr(then, good) != getattr(me, good)
    }
    if changed:
        parts.append(ink.goods(changed, True))
    freed = [f.data["hero"]["kind"] or f.data["hero"]["cls"] for f in outcome.of("freed")]
    if freed:
        parts.append(ink.t("whatif.freed", text=_counted(ink, freed)))
    return Markup("; ").join(parts)


def _counted(ink: Ink, kinds: Sequence[str]) -> str:
    return str(ink.catalogue.environment.filters["nouns"](kinds))
