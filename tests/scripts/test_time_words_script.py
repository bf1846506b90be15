"""Zones of several words as people write them, in /newgame and in /deadline."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.chat.time import words, zones
from bot.render.phrases import languages
from bot.table.time.paces import Pace

WORKDAYS = (0, 1, 2, 3, 4)


def read(text):
    """What is left of the words of /newgame, and what the clock's words mean."""
    others, clock = words.parted(text.split())
    return others, words.pace(clock, Pace())


def alike(first, second):
    """Whether two names of zones mean the same clock."""
    now = datetime(2025, 3, 1, tzinfo=UTC)
    return first == second or (
        ZoneInfo(first).utcoffset(now) == ZoneInfo(second).utcoffset(now)
    )  # fmt: skip


@pytest.mark.parametrize(
    "place", ["{zone} 21:00 будни", "21:00 {zone}, будни", "21:00 будни {zone}"]
)
def test_every_zone_can_be_written_with_underscores_or_without(place):
    for zone in sorted(zones.zones()):
        for text in {zone, zone.replace("_", " "), zone.lower()}:
            others, wanted = read(f"2 ru {place.format(zone=text)}")
            assert (others, wanted.pace) == (["2", "ru"], Pace(minute=1260, days=WORKDAYS)), text
            assert alike(wanted.zone, zone), text


def test_every_city_is_found_by_its_name_in_both_languages():
    named = [zone for zone in sorted(zones.zones()) if not zone.startswith(("Etc/", "Factory"))]
    for zone in named:
        for lang in languages():
            others, wanted = read(f"2 {zones.name(lang, zone)} 20:00 ru")
            assert others == ["2", "ru"], zone
            assert alike(wanted.zone, zone), zone


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("New York", "America/New_York"),
        ("new_york", "America/New_York"),
        ("Нью-Йорк", "America/New_York"),
        ("Нью Йорк", "America/New_York"),
        ("America/New York", "America/New_York"),
        ("Нижний Новгород", "Europe/Moscow"),
        ("Санкт-Петербург", "Europe/Moscow"),
        ("Сан Паулу", "America/Sao_Paulo"),
        ("Ho Chi Minh City", "Asia/Saigon"),
        ("America/Argentina/Buenos Aires", "America/Argentina/Buenos_Aires"),
        ("America/North Dakota/New Salem", "America/North_Dakota/New_Salem"),
        ("UTC +3", "Etc/GMT-3"),
        ("GB", "GB"),
    ],
)
def test_names_of_several_words(text, zone):
    others, wanted = read(f"{text} 2 21:00 ru")
    assert others == ["2", "ru"]
    assert alike(wanted.zone, zone)


def test_what_is_no_zone_is_left_to_be_complained_of():
    assert words.parted(["New", "Orleans", "2", "ru"]) == (["New", "Orleans", "2", "ru"], [])
    assert words.parted(["GMT", "3", "ru"]) == (["3", "ru"], ["GMT"])  # three lords


async def test_a_city_of_two_words_at_newgame_and_at_deadline(house, toy, ann, bob):
    group = await toy.lobby(ann, bob, words="2 ru 21:00 New York, будни")
    assert "Срок на ход: в 21:00 (Нью-Йорк) по будням." in ann.see(group).text
    await ann.press("Начать", ann.find("Начать", group))
    await ann.say("/deadline 20:00 Нижний Новгород, не по выходным", group)
    assert "пн, 3 марта, 20:00 (Москва)" in house.people.pinned(group).text
    await ann.say("/deadline 22:00 america/sao paulo", group)
    assert "22:00 (Сан-Паулу)" in house.people.pinned(group).text
