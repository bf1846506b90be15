"""The components of a variant: every number of the rules, read from TOML and checked."""

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Any

import msgspec

VARIANTS = ("shoggoth", "classic")
"""The folders of data, one a variant; the first is meant unless another is asked for."""

Goods = dict[str, int]
"""Amounts by good: gold, food, imps, evil, letters; as a price also trap and monster."""


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Place(_Table, frozen=True):
    """One place of a site: what it costs and what it gives (L2)."""

    gain: Goods
    pay: Goods = {}

    def __post_init__(self) -> None:
        for card in ("monster", "room"):
            if self.gain.get(card, 1) != 1:
                raise ValueError(f"a place gives one {card}, not {self.gain[card]}")


class Site(_Table, frozen=True):
    """One of the eight sites with its places in order, who is served first, what sending costs.

    `last_first`: whoever came last is served first (L2.13); `first_fee`: gold at placement for a
    servant sent first (L2.14).
    """

    places: list[Place]
    last_first: bool = False
    first_fee: int = 0


class Attack(_Table, frozen=True):
    """One way in which a monster attacks (L5.4)."""

    name: str = ""
    target: str = ""
    damage: int = 0
    pay: Goods = {}
    chain: int = 0
    hits: int = 1
    never: str = ""
    holds: bool = False
    stays_ready: bool = False
    no_healing: bool = False
    no_conquest: bool = False
    ignores_courage: bool = False
    mutes: bool = False


class MonsterKind(_Table, frozen=True):
    """A monster: its price, its copies a year, its attacks, the first being the default."""

    price: Goods
    copies: list[int]
    attacks: list[Attack]
    points: int = 1
    spirit: bool = False
    works: bool = False


class RoomKind(_Table, frozen=True):
    """A room: what it needs and does (L4.7)."""

    year: int
    zone: str = ""
    imps: int = 0
    pay: Goods = {}
    gain: Goods = {}
    stronger: dict[str, int] = {}
    points: dict[str, int] = {}
    title_points: list[int] = []
    pet_points: int = 0
    traps: int = 1
    trap_fee: int | None = None
    monsters: int | None = None
    no_spells: bool = False
    no_courage: bool = False

    @property
    def produces(self) -> bool:
        """Whether imps can be set to work in it."""
        return bool(self.gain)


class EventKind(_Table, frozen=True):
    """An event: the rule that plays it and its numbers (L5)."""

    kind: str
    always: bool = False
    base: bool = False
    leaves: int = 0
    tiles: int = 0
    share: int = 0
    evil: int = 0
    evil_from: int = 0
    kind_to: int = 0
    gold: int = 0
    food: int = 0
    imps: int = 0
    leave: int = 0
    letters: int = 0
    traps: int = 0
    health: int = 0


class Gift(_Table, frozen=True):
    """A gift of the fair (L6.2)."""

    gain: Goods = {}
    draw: int = 0
    keep: int = 0
    own: int = 0
    other: int = 0
    tiles: int = 0
    damage: int = 0
    monsters: int = 0
    spy: int = 0


class Pet(_Table, frozen=True):
    """A pet: when it can be used and what it does (L7.2)."""

    copies: int
    when: str
    gain: Goods = {}
    hands: int = 0
    strikes_out: int = 0
    damage: int = 0
    no_anti_trap: bool = False
    no_healing: bool = False
    points: int | None = None


class Trap(_Table, frozen=True):
    """A trap: price, damage and side effect (L9.8)."""

    copies: int
    target: str
    damage: int = 0
    price: Goods = {}
    rest: int = 0
    last: int = 0
    whole: bool = False
    poison: int = 0
    silences: bool = False
    no_conquest: bool = False


class Card(_Table, frozen=True):
    """A combat card: fatigue, speed and spell (L9.9)."""

    year: int
    fatigue: int
    speed: str
    amount: int = 0
    base: bool = False


class Grid(_Table, frozen=True):
    """The dungeon's grid (L1.2, L4.7)."""

    columns: str
    rows: int
    entrance: str
    zones: dict[str, list[str]]


class Evilometer(_Table, frozen=True):
    """The spaces of the evilometer (L1.3)."""

    kindest: int
    most: int
    line: int


class Start(_Table, frozen=True):
    """What every lord starts with (L1.2)."""

    gold: int
    food: int
    imps: int
    evil: int
    letters: int
    tunnels: list[str]


class Heroes(_Table, frozen=True):
    """Heroes a year by class as strength, health, symbols; paladins weakest first (L8.1, L8.2)."""

    year: dict[int, dict[str, list[tuple[int, ...]]]]
    paladins: dict[str, list[tuple[int, int, int, int]]]


class Gifts(_Table, frozen=True):
    """The fair's gifts, and what one that can't be used is exchanged for (L6.2)."""

    useless: Goods
    gifts: dict[str, Gift]


class Traps(_Table, frozen=True):
    """The traps, and the fee of one in a room (L9.2, L9.8)."""

    room_fee: int
    traps: dict[str, Trap]


class Scoring(_Table, frozen=True):
    """Points and titles of the attestation (L10.2, L10.3)."""

    monster: int
    hero: int
    paladin: dict[str, int]
    room: int
    conquered: int
    pet: int
    letter: int
    title_alone: int
    title_shared: int
    licence_above: int
    titles: dict[str, list[str]]


class Neutral(_Table, frozen=True):
    """An evil counter that is nobody's, at tables of so many lords (L2.16); 0: at none."""

    lords: int = 0
    evil: int = 0
    season: int = 0
    year: int = 0


class Data(_Table, frozen=True):
    """A variant, whole; what has a default here most variants do without.

    Each field is told of where the variant's `table.toml` sets it.
    """

    name: str
    seats: tuple[int, int]
    years: int
    seasons: list[str]
    rounds: int
    places: int
    orders: int
    bribe: int
    missing_lords_under: int
    clerk_sites: int
    clerk_place: int
    execution: str
    first: int
    first_is: str
    monsters_offered: int
    rooms_offered: int
    rooms_kept: int
    room_uses: list[int]
    extra_traps: list[int]
    special_events: int
    pets_dealt: int
    build_imps: int
    paladins: str
    tunnel_traps: int
    tunnel_monsters: int
    room_monsters: int
    conquest_evil: int
    mourning: bool
    start: Start
    grid: Grid
    evilometer: Evilometer
    sites: dict[str, Site]
    monsters: dict[str, MonsterKind]
    rooms: dict[str, RoomKind]
    events: dict[str, EventKind]
    gifts: Gifts
    pets: dict[str, Pet]
    heroes: Heroes
    traps: Traps
    cards: dict[str, Card]
    scoring: Scoring
    inaccessible: int = 0
    drawn_at_setup: int = 0
    clerks_run_at: int = 0
    clerks_remember: bool = False
    cells_with_orders: bool = False
    plans_kept: bool = True
    heroes_least: int = 0
    heroes_early: bool = False
    token_rests: bool = False
    choices_in_fight: bool = False
    frees_prisoners: bool = False
    neutral: Neutral = Neutral()
    first_moves: dict[int, int] = {}

    def __post_init__(self) -> None:
        for name, site in self.sites.items():
            if len(site.places) != self.places:
                raise ValueError(f"{name} has {len(site.places)} places, not {self.places}")


PARTS = (
    "sites", "monsters", "rooms", "events", "gifts", "pets", "heroes", "traps", "cards", "scoring",
)  # fmt: skip


def own_tables(variant: str) -> dict[str, Any]:
    """The variant's own TOML files as one plain table (raises KeyError for an unknown variant).

    A variant with a `base` has only what differs from it.
    """
    folder = files("rules.lords") / "data" / variant
    if not folder.is_dir():
        raise KeyError(variant)
    tables: dict[str, Any] = tomllib.loads((folder / "table.toml").read_text("utf-8"))
    for part in PARTS:
        file = folder / f"{part}.toml"
        tables[part] = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
    return tables


def read_tables(variant: str) -> dict[str, Any]:
    """The variant's tables laid over its base's (raises KeyError for an unknown variant).

    Of the base's places each site has as many as the variant has, the first of them.
    """
    tables = own_tables(variant)
    base = tables.pop("base", "")
    if not base:
        return tables
    merged = merge(read_tables(base), tables)
    merged["sites"] = {
        name: site | {"places": site["places"][: merged["places"]]}
        for name, site in merged["sites"].items()
    }
    return merged


def check(tables: dict[str, Any]) -> Data:
    """The tables as data (raises msgspec.ValidationError naming the field that is wrong)."""
    return msgspec.convert(tables, Data, strict=False)


WITHOUT = "without"
"""The key that names what a table lacks of what it is laid over: a list of keys, or "all"."""


def merge(tables: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """The tables with changes laid over them, key by key; neither is altered.

    Raises KeyError when there is nothing of the name that is to be left out.
    """
    merged = dict(tables)
    lacks = changes.get(WITHOUT, ())
    for key in list(merged) if lacks == "all" else lacks:
        del merged[key]
    for key, change in changes.items():
        if key == WITHOUT:
            continue
        both = isinstance(change, dict) and isinstance(merged.get(key), dict)
        merged[key] = merge(merged[key], change) if both else change
    return merged


@lru_cache(maxsize=64)
def load(variant: str, house: str = "") -> Data:
    """A variant's data; `house` is a JSON object of changed tables, or nothing."""
    tables = read_tables(variant)
    if house:
        tables = merge(tables, msgspec.json.decode(house))
    return check(tables)
