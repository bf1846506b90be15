"""What a game's master has set about time; a part of a game's settings."""

from datetime import date

import msgspec

EVERY_DAY = (0, 1, 2, 3, 4, 5, 6)
"""Weekdays, Monday first."""

DAY = 1440
"""Minutes of a day."""

MARKS = {"day": 24 * 60, "hours": 3 * 60, "hour": 60}
"""When one may be reminded: minutes before the deadline; `quarter` of the period is another."""

USUAL_MARKS = ("quarter", "hour")

NIGHT = (23 * 60, 8 * 60)
"""Quiet hours where nobody has said otherwise: minutes of the day, from and to."""

RULES = ("stand-in", "last", "wait")
"""Who answers for the silent: a stand-in; what was sent last, or nothing; nobody, the master is
waited for."""

LONGEST_SKIP = 62
"""Days of one holiday at most."""


class Pace(msgspec.Struct, frozen=True, omit_defaults=True):
    """How long a step may take.

    `seconds` from its opening; or, with `minute` (of the day) at least 0, until that wall-clock
    minute on one of `days`; neither: no deadline. `early`: resolved as soon as all are ready.
    """

    seconds: int = 0
    minute: int = -1
    days: tuple[int, ...] = EVERY_DAY
    early: bool = True

    @property
    def kind(self) -> str:
        """`grid`, `period` or `none`."""
        return "grid" if self.minute >= 0 else "period" if self.seconds else "none"

    @property
    def sound(self) -> bool:
        """Whether there can be such a pace."""
        grid = self.minute < DAY and set(self.days) <= set(EVERY_DAY) and bool(self.days)
        return grid and self.seconds >= 0


class Skip(msgspec.Struct, frozen=True):
    """Days that do not count, both ends included, as days of the game's zone."""

    first: date
    last: date


class Times(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game's time: its zone, paces, holidays, reminders, and what happens to the silent.

    `pace` None: so many seconds a step as the settings say; `steps` are the paces of single kinds
    of steps; `escalate`: the group is told an hour before who is missing; `hush`: posts at night
    make no sound; `absence` one of RULES, after `extensions` a player a game; the master is told
    after `patience` missed answers in a row (0: never).
    """

    zone: str = "UTC"
    pace: Pace | None = None
    steps: dict[str, Pace] = {}
    skips: tuple[Skip, ...] = ()
    marks: tuple[str, ...] = USUAL_MARKS
    escalate: bool = False
    hush: bool = False
    absence: str = "stand-in"
    extensions: int = 0
    patience: int = 2


PRESETS = {
    "evening": Pace(seconds=600),
    "day": Pace(seconds=24 * 3600),
    "three": Pace(minute=21 * 60, days=(0, 2, 4)),
    "workdays": Pace(minute=21 * 60, days=(0, 1, 2, 3, 4)),
}
"""Paces that have a name: a fast evening, a day a step, three days a week, not at weekends."""
