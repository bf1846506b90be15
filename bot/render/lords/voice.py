"""Which of a line's variants is used: by what is public, so that a game does not repeat itself.

A game starts its round of variants at a place that follows from the names at its table, and goes on
by the calendar: while there are enough variants none comes twice, and another table hears others.
"""

from typing import Any
from zlib import crc32

from bot.render.face import Names
from rules.lords.data import Data
from rules.lords.game import Moment


def salt(names: Names) -> int:
    """Where a table's round of variants starts."""
    return crc32("|".join(names[seat] for seat in sorted(names)).encode()) % 9973


def varied(*parts: Any) -> int:
    """A number that follows from what is told, for lines that come several times in one post."""
    return crc32(repr(parts).encode())


def season_number(data: Data, moment: Moment) -> int:
    """How many seasons of the game came before this one; in combat how many rounds did."""
    if moment.season in data.seasons:
        return (moment.year - 1) * len(data.seasons) + data.seasons.index(moment.season)
    return (moment.year - 1) * data.rounds + max(0, moment.round - 1)
