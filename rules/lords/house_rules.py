"""What of a variant a house may change: each rule by its name, its place in the data, its kind."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from rules.lords.data import WITHOUT, check, merge, read_tables
from rules.lords.orders import ROMAN

House = dict[str, Any]
"""Changed tables as `Setup.house` holds them."""

Path = tuple[str | int, ...]
"""Where a value is in the tables; a list is counted from 0."""

FIXED = ("name", "seats", "seasons", "places", "execution", "first_is", "paladins", "grid.columns",
         "cells_with_orders")  # fmt: skip
"""What makes a variant what it is, and no house changes."""

GOODS = ("price", "pay", "gain", "useless")
"""Fields that hold goods by amount."""

SIGNED = ("scoring", "neutral", "conquest_evil", "first_moves")
"""Where every number may be under nought; elsewhere evil gained or given may."""

REMOVABLE: tuple[Path, ...] = (
    ("events",), ("monsters",), ("rooms",), ("pets",), ("cards",), ("traps", "traps"),
    ("gifts", "gifts"), ("scoring", "titles"),
)  # fmt: skip
"""Tables whose rows can be switched off."""

SHORT: dict[str, Path] = {"titles": ("scoring", "titles")}
"""Shorter beginnings of names; a table within one of its name (`traps.traps`) needs none."""

COPIED: tuple[Path, ...] = (("monsters",), ("traps", "traps"), ("pets",))
"""Tables of cards with copies: `copies.troll` is `monsters.troll.copies`."""


class Switch(NamedTuple):
    """A rule that is on or off as a whole: where it is kept, its value when it is off.

    Without a row in the table `needs` there is nothing to switch.
    """

    path: Path
    off: Any
    needs: Path = ()


BARDS: Path = ("heroes", "year", "1", "bard")

SWITCHES = {
    "fair": Switch(("gifts", "gifts"), {}, ("gifts", "gifts")),
    "pets": Switch(("pets_dealt",), 0, ("pets",)),
    "clerks": Switch(("missing_lords_under",), 0),
    "mourning": Switch(("mourning",), False),
}
"""Whole rules by their word (L6, L7, L2.11, L9.10)."""

CHAPTERS: dict[str, tuple[str, ...]] = {
    "switches": (
        "mourning", "plans_kept", "clerks_remember", "heroes_early",
        "token_rests", "choices_in_fight", "frees_prisoners",
    ),
    "course": (
        "years", "rounds", "orders", "bribe", "first", "first_moves", "special_events",
        "monsters_offered", "rooms_offered", "rooms_kept", "room_uses", "extra_traps",
        "pets_dealt", "build_imps", "tunnel_traps", "tunnel_monsters", "room_monsters",
        "conquest_evil", "missing_lords_under", "clerk_sites", "clerk_place", "clerks_run_at",
        "inaccessible", "drawn_at_setup", "heroes_least", "neutral",
    ),
    "start": ("start", "evilometer", "grid"),
    "sites": ("sites",),
    "monsters": ("monsters",),
    "rooms": ("rooms",),
    "traps": ("traps",),
    "events": ("events",),
    "gifts": ("gifts",),
    "pets": ("pets",),
    "heroes": ("heroes",),
    "cards": ("cards",),
    "scoring": ("scoring",),
}  # fmt: skip
"""The chapters in which the rules are shown: which tables and fields are in each."""

NEEDS: dict[Path, Path] = {
    ("gifts", "useless"): ("gifts", "gifts"), ("pets_dealt",): ("pets",),
    ("scoring", "pet"): ("pets",), ("mourning",): BARDS,
}  # fmt: skip
"""Rules about something, with the table that must have a row for there to be any of it."""

FIELDS_NEED: dict[str, Path] = {"pet_points": ("pets",), "no_courage": BARDS}
"""Fields of rooms about something, in the same way."""

ONE_OF = ("gain", "hands", "strikes_out")
"""What a pet of production may do: one of these (L7.2)."""

MARKS = (("events", "base"), ("cards", "base"))
"""Marks of where a card comes from: no rule asks for them."""

MAYBE = (("rooms", "trap_fee"), ("rooms", "monsters"), ("pets", "points"))
"""Numbers that need not be there: the table and the field."""

WHOLE: tuple[Path, ...] = (*COPIED, ("sites",), ("rooms",), ("events",), ("cards",),
                           ("gifts", "gifts"), ("heroes", "year"), ("heroes",))  # fmt: skip
"""Tables whose rows have a page each."""


class Rule(msgspec.Struct, frozen=True):
    """One thing a house may change.

    `kind` says how its value is written: switch (a whole rule), row (a card that may be left out),
    yes (yes or no), number, maybe (a number or none), numbers, goods, place (goods for goods).
    `page` is the name of what it is shown with, a chapter or a card; `signed`: may be under nought.
    """

    name: str
    path: Path
    kind: str
    standard: Any
    page: str
    signed: bool = False


def tables_of(variant: str, house: House | None = None) -> dict[str, Any]:
    """The whole data of a variant as plain tables, every default filled in.

    Raises KeyError for an unknown variant, msgspec.ValidationError for a house that does not fit.
    """
    changed = msgspec.json.encode(house, order="sorted") if house else b""
    return dict(msgspec.json.decode(_whole(variant, changed)))


@lru_cache(maxsize=64)
def _whole(variant: str, house: bytes) -> bytes:
    tables = read_tables(variant)
    return msgspec.json.encode(
        check(merge(tables, msgspec.json.decode(house)) if house else tables)
    )


def get(tables: Any, path: Path) -> Any:
    """What stands at a path (raises KeyError, IndexError)."""
    node = tables
    for part in path:
        node = node[part]
    return node


def standing(tables: Any, path: Path) -> Any:
    """What stands at a path; None when another rule has taken it away."""
    try:
        return get(tables, path)
    except (KeyError, IndexError):
        return None


def is_place(path: Path) -> bool:
    """Whether a path leads to a place of a site."""
    return len(path) == 4 and path[0] == "sites" and path[2] == "places"


def is_signed(path: Path) -> bool:
    """Whether the numbers there may be under nought."""
    return path[0] in SIGNED or path[-1] in ("evil", "own", "other")


def name_of(path: Path) -> str:
    """A path as it is written: `places.food.IV`, `titles.Battle`, `copies.troll`."""
    if path[:1] == ("sites",) and path[2:3] == ("places",):
        return ".".join(["places", str(path[1]), *(ROMAN[int(part)] for part in path[3:4])])
    for short, long in SHORT.items():
        if path[: len(long)] == long:
            path = (short, *path[len(long) :])
    if len(path) > 2 and path[0] == path[1]:
        path = path[1:]
    if len(path) == 3 and path[-1] == "copies":
        return f"copies.{path[1]}"
    return ".".join(str(part + 1) if isinstance(part, int) else part for part in path)


def rules_of(variant: str) -> Mapping[str, Rule]:
    """Everything a house may change of a variant, by name, in the order of the chapters."""
    return _rules(variant)


@lru_cache(maxsize=8)
def _rules(variant: str) -> dict[str, Rule]:
    base, found = tables_of(variant), dict[str, Rule]()
    for word, switch in SWITCHES.items():
        if has(base, switch):
            now = get(base, switch.path) != switch.off
            found[word] = Rule(word, switch.path, "switch", now, "switches")
    for chapter, fields in CHAPTERS.items():
        for field in fields:
            for rule in _leaves((field,), base[field], chapter):
                if there_is(base, needed(rule.path)):
                    found.setdefault(rule.name, rule)  # a switch goes before a field of its name
    return found


def has(base: Mapping[str, Any], switch: Switch) -> bool:
    """Whether a variant has what a switch is about."""
    return there_is(base, switch.needs) and there_is(base, needed(switch.path))


def needed(path: Path) -> Path:
    """What a variant must have for this rule to say anything; () if nothing."""
    return NEEDS.get(path) or FIELDS_NEED.get(str(path[-1]), ())


def there_is(base: Mapping[str, Any], needs: Path) -> bool:
    """Whether a variant has any of what is needed."""
    node: Any = base
    for part in needs:
        node = node.get(part)
        if not node:
            return False
    return True


def _leaves(path: Path, node: Any, page: str) -> Iterator[Rule]:
    """The rules at a path and below it."""
    name, signed = name_of(path), is_signed(path)
    if name in FIXED or idle(path, node):
        return
    if path[:-1] in WHOLE and isinstance(node, dict):
        page = name
    if path[:-1] in REMOVABLE:
        yield Rule(name, path, "row", True, page)
    kind = kind_of(path, node)
    if kind:
        yield Rule(name, path, kind, node, page, signed)
    elif isinstance(node, dict) and node:
        for key, value in node.items():
            yield from _leaves((*path, key), value, page)
    elif isinstance(node, list):
        many = path[-1] == "attacks" and len(node) > 1
        for at, value in enumerate(node):
            inner = (*path, at)
            if isinstance(value, dict | list):
                yield from _leaves(inner, value, name_of(inner) if many else page)


def idle(path: Path, value: Any) -> bool:
    """Whether changing a value would change nothing: a mark, or of no use to its event or pet.

    Each kind of event asks for numbers of its own (L5), each pet does one thing in production (L7);
    the others stand at nought.
    """
    number = isinstance(value, int) and not isinstance(value, bool)
    unused = path[0] == "events" and number and not value
    unused = unused or (path[0] == "pets" and path[-1] in ONE_OF and not value)
    return unused or (path[0], path[-1]) in MARKS


def kind_of(path: Path, value: Any) -> str:
    """How a value there is written; "" for tables and for what is no number."""
    if is_place(path):
        return "place"
    if path[-1] in GOODS:
        return "goods"
    if (path[0], path[-1]) in MAYBE and len(path) == 3:
        return "maybe"
    if isinstance(value, bool):
        return "yes"
    if isinstance(value, int):
        return "number"
    if isinstance(value, list) and value and all(isinstance(n, int) for n in value):
        return "numbers"
    return ""


def changes(base: Mapping[str, Any], tables: Mapping[str, Any]) -> House:
    """What must be laid over the first tables to get the second."""
    found: House = {}
    for key, value in tables.items():
        if key not in base:
            found[key] = value
        elif value != base[key]:
            both = isinstance(value, dict) and isinstance(base[key], dict)
            found[key] = changes(base[key], value) if both else value
    gone = sorted(key for key in base if key not in tables)
    return {WITHOUT: gone, **found} if gone else found
