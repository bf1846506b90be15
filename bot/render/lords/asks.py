"""What to choose now, in a sentence: the buttons beneath it never stand without their question."""

from typing import Any

from markupsafe import Markup

from bot.render.lords import answers
from bot.render.lords.ink import Ink
from rules.kernel.question import CLAUSE, RANK, Option, Question, Walk, joint, word
from rules.lords import dungeon, fair
from rules.lords.clause import WORKS
from rules.lords.plan import PlanWalk
from rules.lords.state import View

GROWING = ("orders", "production", "combat", "attacks")
"""Questions answered in clauses that buttons go on with."""


def ask(ink: Ink, view: View, question: Question, walk: Walk) -> Markup:
    """What to choose now: what belongs to the clause at hand, or what may come next."""
    options = answers.offered(walk.options())
    if not options:
        return ink.t("ask.nothing_more" if walk.tokens else "ask.nothing_here")
    own = _own(question, walk, options)
    pointed = _named(ink, walk, own)
    if pointed is not None:
        return pointed
    if answers.unfinished(walk):
        return ink.t("ask.go_on", text=_clause(ink, view, question, walk))
    sent = _sent(ink, question, walk)
    if question.kind == "orders" and sent < ink.data.orders:
        return ink.t("ask.next_order", pick=sent)
    if not walk.tokens or not walk.complete:
        busy = any(word(option.token) in (*WORKS, fair.VERB) for option in options)
        return ink.t(f"ask.{question.kind}", near=_near(ink, view), work=busy)
    if not own:
        return ink.t("ask.more")
    more = len(own) < len(options)
    order = question.kind == "orders" and sent > 0
    return ink.t("ask.refine", text=_clause(ink, view, question, walk), more=more, order=order)


def of_last(ink: Ink, view: View, question: Question, walk: Walk) -> list[Markup]:
    """Where the next servant is asked for: which buttons still belong to the one before."""
    options = answers.offered(walk.options())
    sent = _sent(ink, question, walk)
    own = _own(question, walk, options)
    if question.kind != "orders" or not own or answers.unfinished(walk) or sent >= ink.data.orders:
        return []
    return [ink.t("ask.of_last", text=_clause(ink, view, question, walk))]


def _own(question: Question, walk: Walk, options: list[Option]) -> list[Option]:
    """The options that go on with the clause at hand."""
    if question.kind not in GROWING or not walk.tokens:
        return []
    return [option for option in options if joint(option.token) != CLAUSE]


def _sent(ink: Ink, question: Question, walk: Walk) -> int:
    """How many servants have their orders."""
    opened = [word(token) for token in walk.tokens if joint(token) == CLAUSE]
    return sum(site in ink.data.sites for site in opened) if question.kind == "orders" else 0


def _near(ink: Ink, view: View) -> list[str]:
    """The tiles at which the viewer may meet the party (L9.1)."""
    me = view.me
    return dungeon.nearest(ink.data.grid, me.tiles, me.unconquered())


def _clause(ink: Ink, view: View, question: Question, walk: Walk) -> Markup:
    clause = answers.clauses(walk.tokens)[-1]
    return Markup(answers.clause_text(ink, view, question, clause).rstrip(":"))


def _named(ink: Ink, walk: Walk, own: list[Option]) -> Markup | None:
    """The question of a room that spies, of the fair and of each of its gifts; else None."""
    if not own or not isinstance(walk, PlanWalk):
        return None
    verb, parts = walk.result[-1]
    if verb == fair.VERB:
        return _fair(ink, parts, own)
    spies = verb == "work" and parts and any(option.group == "round" for option in own)
    return ink.t("ask.room_spies", room=parts[0][0]) if spies else None


def _fair(ink: Ink, parts: list[list[str]], own: list[Option]) -> Markup:
    """How many imps, which gift, what to do with the one named last, which one after it (L6)."""
    if not parts:
        return ink.t("ask.fair_imps")
    if len(parts) == 1:
        return ink.t("ask.fair_gift")
    gift, *said = parts[-1]
    asked = []
    if any(joint(option.token) != RANK for option in own):
        kind: Any = ink.data.gifts.gifts[gift]
        asked.append(ink.t(f"gift_ask.{gift}", id=gift, d=kind, left=kind.spy - len(said)))
    if any(joint(option.token) == RANK for option in own):
        asked.append(ink.t("ask.fair_next", alone=not asked))
    return Markup(" ").join(asked)
