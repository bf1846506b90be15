"""kind = "orders": one first resolve (L2)."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.kernel.facts import Recorder
from rules.kernel.notation import NotAnAnswer, read
from rules.kernel.question import replay
from rules.lords import servants
from rules.lords.cases.table import Outcome, lord_table, state_of
from rules.lords.orders import OrdersQuestion
from rules.lords.sites import Orders
from rules.lords.state import Offer, State, view

PILES = {"trap_deck": "trap_deck", "trap_discards": "trap_discards", "pet_deck": "pet_deck"}
"""What a case may lay out in draw order; the state's next card is the last one."""

TOLD = {"failed": "failed", "held": "held", "turned_away": "turned away"}
"""The sites where a lord's servants got nothing, by how it came, in the order served."""


def play(case: Mapping[str, Any]) -> Outcome:
    """Send everybody's servants and serve them."""
    state = laid_out(case)
    plans = {seat: _plan(state, seat, table["orders"]) for seat, table in _seats(case)}
    refused = [_refused(state, seat, table.get("tries", ())) for seat, table in _seats(case)]
    record = Recorder()
    servants.first_resolve(state, plans, record)
    places = {site: [s for s in row if s is not None] for site, row in state.places.items()}
    lords = [
        {
            **lord_table(lord),
            "discards_owed": lord.discards_owed,
            "drawn_last": lord.drawn_last,
            "refused": refused[lord.seat - 1],
            **{name: _sites_of(record, kind, lord.seat) for name, kind in TOLD.items()},
        }
        for lord in state.lords
    ]
    actual = {
        "places": places,
        "lords": lords,
        "monsters": state.offer.monsters,
        "rooms": state.offer.rooms,
        "trap_discards": state.trap_discards,
        "pet_deck": state.pet_deck[::-1],
    }
    return Outcome(actual, record.facts, state)


def _sites_of(record: Recorder, kind: str, seat: int) -> list[str]:
    return [f.data["site"] for f in record.facts if f.kind == kind and f.data["seat"] == seat]


def _seats(case: Mapping[str, Any]) -> list[tuple[int, Mapping[str, Any]]]:
    return list(enumerate(case["lords"], 1))


def laid_out(case: Mapping[str, Any]) -> State:
    """The table as the case lays it out, everybody about to give orders."""
    state = state_of(case, case["lords"], "orders")
    state.offer = Offer(list(case.get("monsters", ())), list(case.get("rooms", ())))
    state.clerks = [list(clerk) for clerk in case.get("clerks", ())]
    servants.clear_places(state)
    for name in PILES:
        if name in case:
            setattr(state, PILES[name], list(reversed(case[name])))
    if "cards" in case:
        state.cards = list(case["cards"])
    for seat, table in _seats(case):
        state.lord(seat).spied = list(table.get("spied", ()))
        state.lord(seat).dealt = list(table.get("dealt", ()))
    return state


def _refused(state: State, seat: int, tries: Sequence[str]) -> list[str]:
    """What a lord would say besides, and is not what he is asked for or may choose."""
    question, found = OrdersQuestion(view(state, seat)), []
    for text in tries:
        try:
            read(question, text)
        except NotAnAnswer:
            found.append(text)
    return found


def _plan(state: State, seat: int, orders: list[str]) -> Orders:
    question = OrdersQuestion(view(state, seat))
    walk = replay(question, read(question, "; ".join(orders), force=True), force=True)
    if not walk.complete:
        raise ValueError(f"seat {seat} has not given all orders: {orders}")
    plan: Orders = walk.result
    return plan
