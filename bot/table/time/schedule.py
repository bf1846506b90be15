"""When a step has to be answered: pure functions of settings and instants, no clock of their own.

Instants are UTC; wall-clock times are those of the game's zone. A wall-clock time that a change of
the clocks leaves out is the moment of that change; one that comes twice is the first of the two.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from bot.table.time.paces import LONGEST_SKIP, Pace, Skip, Times

LEAD = timedelta(hours=6)
"""A step that opens less than this before a wall-clock deadline is given the next one."""

SEARCHED = 800
"""Days looked ahead for a day that counts."""

_ONE_DAY = timedelta(days=1)
_JITTER = timedelta(seconds=1)


@lru_cache(maxsize=1)
def zones() -> frozenset[str]:
    """The names of all IANA zones."""
    return frozenset(available_timezones())


@lru_cache(maxsize=1024)
def zone_of(name: str) -> ZoneInfo:
    """A zone by its name; one that is known no more is UTC."""
    return ZoneInfo(name if name in zones() else "UTC")


def wall_clock(day: date, minute: int, zone: str) -> datetime:
    """The instant of a minute of the day in a zone."""
    local = datetime.combine(day, time(minute // 60, minute % 60), zone_of(zone))
    found = local.astimezone(UTC)
    if found.astimezone(local.tzinfo).replace(tzinfo=None) == local.replace(tzinfo=None):
        return found
    return _change(local.replace(fold=1).astimezone(UTC), found, zone)


def _change(before: datetime, after: datetime, zone: str) -> datetime:
    """The moment between two instants at which the clocks of a zone are changed."""
    there = zone_of(zone)
    offset = before.astimezone(there).utcoffset()
    while after - before > _JITTER:
        middle = before + (after - before) / 2
        if middle.astimezone(there).utcoffset() == offset:
            before = middle
        else:
            after = middle
    return after.replace(microsecond=0)


def skipped(day: date, skips: Sequence[Skip]) -> bool:
    """Whether a day does not count."""
    return any(skip.first <= day <= skip.last for skip in skips)


def grid(times: Times, pace: Pace, after: datetime) -> Iterator[datetime]:
    """The wall-clock deadlines of a pace that come later than an instant, in their order."""
    day = after.astimezone(zone_of(times.zone)).date() - _ONE_DAY
    for _ in range(SEARCHED):
        if day.weekday() in pace.days and not skipped(day, times.skips):
            at = wall_clock(day, pace.minute, times.zone)
            if at > after:
                yield at
                after = at  # a day that a zone left out falls together with the next
        if day >= date.max - _ONE_DAY:
            return
        day += _ONE_DAY


def _windows(times: Times) -> list[tuple[datetime, datetime]]:
    """The holidays as instants, the earliest first."""
    return sorted(
        (wall_clock(skip.first, 0, times.zone), wall_clock(skip.last + _ONE_DAY, 0, times.zone))
        for skip in times.skips
    )


def counted(times: Times, start: datetime, span: timedelta) -> datetime:
    """The instant by which so much time has passed since `start`, holidays not counted."""
    for begin, end in _windows(times):
        if end <= start:
            continue
        if begin > start:
            if start + span <= begin:
                break
            span -= begin - start
        start = end
    return start + span


def next_deadline(times: Times, pace: Pace, opened: datetime, slow: int = 1) -> datetime | None:
    """When a step that was opened at this instant has to be answered; None: no deadline.

    `slow` is by how much the game is slowed down: so many periods, or wall-clock deadlines.
    """
    if pace.kind == "none":
        return None
    if pace.kind == "period":
        return counted(times, opened, timedelta(seconds=pace.seconds) * slow)
    found = None
    for _, at in zip(range(slow), grid(times, pace, opened + LEAD - _JITTER), strict=False):
        found = at
    return found


def resumed(times: Times, pace: Pace, now: datetime, left: timedelta) -> datetime:
    """The deadline of a step that goes on with so much time left; the wall-clock grid is kept."""
    if pace.kind == "grid":
        found = next(grid(times, pace, now + left - _JITTER), None)
        if found is not None:
            return found
    return counted(times, now, left)


def holiday(first: date, last: date, today: date) -> Skip | None:
    """Days to be skipped; None for what can't be meant: too long, over, or too far ahead."""
    if not first <= last or (last - first).days >= LONGEST_SKIP or last < today:
        return None
    return Skip(first, last) if (first - today).days <= 366 else None


def coming(day: int, month: int, today: date) -> date | None:
    """The next such day, today included; None when there is none within four years or at all."""
    for year in range(today.year, today.year + 5):
        try:
            found = date(year, month, day)
        except ValueError:
            continue
        if found >= today:
            return found
    return None


def quiet(instant: datetime, zone: str, hours: tuple[int, int] | None) -> bool:
    """Whether an instant falls into quiet hours (minutes of the day, from and to) of a zone."""
    if hours is None or hours[0] == hours[1]:
        return False
    local = instant.astimezone(zone_of(zone))
    minute, (begin, end) = local.hour * 60 + local.minute, hours
    return begin <= minute < end if begin < end else minute >= begin or minute < end
