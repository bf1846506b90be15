"""Chips: one thing each, with its symbol, side by side over as many rows as it takes."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from bot.render.glyphs import fit, width
from bot.render.lords.pictures import canvas
from bot.render.lords.pictures.canvas import EDGE, INNER, WIDTH, Block

SIZE = 12


class Chip(NamedTuple):
    """One thing in a row of things: its symbol and text, and what hangs on it; a price that is
    `far` can't be paid now."""

    id: str
    colour: str
    text: str
    dashed: bool = False
    round: bool = True
    price: Sequence[Mapping[str, Any]] = ()
    seat: int | None = None
    mark: str = ""
    far: bool = False


def chips(every: Sequence[Chip]) -> Block:
    """Chips side by side; those with a dashed edge are out of play for now."""
    drawn: list[dict[str, Any]] = []
    x, y = float(EDGE), 9.0 if any(chip.mark for chip in every) else 2.0
    for chip in every:
        price, broad = canvas.laid([dict(part) for part in chip.price], 11, 12)
        tail = (broad + 7 if price else 0) + (24 if chip.seat is not None else 0)
        tail += canvas.mark_width(chip.mark) - 7 if chip.mark and price else 0
        text = fit(chip.text, INNER - 34 - tail, SIZE)
        price_x = 25 + width(text, SIZE) + 7
        wide = price_x + tail + 2
        if drawn and x + wide > WIDTH - EDGE:
            x, y = float(EDGE), y + 31
        drawn.append({**chip._asdict(), "text": text, "price": price, "price_x": price_x,
                      "x": x, "y": y, "width": wide})  # fmt: skip
        x += wide + 7
    return Block("chips", y + 31, {"chips": drawn})
