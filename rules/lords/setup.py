"""How a lord begins (L1.2)."""

from rules.lords.data import Data
from rules.lords.state import Lord, Tile


def new_lord(data: Data, seat: int) -> Lord:
    """A lord as everyone starts (L1.2)."""
    start = data.start
    return Lord(
        seat=seat, gold=start.gold, food=start.food, imps=start.imps, evil=start.evil,
        letters=start.letters, tiles={cell: Tile() for cell in start.tunnels},
    )  # fmt: skip
