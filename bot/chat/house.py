"""House rules as the chat tells them: lines of differences, wherever a game is shown."""

from typing import Any

from bot.chat.office import Office
from bot.render.phrases import phrase
from bot.table.records import GameInfo

IN_LOBBY = 12
"""So many differences stand in the lobby's post; the others are a command away."""


def has_rules(office: Office, info: GameInfo) -> bool:
    """Whether the game knows house rules."""
    return office.games[info.settings.game].house is not None


def told(office: Office, info: GameInfo, lang: str, before: Any, after: Any) -> list[str]:
    """How one house differs from an earlier one, in words, a line each."""
    rules = office.games[info.settings.game].house
    if rules is None:
        return []
    variant = info.settings.variant
    return [rules.line(lang, variant, found) for found in rules.differences(variant, after, before)]


def lines(office: Office, info: GameInfo, lang: str) -> list[str]:
    """What is played otherwise at this table than its variant says, a line each."""
    return told(office, info, lang, {}, info.settings.house) if info.settings.house else []


def in_lobby(office: Office, info: GameInfo, lang: str) -> str:
    """The house rules as the lobby's post lists them; "" where there are none."""
    found = lines(office, info, lang)
    if not found:
        return ""
    return phrase(lang, "house.in_lobby", lines=found[:IN_LOBBY], more=len(found[IN_LOBBY:]))
