"""What things are worth to the stand-in, in points of the attestation (L10.2), and what is left.

All of it is made from a view: `Outlook` is what a lord can know of his own future.
"""

from functools import cached_property

from rules.lords import cost, dungeon
from rules.lords.data import Goods
from rules.lords.state import Lord, View

STRENGTH = {
    "goblin": 2.5, "slime": 2.5, "ghost": 1.6, "troll": 3.6, "witch": 3.6, "vampire": 3.2,
    "golem": 6.0, "dragon": 5.0, "demon": 6.5, "evil eye": 2.2, "cockatrice": 3.2,
    "shoggoth": 5.2,
}  # fmt: skip
"""Damage that a monster may be trusted to deal in a year's combat."""

PRICE = {"gold": 0.55, "food": 0.6, "imps": 0.8, "evil": 0.25, "trap": 0.6, "monster": 1.5}
"""Points that a unit of each good is worth when it is neither short nor plenty."""

SHORT = {
    "taxes": {"gold": 2.8}, "pay day": {"gold": 2.6, "food": 2.2}, "landslide": {"gold": 1.0},
    "imp union": {"food": 0.8}, "rats": {"food": 0.1}, "fire inspection": {"gold": 0.9},
}  # fmt: skip
"""Points that the last unit due at an event is worth when it is lacking."""


class Outlook:
    """What the viewer has, what he will owe, and how long the game still goes on."""

    def __init__(self, view: View) -> None:
        self.view, self.me, self.data = view, view.me, view.data
        data = self.data
        at = data.seasons.index(view.season) if view.season in data.seasons else len(data.seasons)
        self.seasons_this_year = len(data.seasons) - at
        self.seasons_left = self.seasons_this_year + len(data.seasons) * (data.years - view.year)
        self.last_season = self.seasons_left <= 1

    @cached_property
    def wages(self) -> Goods:
        """What a pay day would cost for all his monsters and ghosts (L5.2)."""
        total: Goods = {}
        for monster in self.me.monsters:
            total = cost.both(total, self.data.monsters[monster.kind].price)
        return total

    @cached_property
    def tax(self) -> int:
        """Gold that taxes would cost now (L5.3)."""
        tiles = self.data.events["taxes"].tiles if "taxes" in self.data.events else 2
        return -(-len(self.me.tiles) // max(1, tiles))

    def _due(self, event: str, good: str) -> int:
        """What an event takes of a good."""
        kind = self.data.events.get(event)
        if kind is None:
            return 0
        if event == "pay day":
            return self.wages.get(good, 0)
        if event == "taxes":
            return self.tax if good == "gold" else 0
        rooms = sum(bool(tile.room) for tile in self.me.tiles.values())
        due = {
            "rats": {"food": kind.food},
            "imp union": {"food": -(-self.me.imps // 2)},
            "landslide": {"gold": kind.gold},
            "fire inspection": {"gold": min(3, rooms)},
        }
        return due.get(event, {}).get(good, 0)

    @cached_property
    def due(self) -> Goods:
        """What this season's event will take of gold and food."""
        return {good: self._due(self.view.event, good) for good in ("gold", "food")}

    @cached_property
    def due_next(self) -> Goods:
        """What next season's event will take of gold and food."""
        return {good: self._due(self.view.next_event, good) for good in ("gold", "food")}

    def unit(self, good: str, stock: float) -> float:
        """What the unit that brings a good to this stock is worth, what falls due first."""
        short = SHORT.get(self.view.event if stock <= self.due[good] else self.view.next_event, {})
        if stock <= self.due[good]:
            return short.get(good, 1.5)
        if stock <= self.due[good] + self.due_next[good]:
            return 0.6 * short.get(good, 1.5)
        if self.seasons_left <= 0:
            return 0.15
        plenty = self.due[good] + self.due_next[good] + 5
        return PRICE[good] if stock <= plenty else 0.6 * PRICE[good]

    def stock_worth(self, good: str, stock: float, amount: int) -> float:
        """What it is worth to have so much more (or, below zero, less) of gold or food."""
        if amount >= 0:
            return sum(self.unit(good, stock + n) for n in range(1, amount + 1))
        return -sum(self.unit(good, stock - n) for n in range(-amount))

    @cached_property
    def strength(self) -> float:
        """The damage his lair and hand may be trusted to deal in a year's combat."""
        lair = sum(STRENGTH.get(monster.kind, 2.5) for monster in self.me.monsters)
        return lair + 2.2 * min(len(self.me.traps), self.data.rounds)

    @cached_property
    def coming(self) -> float:
        """Health of the party he must reckon with by the end of the year."""
        party = sum(hero.left for hero in self.me.party)
        average = 3.6 if self.view.year == 1 else 5.8
        to_come = self.seasons_this_year - 1 + (self.view.season != self.data.seasons[0])
        return party + average * max(0, to_come if self.view.season else 0)

    @cached_property
    def line_room(self) -> int:
        """Steps of evil until the paladins' line."""
        return self.data.evilometer.line - self.me.evil

    def evil_worth(self, amount: int) -> float:
        """What a change of evil by so much is worth: dear at the line, unless he wants company."""
        worth = 0.0
        evil = self.me.evil
        for _ in range(abs(amount)):
            at = evil if amount > 0 else evil - 1
            worth += self._step_cost(at)
            evil += 1 if amount > 0 else -1
        return -worth if amount > 0 else worth

    def _step_cost(self, at: int) -> float:
        """The cost of the step from `at` to the next space up."""
        line = self.data.evilometer.line
        if at + 1 >= line:
            return 0.2 if self.courts else 1.5
        return {1: 0.6, 2: 0.4, 3: 0.28}.get(line - 1 - at, 0.15)

    @cached_property
    def courts(self) -> bool:
        """Whether a paladin would be welcome: late in the year, and strong enough to keep him."""
        if any(hero.kind for hero in self.me.party):
            return True
        return self.seasons_this_year <= 2 and self.strength > 1.35 * (self.coming + 9)

    def price_worth(self, price: Goods) -> float:
        """What a price costs in points."""
        worth = 0.0
        for good, amount in price.items():
            if good == "evil":
                worth -= self.evil_worth(amount)
            else:
                worth += PRICE.get(good, 1.0) * amount
        return worth

    def monster_worth(self, kind: str) -> float:
        """Points that hiring this monster is worth, its price and wages taken off."""
        table = self.data.monsters[kind]
        need = max(0.35, min(1.3, 1.4 - (self.strength - self.coming) / 14))
        years = self.data.years - self.view.year + 1
        worth = table.points + 0.42 * STRENGTH.get(kind, 2.5) * need * (0.6 + 0.4 * years)
        wages = 0.3 * years * self.price_worth(table.price)
        paid = {good: n for good, n in table.price.items() if good not in ("gold", "food")}
        return worth - wages - self.price_worth(paid)

    @cached_property
    def diggable(self) -> int:
        """Cells where a tunnel could be dug now."""
        grid, tiles = self.data.grid, self.me.tiles
        return sum(dungeon.why_not_dig(grid, tiles, c) is None for c in dungeon.cells(grid))

    @cached_property
    def plain(self) -> list[str]:
        """His unconquered tunnels."""
        return self.me.unconquered(rooms=False)


def room_sites(view: View, lord: Lord, room: str) -> list[str]:
    """The cells where a room could be built now (L4.5)."""
    return [
        cell for cell in lord.tiles if dungeon.why_not_build(view.data, lord, room, cell) is None
    ]
