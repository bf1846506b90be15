"""Production pets: mole, magpie, hamster, monkey, parrot (L7.2)."""

from rules.kernel.question import Reason
from rules.lords import gains
from rules.lords.work import Part, Shift, dig_free, spend, why_no_room_for

PRODUCTION = "production"
"""The time of the pets of this module."""


def why_not_use(shift: Shift, part: Part) -> Reason | None:
    """What stands against using this pet now; a pet that could do nothing is kept (L7.2)."""
    pet, lord = part[0], shift.lord
    kind = shift.data.pets[pet]
    if lord.pets.count(pet) <= shift.waiting.count(pet):
        return Reason("no such pet", {"pet": pet})
    if kind.when != PRODUCTION:
        return Reason("not in production", {"pet": pet})
    if kind.strikes_out and _nothing_falls_due(shift):
        return Reason("nothing falls due", {"pet": pet})
    return why_no_room_for(shift, kind.gain, part)


def _nothing_falls_due(shift: Shift) -> bool:
    """In winter, and on a crusade, the parrot has nothing to strike out (L7.2)."""
    event = shift.data.events.get(shift.board.event)
    return event is None or bool(event.health)


def use(shift: Shift, part: Part) -> None:
    """Use a pet; monkey and parrot only stand by until they have something to do (L7.2)."""
    pet, lord = part[0], shift.lord
    kind = shift.data.pets[pet]
    if kind.hands:
        shift.borrowed.append((pet, kind.hands))
        shift.waiting.append(pet)
    elif kind.strikes_out:
        shift.waiting.append(pet)
    elif "tunnel" in kind.gain:
        spend(lord, pet, {"cells": list(part[1:])}, shift.record)
        dig_free(shift, part)
    else:
        spend(lord, pet, dict(kind.gain), shift.record)
        gains.receive(shift.board, lord, kind.gain, pet, shift.record)


def parrot(shift: Shift) -> tuple[str, int]:
    """The pet that strikes out, and what those that stand by strike out together (L7.2)."""
    for pet, kind in shift.data.pets.items():
        if kind.strikes_out:
            return pet, kind.strikes_out * shift.waiting.count(pet)
    return "", 0


def keep_idle(shift: Shift, pet: str, code: str) -> None:
    """Pets that stood by for nothing are kept, and stay secret: only their lord is told (L7.2)."""
    while pet in shift.waiting:
        shift.waiting.remove(pet)
        shift.record("skipped", seat=shift.lord.seat, action=f"pet {pet}", reason=code,
                     data={"pet": pet}, to=[shift.lord.seat])  # fmt: skip
