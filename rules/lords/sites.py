"""The sites: what a place costs and gives, and how a wish list is met (L2, L2.4, L2.9)."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import msgspec

from rules.kernel.facts import Recorder
from rules.kernel.question import Reason
from rules.lords import cost, decks, errands, evil, lair
from rules.lords.data import Goods, Place
from rules.lords.state import Board, Lord, Monster, State

ANY = "any"
"""The wish for whatever is on offer first (L2.9)."""


class Wish(msgspec.Struct, omit_defaults=True):
    """A monster or room wished for, and what is given for a price with a choice (L2.9)."""

    card: str
    choice: str = ""


class Order(msgspec.Struct, omit_defaults=True):
    """What a servant is told: where to go and what to do there (L2.5, L2.6, L2.9).

    `only` holds the places, from 1, where he acts (empty: all); `spy` a combat round, 0 for none;
    `cells` where imps dig or mine, if that is done at the site (L2.17).
    """

    site: str
    hold: bool = False
    only: list[int] = []
    spy: int = 0
    wishes: list[Wish] = []
    cells: list[str] = []


class Orders(msgspec.Struct, omit_defaults=True):
    """A season's orders, first to last, in winter the pet that is kept (L2.5, L7.1).

    `clerk` is the site to which the clerk he runs is sent (L2.16).
    """

    orders: list[Order]
    keep: str = ""
    clerk: str = ""


class Deal(NamedTuple):
    """What a servant can have at his place: the card, its whole price, and what is given for it."""

    price: Goods
    card: str = ""
    choice: str = ""


def serve(state: State, seat: int, order: Order, place: int, record: Recorder) -> None:
    """Serve one servant at his place (from 0): he holds, fails, or pays and gets (L2.6, L2.8)."""
    lord, site = state.lord(seat), order.site
    if order.hold or (order.only and place + 1 not in order.only):
        record("held", seat=seat, site=site, place=place + 1)
        return
    spot = state.data.sites[site].places[place]
    deal = find_deal(state, lord, spot, order.wishes)
    if isinstance(deal, Reason):
        record("failed", seat=seat, site=site, place=place + 1, reason=deal.code, data=deal.data)
        return
    if site not in lord.executed:
        lord.executed.append(site)
    record("executed", seat=seat, site=site, place=place + 1, pay=deal.price, gain=spot.gain,
           card=deal.card)  # fmt: skip
    cost.pay(state, lord, deal.price, site, record, trap=deal.choice,
             eats=lair.named(state.data, lord, deal.choice, spirits=False))  # fmt: skip
    _take_card(state, lord, spot, deal.card)
    for good, amount in spot.gain.items():
        GAINS[good](state, lord, order, amount, record)


def find_deal(board: Board, lord: Lord, spot: Place, wishes: Sequence[Wish]) -> Deal | Reason:
    """The first of his wishes on offer that he can pay here and now, or what stands against it."""
    if decks.traps_left(board) < spot.gain.get("trap", 0):
        return Reason("no traps left", {"left": decks.traps_left(board)})
    if "monster" not in spot.gain and "room" not in spot.gain:
        return _against(board, lord, spot.pay) or Deal(spot.pay)
    hires = "monster" in spot.gain
    offered = board.offer.monsters if hires else board.offer.rooms
    against: Reason | None = None
    for wish in _spelled_out(wishes, offered):
        if wish.card not in offered:
            continue
        own = board.data.monsters[wish.card].price if hires else {}
        price = cost.both(spot.pay, own)
        why = _against(board, lord, price)
        if why is None:
            return Deal(price, wish.card, wish.choice)
        against = against or Reason(why.code, {**why.data, "card": wish.card})
    return against or Reason("gone", {"wishes": [wish.card for wish in wishes]})


def _against(board: Board, lord: Lord, price: Goods) -> Reason | None:
    return cost.whole(cost.why_not_pay(board, lord, price), price)


def _spelled_out(wishes: Sequence[Wish], offered: Iterable[str]) -> Iterable[Wish]:
    """The wishes with `any` as everything on offer in draw order; no wish means any (L2.9)."""
    for wish in wishes or (Wish(ANY),):
        if wish.card == ANY:
            yield from (Wish(card) for card in offered)
        else:
            yield wish


def _take_card(state: State, lord: Lord, spot: Place, card: str) -> None:
    if "monster" in spot.gain:
        state.offer.monsters.remove(card)
        lord.monsters.append(Monster(card))
    elif "room" in spot.gain:
        state.offer.rooms.remove(card)
        lord.plans.append(card)


def _purse(good: str) -> "Gain":
    def gain(state: State, lord: Lord, order: Order, amount: int, record: Recorder) -> None:
        setattr(lord, good, getattr(lord, good) + amount)

    return gain


def _evil(state: State, lord: Lord, order: Order, amount: int, record: Recorder) -> None:
    evil.change(state, lord.seat, amount, order.site, record)


def _spy(state: State, lord: Lord, order: Order, amount: int, record: Recorder) -> None:
    """He looks at the round he named, else the earliest he has not seen (L2.2)."""
    seen = [decks.spy(state, lord.seat, order.spy) for _ in range(amount)]
    rounds = [number for number in seen if number]
    if rounds:
        record("spied", seat=lord.seat, rounds=rounds,
               cards=[state.cards[number - 1] for number in rounds], to=[lord.seat])  # fmt: skip


def _traps(state: State, lord: Lord, order: Order, amount: int, record: Recorder) -> None:
    """He draws what he bought, in year 2 one more for the whole order, if there is one (L2.3)."""
    drawn = decks.draw_traps(state, amount + state.data.extra_traps[state.year - 1])
    lord.traps += drawn
    if len(drawn) > amount:
        lord.discards_owed += len(drawn) - amount
        lord.drawn_last = drawn[-1]
    record("traps drawn", seat=lord.seat, traps=drawn, why=order.site, to=[lord.seat])


def _permit(state: State, lord: Lord, order: Order, amount: int, record: Recorder) -> None:
    """The number on the site's line; the foreman follows from it (L2.1)."""
    lord.permits[order.site] = amount
    if state.data.cells_with_orders:
        errands.run(state, lord, order.site, order.cells, record)


def _nothing_more(state: State, lord: Lord, order: Order, amount: int, record: Recorder) -> None:
    """The card has been taken, the foreman goes with the permit."""


Gain = Callable[[State, Lord, Order, int, Recorder], None]

GAINS: dict[str, Gain] = {
    "gold": _purse("gold"),
    "food": _purse("food"),
    "imps": _purse("imps"),
    "evil": _evil,
    "spy": _spy,
    "trap": _traps,
    "tunnels": _permit,
    "mine": _permit,
    "foreman": _nothing_more,
    "monster": _nothing_more,
    "room": _nothing_more,
}
"""What each gain of a place does."""
