"""The season's event: after all production, in turn order from the first player (L5.1)."""

from collections.abc import Callable, Mapping

from rules.kernel.facts import Recorder
from rules.lords import pets
from rules.lords.clause import Action
from rules.lords.events import levies, wages
from rules.lords.events.dues import Dues
from rules.lords.facts import told
from rules.lords.state import State
from rules.lords.work import Shift, spend

EFFECTS: dict[str, Callable[[Dues], None]] = {
    "pay day": wages.pay_day,
    "taxes": levies.taxes,
    "witch hunt": wages.witch_hunt,
    "inspector": levies.inspector,
    "strike": wages.strike,
    "rats": levies.rats,
    "preacher": levies.preacher,
    "landslide": levies.landslide,
    "union": levies.union,
    "fire inspection": levies.fire_inspection,
    "market": levies.market,
}
"""What an event does to one lord, by the kind in its data."""


def run(
    state: State, replies: Mapping[int, Action], shifts: Mapping[int, Shift], record: Recorder
) -> None:
    """The event of this season, if there is one; parrots stood by for it (L7.2)."""
    event = state.data.events.get(state.event)
    if event is not None:
        record("event", event=state.event)
        if event.kind == "crusade":
            crusade(state, record)
        else:
            for seat in state.turn_order():
                _visit(state, shifts[seat], replies.get(seat), record)
    for shift in shifts.values():
        pets.keep_idle(shift, pets.parrot(shift)[0], "nothing falls due")


def _visit(state: State, shift: Shift, reply: Action | None, record: Recorder) -> None:
    pet, strikes = pets.parrot(shift)
    dues = Dues(state, shift.lord, reply, strikes, record)
    EFFECTS[dues.event.kind](dues)
    saved = sum(dues.saved.values())
    if saved:
        record("parrot", seat=shift.lord.seat, saved=dues.saved)
    while saved > 0:
        shift.waiting.remove(pet)
        spend(shift.lord, pet, dues.saved, record)
        saved -= state.data.pets[pet].strikes_out


def crusade(state: State, record: Recorder) -> None:
    """The strongest of this season's heroes, who stands last, gains health (L5.4)."""
    if not state.heroes:
        return
    strength = max((someone.strength, someone.health) for someone in state.heroes)
    strongest = [h for h in state.heroes if (h.strength, h.health) == strength][-1]
    strongest.health += state.data.events[state.event].health
    record("crusader", hero=told(strongest))
