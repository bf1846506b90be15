"""The calendar: every step of a game in its order (L3, L9, L10)."""

from functools import lru_cache
from typing import NamedTuple

from rules.lords.data import Data


class Moment(NamedTuple):
    """One step in the calendar; round 0 outside combat."""

    year: int
    season: str
    round: int
    step: str


@lru_cache(maxsize=16)
def _calendar(
    years: int, seasons: tuple[str, ...], rounds: int, hands_drawn: bool
) -> tuple[Moment, ...]:
    moments = [Moment(1, "", 0, "setup")] if hands_drawn else []
    for year in range(1, years + 1):
        for season in seasons:
            for step in ("opening", "orders", "production", "change"):
                moments.append(Moment(year, season, 0, step))
        for number in range(1, rounds + 1):
            moments.append(Moment(year, "", number, "combat"))
        moments.append(Moment(year, "", 0, "year end"))
    moments.append(Moment(years, "", 0, "attestation"))
    return tuple(moments)


def calendar(data: Data) -> tuple[Moment, ...]:
    """All steps of a game in their order (L3, L9, L10)."""
    return _calendar(data.years, tuple(data.seasons), data.rounds, data.inaccessible > 0)
