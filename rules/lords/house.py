"""House rules: any number of a variant's data changed by words before the game begins.

`places.food.IV "2 gold -> 3 food"` · `copies.troll 3 2` · `start.gold 4` · `titles.Battle off` ·
`events.rats off` · `fair off` · `mourning on` · `monsters.troll.attacks.1.damage 4`. A dotted path
leads to a value; a list is counted from 1, places are I to IV. `default` gives back what the
variant has. What comes out is laid over the variant's tables (`data.merge`, `Setup.house`).
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from rules.kernel.notation import normal
from rules.kernel.overriding import Difference
from rules.kernel.question import Illegal, Reason
from rules.lords.data import WITHOUT, check, merge, read_tables
from rules.lords.house_checks import why_unsound
from rules.lords.orders import ROMAN

House = dict[str, Any]
"""Changed tables as `Setup.house` holds them."""

Lexicon = Mapping[str, Sequence[str]]
"""Other spellings of ids."""

Path = tuple[str | int, ...]

MOST = 99
"""No number of a house rule is larger."""

ON, OFF = ("on", "yes", "true"), ("off", "no", "false")
DEFAULT = "default"
NOTHING = ("nothing", "none", "free", "0")

FIXED = ("name", "seats", "seasons", "places", "execution", "first_is", "paladins", "grid.columns")
"""What makes a variant what it is, and no house changes."""

GOODS = ("price", "pay", "gain", "useless")
"""Fields that hold goods by amount."""

SIGNED = ("scoring", "neutral", "conquest_evil")
"""Where every number may be under nought; elsewhere evil gained or given may."""

REMOVABLE: tuple[tuple[str, ...], ...] = (
    ("events",), ("monsters",), ("rooms",), ("pets",), ("cards",), ("traps", "traps"),
    ("gifts", "gifts"), ("scoring", "titles"),
)  # fmt: skip
"""Tables whose rows can be switched off."""

ALIASES: dict[str, Path] = {
    "titles": ("scoring", "titles"), "places": ("@places",), "copies": ("@copies",),
}  # fmt: skip
"""Shorter beginnings of paths; a table within one of its name (`traps.traps`) needs none."""


def _shortcuts(tables: Mapping[str, Any]) -> dict[str, dict[str, Path]]:
    """`places.food` is `sites.food.places`, `copies.troll` is `monsters.troll.copies`."""
    where: tuple[Path, ...] = (("monsters",), ("traps", "traps"), ("pets",))
    return {
        "@places": {site: ("sites", site, "places") for site in tables["sites"]},
        "@copies": {
            name: (*table, name, "copies") for table in where for name in _get(tables, table)
        },
    }


class Switch(NamedTuple):
    """A rule that is on or off as a whole: where it is kept, and its value when it is off."""

    path: Path
    off: Any


SWITCHES = {
    "fair": Switch(("gifts", "gifts"), {}),
    "pets": Switch(("pets_dealt",), 0),
    "clerks": Switch(("missing_lords_under",), 0),
    "mourning": Switch(("mourning",), False),
}
"""Whole rules by their word (L6, L7, L2.11, L9.10)."""


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


def change(
    variant: str, text: str, house: House | None = None, lexicon: Lexicon | None = None
) -> House:
    """The house rules with one more, as it was written.

    Raises Illegal: no such rule (`text`, `near`), which of them (`near`), not that value, fixed
    rule, or what makes the game impossible, with the rule.
    """
    base = tables_of(variant)
    tables = tables_of(variant, house)
    path, value = _find(base, text, lexicon or {})
    _write(tables, base, path, value)
    try:
        data = check(tables)
    except msgspec.ValidationError as error:
        raise Illegal(Reason("not that value", {"path": _name(path), "text": value})) from error
    why = why_unsound(data)
    if why is not None:
        raise Illegal(why)
    return changes(base, tables)


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


def differences(variant: str, house: House | None) -> list[Difference]:
    """What the house has otherwise, each as it would be written: path, before, after."""
    base, tables = tables_of(variant), tables_of(variant, house)
    found = []
    for word, switch in SWITCHES.items():
        before, after = _get(base, switch.path), _get(tables, switch.path)
        if before != after and switch.off in (before, after):
            found.append(Difference(word, _switched(before, switch), _switched(after, switch)))
            _set(tables, switch.path, before)
    return found + list(_differ((), base, tables))


def _switched(value: Any, switch: Switch) -> str:
    return OFF[0] if value == switch.off else ON[0]


def _differ(path: Path, before: Any, after: Any) -> Iterable[Difference]:
    if before == after:
        return
    place = len(path) == 4 and path[::2] == ("sites", "places")
    goods = bool(path) and path[-1] in GOODS
    if place or goods:
        yield Difference(_name(path), _text(before), _text(after))
    elif isinstance(before, dict) and isinstance(after, dict):
        for key in before:
            if key in after:
                yield from _differ((*path, key), before[key], after[key])
            else:
                yield Difference(_name((*path, key)), ON[0], OFF[0])
    elif _rows(before) and _rows(after) and len(before) == len(after):
        for at, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from _differ((*path, at), old, new)
    else:
        yield Difference(_name(path), _plain(before), _plain(after))


def _rows(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(row, dict | list) for row in value)


def _plain(value: Any) -> Any:
    return (ON if value else OFF)[0] if isinstance(value, bool) else value


def _name(path: Path) -> str:
    """A path as it is written: `places.food.IV`, `titles.Battle`, `copies.troll`."""
    if path[:1] == ("sites",) and len(path) > 2:
        rest = [ROMAN[int(part)] if n == 0 else str(part) for n, part in enumerate(path[3:])]
        return ".".join(["places", str(path[1]), *rest])
    for short, long in ALIASES.items():
        if len(long) > 1 and path[: len(long)] == long:
            path = (short, *path[len(long) :])
    if len(path) > 2 and path[0] == path[1]:
        path = path[1:]
    if len(path) == 3 and path[-1] == "copies":
        return f"copies.{path[1]}"
    return ".".join(str(part + 1) if isinstance(part, int) else part for part in path)


# reading


def _find(base: Mapping[str, Any], text: str, lexicon: Lexicon) -> tuple[Path, str]:
    """The path that a text begins with, and the value that it ends with."""
    rest = normal(text).replace('"', " ").strip()
    path: Path = ()
    node: Any = base
    while True:
        keys = _keys(node, path)
        key, length = _match(rest, keys, lexicon)
        if key is None:
            segment = re.split(r"[.\s]", rest)[0]
            near = get_close_matches(segment, keys, 5, 0.5) or list(keys)[:5]
            if isinstance(node, list):
                near = [place.upper() for place in near]
            raise Illegal(Reason("no such rule", {"text": segment or text, "near": near}))
        rest = rest[length:]
        deeper = rest.startswith(".")
        rest = rest[1:] if deeper else rest.strip()
        path = _step(base, path, key, deeper)
        node = _get(base, path)
        if not deeper:
            return path, rest


def _keys(node: Any, path: Path) -> dict[str, str]:
    """What may come next in a path: each word with the key it stands for."""
    if isinstance(node, list):
        count = len(node)
        return {**{str(n + 1): str(n) for n in range(count)},
                **{ROMAN[n].lower(): str(n) for n in range(min(count, len(ROMAN)))}}  # fmt: skip
    if not isinstance(node, dict):
        return {}
    inner = node.get(path[-1], {}) if path else {}  # a table within one of its own name
    rows = inner if isinstance(inner, dict) else {}
    keys = {normal(key).replace("_", " "): key for key in (*rows, *node)}
    if not path:
        keys.update({word: word for word in (*SWITCHES, *ALIASES)})
    return keys


def _match(text: str, keys: Mapping[str, str], lexicon: Lexicon) -> tuple[str | None, int]:
    """The longest key that the text begins with, and how much of the text it covers."""
    found: tuple[str | None, int] = None, 0
    for word, key in keys.items():
        spelled = {word, word.replace(" ", "_"), *(normal(s) for s in lexicon.get(key, ()))}
        for spelling in spelled:
            after = text[len(spelling) : len(spelling) + 1]
            if text.startswith(spelling) and len(spelling) > found[1] and after in ("", ".", " "):
                found = key, len(spelling)
    return found


def _step(base: Mapping[str, Any], path: Path, key: str, deeper: bool) -> Path:
    """One key further, through aliases and switches."""
    if not path:
        if not deeper and key in SWITCHES:
            return SWITCHES[key].path
        if key in ALIASES and (deeper or key not in base):
            return ALIASES[key]
    shortcuts = _shortcuts(base)
    if path and path[0] in shortcuts:
        return shortcuts[str(path[0])][key]
    node = _get(base, path)
    if isinstance(node, list):
        return (*path, int(key))
    return (*path, key) if key in node else (*path, path[-1], key)


def _get(tables: Any, path: Path) -> Any:
    if path and str(path[0]).startswith("@"):
        return {name: _get(tables, long) for name, long in _shortcuts(tables)[str(path[0])].items()}
    node = tables
    for part in path:
        node = node[part]
    return node


def _set(tables: Any, path: Path, value: Any) -> None:
    try:
        _get(tables, path[:-1])[path[-1]] = value
    except KeyError as error:  # a row that another rule of the house has taken away
        raise Illegal(Reason("switched off", {"path": _name(path)})) from error


# writing


def _write(tables: dict[str, Any], base: Mapping[str, Any], path: Path, text: str) -> None:
    """Put what the text says at the end of the path (raises Illegal)."""
    name, standard = _name(path).removeprefix("@"), _get(base, path)
    if name in FIXED:
        raise Illegal(Reason("fixed rule", {"path": name}))
    if text == DEFAULT:
        return _set(tables, path, standard)
    for switch in SWITCHES.values():
        if path == switch.path and text in (*ON, *OFF):
            return _set(tables, path, switch.off if text in OFF else _switch_on(standard, switch))
    if path[:-1] in REMOVABLE and text in (*ON, *OFF):
        row = _get(tables, path[:-1])
        row.pop(path[-1], None)
        if text in ON:
            row[path[-1]] = standard
        return None
    value = _value(path, standard, text)
    return _set(tables, path, value)


def _switch_on(standard: Any, switch: Switch) -> Any:
    """As the variant has it; where that is off, as little of it as there can be."""
    if standard != switch.off or isinstance(switch.off, dict):
        return standard
    return True if isinstance(switch.off, bool) else 1


def _value(path: Path, standard: Any, text: str) -> Any:
    wrong = Illegal(Reason("not that value", {"path": _name(path), "text": text}))
    if path[-1] in GOODS:
        return _goods(text, signed=path[-1] == "gain", wrong=wrong)
    if len(path) == 4 and path[::2] == ("sites", "places"):
        pay, arrow, gain = text.rpartition(">")
        return {"pay": _goods(pay, False, wrong) if arrow else {},
                "gain": _goods(gain, True, wrong)}  # fmt: skip
    if isinstance(standard, bool):
        if text not in (*ON, *OFF):
            raise wrong
        return text in ON
    signed = path[0] in SIGNED or path[-1] in ("evil", "own", "other")
    if isinstance(standard, int):
        return _numbers(text, 1, signed, wrong)[0]
    if standard is None:
        return None if text in NOTHING[:2] else _numbers(text, 1, signed, wrong)[0]
    if isinstance(standard, list) and all(isinstance(n, int) for n in standard):
        return _numbers(text, len(standard), signed, wrong)
    if isinstance(standard, dict | list):
        near = list(standard)[:5] if isinstance(standard, dict) else []
        raise Illegal(Reason("which of them", {"path": _name(path), "near": near}))
    raise Illegal(Reason("fixed rule", {"path": _name(path)}))


def _numbers(text: str, count: int, signed: bool, wrong: Illegal) -> list[int]:
    found = re.findall(r"[+-]?\d+", text)
    rest = re.sub(r"[+-]?\d+|[\s,/]+", "", text)
    numbers = [int(number) for number in found]
    if rest or len(numbers) != count or any(abs(number) > MOST for number in numbers):
        raise wrong
    if not signed and any(number < 0 for number in numbers):
        raise wrong
    return numbers


NAMES = {
    "imp": "imps", "traps": "trap", "monsters": "monster", "rooms": "room", "letter": "letters",
    "tunnel": "tunnel", "foremen": "foreman", "golds": "gold", "spies": "spy",
}  # fmt: skip
"""Other forms of the names of goods."""


def _goods(text: str, signed: bool, wrong: Illegal) -> dict[str, int]:
    """`2 gold + 1 food`, or nothing."""
    if text.strip() in (*NOTHING, ""):
        return {}
    found: dict[str, int] = {}
    for amount, name in re.findall(r"(-?\d+)\s*([^\d+,-]+)", text):
        good = NAMES.get(name.strip(), name.strip())
        found[good] = int(amount)
    if not found or re.sub(r"-?\d+\s*[^\d+,-]+|[+,\s]", "", text):
        raise wrong
    for good, amount in found.items():
        if not 0 < (abs(amount) if signed and good == "evil" else amount) <= MOST:
            raise wrong
    return found


def _text(value: Any) -> str:
    """Goods, or a place, as they are written."""
    if not isinstance(value, dict):
        return str(value)
    if "gain" in value and isinstance(value["gain"], dict):
        return f"{_text(value.get('pay', {}))} -> {_text(value['gain'])}"
    return " + ".join(f"{amount} {good}" for good, amount in value.items()) or NOTHING[0]
