"""What to choose now, in a sentence: the buttons beneath it never stand without their question."""

from collections.abc import Collection, Sequence
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
        return _go_on(ink, view, question, walk)
    sent = _sent(ink, question, walk)
    left = question.kind == "orders" and sent < ink.data.orders
    further = ink.t("ask.next_order", pick=sent) if left else Markup("")
    if any(option.group == "wish" for option in own):
        clause = answers.clauses(walk.tokens)[-1]
        return ink.t("ask.wish", site=word(clause[0]), more=len(clause) > 1, next=further)
    if any(option.group == "cell" for option in own) and question.kind == "orders":
        clause = answers.clauses(walk.tokens)[-1]
        return ink.t("ask.cells", site=word(clause[0]), more=len(clause) > 1, next=further)
    if further:
        return further
    if not walk.tokens or not walk.complete:
        idle = isinstance(walk, PlanWalk) and bool(walk.tried.hands(rooms=True))
        work, build = for_imps(ink, options), any(o.token == ";build" for o in options)
        alone = view.fight is not None and len(view.fight.queue) == 1
        card = "".join(view.turned[-1:])
        key = by_card(question, f"ask.spell {card}", ink.catalogue.keys, f"ask.{question.kind}")
        return ink.t(key, near=near(ink, view), work=work, idle=idle, build=build, alone=alone,
                     met=for_guests(options))  # fmt: skip
    if not own:
        return ink.t("ask.more")
    more = len(own) < len(options)
    order = question.kind == "orders" and sent > 0
    return ink.t("ask.refine", text=_clause(ink, view, question, walk), more=more, order=order)


def by_card(question: Question, of_card: str, keys: Collection[str], otherwise: str) -> str:
    """The phrase for a question: what a spell asks is told by its card, if there is one for it."""
    return of_card if question.kind == "spell" and of_card in keys else otherwise


def for_guests(options: Sequence[Option]) -> bool:
    """Whether there is anybody or anything to meet the party with (L9.2)."""
    openers = [option.group for option in options if joint(option.token) == CLAUSE]
    return not {"monster", "trap", "pet"}.isdisjoint(openers)


def for_imps(ink: Ink, options: Sequence[Option]) -> bool:
    """Whether any of the options is work for imps: pets do theirs alone, and where building takes
    no imp it is none (L4.5)."""
    free = {"pet"} if ink.data.build_imps else {"pet", "build"}
    verbs = {word(option.token) for option in options if joint(option.token) == CLAUSE}
    return not verbs.isdisjoint({*WORKS, fair.VERB} - free)


def _go_on(ink: Ink, view: View, question: Question, walk: Walk) -> Markup:
    """What the clause at hand waits for: asked by its last word, else by its verb."""
    verb, *rest = (word(token) for token in answers.clauses(walk.tokens)[-1])
    event = ink.data.events[view.event].kind if view.event else ""
    last = rest[-1] if rest else verb
    for name in (f"{verb} {event}", last, f"{verb} named"):
        if f"go_on.{question.kind} {name}" in ink.catalogue.keys:
            return ink.t(f"go_on.{question.kind} {name}", id=last)
    return ink.t("ask.go_on", text=_clause(ink, view, question, walk))


def of_last(ink: Ink, view: View, question: Question, walk: Walk) -> list[Markup]:
    """Where the next servant is asked for: which buttons still belong to the one before."""
    options = answers.offered(walk.options())
    sent = _sent(ink, question, walk)
    own = _own(question, walk, options)
    if question.kind != "orders" or not own or answers.unfinished(walk) or sent >= ink.data.orders:
        return []
    return [ink.t("ask.of_last", n=len(own), text=_clause(ink, view, question, walk))]


def first_fee(ink: Ink, view: View, question: Question, walk: Walk) -> list[Markup]:
    """Where the first servant is asked for: why he gets no button for a site whose fee for first
    servants can't be paid (L2.14)."""
    if question.kind != "orders" or _sent(ink, question, walk):
        return []
    dear = [site for site, table in ink.data.sites.items() if table.first_fee > view.me.gold]
    return [
        ink.t("ask.first_fee", site=site, fee=ink.data.sites[site].first_fee)
        for site in dear
        if site not in view.me.barred
    ]


def _own(question: Question, walk: Walk, options: list[Option]) -> list[Option]:
    """The options that go on with the clause at hand."""
    if question.kind not in GROWING or not walk.tokens:
        return []
    return [option for option in options if joint(option.token) != CLAUSE]


def _sent(ink: Ink, question: Question, walk: Walk) -> int:
    """How many servants have their orders."""
    opened = [word(token) for token in walk.tokens if joint(token) == CLAUSE]
    return sum(site in ink.data.sites for site in opened) if question.kind == "orders" else 0


def near(ink: Ink, view: View) -> list[str]:
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
