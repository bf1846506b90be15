"""Tiles and rooms of a dungeon (L1.2, L4, L6.2)."""

from collections.abc import Callable, Sequence

from rules.kernel.facts import Recorder
from rules.kernel.question import Reason
from rules.lords import dungeon
from rules.lords.hand.grammar import (
    NONE,
    SEAT,
    Form,
    Said,
    breaks,
    choice,
    in_mid_fight,
    named,
    ruled,
)
from rules.lords.hand.lair import fetch_room, put_back_room
from rules.lords.state import Lord, State, Tile


def _cells(state: State, said: Said) -> Sequence[str]:
    return dungeon.cells(state.data.grid)


def _dig(state: State, lord: Lord, cell: str) -> None:
    lord.tiles[cell] = Tile()


def _fill(state: State, lord: Lord, cell: str) -> None:
    room = lord.tiles.pop(cell).room
    if room:
        put_back_room(state, room)


def _mark(field: str, value: bool) -> Callable[[State, Lord, str], None]:
    def do(state: State, lord: Lord, cell: str) -> None:
        setattr(lord.tiles[cell], field, value)

    return do


def _conquer(state: State, lord: Lord, cell: str) -> None:
    """Walls are lost when the tunnel is conquered (L6.2)."""
    lord.tiles[cell].conquered, lord.tiles[cell].walls = True, False


CHANGES: dict[str, Callable[[State, Lord, str], None]] = {
    "dug": _dig,
    NONE: _fill,
    "conquered": _conquer,
    "whole": _mark("conquered", False),
    "walls": _mark("walls", True),
    "bare": _mark("walls", False),
}
"""What may be done to a cell, by its word."""


def _change(state: State, said: Said, record: Recorder) -> None:
    """Forced onto a cell where no tile is, it digs one first."""
    lord, cell, how = said.lord(state), said.one("cell"), said.one("how")
    if cell not in lord.tiles:
        lord.tiles[cell] = Tile()
    CHANGES[how](state, lord, cell)


def _why_not(state: State, said: Said) -> Reason | None:
    lord, cell, how = said.lord(state), said.one("cell"), said.one("how")
    if how == "dug":
        return ruled(dungeon.why_not_dig(state.data.grid, lord.tiles, cell), "L4.1")
    if how == "walls" and not any(gift.monsters for gift in state.data.gifts.gifts.values()):
        return breaks("no such thing here", "L6.2")
    if how in (NONE, "conquered") and in_mid_fight(state):
        return in_mid_fight(state)
    return None if cell in lord.tiles else breaks("no tunnel", "L1.2", cell=cell)


def _rooms(state: State, said: Said) -> Sequence[str]:
    return [*state.data.rooms, NONE]


def _set_room(state: State, said: Said, record: Recorder) -> None:
    """The room comes from the lord's plans, else from the deck; what stood there goes back."""
    lord, cell, room = said.lord(state), said.one("cell"), said.one("room")
    tile = lord.tiles.setdefault(cell, Tile())
    if tile.room:
        put_back_room(state, tile.room)
    tile.room = "" if room == NONE else room
    if room == NONE:
        return
    tile.walls = False
    if room in lord.plans:
        lord.plans.remove(room)
    else:
        fetch_room(state, room)


def _why_no_room(state: State, said: Said) -> Reason | None:
    lord, cell, room = said.lord(state), said.one("cell"), said.one("room")
    tile = lord.tiles.get(cell)
    if tile is None:
        return breaks("no tunnel", "L4.5", cell=cell)
    if room == NONE:
        return None if tile.room else breaks("no such room", "L4.5", cell=cell)
    if state.data.rooms[room].year > state.year:
        return breaks("another year's room", "L4.7", year=state.data.rooms[room].year)
    return ruled(dungeon.why_not_build(state.data, lord, room, cell), "L4.5")


CELL = named("cell", _cells)

FORMS = (
    Form("tile", (SEAT, CELL, choice("how", *CHANGES)),
         ("lords.tiles", "lords.tiles.conquered", "lords.tiles.walls"), _change, _why_not),
    Form("room", (SEAT, CELL, named("room", _rooms)),
         ("lords.tiles.room", "lords.plans", "room_deck"), _set_room, _why_no_room),
)  # fmt: skip
