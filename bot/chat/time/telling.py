"""Time in words: instants with their zone, paces, holidays, and what notices say of them."""

from datetime import datetime
from typing import Any

from babel.dates import format_date, format_datetime, get_day_names
from markupsafe import Markup

from bot.chat.panel import span
from bot.chat.time import zones
from bot.render import bilingual
from bot.render.phrases import catalogue, phrase, plain
from bot.table.records import GameInfo, Settings
from bot.table.time.paces import EVERY_DAY, NIGHT, Pace, Skip
from bot.table.time.schedule import quiet, zone_of

INSTANTS = ("at", "due", "now", "until", "since")
"""Fields of notices that hold an instant."""


def spoken(lang: str, instant: datetime, zone: str) -> str:
    """An instant in words with its zone named, as plain text."""
    local = instant.astimezone(zone_of(zone))
    text = format_datetime(local, "EEE, d MMMM, HH:mm", locale=bilingual.first(lang))
    return f"{text} ({zones.name(lang, zone)})"


def when(lang: str, instant: datetime, zone: str) -> Markup:
    """An instant in words, with its zone; Telegram shows it to each reader in his own."""
    tag = Markup('<tg-time unix="{}" format="wDt">{}</tg-time>')
    return tag.format(int(instant.timestamp()), spoken(lang, instant, zone))


def day_names(lang: str, days: tuple[int, ...]) -> str:
    """Weekdays in short."""
    known = get_day_names("abbreviated", locale=bilingual.first(lang))
    return ", ".join(known[day] for day in days)


def pace_words(lang: str, pace: Pace, zone: str) -> str:
    """How long a step may take, as plain text."""
    if pace.kind != "grid":
        text = span(lang, pace.seconds // 60)
    else:
        text = plain(
            lang, "time.grid", clock=f"{pace.minute // 60:02d}:{pace.minute % 60:02d}",
            zone=zones.name(lang, zone), daily=pace.days == EVERY_DAY,
            workdays=pace.days == EVERY_DAY[:5], days=day_names(lang, pace.days),
        )  # fmt: skip
    return text if pace.early else plain(lang, "time.not_early", pace=text)


def settings_pace(settings: Settings) -> Pace:
    """The pace of steps that have none of their own."""
    return settings.times.pace or Pace(seconds=settings.deadline or 0)


def game_pace(lang: str, settings: Settings) -> str:
    """How long a step may take in a game, as plain text."""
    return pace_words(lang, settings_pace(settings), settings.times.zone)


def kind_name(lang: str, kind: str) -> str:
    """What a kind of steps is called; one without a name goes by its id."""
    key = f"time.kind.{kind}"
    return plain(lang, key) if key in catalogue(lang).keys else kind


def kinds(lang: str) -> list[str]:
    """The kinds of steps that have a name."""
    before = "time.kind."
    return [key.removeprefix(before) for key in catalogue(lang).keys if key.startswith(before)]


def skip_words(lang: str, skip: Skip) -> str:
    """A holiday in words."""
    locale = bilingual.first(lang)
    first, last = (format_date(d, "d MMMM", locale=locale) for d in (skip.first, skip.last))
    return first if first == last else f"{first} – {last}"


def missing_names(info: GameInfo, shown: dict[int, str]) -> list[str]:
    """The names of those who owe an answer and have sent none."""
    return [
        shown[seat.seat] for seat in info.seats if seat.owes and not seat.sent and not seat.standin
    ]


def noticed(lang: str, info: GameInfo, data: dict[str, Any], shown: dict[int, str]) -> None:
    """Put a notice's instants and seats into words, in place."""
    zone = info.settings.times.zone
    for field in INSTANTS:
        if isinstance(data.get(field), str):
            data[field] = (
                when(lang, datetime.fromisoformat(data[field]), zone) if data[field] else ""
            )
    if "seats" in data:
        data["missing"] = [shown[seat] for seat in data["seats"]]
    elif "missing" not in data:
        data["missing"] = missing_names(info, shown)
    data["zone"] = zones.name(lang, zone)


def status_lines(lang: str, info: GameInfo, shown: dict[int, str]) -> Markup:
    """Who is missing, what the clock does, what the master holds: the status post's last lines."""
    zone, chair = info.settings.times.zone, info.settings.chair
    lines = phrase(
        lang, "time.status",
        missing=missing_names(info, shown), owing=sum(1 for seat in info.seats if seat.owes),
        stopped=chair.paused, held=chair.held, locked=chair.locked,
        until=when(lang, info.until, zone) if info.until else "",
        waiting=info.waiting,
        away=[shown[seat.seat] for seat in info.seats if seat.away],
    )  # fmt: skip
    return Markup(lines.strip())


def hushed(info: GameInfo, now: datetime) -> bool:
    """Whether a post of this game makes no sound now."""
    times = info.settings.times
    return times.hush and quiet(now, times.zone, NIGHT)
