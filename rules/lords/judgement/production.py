"""What the imps do: build, mine, dig, work, in this order; then the fair and the season's event."""

from collections.abc import Callable, Iterator

from rules.kernel.question import CLAUSE, RANK
from rules.kernel.stream import Stream
from rules.lords import cost, dungeon
from rules.lords.judgement.follow import Clauses
from rules.lords.judgement.worth import PRICE, Outlook, room_sites
from rules.lords.state import Tile, View

TRAPS = {
    "poisoned meal": 4.0, "kamikaze imp": 3.5, "wall of fire": 3.4, "rolling stone": 3.2,
    "pendulum": 3.0, "cursed ring": 3.0, "poisoned dart": 2.8, "trapdoor": 2.6,
    "anti-magic dart": 2.0,
}  # fmt: skip
"""Which traps are kept: the higher, the longer."""

GIFTS = {
    "drill sergeant": 1.6, "imp family": 1.5, "barrel": 1.4, "strong walls": 1.2,
    "strongbox": 1.3, "masons": 1.3, "trap crate": 1.2, "masks": 0.6, "crystal ball": 0.3,
}  # fmt: skip
"""Points that each gift of the fair is worth."""

WANTED_TRAPS = 5
"""So many traps in hand are enough: one a round."""


def plan(view: View, stream: Stream) -> Clauses:
    """The season's actions in the order in which they are to be done."""
    return Season(view).clauses()


class Season:
    """One season's work: idle hands and tiles are counted while the plan is written."""

    def __init__(self, view: View) -> None:
        self.view, self.me, self.data = view, view.me, view.data
        self.outlook = Outlook(view)
        self.imps = self.me.imps - (self.me.errands.busy if self.me.errands else 0)
        self.trolls = sum(self.data.monsters[m.kind].works for m in self.me.monsters)
        self.tiles = dict(self.me.tiles)
        self.built: set[str] = set()
        self.gold = self.me.gold

    def clauses(self) -> Iterator[list[str]]:
        """All clauses, the surest first."""
        yield from self.discards()
        fair = self.fair()
        yield from self.builds()
        mined = self.mines()
        yield mined
        yield from self.pets()
        yield self.digs()
        yield from self.works()
        yield fair
        reply = EVENTS.get(self.view.event)
        if reply:
            yield reply(self)

    # hand and pets

    def discards(self) -> Iterator[list[str]]:
        """The worst trap goes when one has to go (L2.3)."""
        hand = sorted(self.me.traps, key=lambda trap: TRAPS.get(trap, 2.5))
        for trap in hand[: self.me.discards_owed]:
            yield [CLAUSE + "discard", trap]

    def pets(self) -> Iterator[list[str]]:
        """Pets that bring goods come out when goods are short of what falls due."""
        for pet in self.me.pets:
            gain = self.data.pets[pet].gain if pet in self.data.pets else {}
            short = {"gold": self.gold, "food": self.me.food}
            for good, amount in gain.items():
                if good in short and short[good] + amount - 1 <= self.outlook.due[good]:
                    yield [CLAUSE + "pet", pet]

    # imps

    def builds(self) -> Iterator[list[str]]:
        """Every plan that has a place, far from the entrance, where heroes come last."""
        steps = dungeon.distances(self.data.grid, self.me.tiles)
        for room in self.me.plans:
            sites = [
                cell
                for cell in room_sites(self.view, self.me, room)
                if cell not in self.built and not self._beside_built(cell)
            ]
            if not sites or self.imps < self.data.build_imps:
                continue
            cell = max(sites, key=lambda c: (steps[c], dungeon.by_column(c)))
            self.imps -= self.data.build_imps
            self.built.add(cell)
            self.tiles[cell] = Tile(room)
            yield [CLAUSE + "build", room, cell]

    def _beside_built(self, cell: str) -> bool:
        return any(near in self.built for near in dungeon.neighbours(self.data.grid, cell))

    def permit(self, site: str) -> int:
        """How many imps' work a permit allows, its foreman taken off the idle (L2.1)."""
        number = self.me.permits.get(site, 0)
        foremen = any(
            place.gain.get("foreman", 0) and number in place.gain.values()
            for place in self.data.sites[site].places
        )
        idle = self.imps - foremen
        count = max(0, min(number, idle))
        return count

    def mines(self) -> list[str]:
        """Gold out of as many tunnels as the permit allows (L4.2)."""
        cells = [cell for cell in self.outlook.plain if cell not in self.built]
        count = min(self.permit("gold"), len(cells))
        if count <= 0:
            return []
        self.imps -= count + (self.me.permits["gold"] >= 4)
        self.gold += count
        return [CLAUSE + "mine", *cells[:count]]

    def digs(self) -> list[str]:
        """Tunnels where most can still be dug afterwards (L4.1)."""
        found = self.cells(self.permit("tunnels"))
        if not found:
            return []
        self.imps -= len(found) + (self.me.permits["tunnels"] >= 4)
        return [CLAUSE + "dig", *found]

    def cells(self, count: int) -> list[str]:
        """So many cells to be dug, in their order; they count as dug from now on."""
        found: list[str] = []
        while len(found) < count and (cell := self.best_cell()):
            self.tiles[cell] = Tile()
            found.append(cell)
        return found

    def best_cell(self) -> str:
        """The cell that leaves most other cells open; nothing when none can be dug."""
        grid, tiles = self.data.grid, self.tiles
        legal = [c for c in dungeon.cells(grid) if dungeon.why_not_dig(grid, tiles, c) is None]
        best, most = "", -1.0
        for cell in legal:
            near = dungeon.neighbours(grid, cell)
            touching = sum(other in tiles for other in near)
            open_ = sum(other not in tiles for other in near)
            worth = open_ - 1.5 * (touching - 1) + 0.1 * int(cell[1:])
            if worth > most:
                best, most = cell, worth
        return best

    def works(self) -> Iterator[list[str]]:
        """Rooms in which something worth having is made (L4.3)."""
        rooms = [tile.room for tile in self.tiles.values() if tile.room and not tile.conquered]
        rooms = [room for room in rooms if self.data.rooms[room].produces]
        for room in sorted(rooms, key=lambda r: -self.output(r)):
            for _ in range(self.data.room_uses[self.view.year - 1]):
                kind = self.data.rooms[room]
                idle = self.imps + self.trolls
                if idle < kind.imps or self.output(room) <= 0:
                    break
                trolls = min(self.trolls, kind.imps)
                self.trolls -= trolls
                self.imps -= kind.imps - trolls
                clause = [CLAUSE + "work", room]
                if "tunnel" in kind.gain:
                    cell = self.best_cell()
                    self.tiles[cell] = Tile()
                    clause.append(cell)
                yield clause

    def output(self, room: str) -> float:
        """Points that working once in a room is worth."""
        kind = self.data.rooms[room]
        worth = 0.0
        for good, amount in kind.gain.items():
            if good == "evil":
                worth += self.outlook.evil_worth(amount)
            elif good == "tunnel":
                worth += 0.4 if self.best_cell() else -1
            elif good == "spy":
                worth += 0.1
            else:
                worth += PRICE.get(good, 0.5) * amount
        return worth - 0.8 * self.outlook.price_worth(kind.pay)

    # fair and events

    def fair(self) -> list[str]:
        """An imp or two to the fair, when there are plenty (L6.1)."""
        if not self.view.gifts:
            return []
        idle = self.imps - len(self.me.plans) - self.me.permits.get("gold", 0)
        sent = max(0, min(2, idle)) or min(1, max(0, self.imps - 1))
        if sent < 1:
            return []
        self.imps -= sent
        ranking = sorted(self.view.gifts, key=lambda gift: -self.gift(gift))
        words = [ranking[0], *(RANK + gift for gift in ranking[1:])] if ranking else []
        return [CLAUSE + "fair", str(sent), *words]

    def gift(self, gift: str) -> float:
        """Points that a gift is worth now."""
        worth = GIFTS.get(gift, 1.0)
        if gift == "masons" and any(tile.conquered for tile in self.me.tiles.values()):
            worth += 2.5
        if gift == "imp family" and self.outlook.last_season:
            worth = 0.5
        if gift == "masks" and self.outlook.line_room <= 2:
            worth += 1.0
        return worth

    def pay_day(self) -> list[str]:
        """Everything that can be paid is paid, which needs no words (L5.2)."""
        return []

    def witch_hunt(self) -> list[str]:
        """The cheapest goes, unless evil costs less than it is worth (L5.4)."""
        spirits = self.data.monsters
        lair = [m for m in self.me.monsters if not spirits[m.kind].spirit]
        if not lair:
            return []
        worth = {m.kind: self.outlook.monster_worth(m.kind) + 0.5 for m in lair}
        least = min(worth, key=lambda kind: worth[kind])
        evil = -self.outlook.evil_worth(self.data.events[self.view.event].evil)
        return [CLAUSE + "evil"] if evil < worth[least] else [CLAUSE + "give", least]

    def market(self) -> list[str]:
        """A trap is bought while one is wanted and food is not short (L5.4)."""
        event = self.data.events[self.view.event]
        price = {"food": event.food}
        short = self.me.food - event.food < self.outlook.due_next["food"]
        if short or len(self.me.traps) >= WANTED_TRAPS:
            return []
        return [CLAUSE + "buy"] if cost.why_not_pay(self.view, self.me, price) is None else []


EVENTS: dict[str, Callable[[Season], list[str]]] = {
    "pay day": Season.pay_day,
    "witch hunt": Season.witch_hunt,
    "black market": Season.market,
}
"""Events that are answered otherwise than by their default."""
