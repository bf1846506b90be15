"""Likely slips in an answer, as codes with data: made from the lord's own view, never binding.

A slip says what is likely to go wrong with what has been written so far; the
rules allow all of it. Prices are weighed kindly: what other orders may bring counts as had.
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from rules.kernel.question import Walk
from rules.lords import attacks, cost, traps
from rules.lords.battle import BattlePlan
from rules.lords.clause import Action
from rules.lords.data import Goods
from rules.lords.plan import PlanWalk, replies_to
from rules.lords.siege import Siege, siege
from rules.lords.sites import ANY, Order, Orders
from rules.lords.state import Lord, View
from rules.lords.whatif import Outcome, Season, season, what_if
from rules.lords.work import Shift


class Slip(msgspec.Struct, frozen=True):
    """A likely slip: a code with its data, to be put into words later."""

    code: str
    data: dict[str, Any] = {}


PAID = ("gold", "food")
"""Goods that are looked after; evil has its own limit."""


def warnings(view: View, kind: str, walk: Walk) -> list[Slip]:
    """Likely slips in what has been written so far, the gravest first."""
    teller = TELLERS.get(kind)
    return teller(view, walk) if teller is not None else []


# orders


def of_orders(view: View, walk: Walk) -> list[Slip]:
    """Orders that can't be paid at any place, alone or together; wages that will be missing;
    heroes whom what he has now will not stop."""
    given: Orders = walk.result
    ahead = of_siege(siege(view))
    if not given.orders:
        return ahead
    book = OrderBook(view, given.orders)
    alone = [
        Slip("no place pays", {"site": order.site})
        for order in given.orders
        if not book.payable(order)
    ]
    return [*book.cells(), *(alone or [*book.short(), *book.wages()]), *ahead]


class OrderBook:
    """What a lord's orders may cost and bring, at the places no clerk has taken."""

    def __init__(self, view: View, orders: Sequence[Order]) -> None:
        self.view, self.me, self.data, self.orders = view, view.me, view.data, orders
        self.bribes = self.data.bribe * sum(order.site in self.me.barred for order in orders)
        self.fee = self.data.sites[orders[0].site].first_fee if orders else 0

    def prices(self, order: Order) -> list[Goods]:
        """Every price that this order may come to; none for a servant who only holds."""
        return [price for prices in self.by_place(order).values() for price in prices]

    def by_place(self, order: Order) -> dict[int, list[Goods]]:
        """The prices that this order may come to at each place, from 1, where he may act."""
        if order.hold:
            return {}
        found: dict[int, list[Goods]] = {}
        taken = self.view.places.get(order.site, [])
        for at, place in enumerate(self.data.sites[order.site].places):
            if (at < len(taken) and taken[at] is not None) or (
                order.only and at + 1 not in order.only
            ):
                continue
            found[at + 1] = [cost.both(place.pay, own) for own in self._own(order, place.gain)]
        return found

    def now(self, order: Order) -> list[int]:
        """The places, from 1, that what he has when bribes and fee are paid is enough for."""
        board = self._left()
        return [
            place
            for place, prices in self.by_place(order).items()
            if any(cost.why_not_pay(board, board.me, price) is None for price in prices)
        ]

    def lacking(self, price: Goods) -> list[str]:
        """The goods of a price of which alone he has too little when bribes and fee are paid."""
        board = self._left()
        return [
            good
            for good, amount in price.items()
            if cost.why_not_pay(board, board.me, {good: amount}) is not None
        ]

    def _left(self) -> View:
        return _with(self.view, msgspec.structs.replace(self.me, gold=self.spare))

    @property
    def spare(self) -> int:
        """The gold that he has when bribes and fee are paid."""
        return max(0, self.me.gold - self.bribes - self.fee)

    def _own(self, order: Order, gain: Goods) -> list[Goods]:
        """The prices of the cards he may get there."""
        if "monster" not in gain:
            return [{}]
        wanted = [wish.card for wish in order.wishes]
        if not wanted or ANY in wanted:
            wanted = [*wanted, *self.view.offer.monsters]
        kinds = self.data.monsters
        return [kinds[card].price for card in dict.fromkeys(wanted) if card != ANY]

    def gain(self, order: Order, good: str) -> int:
        """The most of a good that an order may bring."""
        places = self.data.sites[order.site].places
        return 0 if order.hold else max(max(0, place.gain.get(good, 0)) for place in places)

    def done(self, order: Order, good: str) -> int:
        """How many of the cells it names an order may dig (`tunnels`) or mine at its site."""
        return min(len(order.cells), self.gain(order, good))

    def mined(self, before: str) -> int:
        """The most gold that imps bring from a site itself, in time for one served later."""
        sites = list(self.data.sites)
        in_time = sites[: sites.index(before)] if before else sites
        return sum(self.done(order, "mine") for order in self.orders if order.site in in_time)

    def cells(self) -> list[Slip]:
        """Orders that name no cells where they should, and too few imps for those named (L2.17)."""
        if not self.data.cells_with_orders:
            return []
        work = [(order, good) for order in self.orders for good in ("tunnels", "mine")]
        found = [
            Slip("no cells", {"site": order.site})
            for order, good in work
            if self.gain(order, good) and not order.cells
        ]
        needs = sum(self.done(order, good) for order, good in work)
        if needs > self.me.imps:
            found.append(Slip("cells want imps", {"needs": needs, "has": self.me.imps}))
        return found

    def purse(self, without: Order | None = None) -> Goods:
        """What he has when bribes and fee are paid and all other orders have brought their most."""
        more = {
            good: sum(self.gain(order, good) for order in self.orders if order is not without)
            for good in ("gold", "food", "imps")
        }
        more["gold"] += self.mined(without.site if without is not None else "")
        return {
            "gold": self.me.gold - self.bribes - self.fee + more["gold"],
            "food": self.me.food + more["food"],
            "imps": self.me.imps + more["imps"],
        }

    def payable(self, order: Order) -> bool:
        """Whether one of its prices may be paid at one of its places."""
        prices = self.prices(order)
        if not prices:
            return order.hold
        kinder = sum(
            max(0, -place.gain.get("evil", 0))
            for other in self.orders
            if other is not order
            for place in self.data.sites[other.site].places[-1:]
        )
        lord = msgspec.structs.replace(
            self.me, evil=max(self.data.evilometer.kindest, self.me.evil - kinder),
            **self.purse(order),
        )  # fmt: skip
        board = _with(self.view, lord)
        return any(cost.why_not_pay(board, lord, price) is None for price in prices)

    def least(self, good: str) -> int:
        """The least of a good that all orders together come to."""
        return sum(
            min((price.get(good, 0) for price in self.prices(order)), default=0)
            for order in self.orders
        )

    def short(self) -> list[Slip]:
        """Goods of which all orders together want more than he can have."""
        found = []
        for good in PAID:
            needs, has = self.least(good), self.purse()[good]
            if needs > has:
                found.append(Slip("orders cost more", {"good": good, "needs": needs,
                                                         "has": max(0, has)}))  # fmt: skip
        return found

    def wages(self) -> list[Slip]:
        """Food that pay day will miss this season, whatever the orders bring."""
        event = self.data.events.get(self.view.event)
        if event is None or event.kind != "pay day":
            return []
        due = _wages(self.view, self.me).get("food", 0)
        rooms = sum(
            max(0, self.data.rooms[room].gain.get("food", 0)) * max(self.data.room_uses)
            for room in self._rooms()
        )
        pets = sum(self.data.pets[pet].gain.get("food", 0) for pet in self.me.pets)
        has = self.purse()["food"] - self.least("food") + rooms + pets
        if due <= has:
            return []
        return [Slip("pay day", {"good": "food", "needs": due, "has": max(0, has)})]

    def _rooms(self) -> list[str]:
        me = self.me
        built = [me.tiles[cell].room for cell in me.unconquered(rooms=True)]
        return [*built, *me.plans]


def _with(view: View, lord: Lord) -> View:
    lords = [lord if other.seat == lord.seat else other for other in view.lords]
    return msgspec.structs.replace(view, lords=lords)


def _wages(view: View, lord: Lord) -> Goods:
    """What all his monsters and ghosts want on pay day (L5.2)."""
    due: Goods = {}
    for monster in lord.monsters:
        due = cost.both(due, view.data.monsters[monster.kind].price)
    return due


# production


def of_production(view: View, walk: Walk) -> list[Slip]:
    """An event that can't be paid, a permit left unused, heroes whom nobody will stop."""
    assert isinstance(walk, PlanWalk)
    shift, plan = walk.tried, so_far(walk)
    found = of_event(view, plan, season(view, plan))
    found += [*_permits(walk, shift), *_plans(view, walk, shift)]
    return found + of_siege(siege(view, plan))


def so_far(walk: Walk) -> Sequence[Action]:
    """The actions of a production plan that are whole."""
    plan: Sequence[Action] = walk.result
    return plan if walk.complete else plan[:-1]


def of_event(view: View, plan: Sequence[Action], tried: Season) -> list[Slip]:
    """What the season's event takes for want of its price, unless the lord has answered it."""
    if not view.event or {action.verb for action in plan} & set(replies_to(view)):
        return []
    lost = {
        "left": tried.unpaid,
        "struck": tried.struck,
        "letters": max(0, tried.change("letters")),
        "imps": max(0, -tried.change("imps")),
    }
    told = {what: of_it for what, of_it in lost.items() if of_it}
    return [Slip("event", {"event": view.event, **told})] if told else []


def _permits(walk: Walk, shift: Shift) -> list[Slip]:
    """Permits that could still be used by somebody idle: they lapse (L2)."""
    if not walk.complete or not walk.result:
        return []
    open_now = {option.token for option in walk.options()}
    return [
        Slip("permit left", {"site": site, "n": shift.left[site]})
        for site, verb in (("tunnels", ";dig"), ("gold", ";mine"))
        if verb in open_now
    ]


def _plans(view: View, walk: Walk, shift: Shift) -> list[Slip]:
    """Plans that could be built and will be lost with the season (L4.5)."""
    if view.data.plans_kept or not shift.lord.plans:
        return []
    if all(option.token != ";build" for option in walk.options()):
        return []
    return [Slip("plan lost", {"plans": list(shift.lord.plans)})]


def of_siege(ahead: Siege | None) -> list[Slip]:
    """The year's heroes will still stand at the gate when all rounds are over, as it looks now."""
    if ahead is None or not ahead.left:
        return []
    data = {"left": ahead.left, "ruins": ahead.ruins, "force": ahead.force}
    return [Slip("not stopped", data)]


# combat


def of_combat(view: View, walk: Walk) -> list[Slip]:
    """A tile that falls whatever the card, and what of the plan would come to nothing."""
    if not walk.complete:
        return []
    return of_outcomes(view, walk.result, what_if(view, walk.result))


def of_outcomes(view: View, answer: Any, outcomes: Sequence[Outcome]) -> list[Slip]:
    """The same from outcomes at hand; the answer is a plan or what is said in mid-fight."""
    if not outcomes:
        return []
    plan = answer if isinstance(answer, BattlePlan) and view.fight is None else None
    found = []
    if all(outcome.falls for outcome in outcomes):
        found.append(Slip("tile falls", {"cell": outcomes[0].tile}))
        if plan is not None and not plan.attacks and not plan.traps:
            found += _nobody_sent(view, outcomes[0].tile)
    found += _in_vain(outcomes, "no attack", "monster", "strikes nobody")
    if len(outcomes) == 1:
        found += [Slip("kept back", {"monster": kind, "card": outcomes[0].card})
                  for kind in dict.fromkeys(outcomes[0].kept_back)]  # fmt: skip
    if plan is not None:
        found += _traps_in_vain(plan, outcomes)
    ignored = [
        {(fact.data["what"], fact.data["reason"]) for fact in outcome.of("ignored")}
        for outcome in outcomes
    ]
    for what, why in sorted(set.intersection(*ignored)):
        found.append(Slip("left out", {"what": what, "reason": why}))
    return found


def _nobody_sent(view: View, cell: str) -> list[Slip]:
    """Nobody and nothing is planned, and somebody or something could be."""
    idle = sum(attacks.ready(monster, view.round) for monster in view.me.monsters)
    laid = _payable_traps(view, cell)
    return [Slip("nobody sent", {"monsters": idle, "traps": laid})] if idle or laid else []


def _payable_traps(view: View, cell: str) -> int:
    """How many traps in hand the lord could pay for at this tile, one at a time (L9.2)."""
    me, tile = view.me, view.me.tiles[cell]
    prices = [traps.price(view.data, tile, name) for name in me.traps]
    return sum(cost.why_not_pay(view, me, price) is None for price in prices)


def _in_vain(outcomes: Sequence[Outcome], kind: str, field: str, code: str) -> list[Slip]:
    named = [{fact.data[field] for fact in outcome.of(kind)} for outcome in outcomes]
    return [Slip(code, {field: name}) for name in sorted(set.intersection(*named))]


def _traps_in_vain(plan: BattlePlan, outcomes: Sequence[Outcome]) -> list[Slip]:
    """Traps that would be sprung and scratch nobody, whatever the card."""
    found = []
    for name in dict.fromkeys(planned.trap for planned in plan.traps):
        if all(_vain(outcome, name) for outcome in outcomes):
            found.append(Slip("trap strikes nobody", {"trap": name}))
    return found


def _vain(outcome: Outcome, trap: str) -> bool:
    sprung = any(fact.data["trap"] == trap for fact in outcome.of("trap sprung"))
    hits: list[Any] = [f.data["dealt"] for f in outcome.of("hit") if f.data["by"] == trap]
    effects = any(fact.data["by"] == trap for fact in outcome.of("effect"))
    return sprung and not any(hits) and not effects


TELLERS: dict[str, Callable[[View, Walk], list[Slip]]] = {
    "orders": of_orders,
    "production": of_production,
    "combat": of_combat,
    "attacks": of_combat,
    "spell": of_combat,
}
"""Who warns, by the question's kind."""
