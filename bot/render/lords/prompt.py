"""The question at hand, short enough for a phone: what one needs to decide and no more."""

from collections.abc import Callable, Collection, Sequence

import msgspec
from markupsafe import Markup

from bot.render.lords import advice, answers, asks, cells, table_text
from bot.render.lords.ink import Ink
from bot.render.lords.opening_post import barred_sites, offers, standing
from bot.render.lords.reach import Reach, marked
from bot.render.lords.unsaid import unsaid
from rules.kernel.question import Question, Walk
from rules.lords import dungeon, inaccessible, servants
from rules.lords.battle_plan import BattleWalk
from rules.lords.data import Place
from rules.lords.plan import PlanWalk
from rules.lords.state import Lord, View


def prompt(ink: Ink, view: View, question: Question, walk: Walk, warn: bool = True) -> str:
    """The whole prompt; with `warn` what would come of it, and likely slips."""
    me = view.me
    before, offer = PARTS[question.kind](ink, view, walk)
    told = answers.clauses(walk.tokens)
    waits = answers.unfinished(walk)  # its last clause is asked for below, not told as chosen
    chosen = answers.said(ink, view, question, told[: len(told) - waits])
    return ink.page(
        "prompt",
        lines=[table_text.goods(ink, me), *before],
        map="" if question.kind in MAPLESS else text_map_of(ink, view, question, walk),
        offer=offer,
        chosen=ink.t("ask.chosen", text=Markup("\n") + Markup("\n").join(chosen)) if chosen
        else "" if waits else ink.t("ask.nothing_yet"),
        ask=asks.ask(ink, view, question, walk),
        hint="\n".join(_hints(ink, view, question, walk, offer)),
        advice=_idle(ink, walk, warn) + (advice.advice(ink, view, question, walk) if warn else []),
    )  # fmt: skip


def text_map_of(ink: Ink, view: View, question: Question, walk: Walk) -> str:
    """The viewer's own dungeon, as it is when the plan so far is done; cells to choose marked."""
    lord = walk.tried.lord if isinstance(walk, PlanWalk) else view.me
    return table_text.text_map(ink, lord, _marked(ink, question, walk))


def _marked(ink: Ink, question: Question, walk: Walk) -> Collection[str]:
    """The cells that may be chosen next or with the clause at hand."""
    return cells.now(ink, walk) if walk.complete else cells.legal(ink, question, walk)


def _idle(ink: Ink, walk: Walk, warn: bool) -> list[Markup]:
    """Who is idle when the plan so far is done; what is left of the permits, unless a warning
    tells it."""
    if not isinstance(walk, PlanWalk) or not walk.tokens:
        return []
    tried, warned = walk.tried, warn and walk.complete
    permits = [(site, left) for site, left in tried.left.items() if left and not warned]
    rooms = [tried.lord.tiles[cell].room for cell in tried.lord.unconquered(rooms=True)]
    trolls = tried.trolls if any(ink.data.rooms[room].produces for room in rooms) else 0
    return [ink.t("ask.hands", n=tried.hands(), trolls=trolls, permits=permits)]


def _hints(
    ink: Ink, view: View, question: Question, walk: Walk, offer: Sequence[Markup]
) -> list[str]:
    """What a sign on the map, a price or a button means; what counts if nothing is said."""
    hints = [str(line) for line in asks.of_last(ink, view, question, walk)]
    if question.kind not in MAPLESS:
        signs = table_text.signs(text_map_of(ink, view, question, walk))
        hints.append(str(ink.t("ask.signs", signs=signs)))
    red = str(ink.t("label.unpaid", text="")).strip()
    if any(o.note.get("unpaid") for o in walk.options()) or any(red in line for line in offer):
        hints.append(str(ink.t("ask.unpaid", later=question.kind not in advice.FOUGHT)))
    hints += [str(line) for line in asks.first_fee(ink, view, question, walk)]
    if walk.complete and not walk.tokens and answers.offered(walk.options()):
        hints.append(str(unsaid(ink, view, question)))
    return hints


Part = tuple[list[Markup], list[Markup]]


def _orders(ink: Ink, view: View, walk: Walk) -> Part:
    me = view.me
    own = [*table_text.rooms(ink, me), table_text.lair(ink, me)]
    own += table_text.hand(ink, me, used=False)
    before = table_text.seen_cards(ink, view)
    if me.dealt:  # one of them is chosen with the orders
        before += table_text.dealt(ink, me)
    if me.barred:
        names = barred_sites(ink, me)
        key = "state.inaccessible" if ink.data.inaccessible else "state.barred_me"
        before.append(ink.t(key, text=Markup(", ").join(names)))
    reach = Reach(view, walk.result.orders)
    offer = [*offers(ink, view.offer, reach=reach), *table_text.coming(ink, view)]
    if view.clerks:
        offer.append(standing(ink, view, view.clerks))
    if servants.runs_clerks(view):
        offer.append(ink.t("state.clerk_mine", site=servants.unsaid_site(view, me.seat)))
    offer += [_fold([ink.t("state.own_title"), *own]), _fold([prices(ink, reach)])]
    return before, offer


def _fold(lines: Sequence[Markup]) -> Markup:
    return Markup("<blockquote expandable>{}</blockquote>").format(Markup("\n").join(lines))


def prices(ink: Ink, reach: Reach | None = None) -> Markup:
    """What every place costs and gives, a site a line (L2). With `reach` as far as one may go
    there, and what one can't pay now is marked."""
    lines = [ink.t("state.sites_title")]
    for site, table in ink.data.sites.items():
        if reach is not None and reach.shut(site):
            continue
        unpaid = reach.unpaid(site) if reach is not None else []
        places = [
            _place(ink, number, place, reach.lacking(site, place.pay))
            if reach is not None and number in unpaid
            else _place(ink, number, place)
            for number, place in enumerate(table.places, 1)
        ]
        line = ink.t("state.site_prices", id=site, text=Markup("; ").join(places))
        notes = [ink.t("state.first_fee", fee=table.first_fee)] if table.first_fee else []
        notes += [ink.t("state.last_first")] if table.last_first else []
        if notes:
            line += Markup(" ({})").format(Markup("; ").join(notes))
        lines.append(line)
    return Markup("\n").join(lines)


def _place(ink: Ink, number: int, place: Place, lacking: Sequence[str] | None = None) -> Markup:
    """What a place costs and gives; marked, at the part that is short, if one can't pay it now."""
    given = {good: n for good, n in place.gain.items() if good not in ("monster", "room")}
    hires, part = "monster" in place.gain, False
    pay = ink.goods(place.pay) if place.pay or not given else Markup("")
    if lacking:  # of a price in one part the whole place is marked
        part = hires or len(lacking) < len(place.pay)
        pay = marked(ink, place.pay, lacking) if part else pay
    if hires:
        pay = ink.t("state.own_price", more=pay if place.pay else "")
    gain = ink.goods(given, True) if given else Markup("")
    arrow = Markup(" → ") if pay and gain else Markup("")
    text = ink.t("state.place_price", place=number, text=pay + arrow + gain)
    return text if lacking is None or part else ink.t("state.out_of_reach", text=text)


def _production(ink: Ink, view: View, walk: Walk) -> Part:
    me = view.me
    before = [*table_text.rooms(ink, me, does=True), table_text.lair(ink, me)]
    before += table_text.hand(ink, me, used=False)
    owed = me.discards_owed - sum(action.verb == "discard" for action in walk.result)
    if owed > 0 and me.traps:
        last = me.drawn_last if me.drawn_last in me.traps else me.traps[-1]
        before.append(ink.t("state.discard_owed", n=owed, trap=last))
    offer = []
    if me.errands and me.errands.sent:
        first, *others = inaccessible.returnable(me)
        offer.append(ink.t("state.returns", back=me.barred, first=first, others=others))
    if view.event:
        offer.append(ink.t("state.event_now", event=view.event))
    if view.gifts:
        offer.append(ink.t("state.gifts", text="").rstrip())
        offer += [ink.t("post.deed", id=gift) for gift in view.gifts]
    if view.heroes:
        offer.append(ink.t("state.heroes_now", text=ink.heroes(view.heroes)))
    return before, offer


def _fighting(ink: Ink, lord: Lord) -> Lord:
    """A lord without what is of no use in a fight: other pets, plans, permits."""
    pets = [pet for pet in lord.pets if ink.data.pets[pet].when == "combat"]
    return msgspec.structs.replace(lord, pets=pets, plans=[], permits={})


def _combat(ink: Ink, view: View, walk: Walk) -> Part:
    me = _fighting(ink, view.me)
    before = [*table_text.rooms(ink, me, does=True, made=False), *table_text.gate(ink, me)]
    offer = [ink.t("state.combat_round", round=view.round)]
    near = dungeon.nearest(ink.data.grid, me.tiles, me.unconquered())
    offer.append(ink.t("state.attackable", text=", ".join(near)))
    lair = [
        ink.t("state.fighter", id=kind)
        for kind in dict.fromkeys(m.kind for m in me.monsters if not m.exhausted)
    ]
    offer.append(table_text.lair(ink, me))
    offer += lair
    traps = [_trap(ink, me, walk, trap) for trap in dict.fromkeys(me.traps)]
    hand = table_text.hand(ink, me, used=False)
    split = bool(traps)  # what each does stands right under their names, the pets below
    offer += [*hand[:split], *traps, *hand[split:]]
    offer += table_text.seen_cards(ink, view)
    return before, offer


def _trap(ink: Ink, lord: Lord, walk: Walk, trap: str) -> Markup:
    """What a trap does, and what is missing to pay for it beside all that is planned (L9.2).

    One for the second in line says if nobody stands there now (L9.4).
    """
    assert isinstance(walk, BattleWalk)
    why = walk.why_not_lay(trap)
    if why is None:
        lone = ink.data.traps.traps[trap].target == "second" and len(lord.party) == 1
        return ink.t("state.fighter_lone" if lone else "state.fighter", id=trap)
    return ink.t("state.fighter_unpaid", id=trap, why=ink.reason(why.code, why.data))


def _setup(ink: Ink, view: View, walk: Walk) -> Part:
    names = [ink.t(f"site.{site}") for site in view.me.barred]
    return [], [ink.t("state.drawn", text=Markup("; ").join(names)), _fold([prices(ink)])]


def _mid_fight(ink: Ink, view: View, walk: Walk) -> Part:
    """The card, who stands at the gate and where, whom the lord has sent."""
    me, fight = view.me, view.fight
    card = view.turned[-1]
    table = ink.data.cards[card]
    offer = [
        ink.t("fact.card turned", card=card, fatigue=table.fatigue, speed=table.speed),
        *table_text.gate(ink, me, placed=True),
    ]
    if fight is not None:
        offer.append(ink.t("state.round_tile", tile=fight.tile, room=me.tiles[fight.tile].room))
        kinds = [me.monsters[order.index].kind for order in fight.queue]
        if kinds:
            offer.append(ink.t("state.sent_out", text=", ".join(table_text.counted(ink, kinds))))
        offer += [ink.t("state.fighter", id=kind) for kind in dict.fromkeys(kinds)]
    return table_text.rooms(ink, me, does=True, made=False), offer


def _release(ink: Ink, view: View, walk: Walk) -> Part:
    return table_text.rooms(ink, view.me), table_text.gate(ink, view.me)


MAPLESS = ("setup",)
"""Questions for which the dungeon tells nothing: it is everybody's first."""

PARTS: dict[str, Callable[[Ink, View, Walk], Part]] = {
    "orders": _orders,
    "production": _production,
    "combat": _combat,
    "setup": _setup,
    "spell": _mid_fight,
    "attacks": _mid_fight,
    "release": _release,
}
"""What a prompt shows before and after the map, by the question's kind."""
