"""The sheet all pictures are drawn on: blocks one below the other, and the symbols they use."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from bot.render.face import Picture
from bot.render.filters import bound
from bot.render.glyphs import drawable, fit, shrink, width
from bot.render.lords.ink import Ink
from rules.lords.data import Goods
from rules.lords.state import Board

WIDTH = 390
"""The width of every picture in its own units; it is drawn twice as large."""

EDGE = 12
"""Units that stay free at the left and the right."""

INNER = WIDTH - 2 * EDGE
SCALE = 2

LEAST = 10
"""The size of the smallest letters: as many pixels on a phone 390 wide; the gallery holds it."""

COLOURS = {
    "gold": "#e9b949", "food": "#c9713f", "imp": "#b5483c", "evil": "#7b4fa3", "letter": "#ffffff",
    "prisoner": "#b9c3c9", "trap": "#9aa5ab", "pet": "#c9a27a", "spy": "#ffffff",
    "tunnel": "#c8ab72", "mine": "#e9b949", "foreman": "#e9b949", "monster": "#8fae5d",
    "room": "#8fc1d6", "ghost": "#dfe7ec", "clerk": "#b9b2a6", "reputation": "#ffffff",
    "warrior": "#b9c3c9", "thief": "#e0a63a", "priest": "#ffffff", "wizard": "#5b8fd0",
    "bard": "#68a86b", "paladin": "#f2d544", "phantom": "#dfe7ec", "star": "#f2c230",
    "yes": "#5fa777", "no": "#d0674a", "pause": "#cfc6b8", "lock": "#b9b2a6", "card": "#7fa3cf",
    "flag": "#d0674a", "health": "#d0674a", "courage": "#68a86b", "fatigue": "#b9b2a6",
    "poison": "#8fae5d", "event": "#f3e3bd", "gate": "#b9b2a6", "hammer": "#b9c3c9",
}  # fmt: skip
"""Fills of the symbols; every one has a shape of its own besides."""

INK, FAR = "#2a2320", "#b3261e"
"""Letters, and the numbers of a price that can't be paid now: a cross stands beside it as well."""

SEATS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#f0e442")
"""Fills of the lords' badges, apart for the colour-blind too; each has a shape besides."""

INKS = ("#ffffff", "#1d1713", "#ffffff", "#1d1713", "#1d1713", "#1d1713")

GOODS = {
    "gold": "gold", "food": "food", "imps": "imp", "evil": "evil", "letters": "letter",
    "trap": "trap", "monster": "monster", "tunnels": "tunnel", "mine": "mine", "spy": "spy",
    "foreman": "foreman", "room": "room", "traps": "trap", "tunnel": "tunnel",
}  # fmt: skip
"""The symbol of a good, a price's or a gain's."""


class Block(NamedTuple):
    """A part of a picture: the template that draws it, its height, and what the template needs."""

    template: str
    height: float
    data: Mapping[str, Any]


@lru_cache(maxsize=1)
def environment() -> Environment:
    """The pictures' templates."""
    folder = files("templates") / "pictures"
    made = Environment(
        loader=FunctionLoader(lambda name: (folder / name).read_text("utf-8")),
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    made.globals["COLOURS"] = COLOURS
    made.globals["seat_fill"] = lambda seat: SEATS[(seat - 1) % len(SEATS)]
    made.globals["seat_ink"] = lambda seat: INKS[(seat - 1) % len(INKS)]
    made.globals["LEAST"] = LEAST
    made.globals.update(INK=INK, FAR=FAR)
    made.filters["n"] = number
    made.filters["mark_width"] = mark_width
    return made


def number(value: float) -> str:
    """A coordinate, written alike everywhere: at most two digits behind the point."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def mark_width(text: str) -> float:
    """How wide the pill of a number is: round for one digit."""
    return max(15.0, 8 + round(width(text, LEAST, True), 2))


_SYMBOL = re.compile(r'^<g id="([^"]+)">.*$', re.MULTILINE)
_USED = re.compile(r'href="#([^"]+)"')


@lru_cache(maxsize=1)
def symbols() -> dict[str, str]:
    """Our own drawn symbols by id, each one line of SVG."""
    text = (files("templates") / "pictures" / "symbols.svg").read_text("utf-8")
    return {found[1]: found[0] for found in _SYMBOL.finditer(text)}


def sheet(title: str, blocks: Sequence[Block], caption: str) -> Picture:
    """A picture of the blocks, one below the other (raises KeyError for a symbol not drawn)."""
    y, parts = 0.0, []
    for block in blocks:
        body = environment().get_template(f"{block.template}.svg.j2").render(block.data)
        parts.append(Markup('<g transform="translate(0 {})">\n{}\n</g>').format(
            number(y), Markup(body.strip())
        ))  # fmt: skip
        y += block.height
    used = sorted({name for part in parts for name in _USED.findall(part)} - {"rock"})
    height = int(y) + EDGE
    svg = environment().get_template("sheet.svg.j2").render(
        width=WIDTH, height=height, scale=SCALE, title=title, parts=parts,
        symbols=[Markup(symbols()[name]) for name in used],
    )  # fmt: skip
    return Picture(svg, bound(caption), WIDTH * SCALE, height * SCALE)


def named(ink: Ink, seat: int, room: float, size: float, bold: bool = True) -> str:
    """A lord's name as far as the fonts can draw it and it fits; else what his badge says."""
    return fit(legible(ink, seat), room, size, bold)


def legible(ink: Ink, seat: int) -> str:
    """A lord's name as far as the fonts can draw it; else what his badge says, not as heroes are
    numbered."""
    return drawable(ink.names[seat]) or plain(ink.t("picture.nameless", seat=seat))


def numbered(ink: Ink, n: int) -> str:
    """A number as the language writes it: №1, #1."""
    return plain(ink.t("label.at", n=n, h=None))


def plain(text: Markup) -> str:
    """A phrase without tags or escapes, with the signs that the fonts can draw."""
    return drawable(text.striptags())


def head(ink: Ink, board: Board, seat: int = 0, title: str = "", note: str = "") -> Block:
    """The band at the top: whose picture it is (or its title), and when it was drawn."""
    moment = note or plain(ink.moment(board.year, board.season, board.round))
    right = width(moment, 12)
    left = 40 if seat else EDGE
    room = WIDTH - left - EDGE - 8 - right
    name = legible(ink, seat) if seat else title
    size = shrink(name, room, 18, 13, True)
    return Block("head", 46, {"seat": seat, "name": fit(name, room, size, True), "size": size,
                              "x": left, "moment": moment, "width": WIDTH})  # fmt: skip


def priced(table: Goods, sign: bool = False, lacking: Collection[str] = ()) -> list[dict[str, Any]]:
    """A price or gain as symbols with numbers; with `sign` what sinks has a minus; of a price in
    several goods those that are lacking alone are `far`."""
    return [
        {"id": GOODS[good], "colour": COLOURS[GOODS[good]],
         "n": "" if good in ("spy", "foreman", "room") and n == 1 else f"−{-n}" if n < 0
         else f"{n}", **({"far": good in lacking} if lacking else {})}
        for good, n in table.items()
        if n
    ]  # fmt: skip


def laid(
    parts: Iterable[dict[str, Any]], size: float, symbol: float, gap: float = 3
) -> tuple[list[Any], float]:
    """Symbols with numbers side by side: each with its `x`, and how wide they are together."""
    x, found = 0.0, []
    for part in parts:
        found.append({**part, "x": round(x, 2)})
        x += symbol + (width(str(part["n"]), size, True) + 1 if part["n"] else 0) + gap
    return found, max(0.0, x - gap)


def title(text: str) -> Block:
    """A small heading between blocks."""
    return Block("title", 21, {"text": fit(text, INNER, 12, True)})


def symbol(card: str) -> str:
    """The symbol of a room, of a site or of any other card."""
    return card.replace("'", "").replace(" ", "-")


def notes(lines: Iterable[str], size: float = 12) -> list[Block]:
    """Lines of words, each over as many rows as it takes."""
    rows = []
    for line in lines:
        rows += rewrapped(line, INNER, size)
    if not rows:
        return []
    data = [{"text": row, "y": 14 + 16 * at} for at, row in enumerate(rows)]
    return [Block("notes", 16 * len(rows) + 4, {"lines": data, "size": size})]


def rewrapped(text: str, room: float, size: float, bold: bool = False) -> list[str]:
    """A text over as many rows as it takes; a word too long for a row is cut."""
    rows = [""]
    for word in text.split():
        longer = f"{rows[-1]} {word}".strip()
        if rows[-1] and width(longer, size, bold) > room:
            rows.append(word)
        else:
            rows[-1] = longer
    return [fit(row, room, size, bold) for row in rows if row]
