"""One lord's dungeon: goods, evil, the party at the gate, the map, the lair, what is in store."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from bot.render.face import Picture
from bot.render.glyphs import ELLIPSIS, shrink, width, wrap
from bot.render.lords.ink import Ink
from bot.render.lords.pictures import canvas
from bot.render.lords.pictures.canvas import COLOURS, EDGE, INNER, WIDTH, Block
from rules.lords import dungeon
from rules.lords.state import HIDDEN, PHANTOM, Hero, Lord, Monster, Tile, View

CELL_WIDTH, CELL_HEIGHT = 71, 62
GRID_X, GRID_Y = 23, 18
TUNNEL, ROOM, RUIN = "#dcc79d", "#b8d6e3", "#dfe3c4"

SIGNS = {"anti_trap": "thief", "magic": "wizard", "heart": "priest", "lutes": "bard"}
"""A hero's symbols, drawn as the sign of the class that has them."""


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


def dungeon_picture(ink: Ink, view: View, seat: int, moment: str = "") -> Picture:
    """One lord's dungeon as the viewer may see it."""
    lord = view.lord(seat)
    blocks = [
        canvas.head(ink, view, seat, note=moment),
        goods(lord),
        meter(ink, [lord.evil]),
        party(ink, lord.party),
        grid(ink, lord),
        *lair(ink, lord),
        *hand(ink, lord),
    ]
    return canvas.sheet(ink.names[seat], blocks, caption(ink, lord))


def caption(ink: Ink, lord: Lord) -> str:
    """What the picture shows, in words."""
    ruins = sum(tile.conquered for tile in lord.tiles.values())
    rooms = [tile.room for tile in lord.tiles.values() if tile.room and not tile.conquered]
    parts = [ink.t("state.tiles", n=len(lord.tiles), ruins=ruins)]
    if rooms:
        parts.append(Markup.escape(", ".join(ink.noun(room) for room in rooms)))
    if lord.party:
        parts.append(ink.t("picture.gate", text=heroes(ink, lord.party)))
    text = Markup("; ").join(parts)
    return str(ink.t("picture.caption", seat=lord.seat, text=text))


def heroes(ink: Ink, line: Iterable[Hero]) -> str:
    """Heroes by their nouns, several of a kind with their number."""
    names = Counter(ink.noun(hero.kind or hero.cls) for hero in line)
    return ", ".join(name if n == 1 else f"{name} ×{n}" for name, n in names.items())


def goods(lord: Lord, after: Lord | None = None) -> Block:
    """Everything that is counted; with `after` as `3→5` where the plan changes it."""
    then = _counts(after or lord)
    texts = {good: str(n) if then[good] == n else f"{n}→{then[good]}"
             for good, n in _counts(lord).items()}  # fmt: skip
    sizes = {good: 16 if "→" not in text else 13.5 for good, text in texts.items()}
    wide = {good: 25 + width(text, sizes[good], True) for good, text in texts.items()}
    gap = min(30.0, (INNER - sum(wide.values())) / (len(wide) - 1))
    drawn, x = [], float(EDGE)
    for good, text in texts.items():
        drawn.append({"id": good, "n": text, "colour": COLOURS[good], "x": round(x, 2),
                      "size": sizes[good]})  # fmt: skip
        x += wide[good] + gap
    return Block("goods", 34, {"goods": drawn})


def _counts(lord: Lord) -> dict[str, int]:
    return {
        "gold": lord.gold, "food": lord.food, "imp": lord.imps, "prisoner": len(lord.prisoners),
        "trap": len(lord.traps), "pet": len(lord.pets), "letter": lord.letters,
    }  # fmt: skip


def meter(ink: Ink, here: Iterable[int], markers: Sequence[Mapping[str, Any]] = ()) -> Block:
    """The evilometer: every space, those taken marked, the paladins' line (L1.3)."""
    data, taken = ink.data.evilometer, set(here)
    spaces = range(data.kindest, data.most + 1)
    wide = INNER / len(spaces)
    drawn = [
        {"x": EDGE + (n - data.kindest) * wide, "width": wide, "n": n, "here": n in taken,
         "label": n in (data.kindest, data.line, data.most),
         "fill": "#5d3380" if n in taken else "#d9c2e6" if n >= data.line else "#fbf6ea",
         "ink": "#ffffff" if n in taken else "#5a4d45"}
        for n in spaces
    ]  # fmt: skip
    stacked: dict[int, int] = {}
    placed = []
    for marker in markers:
        level = stacked[marker["evil"]] = stacked.get(marker["evil"], 0) + 1
        x = EDGE + (marker["evil"] - data.kindest + 0.5) * wide - 9
        placed.append({**marker, "x": round(x, 2), "level": level})
    high = 20 * max(stacked.values(), default=0)
    top: float = high + 4
    for marker in placed:
        marker["y"] = top - 1 - 20 * marker["level"]
    return Block("meter", top + 36, {
        "spaces": drawn, "markers": placed, "y": top,
        "line_x": round(EDGE + (data.line - data.kindest) * wide, 2),
        "line": canvas.plain(ink.t("picture.line", n=data.line)),
    })  # fmt: skip


def party(ink: Ink, line: Sequence[Hero], aims: Mapping[int, Sequence[str]] | None = None,
          numbered: bool = True) -> Block:  # fmt: skip
    """The heroes in line, front first from the left; `aims`: marks under the n-th."""
    aims = aims or {}
    gap, count = 4, max(1, len(line))
    wide = min(84.0, (INNER - gap * (count - 1)) / count)
    left = (WIDTH - count * wide - gap * (count - 1)) / 2
    drawn, place = [], 0
    for at, hero in enumerate(line):
        place += hero.cls != PHANTOM
        number = 0 if hero.cls == PHANTOM else hero.place or place
        shown = _hero(ink, hero, left + at * (wide + gap), wide)
        drawn.append({**shown, "place": canvas.numbered(ink, number) if number and numbered else "",
                      "aims": list(aims.get(at, ()))[:5]})  # fmt: skip
    high = 62 + 14 * any(hero["aims"] for hero in drawn)
    return Block("party", high, {"party": drawn, "nobody": canvas.plain(ink.t("picture.nobody"))})


def _hero(ink: Ink, hero: Hero, x: float, wide: float) -> dict[str, Any]:
    name = str(ink.t(f"picture.{hero.kind}")) if hero.kind else ink.noun(hero.cls)
    counts = [(sign, getattr(hero, sign)) for sign in SIGNS if getattr(hero, sign)]
    sign = 10 if wide > 58 or len(counts) < 3 else 8
    signs, broad = canvas.laid(
        [{"id": SIGNS[s], "n": str(n), "colour": COLOURS[SIGNS[s]]} for s, n in counts],
        sign, sign, 3 if sign > 8 else 1,
    )  # fmt: skip
    return {
        "x": x, "width": wide, "id": hero.cls, "colour": COLOURS[hero.cls], "name": name,
        "size": shrink(name, wide - 4, 10.5, 7), "hurt": bool(hero.wounds),
        "health": f"♥{hero.left}/{hero.health}" if hero.wounds else f"♥{hero.health}",
        "share": hero.left / hero.health if hero.health else 0, "paladin": bool(hero.kind),
        "phantom": hero.cls == PHANTOM, "signs": signs, "left": (wide - broad) / 2,
        "sign": sign,
    }  # fmt: skip


def grid(ink: Ink, lord: Lord, over: Overlay = NO_OVERLAY) -> Block:
    """The map with its columns and rows named, and what is drawn over it."""
    table = ink.data.grid
    gate_x = _x(table.columns, table.entrance[0]) + CELL_WIDTH / 2
    cells = [_cell(ink, lord, f"{column}{row}", over)
             for row in range(1, table.rows + 1) for column in table.columns]  # fmt: skip
    high = table.rows * CELL_HEIGHT
    return Block("map", GRID_Y + high + 10, {
        "gate_x": gate_x, "grid_x": GRID_X, "grid_y": GRID_Y, "grid_height": high,
        "grid_width": len(table.columns) * CELL_WIDTH, "wide": CELL_WIDTH, "high": CELL_HEIGHT,
        "columns": [{"name": c, "x": _x(table.columns, c)
                     + (CELL_WIDTH / 2 if c != table.entrance[0] else 12)} for c in table.columns],
        "rows": [{"y": GRID_Y + (n - 0.5) * CELL_HEIGHT + 5, "name": n}
                 for n in range(1, table.rows + 1)],
        "cells": cells, "edges": _edges(ink, lord), "ways": _ways(ink, lord, over),
        "target": _spot(ink, over.target) if over.target else None,
        "signs": _signs(ink, lord, over), "marks": _marks(ink, over),
    })  # fmt: skip


def _cell(ink: Ink, lord: Lord, name: str, over: Overlay) -> dict[str, Any]:
    tile = lord.tiles.get(name)
    shown = tile or Tile()
    planned = over.planned.get(name)
    room = planned or shown.room
    fill = RUIN if shown.conquered else ROOM if shown.room else TUNNEL
    inner = CELL_WIDTH - 8
    lines = _room_name(ink, room, inner) if room else []
    size = min((shrink(line, inner, 11, 8, True) for line in lines), default=11)
    return {
        **_spot(ink, name), "name": name, "kind": "tile" if tile else "rock", "fill": fill,
        "room": room, "symbol": symbol(room), "lines": lines, "size": size,
        "text_y": 47 if len(lines) < 2 else 42, "conquered": shown.conquered,
        "walls": shown.walls, "plan": planned is not None, "legal": name in over.legal,
    }  # fmt: skip


def _room_name(ink: Ink, room: str, inner: float) -> list[str]:
    """A room's short name in a line or two; as large as its longest word allows."""
    name = str(ink.t(f"room_short.{room}"))
    large = wrap(name, inner, 10, 2, True)
    return large if ELLIPSIS not in "".join(large) else wrap(name, inner, 8.2, 2, True)


def symbol(room: str) -> str:
    """The symbol of a room."""
    return room.replace("'", "").replace(" ", "-")


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
        points = [f"{s['x'] + CELL_WIDTH / 2:g} {s['y'] + CELL_HEIGHT / 2 + 12:g}" for s in spots]
        entrance = f"{_x(ink.data.grid.columns, steps[0][0]) + CELL_WIDTH / 2:g} {GRID_Y}"
        ways.append("M" + "L".join([entrance, *points]))
    return ways


def way(ink: Ink, tiles: Mapping[str, Tile], cell: str) -> list[str]:
    """A shortest way from the entrance to a cell; the cell alone where no way leads."""
    steps = dungeon.distances(ink.data.grid, dict(tiles))
    path = [cell]
    while steps.get(path[0], dungeon.FAR) not in (0, dungeon.FAR):
        near = dungeon.neighbours(ink.data.grid, path[0])
        path.insert(0, min(near, key=lambda other: steps.get(other, dungeon.FAR)))
    return path


IN_ROOM = ((4, 14), (53, 18), (53, 3), (4, 29))
"""Where signs stand in a room: beside its symbol, clear of its name; the third where marks are."""


def _signs(ink: Ink, lord: Lord, over: Overlay) -> list[dict[str, Any]]:
    """Small symbols in their cells: along the bottom of tunnels, beside the symbol of rooms."""
    drawn = []
    for cell, ids in over.signs.items():
        spot, counts = _spot(ink, cell), Counter(ids)
        room = over.planned.get(cell) or (cell in lord.tiles and lord.tiles[cell].room)
        left = (CELL_WIDTH - 22 * len(counts)) / 2
        for at, (id, n) in enumerate(counts.items()):
            x, y = IN_ROOM[at % 4] if room else (left + 22 * at, CELL_HEIGHT - 21)
            drawn.append({"id": id, "n": n, "colour": COLOURS[id], "size": 15 if room else 18,
                          "x": round(spot["x"] + x, 2), "y": spot["y"] + y,
                          "left": bool(room) and x > CELL_WIDTH / 2})  # fmt: skip
    return drawn


def _marks(ink: Ink, over: Overlay) -> list[dict[str, Any]]:
    """The numbers of clauses in the upper right corners of their cells."""
    drawn = []
    for cell, texts in over.marks.items():
        spot, shown = _spot(ink, cell), list(texts)[:3]
        left = spot["x"] + CELL_WIDTH - 2 - 15 * len(shown)
        drawn += [{"text": text, "x": left + 15 * at, "y": spot["y"] + 2}
                  for at, text in enumerate(shown)]  # fmt: skip
    return drawn


class Chip(NamedTuple):
    """One thing in a row of things: its symbol and text, and what hangs on it."""

    id: str
    colour: str
    text: str
    dashed: bool = False
    round: bool = True
    price: Sequence[Mapping[str, Any]] = ()
    seat: int | None = None
    mark: str = ""


def chips(every: Sequence[Chip]) -> Block:
    """Chips side by side, over as many rows as it takes."""
    drawn: list[dict[str, Any]] = []
    x, y = float(EDGE), 7.0
    for chip in every:
        price, broad = canvas.laid([dict(part) for part in chip.price], 11, 12)
        price_x = 25 + width(chip.text, 12) + 7
        wide = price_x + (broad + 4 if price else 0) + (20 if chip.seat is not None else 0) + 4
        if drawn and x + wide > WIDTH - EDGE:
            x, y = float(EDGE), y + 31
        drawn.append({**chip._asdict(), "price": price, "price_x": price_x,
                      "x": x, "y": y, "width": wide})  # fmt: skip
        x += wide + 7
    return Block("chips", y + 29, {"chips": drawn})


def lair(ink: Ink, lord: Lord, marks: Mapping[int, str] | None = None) -> list[Block]:
    """Monsters: white when ready, grey, dashed and said so when resting or on strike."""
    if not lord.monsters:
        return canvas.notes([canvas.plain(ink.t("picture.no_monsters"))])
    found = []
    for at, monster in enumerate(lord.monsters):
        spirit = ink.data.monsters[monster.kind].spirit
        id = "ghost" if spirit else "monster"
        away = monster.exhausted or monster.striking
        found.append(Chip(id, COLOURS[id], _monster_text(ink, monster), away,
                          mark=(marks or {}).get(at, "")))  # fmt: skip
    return [chips(found)]


def _monster_text(ink: Ink, monster: Monster) -> str:
    marks = "+" * monster.drilled
    if monster.exhausted:
        return f"{ink.noun(monster.kind)}{marks} · {ink.t('picture.resting')}"
    if monster.striking:
        return f"{ink.noun(monster.kind)}{marks} · {ink.t('picture.striking')}"
    return ink.noun(monster.kind) + marks


def hand(ink: Ink, lord: Lord) -> list[Block]:
    """Plans, traps and pets one may see, pets that have served, prisoners: as chips and lines."""
    found = [Chip(symbol(plan), COLOURS["gold"], ink.noun(plan), True, False)
             for plan in lord.plans]  # fmt: skip
    found += _counted(ink, "trap", lord.traps)
    found += _counted(ink, "pet", lord.pets)
    for card, n in Counter(lord.used_pets).items():
        name = ink.noun(card) if n == 1 else f"{ink.noun(card)} ×{n}"
        used = canvas.plain(ink.t("picture.used", id=card))
        found.append(Chip("pet", COLOURS["pet"], f"{name} · {used}", True, False))
    blocks = [chips(found)] if found else []
    if lord.prisoners:
        text = heroes(ink, lord.prisoners)
        blocks += canvas.notes([canvas.plain(ink.t("picture.prisoners", text=text))])
    return blocks


def _counted(ink: Ink, id: str, cards: Sequence[str]) -> list[Chip]:
    """Cards of a hand, a chip a kind; hidden ones as one chip with their number."""
    hidden = cards.count(HIDDEN)
    found = [
        Chip(id, COLOURS[id], f"? ×{hidden}" if hidden > 1 else "?", round=False)
    ] * bool(hidden)  # fmt: skip
    for card, n in Counter(card for card in cards if card != HIDDEN).items():
        text = ink.noun(card) if n == 1 else f"{ink.noun(card)} ×{n}"
        found.append(Chip(id, COLOURS[id], text, round=False))
    return found
