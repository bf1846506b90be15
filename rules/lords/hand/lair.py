"""Monsters, traps, pets and plans: cards that change hands, and where they come from (L5-L9).

A card comes from its deck, the copy that would be drawn last, and goes back under it; one that has
left the game may come back, as long as no more are there than were printed (`sound.py`).
"""

from collections.abc import Callable, Sequence

from rules.kernel.facts import Recorder
from rules.kernel.question import Reason
from rules.lords import cost, lair
from rules.lords.hand.grammar import (
    SEAT,
    Form,
    Said,
    breaks,
    choice,
    in_mid_fight,
    named,
    say,
    some,
)
from rules.lords.state import Lord, Monster, State


def fetch(deck: list[str], card: str) -> bool:
    """Take a card out of a deck, the one that would come last; false when it has none."""
    if card in deck:
        deck.remove(card)
        return True
    return False


def fetch_monster(state: State, kind: str) -> None:
    """Take a monster out of the deck, if it is there."""
    fetch(state.monster_deck, kind)


def put_back_monster(state: State, kind: str) -> None:
    """Put a monster under the deck if it is this year's; else it leaves the game."""
    there = [*state.monster_deck, *state.offer.monsters].count(kind)
    if there < state.data.monsters[kind].copies[state.year - 1]:
        state.monster_deck.insert(0, kind)


def fetch_room(state: State, room: str) -> None:
    """Take a room out of the deck, if it is there."""
    fetch(state.room_deck, room)


def put_back_room(state: State, room: str) -> None:
    """Put a room under the deck if it is this year's; else it leaves the game."""
    if state.data.rooms[room].year == state.year:
        state.room_deck.insert(0, room)


def fetch_trap(state: State, trap: str) -> None:
    """Take a trap out of the deck, or else from the discards."""
    if not fetch(state.trap_deck, trap):
        fetch(state.trap_discards, trap)


# monsters


def _kinds(state: State, said: Said) -> Sequence[str]:
    return list(state.data.monsters)


def _own(state: State, said: Said) -> Sequence[str]:
    return [name for name, _ in lair.names(state.data, said.lord(state), spirits=True)]


def _named(state: State, said: Said) -> Monster:
    monster = lair.named(state.data, said.lord(state), said.one("monster"), spirits=True)
    assert monster is not None
    return monster


def _add_monster(state: State, said: Said, record: Recorder) -> None:
    kind = said.one("monster")
    fetch_monster(state, kind)
    said.lord(state).monsters.append(Monster(kind))


def _remove_monster(state: State, said: Said, record: Recorder) -> None:
    monster = _named(state, said)
    cost.lose_monster(said.lord(state), monster)
    put_back_monster(state, monster.kind)


MARKS: dict[str, tuple[str, bool]] = {
    "exhausted": ("exhausted", True),
    "ready": ("exhausted", False),
    "drilled": ("drilled", True),
    "undrilled": ("drilled", False),
    "striking": ("striking", True),
    "working": ("striking", False),
}
"""A monster's marks by the word that sets or clears them."""


def _mark(state: State, said: Said, record: Recorder) -> None:
    field, value = MARKS[said.one("mark")]
    setattr(_named(state, said), field, value)


def _why_no_mark(state: State, said: Said) -> Reason | None:
    """A ghost is drilled never and never strikes (L5.5, L6.2)."""
    monster, mark = _named(state, said), said.one("mark")
    if state.data.monsters[monster.kind].spirit and mark in ("drilled", "striking"):
        return breaks("a ghost", "L5.5", monster=monster.kind)
    return None


def _why_not_remove(state: State, said: Said) -> Reason | None:
    return in_mid_fight(state)


# traps


def _traps(state: State, said: Said) -> Sequence[str]:
    return list(state.data.traps.traps)


def _own_traps(state: State, said: Said) -> Sequence[str]:
    return list(dict.fromkeys(said.lord(state).traps))


def _add_trap(state: State, said: Said, record: Recorder) -> None:
    trap, lord = said.one("trap"), said.lord(state)
    fetch_trap(state, trap)
    lord.traps.append(trap)
    record("traps drawn", seat=lord.seat, traps=[trap], why="master", to=[lord.seat])


def _remove_trap(state: State, said: Said, record: Recorder) -> None:
    trap, lord = said.one("trap"), said.lord(state)
    cost.discard_trap(state, lord, trap)
    record("trap given", seat=lord.seat, trap=trap, why="master", to=[lord.seat])


# pets and plans


def _pets(state: State, said: Said) -> Sequence[str]:
    return list(state.data.pets)


def _add_pet(state: State, said: Said, record: Recorder) -> None:
    pet, lord = said.one("pet"), said.lord(state)
    fetch(state.pet_deck, pet)
    lord.pets.append(pet)
    record("pet kept", seat=lord.seat, pet=pet, to=[lord.seat])


def _remove_pet(state: State, said: Said, record: Recorder) -> None:
    pet = said.one("pet")
    said.lord(state).pets.remove(pet)
    state.pet_deck.insert(0, pet)


def _use_pet(state: State, said: Said, record: Recorder) -> None:
    pet, lord = said.one("pet"), said.lord(state)
    lord.pets.remove(pet)
    lord.used_pets.append(pet)


def _unuse_pet(state: State, said: Said, record: Recorder) -> None:
    pet, lord = said.one("pet"), said.lord(state)
    lord.used_pets.remove(pet)
    lord.pets.append(pet)


def _in(field: str) -> Callable[[State, Said], Sequence[str]]:
    return lambda state, said: list(dict.fromkeys(getattr(said.lord(state), field)))


def _deal(state: State, said: Said, record: Recorder) -> None:
    """Others than those dealt go back under the deck (L7.1)."""
    lord, pets = said.lord(state), said.all("pets")
    state.pet_deck[:0] = lord.dealt
    for pet in pets:
        fetch(state.pet_deck, pet)
    lord.dealt = pets
    if pets:
        record("pets dealt", seat=lord.seat, pets=list(pets), to=[lord.seat])


def _rooms(state: State, said: Said) -> Sequence[str]:
    return list(state.data.rooms)


def _add_plan(state: State, said: Said, record: Recorder) -> None:
    room = said.one("room")
    fetch_room(state, room)
    said.lord(state).plans.append(room)


def _why_no_plan(state: State, said: Said) -> Reason | None:
    """Rooms of a year to come are in no deck yet (L4.7)."""
    year = state.data.rooms[said.one("room")].year
    return breaks("another year's room", "L4.7", year=year) if year > state.year else None


def _remove_plan(state: State, said: Said, record: Recorder) -> None:
    room = said.one("room")
    lord: Lord = said.lord(state)
    lord.plans.remove(room)
    put_back_room(state, room)


ADD, REMOVE, USED = say("add"), say("remove"), say("used")

FORMS = (
    Form("monster", (SEAT, ADD, named("monster", _kinds)),
         ("lords.monsters", "monster_deck"), _add_monster),
    Form("monster", (SEAT, REMOVE, named("monster", _own)),
         ("lords.monsters", "monster_deck"), _remove_monster, _why_not_remove),
    Form("monster", (SEAT, named("monster", _own), choice("mark", *MARKS)),
         ("lords.monsters.exhausted", "lords.monsters.drilled", "lords.monsters.striking"),
         _mark, _why_no_mark),
    Form("trap", (SEAT, ADD, named("trap", _traps)),
         ("lords.traps", "trap_deck", "trap_discards"), _add_trap),
    Form("trap", (SEAT, REMOVE, named("trap", _own_traps)),
         ("lords.traps", "trap_discards"), _remove_trap),
    Form("pet", (SEAT, ADD, named("pet", _pets)), ("lords.pets", "pet_deck"), _add_pet),
    Form("pet", (SEAT, REMOVE, named("pet", _in("pets"))), ("lords.pets", "pet_deck"),
         _remove_pet),
    Form("pet", (SEAT, USED, named("pet", _in("pets"))), ("lords.used_pets",), _use_pet),
    Form("pet", (SEAT, say("unused"), named("pet", _in("used_pets"))), ("lords.used_pets",),
         _unuse_pet),
    Form("dealt", (SEAT, some("pets", _pets)), ("lords.dealt", "pet_deck"), _deal),
    Form("plan", (SEAT, ADD, named("room", _rooms)), ("lords.plans", "room_deck"), _add_plan,
         _why_no_plan),
    Form("plan", (SEAT, REMOVE, named("room", _in("plans"))), ("lords.plans", "room_deck"),
         _remove_plan),
)  # fmt: skip
