"""Which three orders: the sites by what they are worth now, the wish lists by worth."""

from collections.abc import Callable

from rules.kernel.question import CLAUSE, RANK
from rules.kernel.stream import Stream
from rules.lords import cost, decks
from rules.lords.data import Goods
from rules.lords.judgement.follow import Clauses
from rules.lords.judgement.worth import PRICE, Outlook, room_sites
from rules.lords.state import View

PETS = {
    "show dog": 6, "magpie": 5, "hamster": 4, "mole": 4, "monkey": 3, "hedgehog": 3, "mouse": 3,
    "bat": 3, "parrot": 2,
}  # fmt: skip
"""Which pet is kept: the higher, the sooner."""

BRIBE = 0.75
"""Points that the gold of a bribe is worth."""

ENOUGH = 0.05
"""A site worth less is only gone to for want of a better one."""


def plan(view: View, stream: Stream) -> Clauses:
    """Three sites, the dearest first, each with its wishes."""
    outlook = Outlook(view)
    purse = Purse(outlook)
    clauses: list[list[str]] = []
    if view.me.dealt:
        best = max(view.me.dealt, key=lambda pet: PETS.get(pet, 1))
        clauses.append([CLAUSE + "keep", best])
    left = dict.fromkeys(view.data.sites)
    for _ in range(view.data.orders):
        values = {site: purse.value(site) + stream.below(100) / 2000 for site in left}
        site = max(values, key=lambda name: values[name])
        del left[site]
        clauses.append([CLAUSE + site, *purse.send(site)])
    return clauses


class Purse:
    """What is still in hand while the orders are written, and what each site is worth then."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        self.view, self.me, self.data = outlook.view, outlook.me, outlook.data
        self.gold, self.food = self.me.gold, self.me.food
        self.sent: list[str] = []

    def value(self, site: str) -> float:
        """What sending a servant here is worth in points."""
        worth = VALUES[site](self)
        if site in self.me.barred:
            worth = worth - BRIBE if self.gold >= self.data.bribe else -9.0
        return worth

    def send(self, site: str) -> list[str]:
        """Count the order as given; the words that go with it."""
        if site in self.me.barred:
            self.gold -= self.data.bribe
        self.sent.append(site)
        words = WORDS[site](self) if site in WORDS else []
        price = self.price(site)
        self.gold -= price.get("gold", 0)
        self.food -= price.get("food", 0)
        return words

    def price(self, site: str) -> Goods:
        """The price of the first free place, which is where he reckons to stand."""
        places, taken = self.data.sites[site].places, self.view.places.get(site, [])
        for number, place in enumerate(places):
            if number >= len(taken) or taken[number] is None:
                return place.pay
        return {}

    def payable(self, site: str) -> bool:
        """Whether the first free place's gold and food are in hand."""
        price = self.price(site)
        return price.get("gold", 0) <= self.gold and price.get("food", 0) <= self.food

    # what each site is worth

    def food_value(self) -> float:
        """Food feeds monsters and makes imps."""
        need = self.outlook.owed("food") + (0 if self.outlook.last_season else 3)
        short = max(0.0, min(3.0, need - self.me.food))
        worth = 0.55 * short + 0.3 * (3 - short) - 0.45
        return worth if self.payable("food") else worth - 0.4

    def reputation_value(self) -> float:
        """Better before the line is reached than behind it; spying is a little help."""
        spying = 0.15 if decks.unseen_rounds(self.view, self.me.seat) else 0
        return 0.85 * self.outlook.evil_worth(-2) + spying - 0.25

    def tunnels_value(self) -> float:
        """Tunnels are to be mined, built in, and lost to heroes; the more the less."""
        outlook = self.outlook
        dug = min(self.me.imps, 3, outlook.diggable)
        tiles = len(outlook.plain)
        each = 0.75 if tiles <= 4 else 0.5 if tiles <= 7 else 0.3
        return dug * each

    def gold_value(self) -> float:
        """An imp for a gold piece is the best of trades."""
        outlook = self.outlook
        imps = self.me.imps - (2 if "tunnels" in self.sent else 0)
        mined = max(0, min(imps, 3, len(outlook.plain)))
        need = outlook.owed("gold") + 3
        each = PRICE["gold"] * (1.5 if self.me.gold < need else 1.0 if self.me.gold < 8 else 0.5)
        return mined * each

    def imps_value(self) -> float:
        """Imps work for the rest of the game, and pay back early."""
        if not self.payable("imps"):
            return -0.5
        left = self.outlook.seasons_left
        more = 0.22 * min(left, 8) * (1.0 if self.me.imps < 6 else 0.6 if self.me.imps < 9 else 0.2)
        return 1.3 * more - PRICE["food"]

    def traps_value(self) -> float:
        """A trap a round is enough; they are worth most when the party is big."""
        if not self.payable("traps"):
            return -0.5
        have, rounds = len(self.me.traps), self.data.rounds
        if self.view.year == self.data.years and self.outlook.seasons_left == 0:
            return 0
        need = 1.25 - 0.28 * have if have < rounds else -0.2
        pressure = 1.3 if self.outlook.coming > self.outlook.strength else 0.9
        soon = 1.25 if self.outlook.seasons_this_year <= 3 else 0.9
        return need * pressure * soon

    def monster_value(self) -> float:
        """The best of those he can feed."""
        wishes = self.monsters()
        return self.outlook.monster_worth(wishes[0]) if wishes else -0.5

    def room_value(self) -> float:
        """Two points at the end, and what it does, if it can be built."""
        wishes = self.rooms()
        if not wishes or not self.payable("room"):
            return -0.5
        return self.room_worth(wishes[0]) - 0.5 - 0.4 * len(self.me.plans)

    # wishes

    def monsters(self) -> list[str]:
        """The monsters on offer worth hiring, the best first."""
        first = self.price("monster")
        found = []
        for kind in dict.fromkeys(self.view.offer.monsters):
            price = cost.both(first, self.data.monsters[kind].price)
            if price.get("gold", 0) > self.gold or price.get("food", 0) > self.food:
                continue
            if cost.why_not_pay(self.view, self.me, price) is None:
                found.append(kind)
        worth = {kind: self.outlook.monster_worth(kind) for kind in found}
        return sorted((k for k in found if worth[k] > ENOUGH), key=lambda k: -worth[k])

    def monster_words(self) -> list[str]:
        """The wish list at the monsters' site: those he can pay, then those he may be able to."""
        sure = self.monsters()
        rest = [
            kind
            for kind in dict.fromkeys(self.view.offer.monsters)
            if kind not in sure and self.outlook.monster_worth(kind) > ENOUGH
        ]
        wishes = [*sure, *sorted(rest, key=lambda kind: -self.outlook.monster_worth(kind))]
        if sure:
            price = self.data.monsters[sure[0]].price
            self.gold -= price.get("gold", 0)
            self.food -= price.get("food", 0)
        return ranked(wishes)

    def room_worth(self, room: str) -> float:
        """Points of a room: its own, and what it makes or counts."""
        kind, outlook = self.data.rooms[room], self.outlook
        worth = float(self.data.scoring.room) + 0.4
        if kind.produces:
            worth += 0.12 * outlook.seasons_left * (self.me.imps >= kind.imps + 2)
        lair = [monster.kind for monster in self.me.monsters]
        worth += sum(0.8 * points * lair.count(name) for name, points in kind.points.items())
        if kind.stronger:
            worth += sum(0.5 * lair.count(name) for name in kind.stronger)
        return worth + (1.5 if kind.title_points else 0) + (0.6 if kind.no_spells else 0)

    def rooms(self) -> list[str]:
        """The rooms on offer that he could build, the best first."""
        rooms = dict.fromkeys(self.view.offer.rooms)
        found = [room for room in rooms if room_sites(self.view, self.me, room)]
        return sorted(found, key=lambda room: -self.room_worth(room))

    def room_words(self) -> list[str]:
        """The wish list at the rooms' site."""
        return ranked(self.rooms())


def ranked(wishes: list[str]) -> list[str]:
    """A ranking as tokens."""
    return [wish if number == 0 else RANK + wish for number, wish in enumerate(wishes)]


VALUES: dict[str, Callable[[Purse], float]] = {
    "food": Purse.food_value,
    "reputation": Purse.reputation_value,
    "tunnels": Purse.tunnels_value,
    "gold": Purse.gold_value,
    "imps": Purse.imps_value,
    "traps": Purse.traps_value,
    "monster": Purse.monster_value,
    "room": Purse.room_value,
}

WORDS: dict[str, Callable[[Purse], list[str]]] = {
    "monster": Purse.monster_words,
    "room": Purse.room_words,
}
