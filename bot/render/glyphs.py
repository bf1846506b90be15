"""The bundled fonts measured: which signs they can draw, and how wide a line of text is.

Read from the font files themselves, so that a picture is laid out alike on every machine.
"""

import struct
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple
from unicodedata import category

REGULAR, BOLD = "DejaVuSansCondensed.ttf", "DejaVuSansCondensed-Bold.ttf"

ELLIPSIS = "…"


class Font(NamedTuple):
    """One font: units in an em, each sign's advance in those units, and the widest."""

    em: int
    advances: dict[int, int]
    widest: int


@lru_cache(maxsize=4)
def font(name: str) -> Font:
    """A bundled font's measures (raises FileNotFoundError)."""
    data = (files("templates") / "fonts" / name).read_bytes()
    (count,) = struct.unpack_from(">H", data, 4)
    tables: dict[bytes, int] = {}
    for at in range(count):
        tag, _, offset, _ = struct.unpack_from(">4sIII", data, 12 + 16 * at)
        tables[tag] = offset
    (em,) = struct.unpack_from(">H", data, tables[b"head"] + 18)
    (metrics,) = struct.unpack_from(">H", data, tables[b"hhea"] + 34)
    wide = [struct.unpack_from(">H", data, tables[b"hmtx"] + 4 * at)[0] for at in range(metrics)]
    glyphs = _glyphs(data, tables[b"cmap"])
    advances = {sign: wide[min(glyph, metrics - 1)] for sign, glyph in glyphs.items()}
    return Font(em, advances, max(advances.values()))


def _glyphs(data: bytes, cmap: int) -> dict[int, int]:
    """Sign -> glyph, from the Unicode subtable of format 4 that both fonts have."""
    (count,) = struct.unpack_from(">H", data, cmap + 2)
    for at in range(count):
        platform, _, offset = struct.unpack_from(">HHI", data, cmap + 4 + 8 * at)
        table = cmap + offset
        if platform in (0, 3) and struct.unpack_from(">H", data, table)[0] == 4:
            return _segments(data, table)
    raise ValueError("the font has no table of signs that can be read")


def _segments(data: bytes, table: int) -> dict[int, int]:
    (double,) = struct.unpack_from(">H", data, table + 6)
    ends, starts = table + 14, table + 16 + double
    deltas, ranges = starts + double, starts + 2 * double
    found: dict[int, int] = {}
    for at in range(0, double, 2):
        last, first, delta, to = (
            struct.unpack_from(">H", data, part + at)[0] for part in (ends, starts, deltas, ranges)
        )
        for sign in range(first, min(last, 0xFFFE) + 1):
            glyph = sign
            if to:
                (glyph,) = struct.unpack_from(">H", data, ranges + at + to + 2 * (sign - first))
            if glyph or not to:
                glyph = (glyph + delta) & 0xFFFF
            if glyph:
                found[sign] = glyph
    return found


MARKS = ("Mn", "Me", "Cf")
"""Categories of what has no width of its own; the fonts need not have it."""


def drawable(text: str) -> str:
    """What of a text the bundled fonts have shapes for; anything else becomes a blank.

    Both fonts hold the same signs (a test says so). Signs that steer the direction are dropped:
    the renderer finds the direction by the letters.
    """
    known = font(REGULAR).advances
    kept = []
    for sign in text:
        if ord(sign) in known and category(sign) not in MARKS and sign.isprintable():
            kept.append(sign)
        elif category(sign) not in MARKS:
            kept.append(" ")
    return " ".join("".join(kept).split())


def width(text: str, size: float, bold: bool = False) -> float:
    """How wide a line of text is at this size, in the picture's units."""
    measured = font(BOLD if bold else REGULAR)
    units = sum(measured.advances.get(ord(sign), measured.widest) for sign in text)
    return units * size / measured.em


def fit(text: str, room: float, size: float, bold: bool = False) -> str:
    """The text cut, with an ellipsis, to what fits into so much room."""
    if width(text, size, bold) <= room:
        return text
    while text and width(text.rstrip() + ELLIPSIS, size, bold) > room:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS


def shrink(text: str, room: float, size: float, least: float, bold: bool = False) -> float:
    """The size, `least` or more, at which the text fits into the room if it can."""
    needed = width(text, size, bold)
    return size if needed <= room else max(least, int(100 * size * room / needed) / 100)


def wrap(text: str, room: float, size: float, lines: int, bold: bool = False) -> list[str]:
    """The text in at most so many lines of this room, the last one cut if need be."""
    words, found = text.split(), [""]
    for word in words:
        longer = f"{found[-1]} {word}".strip()
        if not found[-1] or width(longer, size, bold) <= room:
            found[-1] = longer
        else:
            found.append(word)
    if len(found) > lines:
        found = [*found[: lines - 1], " ".join(found[lines - 1 :])]
    return [fit(line, room, size, bold) for line in found]


def same(one: str, other: str) -> bool:
    """Whether two fonts hold the same signs."""
    return font(one).advances.keys() == font(other).advances.keys()
