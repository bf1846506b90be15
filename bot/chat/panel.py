"""The settings panel of /newgame: its whole state travels in its buttons, so it survives restarts.

The same settings can be written, in any language: `/newgame classic 4 ru 24h nomaster`.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from functools import lru_cache
from itertools import permutations
from typing import Any

import msgspec
from markupsafe import Markup

from bot.chat import house
from bot.chat.buttons import Press, pack
from bot.chat.office import Keyboard, button, in_rows
from bot.chat.time import zones
from bot.games import Offered
from bot.render.bilingual import codes, first
from bot.render.phrases import TOGETHER, catalogue, languages, phrase, plain
from bot.table.records import Settings
from bot.table.time.paces import PRESETS, Times

DEADLINES = (0, 1, 12, 24, 48)
"""Hours a step may take, as the panel offers them; 0 is no deadline."""

EVENING = 10
"""Minutes a step of a fast evening takes."""

GRIDS = ("three", "workdays")
"""Wall-clock paces the panel offers; a wish carries the first as -1 minutes, and so on."""

_UNITS = {"m": 1, "м": 1, "h": 60, "ч": 60, "d": 1440, "д": 1440}
_PERIOD = re.compile(r"(\d{1,4})\s?([mhdмчд])", re.IGNORECASE)
_NONE = ("none", "no", "off", "нет", "без", "0", "nodeadline", "безсрока")
_MASTER = {"master": True, "мастер": True, "nomaster": False, "безмастера": False}
_WITHOUT = ("no", "без")
"""Words that belong to the next one: `no master`, `без срока`."""
NOBODY = -1
"""The master's id in a game that goes without one."""

LONGEST = timedelta(days=60)
SHORTEST = timedelta(minutes=5)


class Wish(msgspec.Struct, frozen=True):
    """What the panel stands at: indices into what is on offer, lords, minutes, the master.

    `house` has a bit for each whole rule that is otherwise than the variant has it.
    """

    variant: int = 0
    lords: int = 4
    lang: int = 0
    minutes: int = 0
    master: bool = True
    house: int = 0

    def numbers(self) -> tuple[int, ...]:
        """The wish as a button carries it."""
        return (
            self.variant, self.lords, self.lang, self.minutes, int(self.master), self.house,
        )  # fmt: skip


class BadWords(Exception):
    """A word of /newgame that means nothing here."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class BadSize(BadWords):
    """So many lords as the variant has no table for."""

    def __init__(self, lords: int, variant: str, low: int, high: int) -> None:
        super().__init__(str(lords))
        self.variant, self.low, self.high = variant, low, high


def offers(games: Mapping[str, Offered]) -> list[tuple[str, str]]:
    """Every game with every variant, in order."""
    return [(name, variant) for name, game in games.items() for variant in game.variants]


@lru_cache(maxsize=1)
def tongues() -> tuple[str, ...]:
    """What a group may read: each language, then every two at once; a wish holds an index."""
    both = (TOGETHER.join(pair) for pair in permutations(languages(), 2))
    return (*languages(), *both)


def tongue_name(tongue: str) -> str:
    """What a language is called in itself; of two at once both."""
    return " + ".join(plain(code, "chat.language") for code in codes(tongue))


def _spelled(key: str) -> list[str]:
    """What may be typed for a thing, in every language, each language's favourite first."""
    lists = [plain(lang, key).split(",") for lang in languages() if key in catalogue(lang).keys]
    return [" ".join(word.split()) for words in lists for word in words]


def variant_words(lang: str, games: Mapping[str, Offered]) -> list[str]:
    """What to type for each variant: its favourite word in a language, else its id."""
    variants = [variant for _, variant in offers(games)]
    keys = [f"variant_words.{variant}" for variant in variants]
    known = catalogue(lang).keys
    return [
        plain(lang, key).partition(",")[0] if key in known else variant
        for key, variant in zip(keys, variants, strict=True)
    ]


def _variants(games: Mapping[str, Offered]) -> dict[str, int]:
    """Every word for a variant with its index; a game's own name is its first variant's."""
    found: dict[str, int] = {}
    for at, (_, variant) in enumerate(offers(games)):
        for word in (variant, *_spelled(f"variant_words.{variant}")):
            found.setdefault(word, at)
    return found


@lru_cache(maxsize=1)
def _tongues() -> dict[str, str]:
    """Every word for a language with its code."""
    words = {word: lang for lang in languages() for word in _spelled(f"language_words.{lang}")}
    return words | {lang: lang for lang in languages()}


def _tongue(text: str) -> int:
    """The index of a language, or of two, as written (raises BadWords)."""
    parts = [_tongues().get(part, part) for part in text.split(TOGETHER)]
    try:
        return tongues().index(TOGETHER.join(codes(TOGETHER.join(parts))))
    except ValueError:
        raise BadWords(text) from None


def sizes(games: Mapping[str, Offered], variant: int) -> tuple[int, int]:
    """The fewest and most lords of the variant with this index."""
    name, played = offers(games)[variant]
    return games[name].game.seats(played)


def period(text: str) -> timedelta | None:
    """A deadline as written: `24h`, `2d`, `30m` (Russian letters too), `none` (raises BadWords)."""
    if text.casefold() in _NONE:
        return None
    found = _PERIOD.fullmatch(text.strip())
    if found is None:
        raise BadWords(text)
    length = timedelta(minutes=int(found[1]) * _UNITS[found[2].casefold()])
    if not SHORTEST <= length <= LONGEST:
        raise BadWords(text)
    return length


def from_words(words: Sequence[str], start: Wish, games: Mapping[str, Offered]) -> Wish:
    """The wish that words ask for, going on from `start`.

    Raises BadWords at the first unknown, BadSize for lords the variant has no table for.
    """
    changes: dict[str, Any] = {}
    for text in _joined(words):
        changes.update(_meant(text, games))
    wish = msgspec.structs.replace(start, **changes)
    low, high = sizes(games, wish.variant)
    if "lords" not in changes:
        wish = msgspec.structs.replace(wish, lords=min(max(wish.lords, low), high))
    if not low <= wish.lords <= high:
        raise BadSize(wish.lords, offers(games)[wish.variant][1], low, high)
    return wish


def _joined(words: Sequence[str]) -> list[str]:
    """The words with `no master` in one, without those that only make a sentence."""
    small = [word.casefold().strip(",.;") for word in words]
    found, at = list[str](), 0
    while at < len(small):
        pair = "".join(small[at : at + 2])
        whole = small[at] in _WITHOUT and (pair in _MASTER or pair in _NONE)
        found.append(pair if whole else small[at])
        at += 2 if whole else 1
    fillers = _spelled("chat.newgame_fillers")
    return [word for word in found if word and word not in fillers]


def _meant(text: str, games: Mapping[str, Offered]) -> dict[str, Any]:
    """What one word changes of a wish (raises BadWords)."""
    variants = _variants(games)
    if text in _tongues() or TOGETHER in text:
        return {"lang": _tongue(text)}
    if text in variants:
        return {"variant": variants[text]}
    if text in games:  # a game by its name, whatever its variant
        return {}
    if text in _MASTER:
        return {"master": _MASTER[text]}
    if text.isdecimal() and text != "0":
        return {"lords": int(text)}
    length = period(text)
    return {"minutes": int(length.total_seconds()) // 60 if length else 0}


def from_press(press: Press, games: Mapping[str, Offered]) -> Wish | None:
    """The wish a panel's button carries after its owner; None when it no longer fits."""
    _, variant, lords, lang, minutes, master, house = (*press.numbers, *(0,) * 7)[:7]
    known = 0 <= variant < len(offers(games)) and 0 <= lang < len(tongues())
    if not known or minutes < -len(GRIDS):
        return None
    low, high = sizes(games, variant)
    lords = min(max(lords, low), high)
    return Wish(variant, lords, lang, minutes, bool(master), max(house, 0))


def span(lang: str, minutes: int) -> str:
    """A deadline in words."""
    if minutes < 0:
        return plain(lang, f"time.preset.{GRIDS[-minutes - 1]}")
    if not minutes:
        return plain(lang, "chat.no_deadline")
    for unit, size in (("days", 1440), ("hours", 60)):
        if minutes % size == 0 and minutes >= size * (2 if unit == "days" else 1):
            return plain(lang, f"chat.{unit}", n=minutes // size)
    return plain(lang, "chat.minutes", n=minutes)


def variant_name(lang: str, variant: str) -> str:
    """What a variant is called; one without a name goes by its id."""
    key = f"variant.{variant}"
    return plain(lang, key) if key in catalogue(lang).keys else variant


def text(lang: str, wish: Wish, games: Mapping[str, Offered]) -> str:
    """HTML of the panel."""
    panel = phrase(
        lang,
        "chat.panel",
        variant=variant_name(lang, offers(games)[wish.variant][1]),
        lords=wish.lords,
        language=tongue_name(tongues()[wish.lang]),
        deadline=span(lang, wish.minutes),
        master=wish.master,
    )
    found = house.wished(games, *offers(games)[wish.variant], wish.house)
    rules = games[offers(games)[wish.variant][0]].house
    if rules is None or not found:
        return panel
    variant = offers(games)[wish.variant][1]
    lines = [rules.line(lang, variant, one) for one in rules.differences(variant, found)]
    return Markup("\n\n").join((panel, phrase(lang, "house.in_lobby", lines=lines)))


def house_text(lang: str, wish: Wish, games: Mapping[str, Offered]) -> str:
    """HTML of the panel's page of whole rules."""
    return phrase(lang, "house.panel", variant=variant_name(lang, offers(games)[wish.variant][1]))


def house_keyboard(lang: str, wish: Wish, owner: int, games: Mapping[str, Offered]) -> Keyboard:
    """A switch for each whole rule of the variant, and the way back to the panel."""
    game, variant = offers(games)[wish.variant]
    rows = Keyboard()
    for bit, rule in house.bits(games, lang, game, variant):
        other = msgspec.structs.replace(wish, house=wish.house ^ bit)
        mark = "✅" if rule.on != bool(wish.house & bit) else "⬜"
        rows.append([button(f"{mark} {rule.title}", pack("nh", owner, *other.numbers()))])
    rows.append([button(plain(lang, "house.button.up"), pack("np", owner, *wish.numbers()))])
    return rows


def keyboard(lang: str, wish: Wish, owner: int, games: Mapping[str, Offered]) -> Keyboard:
    """A setting in a row or two, so that phones cut no word; what is chosen is marked."""

    def choice(label: str, **change: Any) -> Any:
        other = msgspec.structs.replace(wish, **change)
        mark = "✓ " if other == wish else ""
        return button(mark + label, pack("np", owner, *other.numbers()))

    low, high = sizes(games, wish.variant)
    named = enumerate(variant for _, variant in offers(games))
    variants = [choice(variant_name(lang, variant), variant=at) for at, variant in named]
    offered = [
        (at, tongue) for at, tongue in enumerate(tongues())
        if TOGETHER not in tongue or first(tongue) == first(lang)
    ]  # fmt: skip
    rows = [
        *(in_rows(variants, 1) if len(variants) > 1 else []),
        *in_rows(
            [choice(plain(lang, "chat.lords", n=n), lords=n) for n in range(low, high + 1)], 2
        ),
        *in_rows(
            [choice(tongue_name(tongue), lang=at) for at, tongue in offered], len(languages())
        ),
        *in_rows([choice(span(lang, hours * 60), minutes=hours * 60) for hours in DEADLINES], 3),
        [choice(span(lang, EVENING), minutes=EVENING)],
        *([choice(span(lang, -at), minutes=-at)] for at in range(1, len(GRIDS) + 1)),
        [
            choice(plain(lang, "chat.master_me"), master=True),
            choice(plain(lang, "chat.master_none"), master=False),
        ],
        *(
            [[button(plain(lang, "house.button.house"), pack("nh", owner, *wish.numbers()))]]
            if games[offers(games)[wish.variant][0]].house is not None
            else []
        ),
        [
            button(plain(lang, "chat.create"), pack("nc", owner, *wish.numbers())),
            button(plain(lang, "chat.dismiss"), pack("nx", owner)),
        ],
    ]
    return rows


def settings(wish: Wish, games: Mapping[str, Offered], opener: int) -> Settings:
    """The wish as the table takes it."""
    game, variant = offers(games)[wish.variant]
    return Settings(
        game=game,
        variant=variant,
        seats=wish.lords,
        language=tongues()[wish.lang],
        deadline=wish.minutes * 60 if wish.minutes > 0 else None,
        times=Times(
            zone=zones.home(tongues()[wish.lang]),
            pace=PRESETS[GRIDS[-wish.minutes - 1]] if wish.minutes < 0 else None,
        ),
        master=opener if wish.master else NOBODY,
        house=house.wished(games, game, variant, wish.house),
    )
