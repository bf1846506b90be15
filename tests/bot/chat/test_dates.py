"""Days and spans as people write them, in both languages, whoever reads."""

from datetime import UTC, date, datetime, timedelta
from random import Random

import pytest

from bot.chat.time import dates

SATURDAY = datetime(2025, 3, 1, 12, tzinfo=UTC)
TODAY = SATURDAY.date()


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("3d", 3), ("3 дня", 3), ("на 3 дня", 3), ("на три дня", 3), ("for three days", 3),
        ("на неделю", 7), ("for a week", 7), ("2w", 14), ("на пару недель", 14),
        ("two weeks", 14), ("на месяц", 30), ("сутки", 1), ("10 дней", 10),
    ],
)  # fmt: skip
def test_spans(text: str, days: int) -> None:
    assert dates.span(text) == timedelta(days=days)
    assert dates.until(text.split(), SATURDAY, "Europe/Moscow") == SATURDAY + timedelta(days=days)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("31.12", date(2025, 12, 31)), ("2025-12-31", date(2025, 12, 31)),
        ("08.01", date(2026, 1, 8)), ("до 5 марта", date(2025, 3, 5)),
        ("until 5 March", date(2025, 3, 5)), ("until March 5th", date(2025, 3, 5)),
        ("the 5th of March", date(2025, 3, 5)), ("31 декабря 2025 года", date(2025, 12, 31)),
        ("до 5 мая", date(2025, 5, 5)), ("may 5", date(2025, 5, 5)), ("3 июня", date(2025, 6, 3)),
        ("July 3", date(2025, 7, 3)), ("1 авг", date(2025, 8, 1)), ("1 сент.", date(2025, 9, 1)),
        ("до 5-го", date(2025, 3, 5)), ("5 числа", date(2025, 3, 5)), ("the 5th", date(2025, 3, 5)),
        ("до пятницы", date(2025, 3, 7)), ("по пятницу", date(2025, 3, 7)),
        ("пт", date(2025, 3, 7)), ("until next Friday", date(2025, 3, 7)),
        ("Fri", date(2025, 3, 7)), ("в среду", date(2025, 3, 5)), ("Sunday", date(2025, 3, 2)),
        ("до субботы", date(2025, 3, 8)), ("завтра", date(2025, 3, 2)),
        ("послезавтра", date(2025, 3, 3)), ("tomorrow", date(2025, 3, 2)),
        ("29 февраля", date(2028, 2, 29)),
    ],
)  # fmt: skip
def test_days(text: str, found: date) -> None:
    assert dates.day(text, TODAY) == found
    end = datetime(found.year, found.month, found.day, tzinfo=UTC) + timedelta(days=1)
    assert dates.until(text.split(), SATURDAY, "UTC") == end


@pytest.mark.parametrize("day", ["понедельника", "вторника", "среды", "четверга", "пятницы",
                                 "субботы", "воскресенья"])  # fmt: skip
def test_every_weekday_in_the_genitive_is_within_a_week(day: str) -> None:
    found = dates.day(f"до {day}", TODAY)
    assert found is not None
    assert timedelta() < found - TODAY <= timedelta(days=7)


def test_every_month_in_both_languages() -> None:
    russian = ("января", "февраля", "марта", "апреля", "мая", "июня", "июля", "августа",
               "сентября", "октября", "ноября", "декабря")  # fmt: skip
    for at, name in enumerate(russian, start=1):
        english = date(2025, at, 1).strftime("%B")
        for text in (f"15 {name}", f"15 {english}", f"{english} 15th", f"15 {english[:3]}"):
            found = dates.day(text, TODAY)
            assert found is not None, text
            assert (found.month, found.day) == (at, 15), text


@pytest.mark.parametrize(
    "text",
    ["", "никогда", "forever", "5", "0", "-3d", "m", "до 32 марта", "march", "до мая", "до вечера",
     "5 марта 6 марта", "1-3 дня", "99.99", "2025-13-01", "31 февраля 2025"],
)  # fmt: skip
def test_what_is_no_day_is_not_guessed(text: str) -> None:
    assert dates.until(text.split(), SATURDAY, "UTC") is None


def test_holidays_in_words() -> None:
    skip = dates.skip("31 декабря - 8 января", TODAY)
    assert skip is not None
    assert skip == dates.skip("31.12-08.01", TODAY)
    assert dates.skip("8 марта", TODAY) == dates.skip("08.03", TODAY)


@pytest.mark.parametrize("text", ["9999-12-31", "31.12.9999", "0001-01-01", "1.1.0001"])
def test_years_nobody_lives_in_are_no_days(text: str) -> None:
    assert dates.until([text], SATURDAY, "Asia/Tomsk") is None
    assert dates.skip(text, TODAY) is None
    assert dates.skip(f"{text}..31.12", TODAY) is None


def test_holidays_around_a_leap_day_that_is_years_away() -> None:
    assert dates.skip("29.2-1.1", date(2028, 3, 28)) is None
    assert dates.skip("28.2-1.3", date(2028, 3, 1)) is not None


WORDS = (
    "31.12", "29.2", "30.2", "00.00", "99.99", "5", "5th", "0th", "до", "по", "марта", "May",
    "пятницы", "завтра", "2024-02-29", "2026-02-30", "9999", "29.02.2100", "..", "-", "–", "3d",
    "999mo", "месяц", "две", "недели", "-5d", "500ч", "5-го", "٣d", "½", "💥", "", "2020",
    "9999-12-31",
)  # fmt: skip
ZONES = ("UTC", "Europe/Moscow", "America/St_Johns", "Pacific/Apia", "Africa/Casablanca", "nowhere")


def test_whatever_is_written_is_a_day_or_none_at_any_time_and_place() -> None:
    random, read = Random(1), 0
    for _ in range(4000):
        now = SATURDAY + timedelta(minutes=random.randrange(60 * 24 * 365 * 6))
        said = [random.choice(WORDS) for _ in range(random.choice((1, 2, 3, 4)))]
        found = dates.until(said, now, random.choice(ZONES))
        read += found is not None and found.utcoffset() is not None
        for text in (" ".join(said), f"{said[0]}-{said[-1]}", f"{said[0]}..{said[-1]}"):
            skip = dates.skip(text, now.date())
            assert skip is None or skip.first <= skip.last
    assert read > 100
