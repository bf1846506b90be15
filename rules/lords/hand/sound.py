"""What is impossible about a state, each with the rule that says so.

The master's hand refuses a command that adds one of these; the rules themselves never ask.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rules.kernel.question import Reason
from rules.lords import dungeon
from rules.lords.hand.grammar import breaks
from rules.lords.opening import FESTIVAL
from rules.lords.state import PHANTOM, Hero, Lord, State


def faults(state: State) -> Iterator[Reason]:
    """Everything that the rules could not have brought about."""
    for lord in state.lords:
        yield from _evil(state, lord)
        yield from _grid(state, lord)
        yield from _party(state, lord)
        yield from _orders(state, lord)
        yield from _hand(state, lord)
    yield from _cards(state)
    yield from _heroes(state)
    yield from _season(state)
    yield from _places(state)
    yield from _combat_cards(state)


def _evil(state: State, lord: Lord) -> Iterator[Reason]:
    meter = state.data.evilometer
    if not meter.kindest <= lord.evil <= meter.most:
        yield breaks("off the evilometer", "L1.3", seat=lord.seat, evil=lord.evil,
                     least=meter.kindest, most=meter.most)  # fmt: skip


def _grid(state: State, lord: Lord) -> Iterator[Reason]:
    """The dungeon hangs together, has no full square, its rooms are apart and in zone (L4)."""
    data, tiles = state.data, lord.tiles
    if not tiles:
        yield breaks("no way in", "L1.2", seat=lord.seat, cell=data.grid.entrance)
    for cell, steps in dungeon.distances(data.grid, tiles).items():
        if steps == dungeon.FAR:
            yield breaks("no way in", "L4.1", seat=lord.seat, cell=cell)
        if cell[0] in data.grid.columns[:-1]:
            beside = data.grid.columns[data.grid.columns.index(cell[0]) + 1]
            below = int(cell[1:]) + 1
            square = [cell, f"{beside}{cell[1:]}", f"{cell[0]}{below}", f"{beside}{below}"]
            if all(other in tiles for other in square):
                yield breaks("full square", "L4.1", seat=lord.seat, cell=cell,
                             **{"with": square[1:]})  # fmt: skip
        yield from _tile(state, lord, cell)


def _tile(state: State, lord: Lord, cell: str) -> Iterator[Reason]:
    data, tile = state.data, lord.tiles[cell]
    if tile.walls and (tile.room or tile.conquered):
        yield breaks("no walls here", "L6.2", seat=lord.seat, cell=cell)
    if not tile.room:
        return
    for other in dungeon.neighbours(data.grid, cell):
        room = lord.tiles[other].room if other in lord.tiles else ""
        if room and other > cell:
            yield breaks("beside a room", "L4.5", seat=lord.seat, cell=cell, other=other,
                         room=room)  # fmt: skip
    zone = data.rooms[tile.room].zone
    if zone and cell not in data.grid.zones[zone]:
        yield breaks("wrong zone", "L4.7", seat=lord.seat, cell=cell, room=tile.room, zone=zone)


def _party(state: State, lord: Lord) -> Iterator[Reason]:
    if sum(1 for hero in lord.party if hero.kind) > 1:
        yield breaks("one paladin a lord", "L8.4", seat=lord.seat)
    for place, hero in enumerate(lord.party, start=1):
        if hero.wounds >= hero.health:
            yield breaks("too many wounds", "L9.5", seat=lord.seat, member=place,
                         health=hero.health)  # fmt: skip


def _orders(state: State, lord: Lord) -> Iterator[Reason]:
    data = state.data
    for what, rule in (("executed", "L2.8"), ("barred", "L2.5")):
        if len(getattr(lord, what)) > max(data.orders, data.drawn_at_setup):
            yield breaks("enough orders", rule, seat=lord.seat, orders=data.orders)
    if lord.discards_owed > data.extra_traps[state.year - 1]:
        yield breaks("no such discard", "L2.3", seat=lord.seat,
                     most=data.extra_traps[state.year - 1])  # fmt: skip
    if lord.drawn_last and lord.drawn_last not in lord.traps:
        yield breaks("no such trap", "L2.3", seat=lord.seat, trap=lord.drawn_last)
    if lord.errands and lord.errands.busy > lord.imps:
        yield breaks("too few imps", "L4.4", seat=lord.seat, needs=lord.errands.busy,
                     has=lord.imps)  # fmt: skip


def _hand(state: State, lord: Lord) -> Iterator[Reason]:
    """A pet a winter; those dealt wait only for the first orders of a year (L7.1)."""
    data = state.data
    most = state.year if data.pets_dealt else 0
    if len(lord.pets) + len(lord.used_pets) > most:
        yield breaks("too many pets", "L7.1", seat=lord.seat, most=most)
    due = state.season == data.seasons[0] and state.step in ("opening", "orders")
    if len(lord.dealt) > (data.pets_dealt if due else 0):
        yield breaks("no pets dealt", "L7.1", seat=lord.seat)


def _more_than(
    there: Iterable[str], printed: Mapping[str, int], rule: str, exactly: bool = False
) -> Iterator[Reason]:
    for card, count in Counter(there).items():
        if count > printed.get(card, 0):
            yield breaks("no more of these", rule, card=card, there=count,
                         printed=printed.get(card, 0))  # fmt: skip


def _cards(state: State) -> Iterator[Reason]:
    """No card is there more often than it was printed (L4.7, L5.4, L7.2, L9.8)."""
    data, year = state.data, state.year
    rooms = [*state.room_deck, *state.offer.rooms]
    traps = [*state.trap_deck, *state.trap_discards]
    pets, lairs = [*state.pet_deck], [*state.monster_deck, *state.offer.monsters]
    of_year = {name: kind.copies[year - 1] for name, kind in data.monsters.items()}
    yield from _more_than(lairs, of_year, "L5.4")
    for lord in state.lords:
        rooms += [*lord.plans, *(tile.room for tile in lord.tiles.values() if tile.room)]
        traps += lord.traps
        pets += [*lord.pets, *lord.dealt, *lord.used_pets]
        lairs += [monster.kind for monster in lord.monsters]
    so_far = {name: sum(kind.copies[:year]) for name, kind in data.monsters.items()}
    yield from _more_than(lairs, so_far, "L5.4")
    yield from _more_than(rooms, dict.fromkeys(data.rooms, 1), "L4.7")
    yield from _more_than(traps, {n: t.copies for n, t in data.traps.traps.items()}, "L9.8")
    yield from _more_than(pets, {n: p.copies for n, p in data.pets.items()}, "L7.2")
    events = [e for e in (state.event, state.next_event) if e]
    every = dict.fromkeys(data.events, 1)
    yield from _more_than([*events, *state.event_deck, *state.special_deck], every, "L5.1")


def _heroes(state: State) -> Iterator[Reason]:
    """Heroes by class and paladins by kind, against those of the years so far (L8.1, L8.2)."""
    data = state.data
    abroad = [*state.hero_deck, *state.heroes, *state.next_heroes, *state.tent]
    prison: list[Hero] = []
    for lord in state.lords:
        abroad += [hero for hero in lord.party if hero.cls != PHANTOM]
        prison += lord.prisoners
    for heroes, years in ((abroad, [state.year]), (abroad + prison, range(1, state.year + 1))):
        printed = dict.fromkeys(data.heroes.paladins, len(years))
        for year in years:
            for cls, rows in data.heroes.year[year].items():
                printed[cls] = printed.get(cls, 0) + len(rows)
        for cls, rows in data.heroes.year[state.year].items():
            yield from _figures(cls, [row[:2] for row in rows], abroad)
        names = [hero.kind or hero.cls for hero in heroes]
        kinds = [name for name in names if name in data.heroes.paladins]
        yield from _more_than(kinds, printed, "L8.2")
        yield from _more_than((n for n in names if n not in kinds), printed, "L8.1")
    tent = [hero.kind for hero in state.tent]
    if tent != sorted(tent, key=list(data.heroes.paladins).index):
        yield breaks("tent out of order", "L8.4")


def _figures(cls: str, rows: Sequence[tuple[int, ...]], heroes: Iterable[Hero]) -> Iterator[Reason]:
    """Which of a class are there: strengths are printed, health may have grown (L5.4, L9.9)."""
    printed = Counter(row[0] for row in rows)
    there = Counter(hero.strength for hero in heroes if hero.cls == cls)
    for strength, count in there.items():
        if count > printed[strength]:
            yield breaks("no such hero", "L8.1", cls=cls, strength=strength, there=count,
                         printed=printed[strength])  # fmt: skip


def _season(state: State) -> Iterator[Reason]:
    """What lies on the table in a season: no more of it than is laid out (L3.1, L3.4, L6.1)."""
    data, lords = state.data, len(state.lords)
    rooms = data.rooms_offered + data.rooms_kept
    for what, offered, limit in (
        ("monster", state.offer.monsters, data.monsters_offered),
        ("room", state.offer.rooms, rooms),
    ):
        if len(offered) > limit:
            yield breaks("too many on offer", "L3.1", good=what, most=limit)
    shown = max(lords, data.heroes_least)
    for heroes in (state.heroes, state.next_heroes):
        if len(heroes) > shown:
            yield breaks("too many heroes", "L3.4", most=shown)
    if state.gifts and state.season != FESTIVAL:
        yield breaks("no fair", "L6.1")
    if len(state.gifts) > lords:
        yield breaks("too many gifts", "L6.1", most=lords)
    yield from _more_than(state.gifts, dict.fromkeys(data.gifts.gifts, 1), "L6.1")
    first, last = data.seasons[0], data.seasons[-1]
    if state.event and state.season == first:
        yield breaks("no event now", "L3.3")
    if state.next_event and state.season == last:
        yield breaks("no event now", "L3.1")


def _places(state: State) -> Iterator[Reason]:
    """Three servants, each at another site; so many clerks, each at so many sites (L2)."""
    data = state.data
    servants: Counter[int] = Counter()
    for site, places in state.places.items():
        for seat, count in Counter(seat for seat in places if seat).items():
            servants[seat] += count
            if count > 1:
                yield breaks("same site", "L2.5", seat=seat, site=site)
    for seat, count in servants.items():
        if count > data.orders:
            yield breaks("enough orders", "L2.5", seat=seat, orders=data.orders)
    missing = max(0, data.missing_lords_under - len(state.lords))
    if len(state.clerks) > missing:
        yield breaks("too many clerks", "L2.11", most=missing)
    for clerk in state.clerks:
        if len(clerk) > data.clerk_sites or len(set(clerk)) < len(clerk):
            yield breaks("clerk's sites", "L2.11", most=data.clerk_sites)


def _combat_cards(state: State) -> Iterator[Reason]:
    """One card a round, all of this year, and turned as the rounds go by (L9, L9.9)."""
    data = state.data
    for number, card in enumerate(state.cards, start=1):
        if data.cards[card].year != state.year:
            yield breaks("another year's card", "L9.9", card=card, round=number)
    yield from _more_than(state.cards, dict.fromkeys(data.cards, 1), "L9.9")
    passed = state.round - 1 if state.step == "combat" and state.battle is None else None
    if passed is not None and len(state.turned) != passed:
        yield breaks("cards turned", "L9", turned=len(state.turned), round=state.round)
    if state.season and state.turned:
        yield breaks("cards turned", "L9", turned=len(state.turned), round=state.round)
    if state.turned != state.cards[: len(state.turned)]:
        yield breaks("cards turned otherwise", "L9.9")
