"""What must be true of every state, whatever was played: goods, cards, dungeons, what is hidden.

Used by the fuzzer and the tests, never by the rules. Every check yields a sentence a fault.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from rules.kernel.facts import Fact
from rules.lords import dungeon
from rules.lords.data import Data
from rules.lords.facts import FACTS
from rules.lords.state import HIDDEN, Lord, State, View, view

PURSE = ("gold", "food", "imps", "letters")


def faults(state: State) -> list[str]:
    """Everything that is impossible about this state; an empty list when it is sound."""
    found = [*cards(state), *secrets(state)]
    for lord in state.lords:
        found += [
            f"seat {lord.seat}: {fault}" for fault in (*goods(state, lord), *grid(state, lord))
        ]
    return found


def goods(state: State, lord: Lord) -> Iterator[str]:
    """Nothing is negative and evil is on the evilometer (L1.3)."""
    for good in PURSE:
        if getattr(lord, good) < 0:
            yield f"{good} is {getattr(lord, good)}"
    meter = state.data.evilometer
    if not meter.kindest <= lord.evil <= meter.most:
        yield f"evil is {lord.evil}"
    for site, left in lord.permits.items():
        if left < 0:
            yield f"permit for {site} is {left}"
    for hero in lord.party:
        if hero.wounds < 0 or (hero.wounds >= hero.health and state.step != "combat"):
            yield f"{hero.cls} at the gate has {hero.wounds} wounds of {hero.health}"
    if sum(1 for hero in lord.party if hero.kind) > 1:
        yield "two paladins in one party"


def grid(state: State, lord: Lord) -> Iterator[str]:
    """The dungeon hangs together, has no full square, its rooms are apart and in zone (L4)."""
    data, tiles = state.data, lord.tiles
    for cell, steps in dungeon.distances(data.grid, tiles).items():
        if steps == dungeon.FAR:
            yield f"{cell} can't be reached"
        if _square(data, cell) <= tiles.keys():
            yield f"the square below and right of {cell} is full"
        room = tiles[cell].room
        if not room:
            continue
        for other in dungeon.neighbours(data.grid, cell):
            if other in tiles and tiles[other].room:
                yield f"rooms side by side at {cell} and {other}"
        zone = data.rooms[room].zone
        if zone and cell not in data.grid.zones[zone]:
            yield f"{room} at {cell} is out of its zone"
        if tiles[cell].walls:
            yield f"strong walls in a room at {cell}"


def _square(data: Data, cell: str) -> set[str]:
    """The 2x2 block whose upper left corner the cell is; reaches over the edge at the edge."""
    beside = data.grid.columns.find(cell[0]) + 1
    columns = cell[0] + (data.grid.columns[beside : beside + 1] or "-")
    return {f"{column}{row}" for column in columns for row in (int(cell[1:]), int(cell[1:]) + 1)}


def cards(state: State) -> Iterator[str]:
    """No card is there more often than it was printed; traps and pets never get lost."""
    data, years = state.data, range(state.year)
    traps = Counter([*state.trap_deck, *state.trap_discards])
    pets = Counter(state.pet_deck)
    rooms = Counter([*state.room_deck, *state.offer.rooms])
    lairs = Counter([*state.monster_deck, *state.offer.monsters])
    yield from _more_than(
        "monster in the deck and on offer",
        lairs,
        {name: kind.copies[state.year - 1] for name, kind in data.monsters.items()},
    )
    for lord in state.lords:
        traps.update(lord.traps)
        pets.update([*lord.pets, *lord.dealt, *lord.used_pets])
        rooms.update([*lord.plans, *(tile.room for tile in lord.tiles.values() if tile.room)])
        lairs.update(monster.kind for monster in lord.monsters)
    yield from _more_than("room", rooms, dict.fromkeys(data.rooms, 1))
    printed = {name: sum(kind.copies[y] for y in years) for name, kind in data.monsters.items()}
    yield from _more_than("monster", lairs, printed)
    for what, there, copies in (
        ("trap", traps, {name: trap.copies for name, trap in data.traps.traps.items()}),
        ("pet", pets, {name: pet.copies for name, pet in data.pets.items()}),
    ):
        for name in {*there, *copies}:
            if there[name] != copies.get(name, 0):
                yield f"{what} {name}: {there[name]} of {copies.get(name, 0)}"
    yield from _heroes(state, data)


def _heroes(state: State, data: Data) -> Iterator[str]:
    """Heroes by class and paladins by kind, against those of the years so far (L8.1, L8.2)."""
    abroad = [*state.hero_deck, *state.heroes, *state.next_heroes, *state.tent]
    prison = []
    for lord in state.lords:
        abroad += lord.party
        prison += lord.prisoners
    this_year = {cls: len(rows) for cls, rows in data.heroes.year[state.year].items()}
    so_far: Counter[str] = Counter()
    for year in range(1, state.year + 1):
        so_far.update({cls: len(rows) for cls, rows in data.heroes.year[year].items()})
    now = Counter(hero.kind or hero.cls for hero in abroad if hero.cls != "phantom")
    paladins = dict.fromkeys(data.heroes.paladins, 1)
    yield from _more_than("hero", now, {**this_year, **paladins})
    now.update(hero.kind or hero.cls for hero in prison)
    yield from _more_than("hero", now, {**so_far, **dict.fromkeys(paladins, state.year)})


def _more_than(what: str, there: Counter[str], most: dict[str, int]) -> Iterator[str]:
    for name, count in there.items():
        if count > most.get(name, 0):
            yield f"{what} {name}: {count} of {most.get(name, 0)}"


def secrets(state: State) -> Iterator[str]:
    """Nobody's view holds what is hidden from him (L1.5)."""
    for viewer in (None, *(lord.seat for lord in state.lords)):
        seen = view(state, viewer)
        who = f"view of {viewer or 'the group'}"
        yield from (f"{who}: {fault}" for fault in _seen(state, seen))


def _seen(state: State, seen: View) -> Iterator[str]:
    for name in seen.__struct_fields__:
        if name != "cards" and (name == "seed" or name.endswith(("deck", "discards", "streams"))):
            yield f"holds {name}"
    for lord in seen.lords:
        if lord.seat == seen.viewer:
            continue
        if {*lord.traps, *lord.pets, *lord.dealt} - {HIDDEN}:
            yield f"the hand of seat {lord.seat} is open"
        if lord.spied or lord.drawn_last:
            yield f"what seat {lord.seat} has spied or drawn is open"
    known = {*range(1, len(state.turned) + 1)}
    if seen.viewer:
        known.update(state.lord(seen.viewer).spied)
    for number, card in enumerate(seen.cards, 1):
        if (card != HIDDEN) != (number in known):
            yield f"card {number} is {card}"


def told(facts: Iterable[Fact]) -> list[str]:
    """Facts of kinds, or with fields, that the catalogue does not know."""
    found = []
    for fact in facts:
        fields = FACTS.get(fact.kind)
        if fields is None:
            found.append(f"fact {fact.kind!r} is not in the catalogue")
        elif set(fact.data) != set(fields):
            odd = sorted(set(fact.data) ^ set(fields))
            found.append(f"fact {fact.kind!r}: {', '.join(odd)} missing or too much")
    return found
