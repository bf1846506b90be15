"""Days and spans as people write them, in every language at once: `3d`, `до 5 марта`, `Friday`.

Names of days and months are the languages' own (Babel); the few words beside them stand here.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache

from babel.dates import get_day_names, get_month_names

from bot.render.phrases import languages
from bot.table.time import schedule
from bot.table.time.paces import Skip

_DATE = re.compile(r"(\d{1,2})[./](\d{1,2})(?:[./](\d{4}))?")
_ISO = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_RANGE = re.compile(r"\s*(?:–|—|\.\.|(?<=[\d\s])-(?=[\s\d]))\s*")
_NUMBER = re.compile(r"(\d{1,2})(?:st|nd|rd|th|-?(?:го|е|ое))?")
_ORDINAL = re.compile(r"\d(?:st|nd|rd|th|-?го|-?е)\b|\bчисл[оа]\b")
"""What makes a number alone a day of the month, not a slip."""

_YEAR = re.compile(r"20\d\d")
_YEARS = range(1900, 9000)
"""Years of which anything can be reckoned: others are slips."""

_WORD = re.compile(r"\d+(?:-?[^\W\d_]+)?|[^\W\d_]+")

_LITTLE = frozenset({
    "until", "till", "to", "for", "on", "the", "of", "next", "coming", "about", "including",
    "inclusive", "up", "by", "through", "i'm", "away", "до", "по", "на", "в", "во", "к",
    "следующего", "следующей", "следующую", "следующий", "следующее", "ближайшей", "включительно",
    "числа", "число", "г", "года", "уезжаю", "ещё", "еще", "примерно",
})  # fmt: skip
"""Words that change nothing in a date or a span."""

_COUNTS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "couple": 2, "three": 3, "four": 4, "five": 5, "six": 6,
    "seven": 7, "ten": 10, "один": 1, "одну": 1, "одни": 1, "два": 2, "две": 2, "двое": 2,
    "пару": 2, "пара": 2, "три": 3, "трое": 3, "четыре": 4, "четверо": 4, "пять": 5, "шесть": 6,
    "семь": 7, "десять": 10,
}  # fmt: skip

_UNITS = (
    (timedelta(minutes=1), r"m|mins?|minutes?|м|мин|минут[уы]?"),
    (timedelta(hours=1), r"h|hrs?|hours?|ч|час(?:а|ов)?"),
    (timedelta(days=1), r"d|days?|д|дн|день|дня|дней|сутки|суток"),
    (timedelta(days=7), r"w|wks?|weeks?|fortnight|н|нед|недел[юяиь]|недельку"),
    (timedelta(days=30), r"mo|months?|мес|месяц(?:а|ев)?"),
)
"""How long a unit is, and how it is written."""

_SOON = {
    "today": 0, "сегодня": 0, "tomorrow": 1, "завтра": 1, "послезавтра": 2,
}  # fmt: skip


def _unit(text: str) -> timedelta | None:
    return next((length for length, names in _UNITS if re.fullmatch(names, text)), None)


def span(text: str) -> timedelta | None:
    """A span: `12h`, `3 дня`, `на неделю`, `two weeks`; None for what is none."""
    found = [word for word in _WORD.findall(text.casefold()) if word not in _LITTLE]
    if len(found) == 1:
        glued = re.fullmatch(r"(\d{1,3})([^\W\d_]+)", found[0])
        alone = ["1", found[0]] if len(found[0]) > 2 else []  # a week, but not a letter
        found = [glued[1], glued[2]] if glued is not None else alone
    if len(found) != 2 or re.search(r"[-−]\d", text):
        return None
    amount = int(found[0]) if re.fullmatch(r"\d{1,3}", found[0]) else _COUNTS.get(found[0])
    length = _unit(found[1])
    return amount * length if amount is not None and length is not None else None


@lru_cache(maxsize=1)
def _names() -> tuple[dict[str, int], dict[str, int]]:
    """Stems of weekdays (Monday 0) and of months (from 1): by them all cases are known."""
    days: dict[str, int] = {}
    months: dict[str, int] = {}
    for lang in languages():
        for at, name in get_day_names("abbreviated", locale=lang).items():
            days[name.casefold().rstrip(".")] = at
        for at, name in get_day_names("wide", locale=lang).items():
            days[_stem(name)] = at
        for form in ("format", "stand-alone"):
            for at, name in get_month_names("wide", form, locale=lang).items():
                months[_stem(name)] = at
    return days, months


def _stem(name: str) -> str:
    """A name's beginning, without what a case would change."""
    text = name.casefold()
    return text[:3] if len(text) < 5 else text[: max(3, len(text) - 2)]


def _named(text: str, names: dict[str, int], short: int = 3) -> int | None:
    """The name a word stands for, in whatever case, or cut short; None for none or for several."""
    if text in names:
        return names[text]
    whole = {at for stem, at in names.items() if len(stem) >= short and text.startswith(stem)
             and len(text) <= len(stem) + 4}  # fmt: skip
    cut = {at for stem, at in names.items() if len(text) >= short and stem.startswith(text)}
    found = whole or cut
    return found.pop() if len(found) == 1 else None


def day(text: str, today: date) -> date | None:
    """A day: `31.12`, `2025-12-31`, `5 марта`, `March 5`, `Friday`, `завтра`, `the 5th`.

    Without a year the next such day, today included; a weekday is never today.
    """
    bare = " ".join(each for each in text.split() if each.casefold() not in _LITTLE)
    written, iso = _DATE.fullmatch(bare), _ISO.fullmatch(bare)
    try:
        if iso is not None:
            return _dated(iso[1], iso[2], iso[3])
        if written is not None and written[3]:
            return _dated(written[3], written[2], written[1])
    except ValueError:
        return None
    if written is not None:
        return schedule.coming(int(written[1]), int(written[2]), today)
    said = [word for word in _WORD.findall(text.casefold()) if word not in _LITTLE]
    return _spoken(said, today, _ORDINAL.search(text.casefold()) is not None)


def _dated(year: str, month: str, day: str) -> date | None:
    """A day by its numbers (raises ValueError where a month has no such day)."""
    return date(int(year), int(month), int(day)) if int(year) in _YEARS else None


def _spoken(said: Sequence[str], today: date, ordinal: bool) -> date | None:
    """A day in words; `ordinal` says that a number alone is meant as one of the month."""
    days, months = _names()
    if len(said) == 1 and said[0] in _SOON:
        return today + timedelta(days=_SOON[said[0]])
    weekday = _named(said[0], days) if len(said) == 1 else None
    if weekday is not None:
        return today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)
    years = [word for word in said if _YEAR.fullmatch(word)]
    rest = [word for word in said if word not in years]
    number = [int(found[1]) for word in rest if (found := _NUMBER.fullmatch(word))]
    named = [at for word in rest if (at := _named(word, months)) is not None]
    if len(number) != 1 or len(number) + len(named) != len(rest) or len(years) > 1:
        return None
    if not named:  # the 5th
        return next(_such(number[0], today), None) if ordinal and not years else None
    try:
        return date(int(years[0]), named[0], number[0]) if years else schedule.coming(
            number[0], named[0], today
        )  # fmt: skip
    except ValueError:
        return None


def _such(number: int, today: date) -> Iterator[date]:
    """The days to come with this number in their month, today included."""
    for ahead in range(62):
        each = today + timedelta(days=ahead)
        if each.day == number:
            yield each


def skip(text: str, today: date) -> Skip | None:
    """Holidays as written, `31.12-08.01` or one day; None for what is none."""
    iso = _ISO.match(text.strip()) is not None
    parts = text.strip().split("..") if iso else _RANGE.split(text.strip())
    if not 1 <= len(parts) <= 2:
        return None
    last = day(parts[-1], today)
    if last is None:
        return None
    first = day(parts[0], today)
    if first is not None and first > last:  # it has begun already, or ends next year
        last = day(parts[-1], first) or last
        if (last - first).days > 300:
            leap = (first.month, first.day) == (2, 29)
            first = first.replace(year=first.year - 1, day=28 if leap else first.day)
    return None if first is None else schedule.holiday(first, last, today)


def until(words: Sequence[str], now: datetime, zone: str) -> datetime | None:
    """Until when: a span from now, or the end of a day in a zone; None for what is neither."""
    text = " ".join(words)
    length = span(text)
    if length is not None:
        return now + length
    last = day(text, now.astimezone(schedule.zone_of(zone)).date())
    if last is None:
        return None
    return schedule.wall_clock(last + timedelta(days=1), 0, zone).astimezone(UTC)
