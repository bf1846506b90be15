"""Where the texts, symbols and tags of a picture stand: none may leave it, lie on another or be too
small to read."""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from bot.render.glyphs import width
from bot.render.lords.pictures.canvas import LEAST, WIDTH

HAIR = 0.5
"""Units that two things may share, or go beyond the edge."""

RISE = 0.72
"""How high letters stand, as a part of their size."""

SYMBOL, MARGIN = 24, 2
"""The side of the box a symbol is drawn in, and how much of it is free at every side."""

TAG = "tag"
"""The class of a filled shape with a text of its own in it."""

BADGE = "#seat-"
"""How the symbols of lords' badges begin."""

CARRIED = ("#yes", "#no", "#pause", "#paladin")
"""Symbols that a badge carries at its corner: how its lord fared there, who stands at his gate."""

_MOVED = re.compile(r"translate\(([-\d.]+) ([-\d.]+)\)(?: scale\(([\d.]+)\))?")
_LINK = "{http://www.w3.org/1999/xlink}href"


class Box(NamedTuple):
    """A text (or `#id` of a symbol, or `tag`) with the size of its letters (0: it has none) and the
    rectangle it takes, in the picture's units."""

    text: str
    size: float
    left: float
    top: float
    right: float
    bottom: float

    def within(self, other: "Box") -> bool:
        """Whether it lies wholly inside another."""
        return (self.left >= other.left and self.right <= other.right
                and self.top >= other.top and self.bottom <= other.bottom)  # fmt: skip


def boxes(element: ElementTree.Element, x: float = 0.0, y: float = 0.0) -> list[Box]:
    """Every text, symbol and tag below an element of a picture, but what is only defined there."""
    moved = _MOVED.match(element.get("transform", ""))
    x, y = (x + float(moved[1]), y + float(moved[2])) if moved else (x, y)
    found = []
    kind = element.tag.rpartition("}")[2]
    if kind == "defs":
        return []
    if kind == "text" and element.text:
        found.append(_text(element, element.text, x, y))
    elif kind == "use" and moved:
        side, free = SYMBOL * float(moved[3]), MARGIN * float(moved[3])
        found.append(Box(element.get(_LINK, ""), 0, x + free, y + free,
                         x + side - free, y + side - free))  # fmt: skip
    elif element.get("class") == TAG:
        left, top, wide, high = (float(element.get(name, 0)) for name in _SIDES)
        found.append(Box(TAG, 0, x + left, y + top, x + left + wide, y + top + high))
    for child in element:
        found += boxes(child, x, y)
    return found


_SIDES = ("x", "y", "width", "height")


def _text(element: ElementTree.Element, text: str, x: float, y: float) -> Box:
    size = float(element.get("font-size", 0))
    wide = width(text, size, element.get("font-weight") == "bold")
    anchor = {"middle": wide / 2, "end": wide}.get(element.get("text-anchor", ""), 0)
    left, bottom = x + float(element.get("x", 0)) - anchor, y + float(element.get("y", 0))
    return Box(text, size, left, bottom - RISE * size, left + wide, bottom)


def faults(svg: str) -> Iterator[str]:
    """What can't be read in a picture (nothing: all is well)."""
    every = boxes(ElementTree.fromstring(svg))
    for box in every:
        if box.size and box.size < LEAST:
            yield f"letters of {box.size:g} are too small for a phone: {box.text!r}"
        if box.left < -HAIR or box.right > WIDTH + HAIR:
            yield f"{box.text!r} leaves the picture"
    for one, other in combinations(every, 2):
        across = min(one.right, other.right) - max(one.left, other.left)
        down = min(one.bottom, other.bottom) - max(one.top, other.top)
        if min(across, down) > HAIR and not (_meant(one, other) or _meant(other, one)):
            yield f"{one.text!r} lies on {other.text!r}"


def _meant(below: Box, above: Box) -> bool:
    """Whether a thing is made to carry the other: a tag its text, a badge its number and signs."""
    if below.text == TAG:
        return bool(above.size) and above.within(below)
    if below.text.startswith(BADGE):
        return above.text in CARRIED or (above.text.isdigit() and above.within(below))
    return False
