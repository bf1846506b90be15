"""What a house rule may not do: data with which a game could not be played to its end."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from rules.kernel.question import Reason
from rules.lords import gifts
from rules.lords.cost import PURSE
from rules.lords.data import Data, Goods
from rules.lords.gains import COUNTED
from rules.lords.hand.grammar import breaks
from rules.lords.sites import GAINS
from rules.lords.work import PERMITS

PRICES = (*PURSE, "evil", "trap", "monster")
"""What can be paid (L2, L5.4)."""

DIVISORS = {"taxes": "tiles", "inspector": "share", "union": "imps"}
"""By kind of event, the number that something is divided by (L5)."""


def why_unsound(data: Data) -> Reason | None:
    """The first thing that is wrong, with its rule; None when a game can be played with it."""
    return next((why for check in CHECKS for why in check(data)), None)


def _within(path: str, number: int, least: int, most: int, rule: str) -> Iterator[Reason]:
    if not least <= number <= most:
        yield breaks("out of range", rule, path=path, least=least, most=most)


def _ranges(data: Data) -> Iterator[Reason]:
    meter, rows = data.evilometer, data.grid.rows
    free = len(data.sites) - data.inaccessible
    for path, number, least, most, rule in (
        ("years", data.years, 1, len(data.room_uses), "L3"),
        ("rounds", data.rounds, 1, _cards(data), "L9"),
        ("orders", data.orders, 1, min(4, free // 2), "L2.5"),
        ("first", data.first, 1, data.seats[1], "L1.1"),
        ("clerk_sites", data.clerk_sites, 0, len(data.sites), "L2.11"),
        ("clerk_place", data.clerk_place, 1, data.places, "L2.11"),
        ("missing_lords_under", data.missing_lords_under, 0,
         data.seats[0] + data.places, "L2.11"),
        ("inaccessible", data.inaccessible, 0, data.orders - 1, "L2.12"),
        ("drawn_at_setup", data.drawn_at_setup, data.inaccessible, len(data.sites), "L2.12"),
        ("evilometer.most", meter.most, meter.kindest + 1, 30, "L1.3"),
        ("evilometer.line", meter.line, meter.kindest, meter.most, "L1.3"),
        ("start.evil", data.start.evil, meter.kindest, meter.most, "L1.3"),
        ("neutral.evil", data.neutral.evil, 0, meter.most, "L2.16"),
        ("grid.rows", rows, max(int(c[1:]) for c in data.start.tunnels), 4, "L1.2"),
        ("pets_dealt", data.pets_dealt, 0, 4, "L7.1"),
        ("bribe", data.bribe, 0, 20, "L2.5"),
    ):  # fmt: skip
        yield from _within(path, number, least, most, rule)


def _cards(data: Data) -> int:
    years = range(1, data.years + 1)
    cards = [sum(card.year == year for card in data.cards.values()) for year in years]
    return min(cards, default=0)


def _sites(data: Data) -> Iterator[Reason]:
    """Prices that can be paid, gains that can be given, permits only where they are used (L2)."""
    for name, site in data.sites.items():
        for card in ("monster", "room"):
            if len({place.gain.get(card, 0) for place in site.places}) > 1:
                yield breaks("one card a site", "L2", site=name)
        for place in site.places:
            path = f"sites.{name}"
            yield from _goods(path, place.pay, PRICES, "L2")
            yield from _goods(path, place.gain, tuple(GAINS), "L2")
            for good in PERMITS.values():
                if good in place.gain and PERMITS.get(name) != good:
                    near = [good for good in GAINS if good not in PERMITS.values()]
                    yield breaks("not that good", "L2", path=path, good=good, near=near)


def _goods(path: str, goods: Goods, allowed: Sequence[str], rule: str) -> Iterator[Reason]:
    for good in goods:
        if good not in allowed:
            yield breaks("not that good", rule, path=path, good=good, near=list(allowed))


def _prices(data: Data) -> Iterator[Reason]:
    for name, monster in data.monsters.items():
        yield from _goods(f"monsters.{name}.price", monster.price, PRICES, "L5.4")
        for at, attack in enumerate(monster.attacks, 1):
            path = f"monsters.{name}.attacks.{at}"
            yield from _goods(f"{path}.pay", attack.pay, (*PURSE, "evil"), "L5.4")
            yield from _within(f"{path}.hits", attack.hits, 1, 6, "L5.4")
            if not (attack.target or attack.holds):
                yield breaks("does nothing", "L5.4", path=path)
            if at == 1 and attack.pay:  # who can't pay, or says nothing, attacks like this
                yield breaks("first is free", "L5.4", path=f"{path}.pay")
    for name, trap in data.traps.traps.items():
        yield from _goods(f"traps.{name}.price", trap.price, (*PURSE, "evil"), "L9.8")
    gains = (*COUNTED, "evil", "trap", "spy", "tunnel")
    for name, room in data.rooms.items():
        yield from _goods(f"rooms.{name}.pay", room.pay, (*PURSE, "evil"), "L4.7")
        yield from _goods(f"rooms.{name}.gain", room.gain, gains, "L4.7")
        yield from _within(f"rooms.{name}.year", room.year, 1, 2, "L4.7")
        yield from _within(f"rooms.{name}.gain", room.gain.get("tunnel", 0), 0, 1, "L4.7")
    for name, pet in data.pets.items():
        yield from _goods(f"pets.{name}.gain", pet.gain, (*COUNTED, "evil", "tunnel"), "L7.2")
        yield from _within(f"pets.{name}.gain", pet.gain.get("tunnel", 0), 0, 1, "L7.2")


def _gifts(data: Data) -> Iterator[Reason]:
    """Every gift does something (L6.2)."""
    yield from _goods("gifts.useless", data.gifts.useless, (*COUNTED, "evil"), "L6.2")
    for name, gift in data.gifts.gifts.items():
        yield from _goods(f"gifts.{name}.gain", gift.gain, (*COUNTED, "evil"), "L6.2")
        if not any(getattr(gift, field) for field in gifts.RULES):
            yield breaks("does nothing", "L6.2", path=f"gifts.{name}")
        yield from _within(f"gifts.{name}.keep", gift.keep, 0, gift.draw, "L6.2")


def _events(data: Data) -> Iterator[Reason]:
    for name, event in data.events.items():
        field = DIVISORS.get(event.kind)
        if field:
            yield from _within(f"events.{name}.{field}", getattr(event, field), 1, 99, "L5.4")


def _copies(data: Data) -> Iterator[Reason]:
    """Something to offer, and no more copies of a card than a deck can hold (L5.4, L9.8)."""
    for name, monster in data.monsters.items():
        for count in monster.copies:
            yield from _within(f"copies.{name}", count, 0, 20, "L5.4")
    for table in (data.traps.traps, data.pets):
        counted: Mapping[str, int] = {name: row.copies for name, row in table.items()}
        for name, count in counted.items():
            yield from _within(f"copies.{name}", count, 0, 20, "L9.8")


def _heroes(data: Data) -> Iterator[Reason]:
    """Every hero has health; a year has heroes enough for a season (L8.1, L3.4)."""
    for year, classes in data.heroes.year.items():
        for cls, rows in classes.items():
            for row in rows:
                yield from _within(f"heroes.year.{year}.{cls}", row[1], 1, 30, "L8.1")
    for kind, figures in data.heroes.paladins.items():
        for row in figures:
            yield from _within(f"heroes.paladins.{kind}", row[0], 1, 30, "L8.2")


CHECKS: tuple[Callable[[Data], Iterator[Reason]], ...] = (
    _ranges, _sites, _prices, _gifts, _events, _copies, _heroes,
)  # fmt: skip
