"""What may be said to the season's event in the production plan, event by event (L5)."""

from collections.abc import Callable

from rules.kernel.question import Reason
from rules.lords import cost, gains
from rules.lords.data import EventKind, Goods
from rules.lords.events.answers import Amount, Bare, Give, lacks, reach
from rules.lords.events.levies import rooms_of, tax_on, union_due
from rules.lords.events.payroll import Pay
from rules.lords.work import Shift


def _tax(shift: Shift, event: EventKind) -> int:
    return tax_on(event, len(shift.lord.tiles) + shift.hands(rooms=True))


def _union(shift: Shift, event: EventKind) -> int:
    return union_due(event, reach(shift, "imps"))


def _priced(
    price: Callable[[Shift, EventKind], Goods], idle: Callable[[Shift], bool] = lambda shift: False
) -> Bare:
    return Bare(lambda shift, event: lacks(shift, {}, price(shift, event)), idle)


def _nobody(shift: Shift) -> bool:
    """No monster could be given to the mob."""
    return not cost.monsters_only(shift.data, shift.lord)


def _no_rooms(shift: Shift) -> bool:
    """Nothing is built, and nothing can be."""
    return not rooms_of(shift.lord) and not shift.lord.plans


def _no_imp(shift: Shift, event: EventKind) -> Reason | None:
    has = reach(shift, "imps")
    return None if has else Reason("too little", {"good": "imps", "needs": event.imps, "has": 0})


def _no_market(shift: Shift, event: EventKind) -> Reason | None:
    short = lacks(shift, {}, {"food": event.food})
    return short or gains.why_not_gain(shift.board, {"trap": event.traps})


def _free(shift: Shift, event: EventKind) -> Reason | None:
    return None


Verbs = dict[str, Bare]

REPLIES: dict[str, Verbs] = {
    "pay day": {"pay": Pay(wages=True)},
    "taxes": {"tax": Amount("gold", _tax)},
    "witch hunt": {"give": Give(), "evil": Bare(_free, _nobody)},
    "strike": {"pay": Pay(wages=False)},
    "landslide": {"pay": _priced(lambda shift, event: {"gold": event.gold}),
                  "imp": Bare(_no_imp)},
    "union": {"pay": Amount("food", _union)},
    "fire inspection": {
        "pay": _priced(lambda shift, event: {"gold": event.gold * rooms_of(shift.lord)}, _no_rooms),
        "letter": Bare(_free, _no_rooms),
    },
    "market": {"buy": Bare(_no_market)},
}  # fmt: skip
"""The replies of each kind of event, by their verb."""
