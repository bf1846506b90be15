"""When to remind a person of a deadline: a pure plan, never at night and never soon false."""

from datetime import datetime, timedelta

import msgspec

from bot.table.time.paces import MARKS
from bot.table.time.schedule import quiet, wall_clock, zone_of

TRUE_FOR = timedelta(minutes=5)
"""What a reminder says has to hold this much longer at least."""

SETTLE = timedelta(minutes=10)
"""Who was asked less than this ago need not be reminded."""

APART = timedelta(minutes=30)
"""Of two reminders closer than this the later is enough."""

_MINUTE = timedelta(minutes=1)


class Habits(msgspec.Struct, frozen=True):
    """When a person may be reminded: his zone, quiet hours (None: never quiet), and marks."""

    zone: str
    hours: tuple[int, int] | None
    marks: tuple[str, ...]


class Reminder(msgspec.Struct, frozen=True):
    """A reminder that is planned: its mark and its instant."""

    mark: str
    at: datetime


def _wanted(mark: str, opened: datetime, deadline: datetime) -> datetime:
    if mark == "quarter":
        return deadline - (deadline - opened) / 4
    return deadline - timedelta(minutes=MARKS[mark])


def holds(at: datetime, deadline: datetime) -> bool:
    """Whether a reminder said at this instant is still true five minutes later."""
    return deadline - at > TRUE_FOR


def awake(at: datetime, opened: datetime, deadline: datetime, habits: Habits) -> datetime | None:
    """The instant itself, or the one nearest by at which one is awake: in the morning if that is
    soon enough, else the evening before; None when there is none."""
    if not quiet(at, habits.zone, habits.hours):
        return at
    assert habits.hours is not None
    begin, end = habits.hours
    day = at.astimezone(zone_of(habits.zone)).date()
    mornings = [wall_clock(day + timedelta(days=n), end, habits.zone) for n in (-1, 0, 1)]
    morning = min((m for m in mornings if m >= at), default=None)
    if morning is not None and deadline - morning >= APART and not _quiet(morning, habits):
        return morning
    evenings = [
        wall_clock(day + timedelta(days=n), begin, habits.zone) - _MINUTE for n in (-2, -1, 0, 1)
    ]
    evening = max((e for e in evenings if e <= at), default=None)
    if evening is None or evening - opened < SETTLE or _quiet(evening, habits):
        return None
    return evening


def _quiet(at: datetime, habits: Habits) -> bool:
    return quiet(at, habits.zone, habits.hours)


def plan(opened: datetime, deadline: datetime, habits: Habits, since: datetime) -> list[Reminder]:
    """The reminders of one deadline that are still to come at `since`, in their order."""
    found: list[Reminder] = []
    wanted = sorted((_wanted(mark, opened, deadline), mark) for mark in set(habits.marks))
    for raw, mark in wanted:
        if raw < max(since, opened + SETTLE):
            continue
        at = awake(raw, opened, deadline, habits)
        if at is None or at < since or not holds(at, deadline):
            continue
        found = [known for known in found if abs(at - known.at) >= APART]
        found.append(Reminder(mark, at))
    return sorted(found, key=lambda reminder: reminder.at)
