"""Which three orders: the sites by what they are worth now, the wish lists by worth."""

from collections.abc import Callable

from rules.kernel.question import CLAUSE, RANK
from rules.kernel.stream import Stream
from rules.lords import cost, decks, inaccessible
from rules.lords.data import Place
from rules.lords.judgement.follow import Clauses
from rules.lords.judgement.production import Season
from rules.lords.judgement.worth import Outlook, room_sites
from rules.lords.state import View

PETS = {
    "show dog": 6, "magpie": 5, "hamster": 4, "mole": 4, "monkey": 3, "hedgehog": 3, "mouse": 3,
    "bat": 3, "parrot": 2,
}  # fmt: skip
"""Which pet is kept: the higher, the sooner."""

CELLS = 3
"""How many cells an order to dig or mine names."""

LIKELY = 0.75
"""How sure he is of the first free place of a site, against the second."""

NEVER = -9.0
"""Points of an order that can't be given or finds no place."""

UNPAID = -0.6
"""Points of standing at a place that can't be paid."""

IMP, TRAP = 0.26, 1.9
"""Points of one more imp a season, and of the first trap."""

ROOM = 0.5
"""How much of a room's points a plan is worth: it still takes an imp, a season, and may be lost."""

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
    shut = inaccessible.shut(view.me, view.data.inaccessible)
    left = {site: None for site in view.data.sites if site not in shut}
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
        self.gold, self.food, self.hands = self.me.gold, self.me.food, self.me.imps
        self.income = 0
        self.sent: list[str] = []
        self.hands -= min(len(self.me.plans), self.hands)

    def value(self, site: str) -> float:
        """What sending a servant here is worth in points: mostly the first free place's worth."""
        places = self.places(site)
        bribe = self.data.bribe if site in self.me.barred else 0
        if not places or bribe > self.gold:
            return NEVER
        bribed = self.spent("gold", bribe)
        self.gold -= bribe
        worths = [self.place_worth(site, place) for place in places[:2]]
        self.gold += bribe
        likely = worths[0] if len(worths) == 1 else LIKELY * worths[0] + (1 - LIKELY) * worths[1]
        return bribed + likely

    def send(self, site: str) -> list[str]:
        """Count the order as given; the words that go with it."""
        if site in self.me.barred:
            self.gold -= self.data.bribe
        self.sent.append(site)
        words = WORDS[site](self) if site in WORDS else []
        place = next(iter(self.places(site)), None)
        if place:
            self.gold -= place.pay.get("gold", 0)
            self.food -= place.pay.get("food", 0)
            if "mine" in place.gain:
                self.income += self.usable(place.gain["mine"], place, len(self.outlook.plain))
            for permit in ("mine", "tunnels"):
                used = place.gain.get(permit, 0) + place.gain.get("foreman", 0)
                self.hands = max(0, self.hands - used)
        return words

    def places(self, site: str) -> list[Place]:
        """The places of a site that no clerk has taken, the first first."""
        places, taken = self.data.sites[site].places, self.view.places.get(site, [])
        return [p for n, p in enumerate(places) if n >= len(taken) or taken[n] is None]

    def spent(self, good: str, amount: int) -> float:
        """What spending so much gold or food is worth: less than nothing."""
        stock = self.gold + self.income if good == "gold" else self.food
        return self.outlook.stock_worth(good, stock, -amount)

    def usable(self, number: int, place: Place, most: int) -> int:
        """How much of a permit his idle imps can use (L2.1)."""
        return max(0, min(number, self.hands - place.gain.get("foreman", 0), most))

    def place_worth(self, site: str, place: Place) -> float:
        """What one place of a site is worth: its gains less its price."""
        pay = place.pay
        if pay.get("gold", 0) > self.gold or pay.get("food", 0) > self.food:
            return UNPAID
        worth = sum(self.spent(good, n) for good, n in pay.items() if good in ("gold", "food"))
        worth += self.outlook.evil_worth(place.gain.get("evil", 0) + pay.get("evil", 0))
        gold, food = self.gold, self.food
        self.gold, self.food = gold - pay.get("gold", 0), food - pay.get("food", 0)
        for good, amount in place.gain.items():
            if good in GAINS:
                worth += GAINS[good](self, amount, place)
        self.gold, self.food = gold, food
        return worth

    # what each gain is worth

    def gold_gain(self, amount: int, place: Place) -> float:
        """Gold, what falls due first."""
        return self.outlook.stock_worth("gold", self.gold + self.income, amount)

    def food_gain(self, amount: int, place: Place) -> float:
        """Food feeds monsters and makes imps."""
        return self.outlook.stock_worth("food", self.food, amount)

    def spy_gain(self, amount: int, place: Place) -> float:
        """Spying is a little help."""
        return 0.15 * amount if decks.unseen_rounds(self.view, self.me.seat) else 0.0

    def imps_gain(self, amount: int, place: Place) -> float:
        """Imps work for the rest of the game, and pay back early."""
        seasons = min(self.outlook.seasons_left, 7)
        worth = 0.0
        for number in range(self.me.imps + 1, self.me.imps + amount + 1):
            worth += IMP * seasons * (1.0 if number <= 6 else 0.6 if number <= 9 else 0.2)
        return worth + 0.15 * amount

    def trap_gain(self, amount: int, place: Place) -> float:
        """A trap a round is enough; they are worth most when the party is big."""
        have, worth = len(self.me.traps), 0.0
        pressure = 1.15 if self.outlook.coming > self.outlook.strength else 0.85
        for number in range(have + 1, have + amount + 1):
            worth += pressure * (TRAP - 0.22 * number if number <= self.data.rounds else 0.1)
        return worth

    def tunnels_gain(self, amount: int, place: Place) -> float:
        """Tunnels are to be mined and built in; they are taxed and lost to heroes too."""
        dug = self.usable(amount, place, self.outlook.diggable)
        tiles, worth = len(self.outlook.plain), 0.0
        for number in range(tiles + 1, tiles + dug + 1):
            worth += 0.95 if number <= 5 else 0.6 if number <= 7 else 0.3 if number <= 9 else 0.15
        due = "taxes" in (self.view.event, self.view.next_event)
        return worth - dug * (0.9 if due else 0.15)

    def mine_gain(self, amount: int, place: Place) -> float:
        """An imp for a gold piece is the best of trades."""
        mined = self.usable(amount, place, len(self.outlook.plain))
        return self.gold_gain(mined, place)

    def monster_gain(self, amount: int, place: Place) -> float:
        """The best of those he can feed."""
        wishes = self.monsters()
        return max((self.hire_worth(kind) for kind in wishes[:1]), default=UNPAID)

    def room_gain(self, amount: int, place: Place) -> float:
        """Two points at the end, and what it does, if it can be built."""
        wishes = self.rooms()
        if not wishes:
            return UNPAID
        return ROOM * (self.room_worth(wishes[0]) - 0.4 - 0.5 * len(self.me.plans))

    # wishes

    def hire_worth(self, kind: str) -> float:
        """What hiring a monster is worth, with what its price in gold and food is worth now."""
        price = self.data.monsters[kind].price
        paid = sum(self.spent(good, n) for good, n in price.items() if good in ("gold", "food"))
        return self.outlook.monster_worth(kind) + paid

    def payable(self, kind: str) -> bool:
        """Whether a monster's price is in hand."""
        price = self.data.monsters[kind].price
        if price.get("gold", 0) > self.gold or price.get("food", 0) > self.food:
            return False
        return cost.why_not_pay(self.view, self.me, price) is None

    def monsters(self) -> list[str]:
        """The monsters on offer worth hiring, those he can pay first, the best first."""
        kinds = dict.fromkeys(self.view.offer.monsters)
        worth = {kind: self.hire_worth(kind) for kind in kinds if self.payable(kind)}
        return sorted((k for k in worth if worth[k] > ENOUGH), key=lambda k: -worth[k])

    def monster_words(self) -> list[str]:
        """The wish list at the monsters' site: those he can pay, then those he may be able to."""
        sure = self.monsters()
        rest = [
            kind
            for kind in dict.fromkeys(self.view.offer.monsters)
            if kind not in sure and self.hire_worth(kind) > ENOUGH
        ]
        wishes = [*sure, *sorted(rest, key=lambda kind: -self.hire_worth(kind))]
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

    def tunnels_words(self) -> list[str]:
        """The cells to be dug, where they are named with the order (L2.17)."""
        return Season(self.view).cells(CELLS) if self.data.cells_with_orders else []

    def gold_words(self) -> list[str]:
        """The tunnels to be mined, where they are named with the order (L2.17)."""
        return self.outlook.plain[:CELLS] if self.data.cells_with_orders else []

    def room_words(self) -> list[str]:
        """The wish list at the rooms' site."""
        return ranked(self.rooms())


def ranked(wishes: list[str]) -> list[str]:
    """A ranking as tokens."""
    return [wish if number == 0 else RANK + wish for number, wish in enumerate(wishes)]


GAINS: dict[str, Callable[[Purse, int, Place], float]] = {
    "gold": Purse.gold_gain,
    "food": Purse.food_gain,
    "spy": Purse.spy_gain,
    "imps": Purse.imps_gain,
    "trap": Purse.trap_gain,
    "tunnels": Purse.tunnels_gain,
    "mine": Purse.mine_gain,
    "monster": Purse.monster_gain,
    "room": Purse.room_gain,
}
"""What each gain of a place is worth; evil is counted with its price, foremen with the permit."""

WORDS: dict[str, Callable[[Purse], list[str]]] = {
    "tunnels": Purse.tunnels_words,
    "gold": Purse.gold_words,
    "monster": Purse.monster_words,
    "room": Purse.room_words,
}
