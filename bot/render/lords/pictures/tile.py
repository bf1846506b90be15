"""One tile of the map laid out: its name and clause numbers above, below them the room's symbol
beside what is done there, the room's name at the bottom; nothing lies on anything else."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from bot.render.glyphs import width, wrap
from bot.render.lords.ink import Ink
from bot.render.lords.pictures import canvas
from bot.render.lords.pictures.canvas import COLOURS, LEAST

CELL_WIDTH, CELL_HEIGHT = 71, 62

INNER = CELL_WIDTH - 10.0
"""How wide a room's name may be: it stays off the frame, the red one of a fight too."""

ROW = CELL_WIDTH - 6.0
"""How wide the row of symbols may be."""

PLATE, PLATE_LETTERS = 16, 13
"""How high the plate is that names a cell to choose, and its letters."""

BIG = 20
"""The letters of a cell to choose that has nothing else in it."""

WALLS = 3
"""How far what stands at the top of a cell moves down for walls."""

MIDDLE = 20
"""Where the row of symbols begins when something stands above it."""

ALONE, BESIDE, AWORK, WORK = 24, 18, 15, 18
"""Sizes of symbols: a room's alone and in a row; of what is done in a room and in a tunnel."""

GAP = 3


class Content(NamedTuple):
    """What a cell holds: its name, its room (built or planned) or "", clause numbers, ids of what
    is done there, whether it may be chosen, has walls or is conquered."""

    name: str
    room: str = ""
    marks: Sequence[str] = ()
    signs: Sequence[str] = ()
    legal: bool = False
    walls: bool = False
    conquered: bool = False


class Piece(NamedTuple):
    """A symbol to be placed, with how many of it there are."""

    id: str
    colour: str
    size: float
    n: int = 1

    @property
    def wide(self) -> float:
        """How wide it is with its number."""
        return self.size + (width(self.times, LEAST, True) if self.n > 1 else 0)

    @property
    def times(self) -> str:
        """Its number, as it is written."""
        return f"×{self.n}"


def laid_out(ink: Ink, holds: Content) -> dict[str, Any]:
    """Everything in a cell with its place, from the cell's upper left corner."""
    top = WALLS if holds.walls else 0
    pieces = [Piece(id, COLOURS[id], AWORK if holds.room else WORK, n)
              for id, n in Counter(holds.signs).items()]  # fmt: skip
    bare = not (holds.room or holds.marks or pieces)
    name = _name(holds, top, bare)
    marks = _marks(holds.marks, top, name["right"])
    lines, bold = room_name(ink, holds.room) if holds.room else ([], True)
    crowded = bool(pieces or marks or holds.legal)
    if holds.room:
        free = (name["right"] + GAP, min((mark["x"] for mark in marks), default=CELL_WIDTH - 3.0))
        symbols = _in_room(ink, holds.room, pieces, free, top, crowded, len(lines))
    else:
        symbols = _in_tunnel(pieces)
    return {
        "label": name, "marks": marks, "symbols": symbols,
        "lines": [{"text": line, "y": y, "wide": width(line, LEAST, bold)} for line, y in
                  zip(lines, (44.5, 55.5) if len(lines) > 1 else (50.0,), strict=False)],
        "bold": bold, "cross": _cross(symbols, holds) if holds.conquered else "",
    }  # fmt: skip


def _name(holds: Content, top: float, bare: bool) -> dict[str, Any]:
    """The cell's name: small in the corner; to be chosen on a plate, or big where nothing else
    stands."""
    if holds.legal and bare:
        return {"kind": "big", "x": CELL_WIDTH / 2, "y": CELL_HEIGHT / 2 + 7, "size": BIG,
                "right": 0.0}  # fmt: skip
    if holds.legal:
        wide = round(width(holds.name, PLATE_LETTERS, True) + 8, 2)
        return {"kind": "plate", "x": 1 + wide / 2, "y": top + 13.5, "size": PLATE_LETTERS,
                "top": top + 1, "wide": wide, "high": PLATE, "right": 1 + wide}  # fmt: skip
    right = 5 + width(holds.name, LEAST)
    return {"kind": "small", "x": 5, "y": top + 12, "size": LEAST, "right": right}


def _marks(texts: Sequence[str], top: float, left: float) -> list[dict[str, Any]]:
    """Clause numbers side by side at the right; as one mark where they would reach the name."""
    room = CELL_WIDTH - 1.0 - left - GAP
    for shown in (list(texts), [",".join(texts)], [f"{texts[0]}…{texts[-1]}"] if texts else []):
        if sum(map(canvas.mark_width, shown)) <= room:
            break
    drawn, right = list[dict[str, Any]](), CELL_WIDTH - 1.0
    for text in reversed(shown):
        right -= canvas.mark_width(text)
        drawn.insert(0, {"text": text, "x": round(right, 2), "y": top + 2})
    return drawn


def _in_room(ink: Ink, room: str, pieces: Sequence[Piece], free: tuple[float, float], top: float,
             crowded: bool, lines: int) -> list[dict[str, Any]]:  # fmt: skip
    """The room's symbol alone, or in a row with what is done there; what the row has no place for
    stands above between name and marks, and if that is not enough the name must do."""
    size = ALONE if not crowded else BESIDE - 2 * (lines > 1)
    own = Piece(canvas.symbol(room), COLOURS["gold"], size)
    if not crowded:
        return _row([own], 6 + top / 3)
    for kept in ([own], []):
        for up in range(len(pieces) + 1):
            above, row = pieces[:up], [*kept, *pieces[up:]]
            if _wide(row) <= ROW and (not above or _wide(above) <= free[1] - free[0]):
                return _row(above, top + 2, *free) + _row(row, MIDDLE + (size - BESIDE) / 2)
    return _row(pieces, MIDDLE)


def _in_tunnel(pieces: Sequence[Piece]) -> list[dict[str, Any]]:
    """What is done in a tunnel: along the bottom, and what has no place there above."""
    for up in range(len(pieces)):
        if _wide(pieces[up:]) <= ROW:
            return _row(pieces[:up], MIDDLE) + _row(pieces[up:], CELL_HEIGHT - WORK - 3)
    return []


def _wide(row: Sequence[Piece]) -> float:
    return sum(piece.wide for piece in row) + GAP * (len(row) - 1)


def _row(row: Sequence[Piece], y: float, left: float = 0.0, right: float = CELL_WIDTH
         ) -> list[dict[str, Any]]:  # fmt: skip
    """Symbols side by side, in the middle between two ends, all standing on one line."""
    x, drawn = (left + right - _wide(row)) / 2, []
    high = max((piece.size for piece in row), default=0)
    for piece in row:
        drawn.append({"id": piece.id, "colour": piece.colour, "size": piece.size,
                      "x": round(x, 2), "y": round(y + high - piece.size, 2),
                      "count": piece.times if piece.n > 1 else ""})  # fmt: skip
        x += piece.wide + GAP
    return drawn


def _cross(symbols: Sequence[Mapping[str, Any]], holds: Content) -> str:
    """The cross over a conquered tile: over its room's symbol, or large."""
    if not holds.room or not symbols:
        return "M22 16l27 30m0-30l-27 30"
    own = symbols[0]
    x, y = own["x"] + own["size"] / 2, own["y"] + own["size"] / 2
    return f"M{x - 12.5:g} {y - 11:g}l25 22m0-22l-25 22"


def room_name(ink: Ink, room: str) -> tuple[list[str], bool]:
    """A room's short name in a line or two, and whether it may be bold; long ones can't."""
    name = str(ink.t(f"room_short.{room}"))
    whole = name.replace(HYPHEN, "")
    if any(width(word, LEAST, True) > INNER for word in whole.split()):
        whole = name.replace(HYPHEN, "- ")
    bold = all(width(word, LEAST, True) <= INNER for word in whole.split())
    return wrap(whole, INNER, LEAST, 2, bold), bold


HYPHEN = "\u00ad"
"""Where a long name may be cut in two (a soft hyphen)."""
