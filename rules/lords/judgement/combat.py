"""A round's plan: every trap with every monster is tried on a sketch of the fight."""

from collections.abc import Iterable, Iterator

from rules.kernel.question import CLAUSE
from rules.kernel.stream import Stream
from rules.lords import attacks, dungeon, lair
from rules.lords.judgement.follow import Clauses
from rules.lords.judgement.sketch import Blow, Sketch
from rules.lords.state import Monster, View


def plan(view: View, stream: Stream) -> Clauses:
    """Tile, trap, attacks; nothing but a tile when nobody stands at the gate."""
    me = view.me
    tiles = dungeon.nearest(view.data.grid, me.tiles, me.unconquered())
    if not tiles or not me.party:
        return []
    best: tuple[float, str, list[Blow], str] = (-99.0, "", [], tiles[0])
    for tile in tiles[:3]:
        worth, trap, blows = Planner(view, tile).best()
        if worth > best[0]:
            best = (worth, trap, blows, tile)
    _, trap, blows, tile = best
    clauses = [[CLAUSE + "tile", tile]]
    if trap:
        name, _, place = trap.partition(" @")
        clauses.append([CLAUSE + "trap", name, *([f"@{place}"] if place else [])])
    clauses += [_attack(blow) for blow in blows]
    clauses.append([CLAUSE + "word of peace", "withdraw"])
    return clauses


def _attack(blow: Blow) -> list[str]:
    words = [CLAUSE + blow.name]
    if blow.way.name:
        words.append(blow.way.name)
    return [*words, *(f"@{place}" for place in blow.places)]


class Planner:
    """The choices of one round on one tile."""

    def __init__(self, view: View, tile: str) -> None:
        self.view, self.me, self.data = view, view.me, view.data
        self.tile = self.me.tiles[tile]
        self.sketch = Sketch(view, tile)
        self.only: set[int] | None = None  # ids of the monsters that may attack, if not all
        self.limit = attacks.limit(self.data, self.tile)
        room = self.data.rooms[self.tile.room] if self.tile.room else None
        fee = self.data.traps.room_fee if room else 0
        self.fee = room.trap_fee if room and room.trap_fee is not None else fee

    def best(self, traps: Iterable[str] | None = None) -> tuple[float, str, list[Blow]]:
        """The best trap (of these) and blows with their worth."""
        first, ghosts = list(self.blows(spirits=False)), list(self.blows(spirits=True))
        best: tuple[float, str, list[Blow]] = (-99.0, "", [])
        for trap in self.traps() if traps is None else traps:
            for blows in ([], *([blow] for blow in first)):
                worth = self.sketch.worth(trap, blows)
                if worth > best[0] + 1e-9:
                    best = (worth, trap, blows)
        for _ in range(self.limit - 1):
            best = self._with_one_more(best, first)
        for _ in range(2):
            best = self._with_one_more(best, ghosts)
        return best

    def _with_one_more(
        self, best: tuple[float, str, list[Blow]], more: list[Blow]
    ) -> tuple[float, str, list[Blow]]:
        _, trap, blows = best
        sent = {id(blow.monster) for blow in blows}
        monsters = sum(not blow.spirit for blow in blows)
        for blow in more:
            if id(blow.monster) in sent or (not blow.spirit and monsters >= self.limit):
                continue
            worth = self.sketch.worth(trap, [*blows, blow])
            if worth > best[0] + 1e-9:
                best = (worth, trap, [*blows, blow])
        return best

    def traps(self) -> Iterator[str]:
        """No trap, then each that can be paid for, with each target it may have."""
        yield ""
        for name in dict.fromkeys(self.me.traps):
            kind = self.data.traps.traps[name]
            gold = kind.price.get("gold", 0) + self.fee
            if gold > self.me.gold or kind.price.get("food", 0) > self.me.food:
                continue
            if kind.price.get("imps", 0) > self.me.imps:
                continue
            if kind.target == "any":
                yield from (f"{name} @{n}" for n in self.sketch.targets())
            else:
                yield name

    def blows(self, *, spirits: bool) -> Iterator[Blow]:
        """Every way in which a ready monster (or ghost) could attack."""
        seen: dict[tuple[str, bool], int] = {}
        for number, monster in self.named():
            kind = self.data.monsters[monster.kind]
            if kind.spirit != spirits or not attacks.ready(monster, self.view.round):
                continue
            if self.only is not None and id(monster) not in self.only:
                continue
            if seen.setdefault((monster.kind, monster.drilled), number) != number:
                continue
            name = lair.numbered(monster.kind, number)
            for way in kind.attacks:
                if way.pay.get("food", 0) > self.me.food:
                    continue
                for places in self.sketch.aims(way):
                    yield Blow(name, monster, way, places, kind.spirit)

    def named(self) -> Iterator[tuple[int, Monster]]:
        """His monsters with their number among those of their kind, as plans name them (L5.8)."""
        for kind in dict.fromkeys(monster.kind for monster in self.me.monsters):
            for number, index in enumerate(attacks.named(self.me, kind, self.view.round), start=1):
                yield number, self.me.monsters[index]
