"""One lord's dungeon: goods, evil, the party at the gate, the map, the lair, what is in store."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from bot.render.face import Picture
from bot.render.glyphs import shrink, width
from bot.render.lords.ink import Ink
from bot.render.lords.pictures import canvas
from bot.render.lords.pictures.belongings import belongings
from bot.render.lords.pictures.canvas import COLOURS, EDGE, INNER, LEAST, WIDTH, Block
from bot.render.lords.pictures.tile import CELL_HEIGHT, CELL_WIDTH, Content, laid_out
from rules.lords import dungeon
from rules.lords.state import PHANTOM, Hero, Lord, Tile, View

GRID_X, GRID_Y = 23, 18
TUNNEL, ROOM, RUIN = "#dcc79d", "#b8d6e3", "#dfe3c4"

SIGNS = {"anti_trap": "thief", "magic": "wizard", "heart": "priest", "lutes": "bard"}
"""A hero's symbols, drawn as the sign of the class that has them."""


class Aim(NamedTuple):
    """A clause that strikes a hero: its number, and whether that is still to be chosen."""

    number: str
    open: bool = False


class Overlay(NamedTuple):
    """What is drawn over a map: cells that may be chosen, planned tiles (with their room or ""),
    numbers of the plan's clauses and signs by cell, cells imps march to, the tile to fight over.
    """

    legal: frozenset[str] = frozenset()
    planned: Mapping[str, str] = {}
    marks: Mapping[str, Sequence[str]] = {}
    signs: Mapping[str, Sequence[str]] = {}
    marches: Sequence[str] = ()
    target: str = ""


NO_OVERLAY = Overlay()


def dungeon_picture(
    ink: Ink, view: View, seat: int, moment: str = "", leaving: bool = False
) -> Picture:
    """One lord's dungeon as the viewer may see it; `leaving`: the party is about to go home."""
    lord = view.lord(seat)
    blocks = [
        canvas.head(ink, view, seat, note=moment),
        goods(ink, lord),
        meter(ink, [lord.evil]),
        party(ink, lord.party, placed=bool(view.fighting)),
        grid(ink, lord),
        *belongings(ink, lord),
    ]
    return canvas.sheet(ink.names[seat], blocks, caption(ink, lord, leaving))


def caption(ink: Ink, lord: Lord, leaving: bool = False) -> str:
    """What the picture shows, in words."""
    ruins = sum(tile.conquered for tile in lord.tiles.values())
    rooms = [tile.room for tile in lord.tiles.values() if tile.room and not tile.conquered]
    walls = sorted(cell for cell, tile in lord.tiles.items() if tile.walls)
    parts = [ink.t("state.tiles", n=len(lord.tiles), ruins=ruins)]
    if rooms:
        parts.append(Markup.escape(", ".join(ink.noun(room) for room in rooms)))
    if walls:
        parts.append(ink.t("picture.walls", text=", ".join(walls)))
    if lord.party:
        key = "picture.gate_last" if leaving else "picture.gate"
        parts.append(ink.t(key, text=heroes(ink, lord.party)))
    text = Markup("; ").join(parts)
    return str(ink.t("picture.caption", seat=lord.seat, text=text))


def heroes(ink: Ink, line: Iterable[Hero]) -> str:
    """Heroes by their nouns, several of a kind with their number."""
    names = Counter(ink.noun(hero.kind or hero.cls) for hero in line)
    return ", ".join(name if n == 1 else f"{name} ×{n}" for name, n in names.items())


def goods(ink: Ink, lord: Lord, after: Lord | None = None) -> Block:
    """Everything that is counted; with `after` as `3→5` where the plan changes it."""
    now, then = _counts(ink, lord), _counts(ink, after or lord)
    texts = {good: str(n) if then[good] == n else f"{n}→{then[good]}" for good, n in now.items()}
    for size in (16.0, 13.5, 12.0, 10.5):
        wide = {good: 25 + width(text, size, True) for good, text in texts.items()}
        if sum(wide.values()) + 4 * (len(wide) - 1) <= INNER:
            break
    gap = (INNER - sum(wide.values())) / (len(wide) - 1)
    drawn, x = [], float(EDGE)
    for good, text in texts.items():
        drawn.append({"id": good, "n": text, "colour": COLOURS[good], "x": round(x, 2)})
        x += wide[good] + gap
    return Block("goods", 34, {"goods": drawn, "size": size})


def _counts(ink: Ink, lord: Lord) -> dict[str, int]:
    counts = {
        "gold": lord.gold, "food": lord.food, "imp": lord.imps, "prisoner": len(lord.prisoners),
        "trap": len(lord.traps), "pet": len(lord.pets), "letter": lord.letters,
    }  # fmt: skip
    return {good: n for good, n in counts.items() if good != "pet" or ink.data.pets}


def meter(ink: Ink, here: Iterable[int], markers: Sequence[Mapping[str, Any]] = ()) -> Block:
    """The evilometer: every space, those taken marked, the paladins' line (L1.3)."""
    data, taken = ink.data.evilometer, set(here)
    spaces = range(data.kindest, data.most + 1)
    wide = INNER / len(spaces)
    drawn = [
        {"x": EDGE + (n - data.kindest) * wide, "width": wide, "n": n, "here": n in taken,
         "fill": "#5d3380" if n in taken else "#d9c2e6" if n >= data.line else "#fbf6ea",
         "ink": "#ffffff" if n in taken else "#5a4d45"}
        for n in spaces
    ]  # fmt: skip
    placed, brackets = _crowd(markers, data.kindest, wide)
    top = max((20.0 * marker["level"] + marker["lift"] for marker in placed), default=0.0) + 4
    for marker in placed:
        marker["y"] = top - 1 - 20 * marker["level"] - marker["lift"]
    return Block("meter", top + 40, {
        "spaces": drawn, "markers": placed, "brackets": brackets, "y": top,
        "evil": canvas.plain(ink.t("picture.evil")),
        "line_x": round(EDGE + (data.line - data.kindest) * wide, 2),
        "line": canvas.plain(ink.t("picture.line", n=data.line)),
    })  # fmt: skip


BADGE, PITCH = 18, 20
"""How wide a lord's marker is, and how far apart two side by side stand."""

STACK = 3
"""So many markers stand upon one another; more stand in pairs, or the picture is tall and empty."""


LIFT = 7
"""How far above its space a crowd stands that a bracket ties to it."""


def _crowd(
    markers: Sequence[Mapping[str, Any]], kindest: int, wide: float
) -> tuple[list[dict[str, Any]], list[dict[str, float]]]:
    """The markers over their spaces with their levels from 1; what ties pairs to their space.

    Pairs need free spaces beside theirs.
    """
    spaces: dict[int, list[Mapping[str, Any]]] = {}
    for marker in markers:
        spaces.setdefault(marker["evil"], []).append(marker)
    placed: list[dict[str, Any]] = []
    brackets: list[dict[str, float]] = []
    for evil, here in spaces.items():
        paired = len(here) > STACK and not {evil - 1, evil + 1} & spaces.keys()
        columns = 2 if paired else 1
        broad = BADGE + PITCH * (columns - 1)
        middle = EDGE + (evil - kindest + 0.5) * wide
        left = min(max(middle - broad / 2, 4), WIDTH - 10 - broad)  # a shield stands out behind
        if paired:
            brackets.append({"left": left, "right": left + broad, "middle": middle})
        for at, marker in enumerate(here):
            level, column = divmod(at, columns)
            placed.append({**marker, "x": round(left + PITCH * column, 2), "level": level + 1,
                           "lift": LIFT * paired})  # fmt: skip
    return sorted(placed, key=lambda marker: (marker["level"], -marker["x"])), brackets


def party(ink: Ink, line: Sequence[Hero], aims: Mapping[int, Sequence[Aim]] | None = None,
          numbered: bool = True, placed: bool = False) -> Block:  # fmt: skip
    """The heroes in line, front first from the left; `aims`: marks under the n-th.

    They are numbered as the next round's targets; with `placed` by the places given when the round
    at hand began (L9.3), and who came later has none.
    """
    aims = aims or {}
    gap, count = 4, max(1, len(line))
    wide = min(84.0, (INNER - gap * (count - 1)) / count)
    rows = max((-(-len(_symbols(hero)) // _side(wide)) for hero in line), default=1)
    high = 57 + 13 * (max(1, rows) - 1)
    left = (WIDTH - count * wide - gap * (count - 1)) / 2
    drawn, place = [], 0
    for at, hero in enumerate(line):
        place += hero.cls != PHANTOM
        number = 0 if hero.cls == PHANTOM else hero.place if placed else place
        shown = _hero(ink, hero, left + at * (wide + gap), wide)
        drawn.append({**shown, "place": canvas.numbered(ink, number) if number and numbered else "",
                      "aims": _aims(aims.get(at, ()), wide)})  # fmt: skip
    below = max((aim["y"] + 14 for hero in drawn for aim in hero["aims"]), default=0)
    return Block("party", high + 5 + below, {
        "party": drawn, "nobody": canvas.plain(ink.t("picture.nobody")), "high": high,
    })  # fmt: skip


def _aims(aims: Sequence[Aim], wide: float) -> list[dict[str, Any]]:
    """Marks below a hero, over as many rows as they take."""
    drawn, x, y = list[dict[str, Any]](), 0.0, 3
    for aim in aims:
        broad = canvas.mark_width(aim.number)
        if drawn and x + broad > wide:
            x, y = 0.0, y + 16
        drawn.append({"text": aim.number, "open": aim.open, "x": round(x, 2), "y": y})
        x += broad + 1
    return drawn


def _symbols(hero: Hero) -> list[tuple[str, int]]:
    return [(sign, getattr(hero, sign)) for sign in SIGNS if getattr(hero, sign)]


def _side(wide: float) -> int:
    """How many symbols with their numbers stand side by side below a hero."""
    return 3 if wide > 60 else 2


def _hero(ink: Ink, hero: Hero, x: float, wide: float) -> dict[str, Any]:
    name = str(ink.t(f"picture.{hero.kind}")) if hero.kind else ink.noun(hero.cls)
    parts = [{"id": SIGNS[s], "n": str(n), "colour": COLOURS[SIGNS[s]]} for s, n in _symbols(hero)]
    side, rows = _side(wide), list[dict[str, Any]]()
    for at in range(0, len(parts), side):
        signs, broad = canvas.laid(parts[at : at + side], LEAST, 11, 3)
        rows.append({"signs": signs, "left": (wide - broad) / 2, "y": 45 + 13 * len(rows)})
    return {
        "x": x, "width": wide, "id": hero.cls, "colour": COLOURS[hero.cls], "name": name,
        "size": shrink(name, wide - 4, 10.5, LEAST), "hurt": bool(hero.wounds),
        "health": f"♥{hero.left}/{hero.health}" if hero.wounds else f"♥{hero.health}",
        "share": hero.left / hero.health if hero.health else 0, "paladin": bool(hero.kind),
        "phantom": hero.cls == PHANTOM, "rows": rows,
    }  # fmt: skip


def grid(ink: Ink, lord: Lord, over: Overlay = NO_OVERLAY) -> Block:
    """The map with its columns and rows named, and what is drawn over it."""
    table = ink.data.grid
    gate_x = _x(table.columns, table.entrance[0]) + CELL_WIDTH / 2
    cells = [_cell(ink, lord, f"{column}{row}", over)
             for row in range(1, table.rows + 1) for column in table.columns]  # fmt: skip
    high = table.rows * CELL_HEIGHT
    return Block("map", GRID_Y + high + 10, {
        "gate_x": gate_x, "entrance": canvas.plain(ink.t("picture.entrance")),
        "grid_x": GRID_X, "grid_y": GRID_Y, "grid_height": high,
        "grid_width": len(table.columns) * CELL_WIDTH, "wide": CELL_WIDTH, "high": CELL_HEIGHT,
        "columns": [{"name": c, "x": _x(table.columns, c)
                     + (CELL_WIDTH / 2 if c != table.entrance[0] else 12)} for c in table.columns],
        "rows": [{"y": GRID_Y + (n - 0.5) * CELL_HEIGHT + 5, "name": n}
                 for n in range(1, table.rows + 1)],
        "cells": cells, "edges": _edges(ink, lord), "ways": _ways(ink, lord, over),
        "target": _spot(ink, over.target) if over.target else None,
    })  # fmt: skip


def _cell(ink: Ink, lord: Lord, name: str, over: Overlay) -> dict[str, Any]:
    tile = lord.tiles.get(name)
    shown = tile or Tile()
    planned = over.planned.get(name)
    room = planned or shown.room
    fill = RUIN if shown.conquered else ROOM if shown.room else TUNNEL
    holds = Content(name, room, over.marks.get(name, ()), over.signs.get(name, ()),
                    name in over.legal, shown.walls, shown.conquered)  # fmt: skip
    return {
        **_spot(ink, name), "name": name, "kind": "tile" if tile else "rock", "fill": fill,
        "room": room, "conquered": shown.conquered, "walls": shown.walls,
        "plan": planned is not None, "legal": holds.legal, **laid_out(ink, holds),
    }  # fmt: skip


def _x(columns: str, column: str) -> int:
    return GRID_X + columns.index(column) * CELL_WIDTH


def _spot(ink: Ink, cell: str) -> dict[str, int]:
    """The upper left corner of a cell."""
    return {"x": _x(ink.data.grid.columns, cell[0]),
            "y": GRID_Y + (int(cell[1:]) - 1) * CELL_HEIGHT}  # fmt: skip


def _edges(ink: Ink, lord: Lord) -> str:
    """Lines where a tile meets rock or another tile, as one path."""
    spots = (_spot(ink, cell) for cell in lord.tiles)
    return "".join(
        f"M{spot['x']} {spot['y']}h{CELL_WIDTH}v{CELL_HEIGHT}h-{CELL_WIDTH}z" for spot in spots
    )


def _ways(ink: Ink, lord: Lord, over: Overlay) -> list[str]:
    """The imps' ways from the entrance through the dungeon to where they work."""
    tiles = dict(lord.tiles) | {cell: Tile() for cell in over.planned if cell not in lord.tiles}
    ways = []
    for cell in dict.fromkeys(over.marches):
        steps = way(ink, tiles, cell)
        spots = [_spot(ink, step) for step in steps]
        points = [(_x(ink.data.grid.columns, steps[0][0]) + CELL_WIDTH / 2, float(GRID_Y))]
        points += [(spot["x"] + CELL_WIDTH / 2, spot["y"] + float(PATH_Y)) for spot in spots]
        if tiles[cell].room or over.planned.get(cell):
            points[-1] = _at_the_door(points[-2], points[-1])
        ways.append("M" + "L".join(f"{x:g} {y:g}" for x, y in points))
    return ways


def _at_the_door(last: tuple[float, float], middle: tuple[float, float]) -> tuple[float, float]:
    """Where a way to a room ends, coming from the middle of the cell before or from the entrance:
    just inside, not among the signs of who works there."""
    (x, y), (to_x, to_y) = last, middle
    if x != to_x:
        return (to_x + (DOOR - CELL_WIDTH / 2) * (1 if to_x > x else -1), to_y)
    top = to_y - PATH_Y
    return (to_x, top + DOOR if to_y > y else top + CELL_HEIGHT - DOOR)


PATH_Y = 32
"""Where ways run through a cell: behind the symbol of a room, above its name."""

DOOR = 5
"""How far a way reaches into the room it leads to."""


def way(ink: Ink, tiles: Mapping[str, Tile], cell: str) -> list[str]:
    """A shortest way from the entrance to a cell; the cell alone where no way leads."""
    steps = dungeon.distances(ink.data.grid, dict(tiles))
    path = [cell]
    while steps.get(path[0], dungeon.FAR) not in (0, dungeon.FAR):
        near = dungeon.neighbours(ink.data.grid, path[0])
        path.insert(0, min(near, key=lambda other: steps.get(other, dungeon.FAR)))
    return path
