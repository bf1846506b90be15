"""The dungeon as a picture: a pure function of a view, made from templates/pictures."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from bot.render.face import Picture
from bot.render.lords.ink import Ink
from bot.render.lords.posts import chapters
from rules.kernel.facts import Fact
from rules.lords.state import PHANTOM, Hero, Lord, Monster, Tile, View

WIDTH = 390
"""The picture's width in its own units; it is drawn twice as large."""

CELL_WIDTH, CELL_HEIGHT = 71, 62
GRID_X, GRID_Y = 23, 180
CAPTION = 1000

COLOURS = {
    "gold": "#e9b949", "food": "#c9713f", "imp": "#b5483c", "evil": "#7b4fa3", "letter": "#ffffff",
    "prisoner": "#b9c3c9", "trap": "#9aa5ab", "pet": "#c9a27a",
    "warrior": "#b9c3c9", "thief": "#e0a63a", "priest": "#ffffff", "wizard": "#5b8fd0",
    "bard": "#68a86b", "paladin": "#f2d544", "phantom": "#dfe7ec",
}  # fmt: skip
"""Fills of the symbols; every one has a shape of its own besides."""

TUNNEL, ROOM, RUIN = "#dcc79d", "#b8d6e3", "#dfe3c4"
READY, RESTING = "#ffffff", "#ddd3c6"


class Chip(NamedTuple):
    """One monster of the lair as it is drawn."""

    x: float
    y: float
    width: float
    text: str
    id: str
    colour: str
    fill: str
    dashed: bool


@lru_cache(maxsize=1)
def environment() -> Environment:
    """The pictures' templates."""
    folder = files("templates") / "pictures"
    return Environment(
        loader=FunctionLoader(lambda name: (folder / name).read_text("utf-8")),
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip


def album(ink: Ink, view: View, facts: Sequence[Fact]) -> list[Picture]:
    """The dungeons after a second resolve; after a round of combat those that were fought over."""
    steps = [chapter for chapter in chapters(view, facts) if chapter.facts]
    seats: list[int] = []
    for chapter in steps:
        if chapter.moment.step in ("production", "change"):  # nobody may have done a thing
            seats = [lord.seat for lord in view.lords]
        elif chapter.moment.step == "combat":
            seats += [fact.data["seat"] for fact in chapter.facts if fact.kind == "fight"]
    return [dungeon_picture(ink, view, seat) for seat in sorted(set(seats))]


def dungeon_picture(ink: Ink, view: View, seat: int) -> Picture:
    """One lord's dungeon as the viewer may see it."""
    svg, height = draw(ink, view, view.lord(seat))
    return Picture(svg, caption(ink, view.lord(seat)), WIDTH * 2, height * 2)


def caption(ink: Ink, lord: Lord) -> str:
    """What the picture shows, in words."""
    ruins = sum(tile.conquered for tile in lord.tiles.values())
    rooms = [tile.room for tile in lord.tiles.values() if tile.room and not tile.conquered]
    parts = [ink.t("state.tiles", n=len(lord.tiles), ruins=ruins)]
    if rooms:
        parts.append(Markup.escape(", ".join(ink.noun(room) for room in rooms)))
    if lord.party:
        gate = Counter(ink.noun(hero.kind or hero.cls) for hero in lord.party)
        names = ", ".join(n if times == 1 else f"{n} ×{times}" for n, times in gate.items())
        parts.append(ink.t("picture.gate", text=names))
    text = ink.t("picture.caption", seat=lord.seat, text=Markup("; ").join(parts))
    return str(text)[:CAPTION]


def draw(ink: Ink, view: View, lord: Lord) -> tuple[str, int]:
    """The SVG and its height in its own units."""
    grid = ink.data.grid
    grid_bottom = GRID_Y + grid.rows * CELL_HEIGHT
    chips = _chips(ink, lord, grid_bottom + 10)
    y = int(chips[-1].y) + 22 if chips else grid_bottom
    notes = [{"y": y + 20 + 17 * n, "text": text} for n, text in enumerate(_notes(ink, lord))]
    height = (notes[-1]["y"] if notes else y) + 12  # type: ignore[operator]
    width = len(grid.columns) * CELL_WIDTH
    gate_x = _x(grid.columns, grid.entrance[0]) + CELL_WIDTH / 2
    svg = environment().get_template("dungeon.svg.j2").render(
        width=WIDTH, height=height, title=ink.names[lord.seat],
        name=_fit(drawable(ink.names[lord.seat]) or f"№{lord.seat}", 20),
        moment=ink.moment(view.year, view.season, view.round).unescape(),
        goods=_goods(lord), **_meter(ink, lord), party=_party(ink, lord),
        nobody=ink.t("picture.nobody").unescape(),
        gate_x=gate_x, grid_x=GRID_X, grid_y=GRID_Y, grid_width=width,
        grid_height=grid.rows * CELL_HEIGHT, cell_width=CELL_WIDTH, cell_height=CELL_HEIGHT,
        columns=[{"x": _x(grid.columns, c) + (CELL_WIDTH / 2 if c != grid.entrance[0] else 12),
                  "name": c} for c in grid.columns],
        rows=[{"y": GRID_Y + (n - 0.5) * CELL_HEIGHT + 5, "name": n}
              for n in range(1, grid.rows + 1)],
        cells=[_cell(ink, lord, column, row) for row in range(1, grid.rows + 1)
               for column in grid.columns],
        tile_edges=_edges(ink, lord), chips=chips, notes=notes,
    )  # fmt: skip
    return svg, int(height)


def drawable(text: str) -> str:
    """The letters and signs of a name for which the bundled fonts have shapes."""
    kept = "".join(sign if _has_shape(ord(sign)) else " " for sign in text)
    return " ".join(kept.split())


SHAPES = (
    (0x20, 0x7E), (0xA0, 0x17F), (0x218, 0x21B), (0x370, 0x3FF), (0x400, 0x52F), (0x531, 0x587),
    (0x5D0, 0x5EA), (0x620, 0x64A), (0x10D0, 0x10FC), (0x1E80, 0x1EF9), (0x2010, 0x2026),
    (0x2030, 0x205E), (0x2116, 0x2116), (0x2190, 0x21FF), (0x2600, 0x26AF), (0x2701, 0x27BE),
)  # fmt: skip
"""What the subset in templates/fonts holds, as far as names go."""


def _has_shape(point: int) -> bool:
    return any(first <= point <= last for first, last in SHAPES)


def _fit(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _x(columns: str, column: str) -> int:
    return GRID_X + columns.index(column) * CELL_WIDTH


def _goods(lord: Lord) -> list[dict[str, Any]]:
    counts = {
        "gold": lord.gold, "food": lord.food, "imp": lord.imps, "prisoner": len(lord.prisoners),
        "trap": len(lord.traps), "pet": len(lord.pets), "letter": lord.letters,
    }  # fmt: skip
    return [
        {"id": good, "n": n, "colour": COLOURS[good], "x": 10 + 54 * at}
        for at, (good, n) in enumerate(counts.items())
    ]


def _meter(ink: Ink, lord: Lord) -> dict[str, Any]:
    """The evilometer: every space, the lord's own one marked, the paladins' line."""
    meter = ink.data.evilometer
    spaces = range(meter.kindest, meter.most + 1)
    wide = (WIDTH - 24) / len(spaces)
    drawn = [
        {
            "x": round((n - meter.kindest) * wide, 2), "width": round(wide, 2), "n": n,
            "here": n == lord.evil, "label": n in (meter.kindest, meter.line, meter.most),
            "fill": "#5d3380" if n == lord.evil else "#d9c2e6" if n >= meter.line else "#fbf6ea",
            "ink": "#ffffff",
        }
        for n in spaces
    ]  # fmt: skip
    return {"meter": drawn, "line_x": round((meter.line - meter.kindest) * wide, 2)}


SIGNS = {"anti_trap": "thief", "magic": "wizard", "heart": "priest", "lutes": "bard"}
"""A hero's symbols, drawn as the sign of the class that has them."""


def _party(ink: Ink, lord: Lord) -> list[dict[str, Any]]:
    """The heroes at the gate, front first from the left."""
    if not lord.party:
        return []
    wide = min(84.0, (WIDTH - 24 - 4 * (len(lord.party) - 1)) / len(lord.party))
    left = (WIDTH - len(lord.party) * wide - 4 * (len(lord.party) - 1)) / 2
    drawn, place = [], 0
    for at, hero in enumerate(lord.party):
        place += hero.cls != PHANTOM
        number = "" if hero.cls == PHANTOM else f"№{hero.place or place}"
        drawn.append(_hero(ink, hero, round(left + at * (wide + 4), 2), round(wide, 2), number))
    return drawn


def _hero(ink: Ink, hero: Hero, x: float, wide: float, place: str) -> dict[str, Any]:
    name = str(ink.t(f"picture.{hero.kind}")) if hero.kind else ink.noun(hero.cls)
    counts = [(sign, getattr(hero, sign)) for sign in SIGNS if getattr(hero, sign)]
    step = min(24.0, (wide - 6) / max(1, len(counts)))
    return {
        "x": x, "width": wide, "id": hero.cls, "colour": COLOURS[hero.cls], "name": name,
        "size": round(min(10.5, wide / (0.6 * len(name))), 2), "place": place,
        "health": f"♥{hero.left}/{hero.health}" if hero.wounds else f"♥{hero.health}",
        "hurt": bool(hero.wounds), "paladin": bool(hero.kind),
        "signs": [
            {"id": SIGNS[sign], "n": n, "colour": COLOURS[SIGNS[sign]],
             "x": round(wide / 2 - len(counts) * step / 2 + step * i, 2)}
            for i, (sign, n) in enumerate(counts)
        ],
    }  # fmt: skip


def _cell(ink: Ink, lord: Lord, column: str, row: int) -> dict[str, Any]:
    name = f"{column}{row}"
    tile = lord.tiles.get(name)
    shown = tile or Tile()
    fill = RUIN if shown.conquered else ROOM if shown.room else TUNNEL
    lines = str(ink.t(f"room_short.{shown.room}")).split() if shown.room else []
    longest = max((len(line) for line in lines), default=1)
    return {
        "name": name, "x": _x(ink.data.grid.columns, column),
        "y": GRID_Y + (row - 1) * CELL_HEIGHT, "kind": "tile" if tile else "rock",
        "fill": fill, "room": shown.room, "symbol": _symbol(shown.room), "lines": lines,
        "size": round(min(11.0, (CELL_WIDTH - 8) / (0.62 * longest)), 2),
        "text_y": 47 if len(lines) < 2 else 42, "conquered": shown.conquered,
        "walls": shown.walls,
    }  # fmt: skip


def _symbol(room: str) -> str:
    return room.replace("'", "").replace(" ", "-")


def _edges(ink: Ink, lord: Lord) -> str:
    """Lines where a tile meets rock or another tile, as one path."""
    parts = []
    for cell in lord.tiles:
        x = _x(ink.data.grid.columns, cell[0])
        y = GRID_Y + (int(cell[1:]) - 1) * CELL_HEIGHT
        parts.append(f"M{x} {y}h{CELL_WIDTH}v{CELL_HEIGHT}h-{CELL_WIDTH}z")
    return "".join(parts)


def _chips(ink: Ink, lord: Lord, top: int) -> list[Chip]:
    """The lair: white and whole-edged when ready, grey and dashed when resting or on strike."""
    chips: list[Chip] = []
    x, y = 12.0, float(top)
    for monster in lord.monsters:
        text = _monster_text(ink, monster)
        wide = round(34 + 6.3 * len(text), 1)
        if x + wide > WIDTH - 12 and chips:
            x, y = 12.0, y + 27
        spirit = ink.data.monsters[monster.kind].spirit
        away = monster.exhausted or monster.striking
        symbol, colour = ("ghost", "#dfe7ec") if spirit else ("monster", "#8fae5d")
        chips.append(Chip(x, y, wide, text, symbol, colour, RESTING if away else READY, away))
        x += wide + 6
    return chips


def _monster_text(ink: Ink, monster: Monster) -> str:
    marks = "+" * monster.drilled
    if monster.exhausted:
        return f"{ink.noun(monster.kind)}{marks} · {ink.t('picture.resting')}"
    if monster.striking:
        return f"{ink.noun(monster.kind)}{marks} · {ink.t('picture.striking')}"
    return ink.noun(monster.kind) + marks


def _notes(ink: Ink, lord: Lord) -> Iterable[str]:
    """What is told in words under the map."""
    notes = []
    if not lord.monsters:
        notes.append(ink.t("picture.no_monsters"))
    if lord.plans:
        notes.append(ink.t("picture.plans", text=", ".join(ink.noun(plan) for plan in lord.plans)))
    if lord.prisoners:
        names = Counter(ink.noun(hero.kind or hero.cls) for hero in lord.prisoners)
        text = ", ".join(n if times == 1 else f"{n} ×{times}" for n, times in names.items())
        notes.append(ink.t("picture.prisoners", text=text))
    return [_fit(note.unescape(), 62) for note in notes]
