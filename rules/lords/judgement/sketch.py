"""A sketch of a fight: the stand-in's own reckoning of a round, quick, without spells.

The rules' own fight is exact and slow, and needs the card; this one is near enough to choose by.
"""

from collections.abc import Sequence
from typing import NamedTuple

from rules.lords.data import Attack
from rules.lords.judgement.worth import STRENGTH
from rules.lords.state import HIDDEN, Hero, Monster, View

FATIGUE = {1: 1.3, 2: 2.2}
"""Fatigue of a card not seen, by year."""


class Blow(NamedTuple):
    """One attack as planned: the monster, how, and at which places of the line."""

    name: str
    monster: Monster
    way: Attack
    places: tuple[int, ...]
    spirit: bool


class Body:
    """A hero in the sketch."""

    __slots__ = ("anti", "courage", "full", "heart", "hero", "left", "place", "start", "worth")

    def __init__(self, hero: Hero, place: int, worth: float) -> None:
        self.hero, self.place, self.worth = hero, place, worth
        self.left: float = hero.left
        self.start = hero.left
        self.full = hero.health
        self.anti, self.heart = hero.anti_trap, hero.heart
        self.courage = 0


class Sketch:
    """One lord's round on one tile; `worth` says what a trap and some blows come to, in points."""

    def __init__(self, view: View, tile: str) -> None:
        self.view, self.me, self.data = view, view.me, view.data
        self.tile = self.me.tiles[tile]
        scoring = self.data.scoring
        self.prices = [
            float(scoring.paladin[hero.kind] if hero.kind else scoring.hero)
            for hero in self.me.party
        ]
        card = view.cards[view.round - 1] if view.round <= len(view.cards) else HIDDEN
        known = card != HIDDEN
        self.fatigue = (
            float(self.data.cards[card].fatigue) if known else FATIGUE.get(view.year, 2.0)
        )
        self.rounds_after = self.data.rounds - view.round
        room = self.data.rooms[self.tile.room] if self.tile.room else None
        self.stronger = room.stronger if room else {}
        self.brave = not (room and room.no_courage)
        self.loss = -scoring.conquered + 0.4 + (scoring.room + 0.7 if room else 0.2)

    def targets(self) -> list[int]:
        """Every place of the line, from 1."""
        return list(range(1, len(self.me.party) + 1))

    def aims(self, way: Attack) -> list[tuple[int, ...]]:
        """The targets worth trying for an attack."""
        places = self.targets()
        if way.never:
            places = [n for n in places if self.me.party[n - 1].cls != way.never]
        if way.target == "behind":
            places = [n for n in places if n > 1]
        elif way.target != "any":
            return [()]
        if way.hits > 1 and len(places) > 1:
            return [(a, b) for a in places[:3] for b in places[:3] if a <= b]
        return [(n,) * way.hits for n in places]

    def worth(self, trap: str, blows: Sequence[Blow]) -> float:
        """Points of the round: heroes taken, wounds dealt, a tile kept or lost, what it cost."""
        line = [
            Body(hero, number, worth)
            for number, (hero, worth) in enumerate(zip(self.me.party, self.prices, strict=True), 1)
        ]
        if self.brave:
            self._encourage(line)
        keeps = poison = 0
        cost = 0.0
        if trap:
            name, _, place = trap.partition(" @")
            keeps, poison = self._spring(line, name, int(place or 0))
            cost += 0.35 + 0.5 * len(self.data.traps.traps[name].price)
        fought, heals = False, True
        for blow in blows:
            if not any(body.left > 0 for body in line):
                break
            way = blow.way
            if way.holds:
                keeps = 1
            else:
                fought = True
                self._strike(line, blow)
            keeps = keeps or way.no_conquest
            heals = heals and not way.no_healing
            cost += 0.4 * len(way.pay)
            if not way.stays_ready:
                cost += 0.06 * STRENGTH.get(blow.monster.kind, 2.5) * min(1, self.rounds_after)
        if fought and heals:
            self._heal(line)
        if poison:
            for body in line:
                if body.place == poison and body.left > 0:
                    body.left -= 2
        kept = bool(keeps) or not any(body.left > 0 for body in line)
        if not kept:
            self._tire(line)
            kept = not any(body.left > 0 for body in line)
        return self._points(line, kept) - cost

    def _encourage(self, line: list[Body]) -> None:
        """Each bard's lutes, from the front, paladins skipped (L9.4)."""
        for bard in line:
            left = bard.hero.lutes
            for body in line:
                if left > 0 and not body.hero.kind:
                    body.courage += 1
                    left -= 1

    def _spring(self, line: list[Body], name: str, place: int) -> tuple[bool, int]:
        """Spring the trap; whether it keeps the tile, and whom it poisons."""
        kind = self.data.traps.traps[name]
        damage = [0] * len(line)
        match kind.target:
            case "all":
                damage = [kind.damage] * len(line)
                damage[-1] += kind.last
            case "second":
                if len(line) > 1:
                    damage[1] = kind.damage
            case "any":
                damage[min(place, len(line)) - 1] = kind.damage
            case _:
                damage = [kind.rest] * len(line)
                damage[0] = line[0].full if kind.whole else kind.damage
        symbols = sum(body.anti for body in line)
        for number, body in enumerate(line):
            stopped = min(symbols, damage[number])
            symbols -= stopped
            body.left -= max(0, damage[number] - stopped - body.courage)
        return kind.no_conquest, place if kind.poison else 0

    def _strike(self, line: list[Body], blow: Blow) -> None:
        """One attack; courage takes off one from each, unless it is ignored."""
        way = blow.way
        more = int(blow.monster.drilled) + self.stronger.get(blow.monster.kind, 0)
        standing = [body for body in line if body.left > 0]
        damage: float = way.damage + more
        if way.target == "all":
            for body in standing:
                self._hit(body, damage, way)
        elif way.target == "flow":
            for body in standing:
                dealt = min(damage, body.left + (0 if way.ignores_courage else body.courage))
                self._hit(body, dealt, way)
                damage -= dealt
        elif way.target in ("any", "behind"):
            for place in blow.places:
                legal = standing[1:] if way.target == "behind" else standing
                alive = [body for body in legal if body.left > 0]
                aimed = [body for body in alive if body.place == place] or alive
                if aimed:
                    self._hit(aimed[0], damage, way)
        else:
            self._hit(standing[0], damage, way)
            if way.chain and standing[0].left <= 0 and len(standing) > 1:
                self._hit(standing[1], way.chain + more, way)
            if way.mutes:
                standing[0].heart = standing[0].anti = 0

    def _hit(self, body: Body, damage: float, way: Attack) -> None:
        body.left -= max(0, damage - (0 if way.ignores_courage else body.courage))

    def _heal(self, line: list[Body]) -> None:
        """A wound a heart, from the front (L9.4)."""
        hearts = sum(body.heart for body in line if body.left > 0)
        for body in line:
            if body.left > 0:
                healed = min(hearts, int(body.full - body.left))
                body.left += healed
                hearts -= healed

    def _tire(self, line: list[Body]) -> None:
        """Fatigue, one by one from the front, spilling over (L9.4)."""
        points = self.fatigue
        for body in line:
            if body.left > 0 and points > 0:
                taken = min(points, body.left)
                body.left -= taken
                points -= taken

    def _points(self, line: list[Body], kept: bool) -> float:
        worth = 0.0
        for body in line:
            if body.left <= 0.01:
                worth += body.worth + 0.5
            elif self.rounds_after:
                worth += 0.8 * body.worth * (body.start - body.left) / body.full
        if not kept:
            worth -= self.loss
        if all(body.left <= 0.01 for body in line):
            worth += 1.6 * self.rounds_after
        return worth
