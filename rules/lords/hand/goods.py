"""Goods, evil, orders: what a lord has in numbers and lists of sites (L1.2, L1.3, L2)."""

from collections.abc import Callable, Sequence

from rules.kernel.facts import Recorder
from rules.kernel.question import Reason
from rules.lords import decks, dungeon, evil, gains
from rules.lords.hand.grammar import (
    AMOUNT,
    NUMBER,
    NUMBERS,
    SEAT,
    Form,
    Said,
    breaks,
    fine,
    named,
    some,
)
from rules.lords.state import Errands, Lord, State
from rules.lords.work import PERMITS

WHY = "master"
"""The cause of evil that the master's hand moves."""


def _below(before: int, said: Said) -> Reason | None:
    after = said.amount(before)
    return breaks("below zero", "L5.4", has=before, amount=after) if after < 0 else None


def counted(verb: str, field: str, sets: str = "") -> Form:
    """A number of a lord's: `gold 2 5`, `gold 2 +1`."""

    def do(state: State, said: Said, record: Recorder) -> None:
        lord = said.lord(state)
        setattr(lord, field, max(0, said.amount(getattr(lord, field))))
        if lord.errands:  # no more are busy than there are
            lord.errands.busy = min(lord.errands.busy, lord.imps)

    def why_not(state: State, said: Said) -> Reason | None:
        return _below(getattr(said.lord(state), field), said)

    return Form(verb, (SEAT, AMOUNT), (sets or f"lords.{field}",), do, why_not)


def _move_evil(state: State, said: Said, record: Recorder) -> None:
    """Step by step, paladins following each one; forced, beyond the evilometer's ends (L1.3)."""
    lord = said.lord(state)
    after = said.amount(lord.evil)
    evil.change(state, lord.seat, after - lord.evil, WHY, record)
    while lord.evil != after:
        lord.evil += 1 if after > lord.evil else -1
        evil.follow(state, record)


def _move_neutral(state: State, said: Said, record: Recorder) -> None:
    state.neutral = said.amount(state.neutral or 0)


def _why_no_neutral(state: State, said: Said) -> Reason | None:
    meter = state.data.evilometer
    if len(state.lords) != state.data.neutral.lords:
        return breaks("no such thing here", "L2.16")
    after = said.amount(state.neutral or 0)
    if not meter.kindest <= after <= meter.most:
        return breaks("off the evilometer", "L1.3", seat=0, evil=after, least=meter.kindest,
                      most=meter.most)  # fmt: skip
    return None


def _sites(state: State, said: Said) -> Sequence[str]:
    return list(state.data.sites)


def site_list(
    verb: str, field: str, why_not: Callable[[State, Said], Reason | None] = fine
) -> Form:
    """A list of sites of a lord's: `barred 1 food gold`, `executed 1 none`."""

    def do(state: State, said: Said, record: Recorder) -> None:
        setattr(said.lord(state), field, said.all("sites"))

    return Form(verb, (SEAT, some("sites", _sites)), (f"lords.{field}",), do, why_not)


def _why_not_barred(state: State, said: Said) -> Reason | None:
    """While a lord picks which orders begin inaccessible, enough must be drawn (L2.12)."""
    most = state.data.inaccessible
    if most and state.step == "setup" and len(said.all("sites")) < most:
        return breaks("unplayable", "L2.12", seat=said.number("seat"))
    return None


def _permit_sites(state: State, said: Said) -> Sequence[str]:
    return [site for site in PERMITS if site in state.data.sites]


def _permit(state: State, said: Said, record: Recorder) -> None:
    lord, site, number = said.lord(state), said.one("site"), said.number("amount")
    lord.permits.pop(site, None)
    if number:
        lord.permits[site] = number


def _why_no_permit(state: State, said: Said) -> Reason | None:
    """A permit is for a number that the site has at some place (L2)."""
    site, number = said.one("site"), said.number("amount")
    places = state.data.sites[site].places
    most = max(place.gain.get(PERMITS[site], 0) for place in places)
    if number and number not in {place.gain.get(PERMITS[site]) for place in places}:
        return breaks("no such permit", "L2", site=site, most=most)
    return None


def _rounds(state: State, said: Said) -> Sequence[str]:
    return NUMBERS[1 : state.data.rounds + 1]


def _spied(state: State, said: Said, record: Recorder) -> None:
    """He has seen just these cards; of those new to him he is told (L2.2)."""
    lord, rounds = said.lord(state), [int(number) for number in said.all("rounds")]
    new = [number for number in rounds if number not in lord.spied]
    lord.spied = [number for number in lord.spied if number in rounds]
    gains.look(state, lord, len(new), new, record)
    lord.spied += [number for number in new if number not in lord.spied]


def _why_not_spied(state: State, said: Said) -> Reason | None:
    lord = said.lord(state)
    for number in map(int, said.all("rounds")):
        if number not in lord.spied and number not in decks.unseen_rounds(state, lord.seat):
            return breaks("already turned", "L2.2", round=number)
    return None


def _errand(
    change: Callable[[Errands, Said, Lord], None],
) -> Callable[[State, Said, Recorder], None]:
    def do(state: State, said: Said, record: Recorder) -> None:
        lord = said.lord(state)
        errands = lord.errands or Errands()
        change(errands, said, lord)
        lord.errands = errands

    return do


def _set_sent(errands: Errands, said: Said, lord: Lord) -> None:
    errands.sent = said.all("sites")


def _set_busy(errands: Errands, said: Said, lord: Lord) -> None:
    """Forced too, no more are busy than there are: a lord could give no plan (L4.4)."""
    errands.busy = min(lord.imps, max(0, said.amount(errands.busy)))


def _set_fresh(errands: Errands, said: Said, lord: Lord) -> None:
    errands.fresh = sorted(said.all("cells"))


def _why_no_errands(state: State, said: Said) -> Reason | None:
    """Only where some orders are inaccessible (L2.15, L2.17)."""
    if not state.data.inaccessible:
        return breaks("no such thing here", "L2.17")
    return None


def _why_not_busy(state: State, said: Said) -> Reason | None:
    """Only so many as there are (L4.4)."""
    lord = said.lord(state)
    busy = said.amount(lord.errands.busy if lord.errands else 0)
    if busy > lord.imps and state.data.inaccessible:
        return breaks("too few imps", "L4.4", needs=busy, has=lord.imps)
    return _why_no_errands(state, said)


def _own_cells(state: State, said: Said) -> Sequence[str]:
    return sorted(said.lord(state).tiles, key=dungeon.by_column)


def _first(state: State, said: Said, record: Recorder) -> None:
    state.first = said.number("seat")
    record("token", seat=state.first)


def _traps_known(state: State, said: Said) -> Sequence[str]:
    return [*dict.fromkeys(said.lord(state).traps), "none"]


def _drawn(state: State, said: Said, record: Recorder) -> None:
    said.lord(state).drawn_last = "".join(said.all("trap"))


FORMS = (
    counted("gold", "gold"),
    counted("food", "food"),
    counted("imps", "imps"),
    Form("evil", (SEAT, AMOUNT), ("lords.evil",), _move_evil),
    counted("letters", "letters"),
    Form("permit", (SEAT, named("site", _permit_sites), NUMBER), ("lords.permits",), _permit,
         _why_no_permit),
    site_list("executed", "executed"),
    site_list("barred", "barred", _why_not_barred),
    Form("spied", (SEAT, some("rounds", _rounds)), ("lords.spied",), _spied, _why_not_spied),
    counted("discards owed", "discards_owed"),
    Form("drawn last", (SEAT, named("trap", _traps_known)), ("lords.drawn_last",), _drawn),
    counted("removed heroes", "removed"),
    Form("sent", (SEAT, some("sites", _sites)), ("lords.errands.sent",), _errand(_set_sent),
         _why_no_errands),
    Form("busy", (SEAT, AMOUNT), ("lords.errands.busy",), _errand(_set_busy), _why_not_busy),
    Form("fresh", (SEAT, some("cells", _own_cells)), ("lords.errands.fresh",),
         _errand(_set_fresh), _why_no_errands),
    Form("first", (SEAT,), ("first",), _first),
    Form("neutral", (AMOUNT,), ("neutral",), _move_neutral, _why_no_neutral),
)  # fmt: skip
