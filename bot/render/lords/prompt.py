"""The question at hand, short enough for a phone: what one needs to decide and no more."""

from collections.abc import Callable

from markupsafe import Markup

from bot.render.lords import answers, table_text
from bot.render.lords.ink import Ink
from bot.render.lords.opening_post import offers
from rules.kernel.question import CLAUSE, Question, Walk, joint, word
from rules.lords import dungeon
from rules.lords.state import View


def prompt(ink: Ink, view: View, question: Question, walk: Walk) -> str:
    """The whole prompt."""
    me = view.me
    before, offer = PARTS[question.kind](ink, view)
    chosen = answers.receipt(ink, view, question, walk.tokens) if walk.tokens else ""
    return ink.page(
        "prompt",
        lines=[table_text.goods(ink, me), *before],
        map=text_map_of(ink, view),
        offer=offer,
        chosen=ink.t("ask.chosen", text=Markup("\n") + Markup(chosen)) if chosen
        else ink.t("ask.nothing_yet"),
        ask=_ask(ink, view, question, walk),
        hint=_hint(ink, walk),
    )  # fmt: skip


def text_map_of(ink: Ink, view: View) -> str:
    """The viewer's own dungeon."""
    return table_text.text_map(ink, view.me)


def _ask(ink: Ink, view: View, question: Question, walk: Walk) -> Markup:
    """What to choose now."""
    options = walk.options()
    if not options:
        return ink.t("ask.nothing_more")
    opens = [option for option in options if joint(option.token) == CLAUSE]
    if not opens and walk.tokens and not walk.complete:
        clause = answers.clauses(walk.tokens)[-1]
        said = answers.clause_text(ink, view, question, clause)
        return ink.t("ask.go_on", text=said)
    if question.kind == "orders":
        sent = sum(
            joint(token) == CLAUSE and word(token) in ink.data.sites for token in walk.tokens
        )
        if sent < ink.data.orders:
            return ink.t("ask.next_order", pick=sent)
        return ink.t("ask.more")
    return ink.t(f"ask.{question.kind}") if not walk.tokens else ink.t("ask.more")


def _hint(ink: Ink, walk: Walk) -> str:
    return str(ink.t("ask.empty_ok")) if walk.complete and not walk.tokens else ""


Part = tuple[list[Markup], list[Markup]]


def _orders(ink: Ink, view: View) -> Part:
    me = view.me
    before = [*table_text.rooms(ink, me), table_text.lair(ink, me)]
    before += table_text.hand(ink, me, used=False)
    before += table_text.seen_cards(ink, view)
    if me.barred:
        names = [ink.t(f"site.{site}") for site in me.barred]
        before.append(ink.t("state.barred", text=Markup(", ").join(names)))
    offer = [*offers(ink, view.offer), *_coming(ink, view)]
    if view.clerks:
        offer.append(ink.t("state.clerks", text=ink.t("fact.clerks", clerks=view.clerks)))
    offer.append(Markup("<blockquote expandable>{}</blockquote>").format(prices(ink)))
    return before, offer


def prices(ink: Ink) -> Markup:
    """What every place costs and gives, a site a line (L2)."""
    lines = [ink.t("state.sites_title")]
    for site, table in ink.data.sites.items():
        places = []
        for number, place in enumerate(table.places, 1):
            given = {good: n for good, n in place.gain.items() if good not in ("monster", "room")}
            pay = ink.goods(place.pay) if place.pay or not given else Markup("")
            gain = ink.goods(given, True) if given else Markup("")
            arrow = Markup(" → ") if pay and gain else Markup("")
            places.append(ink.t("state.place_price", place=number, text=pay + arrow + gain))
        lines.append(ink.t("state.site_prices", id=site, text=Markup("; ").join(places)))
    return Markup("\n").join(lines)


def _coming(ink: Ink, view: View) -> list[Markup]:
    lines = []
    if view.event:
        lines.append(ink.t("state.event_now", event=view.event))
    if view.next_event:
        lines.append(ink.t("state.event_next", event=view.next_event))
    if view.heroes:
        lines.append(ink.t("state.heroes_now", text=ink.heroes(view.heroes)))
    return lines


def _production(ink: Ink, view: View) -> Part:
    me = view.me
    before = [*table_text.rooms(ink, me, does=True), table_text.lair(ink, me)]
    before += table_text.hand(ink, me, used=False)
    offer = []
    if view.event:
        offer.append(ink.t("state.event_now", event=view.event))
    if view.gifts:
        gifts = Markup("; ").join(ink.t("state.gift_does", id=gift) for gift in view.gifts)
        offer.append(ink.t("state.gifts", text=gifts))
    if view.heroes:
        offer.append(ink.t("state.heroes_now", text=ink.heroes(view.heroes)))
    return before, offer


def _combat(ink: Ink, view: View) -> Part:
    me = view.me
    before = [*table_text.rooms(ink, me, does=True), *table_text.gate(ink, me)]
    offer = [ink.t("state.combat_round", round=view.round)]
    near = dungeon.nearest(ink.data.grid, me.tiles, me.unconquered())
    offer.append(ink.t("state.attackable", text=", ".join(near)))
    lair = [
        ink.t("state.fighter", id=kind)
        for kind in dict.fromkeys(m.kind for m in me.monsters if not m.exhausted)
    ]
    offer.append(table_text.lair(ink, me))
    offer += lair
    if me.traps:
        traps = [ink.t("state.fighter", id=trap) for trap in dict.fromkeys(me.traps)]
        offer += [*table_text.hand(ink, me, used=False), *traps]
    else:
        offer += table_text.hand(ink, me, used=False)
    offer += table_text.seen_cards(ink, view)
    return before, offer


PARTS: dict[str, Callable[[Ink, View], Part]] = {
    "orders": _orders,
    "production": _production,
    "combat": _combat,
}
"""What a prompt shows before and after the map, by the question's kind."""
