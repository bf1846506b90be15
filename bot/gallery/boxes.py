"""Where the texts of a picture stand: none may leave it, lie on another or be too small to read."""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from bot.render.glyphs import width
from bot.render.lords.pictures.canvas import LEAST, WIDTH

HAIR = 0.5
"""Units that letters may share, or go beyond the edge."""

RISE = 0.72
"""How high letters stand, as a part of their size."""

_MOVED = re.compile(r"translate\(([-\d.]+) ([-\d.]+)")


class Box(NamedTuple):
    """A text with the rectangle that its letters take, in the picture's units."""

    text: str
    size: float
    left: float
    top: float
    right: float
    bottom: float


def boxes(element: ElementTree.Element, x: float = 0.0, y: float = 0.0) -> list[Box]:
    """Every text below an element of a picture."""
    moved = _MOVED.match(element.get("transform", ""))
    x, y = (x + float(moved[1]), y + float(moved[2])) if moved else (x, y)
    found = []
    if element.tag.endswith("}text") and element.text:
        size = float(element.get("font-size", 0))
        wide = width(element.text, size, element.get("font-weight") == "bold")
        anchor = {"middle": wide / 2, "end": wide}.get(element.get("text-anchor", ""), 0)
        left, bottom = x + float(element.get("x", 0)) - anchor, y + float(element.get("y", 0))
        found.append(Box(element.text, size, left, bottom - RISE * size, left + wide, bottom))
    for child in element:
        found += boxes(child, x, y)
    return found


def faults(svg: str) -> Iterator[str]:
    """What can't be read in a picture (nothing: all is well)."""
    every = boxes(ElementTree.fromstring(svg))
    for box in every:
        if box.size < LEAST:
            yield f"letters of {box.size:g} are too small for a phone: {box.text!r}"
        if box.left < -HAIR or box.right > WIDTH + HAIR:
            yield f"a text leaves the picture: {box.text!r}"
    for one, other in combinations(every, 2):
        across = min(one.right, other.right) - max(one.left, other.left)
        down = min(one.bottom, other.bottom) - max(one.top, other.top)
        if min(across, down) > HAIR:
            yield f"{one.text!r} lies on {other.text!r}"
