"""Which of a line's variants is used, so that a game does not repeat itself.

A game starts the round of each line's variants at a place that follows from its seed
(`View.voice`), and goes on by the calendar: while there are enough variants none comes twice, and
another game hears others.
"""

from typing import Any
from zlib import crc32

from rules.lords.data import Data
from rules.lords.game import Moment


def first_variant(voice: int, key: str) -> int:
    """Where a game of this voice starts the round of a line's variants, each line elsewhere."""
    return varied(key, voice)


def varied(*parts: Any) -> int:
    """A number that follows from what is told, for lines that come several times in one post."""
    return crc32(repr(parts).encode())


def season_number(data: Data, moment: Moment) -> int:
    """How many seasons of the game came before this one; in combat how many rounds did."""
    if moment.season in data.seasons:
        return (moment.year - 1) * len(data.seasons) + data.seasons.index(moment.season)
    return (moment.year - 1) * data.rounds + max(0, moment.round - 1)
