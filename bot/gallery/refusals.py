"""What is said to one who can't have it so: the game's reasons, house rules, rights in a group."""

from collections.abc import Iterator
from typing import Any

from bot.chat import posters
from bot.chat.time import zones
from bot.chat.time.away import Away
from bot.chat.time.hours import zone_keyboard
from bot.gallery.lobby import SOON, Shown, info, office, told
from bot.gallery.said import SAID
from bot.gallery.shows import WORST
from bot.games import GAMES
from bot.render.phrases import phrase, sources
from rules.kernel.question import Reason
from rules.lords.data import VARIANTS

WHY: dict[str, Any] = {
    "needs": 3, "has": 1, "good": "gold", "card": "dragon", "evil": 14, "least": 0, "most": 2,
    "due": 2, "orders": 3, "left": 1, "cell": "b3", "with": ["b2", "c2", "c3"], "other": "b2",
    "room": "mint", "zone": "upper", "site": "tunnels", "times": 2, "round": 2,
    "monster": "troll", "nearest": ["a1", "b1"], "limit": 2, "cls": "thief", "entry": 12,
    "number": 2, "health": 5, "printed": 2, "there": 3, "event": "tax", "year": 2, "line": 10,
    "price": {"gold": 3, "trap": 1},
}  # fmt: skip
"""What a reason may be about; each says some of it."""

HOUSE: dict[str, Any] = {
    "path": "bribe", "near": ["rounds", "years"], "kind": "number", "parts": 1, "signed": False,
    "least": 0, "most": 99, "site": "tunnels", "now": 1, "text": WORST[1],
}  # fmt: skip
"""The same for house rules, which reasons name by their path."""

OF_HOUSE = (
    "no such rule", "which of them", "not that value", "fixed rule", "switched off",
    "out of range", "one card a site", "not that good", "does nothing", "first is free", "no value",
    "no effect", "no such game",
)  # fmt: skip
"""Reasons against a house rule."""

WITHOUT = {
    "too little": ("card", "price"), "conquered": ("cell",), "not the nearest": ("nearest",),
    "too many monsters": ("limit",), "too many traps": ("limit",),
}  # fmt: skip
"""What a reason may do without."""

OWN: dict[str, dict[str, Any]] = {
    "off the evilometer": {"most": 15, "evil": 16}, "below the line": {"evil": 6},
    "not that good": {"good": "gold", "near": ["food"]},
}  # fmt: skip
"""What one reason alone is about."""

RIGHTS = ("write", "pictures", "pin", "privacy", "group")
"""What a group may let the bot do, as /doctor tells it."""

AWAY = ("away_noted", "away_words", "deputy_link", "deputy_welcome", "no_seat", "no_zone",
        "not_away", "waiting", "welcome", "which_zone")  # fmt: skip
"""What is said in private about zones and times away."""

SETTING: dict[str, Any] = {
    "blind": False, "name": WORST[1], "near": [WORST[1], WORST[3]],
    "more": True, "several": False, "done": False, "lines": [f"{WORST[1]}: 3 → 5"],
    "hidden": True, "forced": True, "why": SAID["why"], "asked": [WORST[2], WORST[5]],
    "rule": "17.4", "may": True,
}  # fmt: skip
"""What the answers to /set may be about, at their longest."""


def pages(lang: str) -> Iterator[Shown]:
    """All of it, each reason as a clause after the game's title."""
    yield from reasons(lang)
    verb = GAMES["lords"].face.word(lang, VARIANTS[0], "gold", "", {})
    for key in (key for key in sources("en") if key.startswith("chair.set_")):
        html = phrase(lang, key, said=verb, text=f"{verb} 1 +2", **SETTING)
        yield f"/set, {key.removeprefix('chair.set_')}", str(html), []
    for name, given in (("all", True), ("nothing", False)):
        rights = dict.fromkeys(RIGHTS, given)
        yield f"/doctor, {name}", str(phrase(lang, "chat.doctor", **rights)), []
    yield "/doctor, blind", str(phrase(lang, "chat.doctor_blind")), []
    yield from away(lang)


def reasons(lang: str) -> Iterator[Shown]:
    """Every reason of the catalogue, with all it may say and with the least."""
    for code in codes():
        yield f"reason, {code}", reason(lang, code, {}), []
        if code in WITHOUT:
            yield f"reason, {code}, in short", reason(lang, code, WITHOUT[code]), []


def codes() -> list[str]:
    """Why something can't be, as the catalogue knows it."""
    return [key.partition(".")[2] for key in sources("en") if key.startswith("reason.")]


def reason(lang: str, code: str, without: Any) -> str:
    """HTML of a reason; what pets see to is told by the pet."""
    if code in OF_HOUSE:
        rules = GAMES["lords"].house
        assert rules is not None
        return rules.refusal(lang, VARIANTS[0], Reason(code, HOUSE | OWN.get(code, {})))
    data = {name: value for name, value in (WHY | OWN.get(code, {})).items() if name not in without}
    said = Reason("parrot" if code == "by" else code, data)
    return GAMES["lords"].face.reason(lang, VARIANTS[-1], said)


def away(lang: str) -> Iterator[Shown]:
    """The talk about time zones and times away."""
    house, shown = office(), info(lang, "play", 5)
    until = SOON.strftime("%d.%m %H:%M")
    for key in AWAY:
        asks = key in ("which_zone", "no_zone")
        rows = zone_keyboard(house, lang, zones.home(lang)) if asks else []
        html = phrase(lang, f"time.{key}", text=WORST[1], until=until,
                      title=posters.title(lang, shown), name=WORST[5])  # fmt: skip
        yield f"time, {key}", *told((html, rows))
    html = phrase(lang, "time.away_how", title=posters.title(lang, shown))
    yield "time, away_how", *told((html, Away(house).keyboard(lang, shown)))
