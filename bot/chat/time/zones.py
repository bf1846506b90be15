"""Zones as people call them: by city, in every language, or by their IANA name."""

import re
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache

from babel.dates import get_timezone_location

from bot.render import bilingual
from bot.render.phrases import languages
from bot.table.time.schedule import zone_of, zones

OFFERED = {
    "ru": (
        "Europe/Kaliningrad", "Europe/Moscow", "Europe/Samara", "Asia/Yekaterinburg", "Asia/Omsk",
        "Asia/Novosibirsk", "Asia/Irkutsk", "Asia/Yakutsk", "Asia/Vladivostok", "Asia/Kamchatka",
        "Europe/Minsk", "Europe/Kiev", "Asia/Tbilisi", "Asia/Yerevan", "Asia/Almaty",
        "Europe/Berlin", "Europe/London", "America/New_York",
    ),
    "en": (
        "America/Los_Angeles", "America/Denver", "America/Chicago", "America/New_York",
        "America/Sao_Paulo", "Europe/London", "Europe/Berlin", "Europe/Athens", "Europe/Moscow",
        "Asia/Dubai", "Asia/Kolkata", "Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney",
        "Pacific/Auckland",
    ),
}  # fmt: skip
"""The zones on the buttons, from west to east or from home outwards, a language's own."""

ALL = tuple(dict.fromkeys(zone for offered in OFFERED.values() for zone in offered))
"""Every zone that is on a button, in the order by which buttons number them."""

_SHORT = {"мск": "Europe/Moscow", "msk": "Europe/Moscow", "спб": "Europe/Moscow", "utc": "UTC",
          "gmt": "UTC"} | dict.fromkeys(
    ("санкт петербург", "петербург", "нижний новгород", "великий новгород", "ростов на дону",
     "казань", "сочи", "st petersburg", "nizhny novgorod"), "Europe/Moscow",
)  # fmt: skip
"""Short words, and big cities by which no zone is named."""
_ALIKE = str.maketrans({"ё": "е", "_": " ", "-": " ", "’": "'", ",": ""})
"""Signs that people write one for another, or leave out."""

_OFFSET = re.compile(r"(?:utc|gmt|мск|msk)?([+-])(\d{1,2})")


def home(lang: str) -> str:
    """The zone a game in this language begins with."""
    return {"ru": "Europe/Moscow"}.get(bilingual.first(lang), "UTC")


def offered(lang: str) -> tuple[str, ...]:
    """The zones to offer to a reader of this language."""
    return OFFERED.get(bilingual.first(lang), OFFERED["en"])


@lru_cache(maxsize=2048)
def name(lang: str, zone: str) -> str:
    """What a zone is called: its city, or UTC with the offset."""
    if zone.startswith("Etc/GMT") and zone[7:8] in ("+", "-"):
        return f"UTC{'+' if zone[7] == '-' else '−'}{zone[8:]}"
    if zone not in zones() or zone in ("UTC", "Etc/UTC"):
        return "UTC"
    return get_timezone_location(zone_of(zone), locale=bilingual.first(lang), return_city=True)


def clock(zone: str, now: datetime) -> str:
    """What the clocks of a zone show."""
    return now.astimezone(zone_of(zone)).strftime("%H:%M")


@lru_cache(maxsize=1)
def _names() -> dict[str, str]:
    """Every spelling -> its zone; those on the buttons go before namesakes."""
    found: dict[str, str] = {}
    for zone in (*ALL, *sorted(zones())):
        spelled = [zone, zone.rpartition("/")[2].replace("_", " ")]
        if "/" in zone:
            spelled += [name(lang, zone) for lang in languages()]
        for text in spelled:
            found.setdefault(_plain(text), zone)
    return found | _SHORT


@lru_cache(maxsize=1)
def _longest() -> int:
    """The number of words of the longest name of a zone."""
    return max(len(name.split()) for name in _names())


def _plain(text: str) -> str:
    return text.casefold().translate(_ALIKE).strip()


def find(text: str) -> str | None:
    """The zone that a word means: a city, an IANA name, UTC+3; None when it means none."""
    offset = _OFFSET.fullmatch(text.casefold().replace("−", "-").replace(" ", ""))
    if offset is not None and not text.casefold().startswith(("мск", "msk")):
        hours = int(offset[2]) if offset[1] == "+" else -int(offset[2])
        named = f"Etc/GMT{-hours:+d}"
        return "UTC" if not hours else named if named in zones() else None
    return _names().get(_plain(text))


def begin(words: Sequence[str]) -> tuple[str | None, int]:
    """The zone that the first of these words mean, as many as belong to it, and how many; 0: none.

    A bare number belongs to no zone: it is a number of lords.
    """
    most = next((at for at, word in enumerate(words) if word.isdecimal()), len(words))
    for count in range(min(most, _longest()), 0, -1):
        found = find(" ".join(words[:count]))
        if found is not None:
            return found, count
    return None, 0
