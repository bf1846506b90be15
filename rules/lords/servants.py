"""The first resolve: bribes, the servants' way to the sites, who is served when (L2.5-L2.10)."""

from collections.abc import Callable, Mapping

from rules.kernel.facts import Recorder
from rules.lords import inaccessible, sites
from rules.lords.sites import Order, Orders
from rules.lords.state import Board, Errands, State

Sent = dict[int, list[Order | None]]
"""Each seat's orders, first to last; None where the servant stayed at home."""

Arrived = dict[tuple[str, int], tuple[int, Order]]
"""Who stands at which place (from 0) of which site, and with what order."""


def first_resolve(state: State, plans: Mapping[int, Orders], record: Recorder) -> None:
    """Pets are kept, clerks sent, bribes paid, servants sent, received and served (L2)."""
    keep_pets(state, plans, record)
    run_clerks(state, plans, record)
    sent = pay_bribes(state, plans, record)
    if state.data.inaccessible:
        for lord in state.lords:
            lord.errands = Errands([order.site for order in plans[lord.seat].orders])
    arrived = receive(state, sent, record)
    EXECUTION[state.data.execution](state, arrived, record)


def keep_pets(state: State, plans: Mapping[int, Orders], record: Recorder) -> None:
    """Everyone keeps one of the pets dealt to him; the others go back under the deck (L7.1)."""
    for seat in state.turn_order():
        lord = state.lord(seat)
        if not lord.dealt:
            continue
        kept = plans[seat].keep if plans[seat].keep in lord.dealt else lord.dealt[0]
        lord.dealt.remove(kept)
        lord.pets.append(kept)
        state.pet_deck[:0] = lord.dealt
        lord.dealt = []
        record("pet kept", seat=seat, pet=kept, to=[seat])


def pay_bribes(state: State, plans: Mapping[int, Orders], record: Recorder) -> Sent:
    """Bribes are paid as the servants leave, before anything is executed (L2.5).

    A servant whose bribe can't be paid, or whose order is inaccessible, stays at home; that happens
    only to an order that could not be given in the first place.
    """
    data = state.data
    sent: Sent = {}
    for seat in state.turn_order():
        lord = state.lord(seat)
        bribed: list[str] = []
        sent[seat] = []
        for order in plans[seat].orders[: data.orders]:
            if order.site in inaccessible.shut(lord, data.inaccessible):
                record("failed", seat=seat, site=order.site, place=0, reason="inaccessible",
                       data={"site": order.site})  # fmt: skip
                sent[seat].append(None)
                continue
            barred = order.site in lord.barred
            if barred and lord.gold < data.bribe:
                record("failed", seat=seat, site=order.site, place=0, reason="no bribe",
                       data={"needs": data.bribe, "has": lord.gold})  # fmt: skip
                sent[seat].append(None)
                continue
            if barred:
                lord.gold -= data.bribe
                bribed.append(order.site)
            sent[seat].append(order)
        if bribed:
            record("bribe", seat=seat, sites=bribed, gold=data.bribe * len(bribed))
    return sent


def clear_places(state: State) -> None:
    """Empty all sites, then let the season's clerks take their places (L2.11)."""
    data = state.data
    state.places = {site: [None] * len(table.places) for site, table in data.sites.items()}
    for clerk in state.clerks:
        for site in clerk:
            places = state.places[site]
            after = [*range(data.clerk_place - 1, len(places)), *range(data.clerk_place - 1)]
            places[next(place for place in after if places[place] is None)] = 0


def clerks_are_run(board: Board) -> bool:
    """Whether this is a table where every lord runs a clerk: as many are missing (L2.16)."""
    lords, data = len(board.lords), board.data
    return lords == data.clerks_run_at and data.missing_lords_under == 2 * lords


def runs_clerks(board: Board) -> bool:
    """Whether every lord has a clerk to run now (L2.16)."""
    return clerks_are_run(board) and len(board.clerks) == len(board.lords)


def unsaid_site(board: Board, seat: int) -> str:
    """Where a lord's clerk goes unless he says: the first site where it does not stand (L2.17)."""
    return next(site for site in board.data.sites if site not in board.clerks[seat - 1])


def run_clerks(state: State, plans: Mapping[int, Orders], record: Recorder) -> None:
    """Where each lord runs a clerk, it goes where he says, to the first free place (L2.16).

    Unsaid, or where that clerk stands already, to the first site where it does not stand (L2.17).
    """
    if not runs_clerks(state):
        return
    for seat in state.turn_order():
        clerk, wanted = state.clerks[seat - 1], plans[seat].clerk
        can_go = wanted in state.data.sites and wanted not in clerk
        site = wanted if can_go else unsaid_site(state, seat)
        places = state.places[site]
        place = places.index(None)
        places[place] = 0
        clerk.append(site)
        record("clerk sent", seat=seat, site=site, place=place + 1)


def receive(state: State, sent: Sent, record: Recorder) -> Arrived:
    """First all first servants in turn order, then all seconds, then all thirds (L2.7)."""
    arrived: Arrived = {}
    for servant in range(state.data.orders):
        for seat in state.turn_order():
            order = sent[seat][servant] if servant < len(sent[seat]) else None
            if order is None:
                continue
            places = state.places[order.site]
            if None not in places:
                record("turned away", seat=seat, site=order.site, servant=servant + 1)
                continue
            if servant == 0 and not _pay_first_fee(state, seat, order.site, record):
                continue
            place = places.index(None)
            places[place] = seat
            arrived[order.site, place] = seat, order
            record("arrived", seat=seat, site=order.site, place=place + 1, servant=servant + 1)
    return arrived


def _pay_first_fee(state: State, seat: int, site: str, record: Recorder) -> bool:
    """What it costs to place a servant first; False: he can't pay and takes no place (L2.14)."""
    fee, lord = state.data.sites[site].first_fee, state.lord(seat)
    if lord.gold < fee:
        record("failed", seat=seat, site=site, place=0, reason="fee",
               data={"site": site, "needs": fee, "has": lord.gold})  # fmt: skip
        return False
    if fee:
        lord.gold -= fee
        record("fee", seat=seat, site=site, gold=fee)
    return True


def by_rank(state: State, arrived: Arrived, record: Recorder) -> None:
    """Whoever came first at his site, sites a to h; then every second, and so on (L2.8)."""
    for place in range(state.data.places):
        for site in state.data.sites:
            if (site, place) in arrived:
                seat, order = arrived[site, place]
                sites.serve(state, seat, order, place, record)


def by_site(state: State, arrived: Arrived, record: Recorder) -> None:
    """Site by site, a to h; within one I, II, III, at some of them the last first (L2.13)."""
    for site, table in state.data.sites.items():
        places = range(len(table.places))
        for place in reversed(places) if table.last_first else places:
            if (site, place) in arrived:
                seat, order = arrived[site, place]
                sites.serve(state, seat, order, place, record)


EXECUTION: dict[str, Callable[[State, Arrived, Recorder], None]] = {
    "by rank": by_rank,
    "by site": by_site,
}
"""The ways in which a variant serves those who have arrived, by their name in the data."""
