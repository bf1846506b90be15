"""Schedules and reminders over zones, dates, holidays and pauses: properties, and edges by name."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bot.table.time import reminding, schedule
from bot.table.time.paces import Pace, Skip, Times
from bot.table.time.reminding import Habits
from bot.table.time.schedule import (
    LEAD,
    counted,
    next_deadline,
    quiet,
    resumed,
    wall_clock,
    zone_of,
    zones,
)

ZONES = st.sampled_from(sorted(zones()))
MINUTES = st.integers(0, 1439)
INSTANTS = st.datetimes(datetime(1980, 1, 1), datetime(2036, 1, 1)).map(
    lambda naive: naive.replace(tzinfo=UTC)
)
DAYS = st.sets(st.integers(0, 6), min_size=1).map(lambda days: tuple(sorted(days)))
SPANS = st.integers(60, 40 * 86400).map(lambda seconds: timedelta(seconds=seconds))


@st.composite
def holidays(draw, near):
    first = near.date() + timedelta(days=draw(st.integers(-5, 30)))
    return Skip(first, first + timedelta(days=draw(st.integers(0, 14))))


@given(ZONES, st.dates(date(1970, 1, 2), date(2037, 12, 30)), MINUTES)
@settings(max_examples=600, deadline=None)
def test_a_wall_clock_time_is_what_the_clock_on_the_wall_says(zone, day, minute):
    at = wall_clock(day, minute, zone)
    local = at.astimezone(zone_of(zone))
    if (local.date(), local.hour * 60 + local.minute) == (day, minute):
        earlier = (at - timedelta(hours=1)).astimezone(zone_of(zone))
        assert (earlier.date(), earlier.hour * 60 + earlier.minute) != (day, minute)  # the first
        return
    second = timedelta(seconds=1)  # the clocks were put on, and this is when
    before, after = (at - second).astimezone(zone_of(zone)), at.astimezone(zone_of(zone))
    assert after.replace(tzinfo=None) - before.replace(tzinfo=None) > second * 2
    wanted = datetime.combine(day, datetime.min.time()) + timedelta(minutes=minute)
    assert before.replace(tzinfo=None) < wanted < after.replace(tzinfo=None)


@given(ZONES, INSTANTS, DAYS, MINUTES, st.data())
@settings(max_examples=300, deadline=None)
def test_the_grid_is_kept_whenever_a_step_opens(zone, opened, days, minute, data):
    skips = tuple(data.draw(st.lists(holidays(opened), max_size=2)))
    times, pace = Times(zone=zone, skips=skips), Pace(minute=minute, days=days)
    at = next_deadline(times, pace, opened)
    assert at - opened >= LEAD - timedelta(seconds=1)
    near = [at.astimezone(zone_of(zone)).date() + timedelta(days=n) for n in (-1, 0, 1)]
    meant = [day for day in near if wall_clock(day, minute, zone) == at]
    assert any(day.weekday() in days and not schedule.skipped(day, skips) for day in meant)
    # a step that opens any later, up to the lead, has the same deadline; so early resolves keep it
    later = data.draw(st.floats(0, 1))
    between = opened + (at - LEAD - opened) * later if at - LEAD > opened else opened
    assert next_deadline(times, pace, between) == at
    assert next_deadline(times, pace, at) > at
    assert next_deadline(times, pace, opened, slow=2) > at


@given(ZONES, INSTANTS, SPANS, st.data())
@settings(max_examples=300, deadline=None)
def test_holidays_do_not_count(zone, opened, span, data):
    skips = tuple(data.draw(st.lists(holidays(opened), max_size=2)))
    times, pace = Times(zone=zone, skips=skips), Pace(seconds=int(span.total_seconds()))
    at = next_deadline(times, pace, opened)
    local = (at - timedelta(seconds=1)).astimezone(zone_of(zone)).date()
    assert not schedule.skipped(local, skips)
    assert at - opened >= span
    days = {skip.first + timedelta(days=n) for skip in skips
            for n in range((skip.last - skip.first).days + 1)}  # fmt: skip
    assert at - opened <= span + timedelta(hours=26) * len(days)
    if not skips:
        assert at - opened == span
    middle = opened + span / 3
    assert counted(times, counted(times, opened, span / 3), span - span / 3) == at
    assume(not skips)
    assert counted(times, middle, span - span / 3) == at


@given(ZONES, INSTANTS, SPANS, SPANS, DAYS, MINUTES, st.floats(0, 1))
@settings(max_examples=300, deadline=None)
def test_a_pause_keeps_what_was_left(zone, opened, span, pause, days, minute, used):
    times, period = Times(zone=zone), Pace(seconds=int(span.total_seconds()))
    at = next_deadline(times, period, opened)
    stopped = opened + (at - opened) * used
    left = at - stopped
    assert resumed(times, period, stopped + pause, left) - (stopped + pause) == left
    assert resumed(times, period, stopped, left) == at
    grid = Pace(minute=minute, days=days)
    at = next_deadline(times, grid, opened)
    stopped = opened + (at - opened) * used
    left = at - stopped
    again = resumed(times, grid, stopped + pause, left)
    assert again - (stopped + pause) >= left - timedelta(seconds=1)
    assert resumed(times, grid, stopped, left) == at
    assert again in list(schedule.grid(times, grid, again - timedelta(seconds=1)))[:1]


HOURS = st.one_of(st.none(), st.tuples(MINUTES, MINUTES))
MARKS = st.sets(st.sampled_from(["quarter", "hour", "hours", "day"])).map(tuple)


@given(ZONES, INSTANTS, SPANS, HOURS, MARKS, st.floats(0, 1))
@settings(max_examples=500, deadline=None)
def test_reminders_are_never_at_night_never_soon_false(zone, opened, span, hours, marks, gone):
    deadline, since = opened + span, opened + span * gone
    habits = Habits(zone, hours, marks)
    found = reminding.plan(opened, deadline, habits, since)
    assert len({reminder.mark for reminder in found}) == len(found)
    for reminder in found:
        assert not quiet(reminder.at, zone, hours)
        assert max(opened, since) <= reminder.at < deadline - reminding.TRUE_FOR
        assert reminder.mark in marks
    for one, two in pairwise(found):
        assert two.at - one.at >= reminding.APART


def test_usual_reminders():
    opened = datetime(2025, 3, 3, 18, tzinfo=UTC)
    habits = Habits("Europe/Moscow", (23 * 60, 8 * 60), ("quarter", "hour"))
    planned = reminding.plan(opened, opened + timedelta(days=1), habits, opened)
    assert [r.at.isoformat()[11:16] for r in planned] == ["12:00", "17:00"]
    # due at seven in the morning: an hour before is night, so in the evening, and once
    planned = reminding.plan(opened, datetime(2025, 3, 4, 4, tzinfo=UTC), habits, opened)
    assert [(r.mark, r.at.isoformat()[11:16]) for r in planned] == [("hour", "19:59")]
    # a fast evening: whatever one said would be false at once
    assert reminding.plan(opened, opened + timedelta(minutes=10), habits, opened) == []


BERLIN = "Europe/Berlin"


@pytest.mark.parametrize(
    ("zone", "day", "minute", "utc"),
    [
        (BERLIN, date(2025, 3, 29), 150, "2025-03-29T01:30"),
        (BERLIN, date(2025, 3, 30), 150, "2025-03-30T01:00"),  # 02:30 is left out
        (BERLIN, date(2025, 3, 30), 1260, "2025-03-30T19:00"),
        (BERLIN, date(2025, 10, 26), 150, "2025-10-26T00:30"),  # comes twice: the first
        (BERLIN, date(2025, 10, 26), 1260, "2025-10-26T20:00"),
        ("America/Sao_Paulo", date(2018, 11, 4), 0, "2018-11-04T03:00"),  # midnight is left out
        ("Australia/Lord_Howe", date(2025, 10, 5), 135, "2025-10-04T15:30"),  # half an hour
        ("Pacific/Apia", date(2011, 12, 30), 1260, "2011-12-30T10:00"),  # a day is left out
        ("Europe/Moscow", date(2024, 2, 29), 1260, "2024-02-29T18:00"),
    ],
)
def test_edges_of_the_clock(zone, day, minute, utc):
    assert wall_clock(day, minute, zone).isoformat().startswith(utc)


def test_leap_days_and_the_turn_of_the_year():
    pace = Pace(minute=21 * 60)
    times = Times(zone="Europe/Moscow", skips=(Skip(date(2025, 12, 31), date(2026, 1, 8)),))
    assert next_deadline(times, pace, datetime(2025, 12, 30, 20, tzinfo=UTC)) == datetime(
        2026, 1, 9, 18, tzinfo=UTC
    )
    day = Pace(seconds=86400)
    assert next_deadline(times, day, datetime(2025, 12, 30, 18, tzinfo=UTC)) == datetime(
        2026, 1, 9, 18, tzinfo=UTC
    )
    assert next_deadline(Times(), day, datetime(2024, 2, 28, 21, tzinfo=UTC)) == datetime(
        2024, 2, 29, 21, tzinfo=UTC
    )
    assert schedule.coming(29, 2, date(2025, 3, 1)) == date(2028, 2, 29)
    assert schedule.coming(31, 2, date(2025, 3, 1)) is None
    assert schedule.coming(1, 3, date(2025, 3, 1)) == date(2025, 3, 1)


def test_what_can_be_a_holiday():
    today = date(2025, 12, 1)
    assert schedule.holiday(date(2025, 12, 31), date(2026, 1, 8), today)
    assert schedule.holiday(date(2025, 12, 31), date(2025, 12, 30), today) is None
    assert schedule.holiday(date(2025, 12, 31), date(2026, 6, 1), today) is None
    assert schedule.holiday(date(2025, 11, 1), date(2025, 11, 2), today) is None
    assert schedule.holiday(date(2027, 11, 1), date(2027, 11, 2), today) is None


def test_a_zone_that_is_known_no_more_is_utc():
    assert zone_of("Mars/Olympus").key == "UTC"
    assert Pace().kind == "none"
    assert next_deadline(Times(), Pace(), datetime(2025, 1, 1, tzinfo=UTC)) is None
    assert not Pace(minute=9999).sound
    assert not Pace(minute=60, days=()).sound
