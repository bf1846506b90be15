"""Reading paces as people write them, in every language at once; days and spans: `dates`."""

import re
from collections.abc import Sequence

import msgspec

from bot.chat.panel import BadWords, period
from bot.chat.time import zones
from bot.table.records import Settings
from bot.table.time.paces import EVERY_DAY, PRESETS, Pace

_DAYS = (
    ("mon", "monday", "пн", "понедельник"), ("tue", "tuesday", "вт", "вторник"),
    ("wed", "wednesday", "ср", "среда"), ("thu", "thursday", "чт", "четверг"),
    ("fri", "friday", "пт", "пятница"), ("sat", "saturday", "сб", "суббота"),
    ("sun", "sunday", "вс", "воскресенье"),
)  # fmt: skip
WEEKDAYS = {name: at for at, names in enumerate(_DAYS) for name in names}
_SETS = {
    "daily": EVERY_DAY, "everyday": EVERY_DAY, "ежедневно": EVERY_DAY, "каждыйдень": EVERY_DAY,
    "weekdays": (0, 1, 2, 3, 4), "workdays": (0, 1, 2, 3, 4), "будни": (0, 1, 2, 3, 4),
    "будням": (0, 1, 2, 3, 4), "выходным": (5, 6), "выходных": (5, 6),
    "weekends": (5, 6), "weekend": (5, 6), "выходные": (5, 6),
}  # fmt: skip
_PRESETS = {
    "evening": "evening", "fast": "evening", "вечер": "evening", "day": "day", "сутки": "day",
    "three": "three", "thrice": "three", "трижды": "three",
}  # fmt: skip
_EARLY = {
    "early": True, "досрочно": True, "late": False, "noearly": False, "всрок": False,
    "недосрочно": False,
}  # fmt: skip
_NOT = ("not", "except", "не", "кроме", "без")
"""What turns the days after it round: `not at weekends`, `кроме пт`."""
_LITTLE = ("at", "on", "the", "в", "по", "на", "")
_USUAL = ("usual", "same", "обычно", "какобычно", "общий")
_CLOCK = re.compile(r"([01]?\d|2[0-3])[:.]([0-5]\d)")


class Wanted(msgspec.Struct):
    """What words about a pace ask for: the pace (None: as all other steps), and a zone."""

    pace: Pace | None
    zone: str | None = None


def _days(text: str) -> tuple[int, ...] | None:
    """Weekdays: `mon,wed`, `пн-пт`, `будни`; None for other words."""
    if text in _SETS:
        return _SETS[text]
    found: set[int] = set()
    for part in text.split(","):
        first, dash, last = part.partition("-")
        if first not in WEEKDAYS or (dash and last not in WEEKDAYS):
            return None
        begin, end = WEEKDAYS[first], WEEKDAYS[last] if dash else WEEKDAYS[first]
        found |= {(begin + n) % 7 for n in range((end - begin) % 7 + 1)}
    return tuple(sorted(found))


def pace(words: Sequence[str], now: Pace) -> Wanted:
    """A pace as written, going on from the one there is (raises BadWords).

    `24h`, `none`, `evening`, `21:00 mon,wed,fri Moscow noearly`, `noearly` alone.
    """
    found, zone = now, None
    rest = [word.strip().rstrip(",").casefold() for word in words]
    if len(rest) == 1 and rest[0] in _USUAL:
        return Wanted(None)
    if not [word for word in rest if word]:
        raise BadWords("")
    while rest:
        word = rest.pop(0)
        if word in _LITTLE:
            continue
        clock, days = _CLOCK.fullmatch(word), _days(word)
        if word in _NOT:
            days = _others(rest)
        if clock is not None:
            minute = int(clock[1]) * 60 + int(clock[2])
            kept = found.days if found.kind == "grid" else EVERY_DAY
            found = Pace(minute=minute, days=kept, early=found.early)
        elif days is not None:
            if found.kind != "grid":
                found = Pace(minute=21 * 60, days=days, early=found.early)
            found = msgspec.structs.replace(found, days=days)
        elif word in _PRESETS:
            found = msgspec.structs.replace(PRESETS[_PRESETS[word]], early=found.early)
        elif word in _EARLY:
            found = msgspec.structs.replace(found, early=_EARLY[word])
        elif (here := _zone(word, rest)) is not None:
            zone = here
        else:
            length = period(word)
            found = Pace(seconds=int(length.total_seconds()) if length else 0, early=found.early)
    return Wanted(found, zone)


def _others(rest: list[str]) -> tuple[int, ...]:
    """All days but those that come next; their words are gone from `rest` (raises BadWords)."""
    spared: set[int] = set()
    begun = rest[:]
    while rest and (rest[0] in _LITTLE or _days(rest[0]) is not None):
        spared |= set(_days(rest.pop(0)) or ())
    left = tuple(day for day in EVERY_DAY if day not in spared)
    if not spared or not left:
        raise BadWords(" ".join(begun))
    return left


def _zone(word: str, rest: list[str]) -> str | None:
    """A zone of one word or several; the words it takes are gone from `rest`."""
    found, count = zones.begin([word, *rest])
    del rest[: max(count - 1, 0)]
    return found


def _taken(words: Sequence[str]) -> int:
    """How many of the first words of these are one thing about the clock; a plain period is not."""
    word = words[0] if words else ""
    known = word in _PRESETS or word in _EARLY or _days(word) is not None
    if known or _CLOCK.fullmatch(word) is not None:
        return 1
    return zones.begin(words)[1]


def parted(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The words of /newgame without those about the clock, and those."""
    others, clock, at = list[str](), list[str](), 0
    plain = [word.strip().rstrip(",").casefold() for word in words]
    while at < len(words):
        end = at
        while end < len(words) and plain[end] in (*_NOT, *_LITTLE):
            end += 1
        taken = _taken(plain[end:])
        end += max(taken, 1)
        (clock if taken else others).extend(words[at:end])
        at = end
    return others, clock


def with_clock(settings: Settings, told: Wanted) -> Settings:
    """Settings of a new game with the pace and zone that were told."""
    pace = told.pace or Pace()
    zone = told.zone or settings.times.zone
    times = msgspec.structs.replace(settings.times, pace=pace, zone=zone)
    return msgspec.structs.replace(settings, times=times, deadline=pace.seconds or None)
