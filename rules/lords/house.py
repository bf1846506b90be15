"""House rules: any number of a variant's data changed by words before the game begins.

`places.food.IV "2 gold -> 3 food"` · `copies.troll 3 2` · `start.gold 4` · `titles.Battle off` ·
`events.rats off` · `fair off` · `mourning on` · `monsters.troll.attacks.1.damage 4`. A dotted path
leads to a value; a list is counted from 1, places are I to IV. `default` gives back what the
variant has. What comes out is laid over the variant's tables (`data.merge`, `Setup.house`).
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.kernel.overriding import Difference
from rules.kernel.question import Illegal, Reason
from rules.lords.data import check
from rules.lords.house_checks import why_unsound
from rules.lords.house_reading import (
    DEFAULT,
    NOTHING,
    OFF,
    ON,
    Found,
    Lexicon,
    below,
    find,
    parts_of,
    says,
    shown,
    value,
)
from rules.lords.house_rules import (
    SWITCHES,
    House,
    Path,
    Rule,
    Switch,
    changes,
    get,
    idle,
    name_of,
    needed,
    rules_of,
    standing,
    tables_of,
)

__all__ = ["House", "change", "changes", "differences", "now", "rules_of", "tables_of", "written"]


def change(
    variant: str, text: str, house: House | None = None, lexicon: Lexicon | None = None
) -> House:
    """The house rules with one more, as it was written; `default` alone takes all back.

    Raises Illegal: no such rule, which of them, no value, not that value, fixed rule, or what makes
    the game impossible, with the rule.
    """
    base, tables = tables_of(variant), tables_of(variant, house)
    words = lexicon or {}
    found = find(base, text, words)
    if says(found.rest, DEFAULT, words):
        tables = _restored(base, tables, found.path)
    else:
        _write(variant, base, tables, found, words)
    return _checked(variant, base, tables)


def _checked(variant: str, base: Mapping[str, Any], tables: dict[str, Any]) -> House:
    """The changed tables as a house keeps them (raises Illegal when no game can be played)."""
    try:
        data = check(tables)
    except msgspec.ValidationError as error:
        raise Illegal(Reason("no such game", {"variant": variant, "text": str(error)})) from error
    why = why_unsound(data)
    if why is not None:
        raise Illegal(why)
    return changes(base, tables)


def _restored(base: Mapping[str, Any], tables: dict[str, Any], path: Path) -> dict[str, Any]:
    """The tables with one value, or all below a path, as the variant has it."""
    if not path:
        return dict(base)
    if path == ("@copies",):
        raise Illegal(
            Reason("which of them", {"text": "", "path": "copies", "near": below(base, path)[:6]})
        )
    _set(tables, path, get(base, path))
    return tables


def _write(
    variant: str, base: Mapping[str, Any], tables: dict[str, Any], found: Found, lexicon: Lexicon
) -> None:
    """Put what the text says at the end of the path (raises Illegal)."""
    rule = _rule(variant, base, found)
    if not found.rest:
        stands = written(rule, now(rule, tables))
        raise Illegal(Reason("no value", {
            "path": rule.name, "kind": rule.kind, "parts": parts_of(rule), "signed": rule.signed,
            "now": stands,
        }))  # fmt: skip
    wanted, path = value(rule, found.rest, lexicon), rule.path
    if rule.kind == "switch":
        switch = SWITCHES[rule.name]
        standard = get(base, path)
        _set(tables, path, _switch_on(standard, switch) if wanted else switch.off)
    elif rule.kind == "row":
        row = get(tables, path[:-1])
        row.pop(path[-1], None)
        if wanted:
            row[path[-1]] = get(base, path)
    else:
        _set(tables, path, wanted)


def _rule(variant: str, base: Mapping[str, Any], found: Found) -> Rule:
    """The rule that was named (raises Illegal when it was a table, or what no house changes)."""
    rules = rules_of(variant)
    if found.switch:
        return rules[found.switch]
    if found.path == ("@copies",) or not found.path:
        near = below(base, found.path)[:6] if found.path else []
        raise Illegal(Reason("which of them", {"text": "", "path": "copies", "near": near}))
    name, node = name_of(found.path), get(base, found.path)
    if name in rules:
        return rules[name]
    if isinstance(node, dict | list):
        inner = [near for near in below(base, found.path) if _leads(near, rules)]
        if inner:
            path = shown(found.path)
            raise Illegal(Reason("which of them", {"text": "", "path": path, "near": inner[:6]}))
    code = "no effect" if idle(found.path, node) or needed(found.path) else "fixed rule"
    raise Illegal(Reason(code, {"path": name}))


def _leads(name: str, rules: Mapping[str, Rule]) -> bool:
    return name in rules or any(rule.startswith(f"{name}.") for rule in rules)


def _set(tables: Any, path: Path, wanted: Any) -> None:
    try:
        get(tables, path[:-1])[path[-1]] = wanted
    except KeyError as error:  # a row that another rule of the house has taken away
        raise Illegal(Reason("switched off", {"path": name_of(path)})) from error


def _switch_on(standard: Any, switch: Switch) -> Any:
    """As the variant has it; where that is off, as little of it as there can be."""
    if standard != switch.off or isinstance(switch.off, dict):
        return standard
    return True if isinstance(switch.off, bool) else 1


# telling


def differences(variant: str, house: House | None, since: House | None = None) -> list[Difference]:
    """What a house has otherwise than an earlier one, else than its variant.

    Each as it would be written: the rule's name, before, after. A rule within one that is switched
    on or off as a whole is not told of.
    """
    base, tables = tables_of(variant, since), tables_of(variant, house)
    found, told = list[Difference](), list[Path]()
    for rule in rules_of(variant).values():  # whole rules and cards come before what is in them
        if any(rule.path[: len(path)] == path for path in told):
            continue
        before, after = now(rule, base), now(rule, tables)
        if before != after:
            found.append(Difference(rule.name, written(rule, before), written(rule, after)))
            if rule.kind in ("switch", "row"):
                told.append(rule.path)
    return found


def now(rule: Rule, tables: Mapping[str, Any]) -> Any:
    """What a rule stands at in some tables; None for one that is not there."""
    if rule.kind == "switch":
        return standing(tables, rule.path) != SWITCHES[rule.name].off
    if rule.kind == "row":
        return standing(tables, rule.path) is not None
    return standing(tables, rule.path)


def written(rule: Rule, stands: Any) -> Any:
    """A rule's value as it is typed in ids: `on`, `2 gold -> 3 food`; numbers as they are."""
    if rule.kind in ("switch", "row", "yes"):
        return (ON if stands else OFF)[0]
    if rule.kind == "place" and stands is not None:
        return f"{_goods(stands.get('pay', {}))} -> {_goods(stands['gain'])}"
    if rule.kind == "goods" and stands is not None:
        return _goods(stands)
    return NOTHING[0] if stands is None else stands


def _goods(table: Mapping[str, int]) -> str:
    return " + ".join(f"{amount} {good}" for good, amount in table.items()) or NOTHING[0]
