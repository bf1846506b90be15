"""A person's own clock: his zone, quiet hours, and when he is reminded, by buttons."""

import msgspec

from bot.chat.buttons import pack
from bot.chat.office import Keyboard, Office, button, in_rows
from bot.chat.time import zones
from bot.chat.time.panel import ALL_MARKS, toggled
from bot.render.phrases import phrase, plain
from bot.store.times import PersonTimeRow
from bot.table.time.paces import USUAL_MARKS

QUIET = ((23 * 60, 8 * 60), (22 * 60, 9 * 60), (0, 10 * 60), (0, 0))
"""Quiet hours on the buttons: minutes of the day, from and to; the last: none."""

THE_GAMES = len(zones.ALL)
"""The number of the button that keeps the game's zone."""

ZONE, HOURS, MARK = range(3)


def marks_of(row: PersonTimeRow) -> tuple[str, ...]:
    """When a person is reminded."""
    if row.marks is None:
        return USUAL_MARKS
    return msgspec.json.decode(row.marks, type=tuple[str, ...])


def zone_keyboard(office: Office, lang: str, own: str = "") -> Keyboard:
    """The zones with what their clocks show, so that everybody finds his."""
    now = office.clock.now()
    buttons = [
        button(
            f"{'✓ ' if zone == own else ''}{zones.name(lang, zone)} {zones.clock(zone, now)}",
            pack("th", ZONE, zones.ALL.index(zone)),
        )
        for zone in zones.offered(lang)
    ]
    buttons.append(button(plain(lang, "time.games_zone"), pack("th", ZONE, THE_GAMES)))
    return in_rows(buttons, 2)


def hours_text(lang: str, hours: tuple[int, int]) -> str:
    """Quiet hours in words."""
    begin, end = (f"{minute // 60:02d}:{minute % 60:02d}" for minute in hours)
    return plain(lang, "time.quiet", begin=begin, end=end, always_loud=begin == end)


def hours_keyboard(lang: str, row: PersonTimeRow) -> Keyboard:
    """Quiet hours and reminders."""
    own = (row.begin, row.until)
    hours = [
        button(f"{'✓ ' if own == hours else ''}{hours_text(lang, hours)}", pack("th", HOURS, at))
        for at, hours in enumerate(QUIET)
    ]
    marks = [
        button(
            f"{'✓ ' if mark in marks_of(row) else ''}{plain(lang, f'time.mark.{mark}')}",
            pack("th", MARK, at),
        )
        for at, mark in enumerate(ALL_MARKS)
    ]
    back = button(plain(lang, "time.another_zone"), pack("th", ZONE, -1))
    return [*in_rows(hours, 2), *in_rows(marks, 2), [back]]


def text(office: Office, lang: str, row: PersonTimeRow) -> str:
    """HTML of what a person has said about his time."""
    zone = row.zone
    return phrase(
        lang,
        "time.mine",
        zone=zones.name(lang, zone) if zone else "",
        clock=zones.clock(zone, office.clock.now()) if zone else "",
        quiet=hours_text(lang, (row.begin, row.until)) if row.begin != row.until else "",
        marks=[plain(lang, f"time.mark.{mark}") for mark in marks_of(row)],
    )


def changed(row: PersonTimeRow, field: int, value: int) -> dict[str, object] | None:
    """What a button sets, as the table takes it; None for one that sets nothing."""
    if field == ZONE and 0 <= value <= THE_GAMES:
        return {"zone": "" if value == THE_GAMES else zones.ALL[value]}
    if field == HOURS and 0 <= value < len(QUIET):
        return {"begin": QUIET[value][0], "until": QUIET[value][1]}
    if field == MARK and 0 <= value < len(ALL_MARKS):
        marks = toggled(marks_of(row), ALL_MARKS[value])
        return {"marks": msgspec.json.encode(marks).decode()}
    return None
