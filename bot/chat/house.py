"""House rules as the chat tells them: lines of differences, wherever a game is shown."""

from collections.abc import Mapping
from typing import Any

from bot.chat.office import Office
from bot.games import Offered
from bot.render.house import House, HouseRule
from bot.render.phrases import phrase, plain
from bot.table.records import GameInfo

IN_LOBBY = 12
"""So many differences stand in the lobby's post; the others are a command away."""

AT_ONCE = 8
"""So many differences are told of one change of the rules."""


def has_rules(office: Office, info: GameInfo) -> bool:
    """Whether the game knows house rules."""
    return office.games[info.settings.game].house is not None


def told(office: Office, info: GameInfo, lang: str, before: Any, after: Any) -> list[str]:
    """How one house differs from an earlier one, in a few lines: what one change came to."""
    return few(lang, _told(office, info, lang, before, after), AT_ONCE)


def few(lang: str, found: list[str], most: int) -> list[str]:
    """The first lines, and how many more there are."""
    more = len(found) - most
    return found if more <= 0 else [*found[:most], plain(lang, "house.more", n=more)]


def _told(office: Office, info: GameInfo, lang: str, before: Any, after: Any) -> list[str]:
    rules = office.games[info.settings.game].house
    if rules is None:
        return []
    variant = info.settings.variant
    return [rules.line(lang, variant, found) for found in rules.differences(variant, after, before)]


def lines(office: Office, info: GameInfo, lang: str) -> list[str]:
    """What is played otherwise at this table than its variant says, a line each."""
    return _told(office, info, lang, {}, info.settings.house) if info.settings.house else []


def in_lobby(office: Office, info: GameInfo, lang: str) -> str:
    """The house rules as the lobby's post lists them; "" where there are none."""
    found = lines(office, info, lang)
    if not found:
        return ""
    return phrase(lang, "house.in_lobby", lines=few(lang, found, IN_LOBBY))


# before there is a game: whole rules as bits of a number that the panel's buttons carry


def bits(
    games: Mapping[str, Offered], lang: str, game: str, variant: str
) -> list[tuple[int, HouseRule]]:
    """The whole rules of a variant, each with its bit, which is its own in all variants."""
    rules = games[game].house
    if rules is None:
        return []
    every = dict.fromkeys(
        rule.name for one in games[game].variants for rule in rules.switches(lang, one)
    )
    places = {name: 1 << at for at, name in enumerate(every)}
    return [(places[rule.name], rule) for rule in rules.switches(lang, variant)]


def wished(games: Mapping[str, Offered], game: str, variant: str, number: int) -> House:
    """The house rules that such a number stands for; bits of what the variant has not are none."""
    rules, found = games[game].house, House()
    for bit, rule in bits(games, "en", game, variant):
        if rules is not None and number & bit:
            found = rules.change(variant, f"{rule.name} {'off' if rule.on else 'on'}", found)
    return found
