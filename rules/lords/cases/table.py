"""Building a state from a case, and telling a lord's state in a case's words."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from rules.kernel.facts import Fact
from rules.lords import decks
from rules.lords.game import calendar
from rules.lords.setup import new_lord
from rules.lords.state import Errands, Hero, Lord, Monster, State, Tile


class Outcome(NamedTuple):
    """What came out: in the case's own words, as facts, and the state they belong to."""

    actual: dict[str, Any]
    facts: list[Fact]
    state: State


COUNTED = ("gold", "food", "imps", "evil", "letters")


def state_of(case: Mapping[str, Any], lords: Sequence[Mapping[str, Any]], step: str) -> State:
    """A state at this step with these lords; what a case does not name is as at the start."""
    house = msgspec.json.encode(case["house"], order="sorted").decode() if "house" in case else ""
    state = State(variant=case.get("variant", "shoggoth"), house=house, seed="case")
    data = state.data
    state.season = case.get("season", data.seasons[0]) if step != "combat" else ""
    state.round = case.get("round", 1) if step == "combat" else 0
    state.first = case.get("first", data.first)
    state.step = step
    state.lords = [new_lord(data, seat) for seat in range(1, len(lords) + 1)]
    if len(lords) == data.neutral.lords:
        state.neutral = case.get("neutral", data.neutral.evil)
    for year in range(1, case.get("year", 1) + 1):  # year 2 takes what year 1 has left
        state.year = year
        decks.lay_out_year(state)
    state.at = moment_of(state)
    for lord, table in zip(state.lords, lords, strict=True):
        lay_out(lord, table)
    return state


def moment_of(state: State) -> int:
    """Where in the calendar the state's step stands; a step once a game or year is looked up."""
    moments = list(enumerate(calendar(state.data)))
    when = (state.year, state.season, state.round, state.step)
    found = [at for at, moment in moments if moment == when]
    return (found or [at for at, moment in moments if moment.step == state.step])[0]


def lay_out(lord: Lord, table: Mapping[str, Any]) -> None:
    """Lay a case's table for one lord over the start values."""
    for good in COUNTED:
        setattr(lord, good, table.get(good, getattr(lord, good)))
    if "tunnels" in table:
        lord.tiles = {cell: Tile() for cell in table["tunnels"]}
    for cell, room in table.get("rooms", {}).items():
        lord.tiles[cell] = Tile(room)
    for cell in table.get("conquered", ()):
        lord.tiles[cell].conquered = True
    for cell in table.get("walls", ()):
        lord.tiles[cell].walls = True
    lord.monsters = [Monster(kind) for kind in table.get("monsters", ())]
    for mark in ("exhausted", "drilled", "striking"):
        for kind in table.get(mark, ()):
            monster = next(m for m in lord.monsters if m.kind == kind and not getattr(m, mark))
            setattr(monster, mark, True)
    lord.traps = list(table.get("traps", ()))
    lord.pets = list(table.get("pets", ()))
    lord.plans = list(table.get("plans", ()))
    lord.permits = dict(table.get("permits", {}))
    lord.barred = list(table.get("barred", ()))
    lord.executed = list(table.get("executed", ()))
    if "sent" in table or "busy" in table:
        lord.errands = Errands(list(table.get("sent", ())), table.get("busy", 0))
    lord.prisoners = [prisoner(text) for text in table.get("prisoners", ())]


def prisoner(text: str) -> Hero:
    """A prisoner named by his class: `warrior`, `paladin elf`."""
    cls, _, kind = text.partition(" ")
    return Hero(cls, kind=kind)


def hero(state: State, text: str) -> Hero:
    """A hero written `thief 2/3/2`, `warrior 1/3` or `paladin human`."""
    cls, _, rest = text.partition(" ")
    if cls == "paladin":
        return decks.paladin(state.data, rest, state.year)
    strength, health, *symbols = (int(part) for part in rest.split("/"))
    return decks.hero(cls, strength, health, symbols[0] if symbols else 0)


def hero_text(someone: Hero) -> str:
    """A hero in a case's writing, the inverse of `hero`."""
    if someone.kind:
        return f"paladin {someone.kind}"
    text = f"{someone.cls} {someone.strength}/{someone.health}"
    symbols = decks.symbols(someone)
    return f"{text}/{symbols}" if symbols else text


def fighter(state: State, table: Mapping[str, Any]) -> Hero:
    """A hero of a combat case's party."""
    if table["class"] == "paladin":
        made = decks.paladin(state.data, table["kind"], state.year)
    else:
        made = decks.hero(table["class"], 0, table["health"], table.get("symbols", 0))
    made.wounds = table.get("wounds", 0)
    return made


def lord_table(lord: Lord) -> dict[str, Any]:
    """A lord's state in a case's words."""
    return {
        **{good: getattr(lord, good) for good in COUNTED},
        "tunnels": [cell for cell, tile in lord.tiles.items() if not tile.room],
        "rooms": {cell: tile.room for cell, tile in lord.tiles.items() if tile.room},
        "conquered": [cell for cell, tile in lord.tiles.items() if tile.conquered],
        "walls": [cell for cell, tile in lord.tiles.items() if tile.walls],
        "monsters": [monster.kind for monster in lord.monsters],
        "exhausted": [monster.kind for monster in lord.monsters if monster.exhausted],
        "drilled": [monster.kind for monster in lord.monsters if monster.drilled],
        "traps": list(lord.traps),
        "pets": list(lord.pets),
        "plans": list(lord.plans),
        "permits": dict(lord.permits),
        "executed": list(lord.executed),
        "barred": list(lord.barred),
        "busy": lord.errands.busy if lord.errands else 0,
        "prisoners": [f"{p.cls} {p.kind}".strip() for p in lord.prisoners],
        "spied": list(lord.spied),
        "party": [hero_text(someone) for someone in lord.party],
    }
