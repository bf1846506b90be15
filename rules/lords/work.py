"""What imps do in a season: dig, mine, work in rooms, build plans (L4).

Every action has two functions: `why_not_...` says what stands against it now, the other does it.
The plan's walk tries them out on a copy of the viewer's own lord, the resolve does them in truth.
"""

from collections.abc import Mapping
from typing import Any

from rules.kernel.facts import Recorder
from rules.kernel.question import Reason
from rules.lords import cost, dungeon, gains
from rules.lords.data import Goods
from rules.lords.state import Board, Errands, Lord, Tile

MINED = 1
"""Gold out of one tunnel (L4.2)."""

PERMITS = {"tunnels": "tunnels", "gold": "mine"}
"""Each permit's site, and the gain on the site's line that is its number (L2)."""

Part = tuple[str, ...]
"""One thing of an action, the words after its verb: `b2`, `tool shed b3`, `mint e1`."""


class Shift:
    """One lord's production under way: who is idle, what is left of permits, rooms and pets.

    `sent` are the imps at the fair; `borrowed` what is left of each monkey's helpers; `waiting`
    pets that are to act later in the season; `before` is the lord as production found him.
    """

    def __init__(self, board: Board, lord: Lord, record: Recorder, before: Lord) -> None:
        self.board, self.lord, self.record, self.before = board, lord, record, before
        self.data = board.data
        errands = lord.errands or Errands()  # what imps have done at the sites (L2.17)
        self.free = self.fewest = lord.imps - errands.busy
        self.trolls = sum(self.data.monsters[m.kind].works for m in lord.monsters)
        self.borrowed: list[tuple[str, int]] = []
        self.waiting: list[str] = []
        self.left = dict(lord.permits)
        self.begun: set[str] = set()
        self.runs: dict[str, int] = {}
        self.mined: set[str] = set()
        self.fresh: set[str] = set(errands.fresh)
        self.now: list[str] = []
        self.looked = 0
        self._spots: list[str] | None = None
        self._sites: dict[str, list[str]] = {}

    def hands(self, *, rooms: bool = False) -> int:
        """How many are idle: imps, the monkey's, and in rooms trolls too (L4.3)."""
        helpers = sum(left for _, left in self.borrowed)
        return self.free + helpers + (self.trolls if rooms else 0)

    def as_told(self, why: Reason) -> Reason:
        """A reason without the helpers of a monkey not used yet: it may stay secret (L1.5)."""
        if why.code != "too few imps":
            return why
        unseen = sum(left for pet, left in self.borrowed if left == self.data.pets[pet].hands)
        return Reason(why.code, {**why.data, "has": why.data["has"] - unseen})

    def spots(self) -> list[str]:
        """The cells where the dungeon allows a tunnel (L4.1)."""
        if self._spots is None:
            grid, tiles = self.data.grid, self.lord.tiles
            self._spots = [
                cell
                for cell in dungeon.cells(grid)
                if cell not in tiles and dungeon.why_not_dig(grid, tiles, cell) is None
            ]
        return self._spots

    def sites(self, room: str) -> list[str]:
        """The cells where the dungeon allows this room (L4.5)."""
        if room not in self._sites:
            self._sites[room] = [
                cell
                for cell in self.lord.tiles
                if dungeon.why_not_build(self.data, self.lord, room, cell) is None
            ]
        return self._sites[room]

    def place(self, cell: str, tile: Tile) -> None:
        """Put a tile into the dungeon."""
        if cell not in self.lord.tiles:
            self.fresh.add(cell)
        self.lord.tiles[cell] = tile
        self._spots = None
        self._sites = {}

    def set_to_work(self, count: int, *, rooms: bool = False) -> None:
        """Take so many idle ones: trolls first, then the monkey's, then imps (L4.3)."""
        if rooms:
            trolls = min(self.trolls, count)
            self.trolls -= trolls
            count -= trolls
        while count and self.borrowed:
            pet, left = self.borrowed.pop(0)
            if left == self.data.pets[pet].hands:  # used once the first helper lifts a finger
                self.waiting.remove(pet)
                spend(self.lord, pet, {"imps": left}, self.record)
            helped = min(left, count)
            count -= helped
            if helped < left:
                self.borrowed.insert(0, (pet, left - helped))
        self.free -= count
        self.fewest = min(self.fewest, self.free)


def spend(lord: Lord, pet: str, how: Mapping[str, Any], record: Recorder) -> None:
    """A pet is used, and open to all from now on (L1.5, L7.1)."""
    lord.pets.remove(pet)
    lord.used_pets.append(pet)
    record("pet used", seat=lord.seat, pet=pet, how=dict(how))


def _too_few(shift: Shift, needed: int, *, rooms: bool = False) -> Reason | None:
    idle = shift.hands(rooms=rooms)
    return Reason("too few imps", {"needs": needed, "has": idle}) if idle < needed else None


def foreman(shift: Shift, site: str) -> int:
    """How many foremen the permit of a site still wants before its first use (L2.1)."""
    if site in shift.begun or site not in shift.data.sites:
        return 0
    number, good = shift.lord.permits.get(site, 0), PERMITS[site]
    lines = shift.data.sites[site].places
    return next((p.gain.get("foreman", 0) for p in lines if p.gain.get(good) == number), 0)


def why_no_permit(shift: Shift, site: str) -> Reason | None:
    """No permit of that site, none left of it, or nobody idle to use it (L2.1)."""
    if site not in shift.lord.permits:
        return Reason("no permit", {"site": site})
    if shift.left[site] <= 0:
        return Reason("permit used up", {"site": site})
    return _too_few(shift, 1 + foreman(shift, site))


def _use_permit(shift: Shift, site: str) -> None:
    shift.set_to_work(1 + foreman(shift, site))
    shift.begun.add(site)
    shift.left[site] -= 1


def why_not_dig(shift: Shift, part: Part) -> Reason | None:
    """What stands against digging this cell (L4.1)."""
    against = dungeon.why_not_dig(shift.data.grid, shift.lord.tiles, part[0])
    return why_no_permit(shift, "tunnels") or against


def dig(shift: Shift, part: Part) -> None:
    """Dig one tunnel by permit with one imp (L4.1)."""
    _use_permit(shift, "tunnels")
    shift.place(part[0], Tile())
    shift.now.append(part[0])


def why_not_mine(shift: Shift, part: Part) -> Reason | None:
    """What stands against mining this tunnel (L4.2)."""
    cell = part[0]
    tile = shift.lord.tiles.get(cell)
    against = why_no_permit(shift, "gold")
    if against is not None:
        return against
    if tile is None or tile.conquered or tile.room:
        return dungeon.why_no_tunnel(shift.lord, cell)
    if cell in shift.fresh:
        return Reason("just dug", {"cell": cell})
    return Reason("already mined", {"cell": cell}) if cell in shift.mined else None


def mine(shift: Shift, part: Part) -> None:
    """One imp gets gold out of one tunnel (L4.2)."""
    _use_permit(shift, "gold")
    shift.lord.gold += MINED
    shift.mined.add(part[0])
    shift.now.append(part[0])


def why_not_work(shift: Shift, part: Part) -> Reason | None:
    """What stands against working in this room once more (L4.3); a cell if it makes a tunnel."""
    room, data = part[0], shift.data
    kind = data.rooms[room]
    own = [tile for tile in shift.lord.tiles.values() if tile.room == room]
    if not own:
        return Reason("no such room", {"room": room})
    if all(tile.conquered for tile in own):
        return Reason("conquered", {"room": room})
    if not kind.produces:
        return Reason("makes nothing", {"room": room})
    times = data.room_uses[shift.board.year - 1]
    if shift.runs.get(room, 0) >= times:
        return Reason("worked out", {"room": room, "times": times})
    against = (
        _too_few(shift, kind.imps, rooms=True)
        or cost.why_not_pay(shift.board, shift.lord, kind.pay)
        or gains.why_not_gain(shift.board, kind.gain)
    )
    return against or why_no_room_for(shift, kind.gain, part)


def work(shift: Shift, part: Part) -> None:
    """Imps, trolls first, work once in a room; pay comes before gain (L4.3, L4.7)."""
    room = part[0]
    kind = shift.data.rooms[room]
    shift.runs[room] = shift.runs.get(room, 0) + 1
    shift.set_to_work(kind.imps, rooms=True)
    shift.record("worked", seat=shift.lord.seat, room=room, pay=kind.pay, gain=kind.gain)
    cost.pay(shift.board, shift.lord, kind.pay, room, shift.record)
    wanted = int(part[1]) if len(part) > 1 and "spy" in kind.gain else 0
    gains.receive(shift.board, shift.lord, kind.gain, room, shift.record, wanted)
    shift.free += kind.gain.get("imps", 0)
    if "tunnel" in kind.gain:
        dig_free(shift, part)


def why_no_room_for(shift: Shift, gain: Goods, part: Part) -> Reason | None:
    """What stands against the tunnels of a gain in the cells of a part, if any are named (L4.7)."""
    if "tunnel" not in gain:
        return None
    if not shift.spots():
        return Reason("nowhere", {"by": part[0]})
    tiles = shift.lord.tiles
    for cell in part[1:]:
        against = dungeon.why_not_dig(shift.data.grid, tiles, cell)
        if against is not None:
            return against
        tiles = {**tiles, cell: Tile()}
    return None


def dig_free(shift: Shift, part: Part) -> None:
    """Tunnels without permit, by a room or a pet, in the cells of the part (L4.7, L7.2)."""
    by, *cells = part
    for cell in cells:
        shift.place(cell, Tile())
    shift.record("dug", seat=shift.lord.seat, cells=cells, by=by)


def why_not_build(shift: Shift, part: Part) -> Reason | None:
    """What stands against this plan in this cell, or anywhere if no cell is named (L4.5)."""
    room = part[0]
    if room not in shift.lord.plans:
        return Reason("no plan", {"room": room})
    against = _too_few(shift, shift.data.build_imps)
    if against is not None:
        return against
    if len(part) > 1:
        return dungeon.why_not_build(shift.data, shift.lord, room, part[1])
    return None if shift.sites(room) else Reason("nowhere", {"room": room})


def build(shift: Shift, part: Part) -> None:
    """A plan replaces a tunnel; strong walls there are lost (L4.5, L6.2)."""
    room, cell = part
    shift.set_to_work(shift.data.build_imps)
    shift.lord.plans.remove(room)
    shift.place(cell, Tile(room))
    shift.record("built", seat=shift.lord.seat, room=room, cell=cell)
