"""What a game has kept secret, in words: the decks at first, after new dice and at last, the hands.

Plain text for a file. The orders are not here: the log, which stands below it, has them in words.
"""

from collections.abc import Mapping
from typing import Any

from bot.render.phrases import catalogue
from rules.kernel.log import Record
from rules.lords.reveal import Decks, reveal


def revealed(lang: str, record: Record, names: Mapping[int, str]) -> str:
    """All cards of an ended game as plain text (raises as `reveal` does)."""
    found = reveal(record)
    parts = [_decks(lang, "first", found.first)]
    parts += [_decks(lang, "redealt", dealt.decks, undone=dealt.undone) for dealt in found.redealt]
    parts.append(_decks(lang, "last", found.last))
    hands = [_hand(lang, names[seat], hand) for seat, hand in enumerate(found.hands, 1)]
    return "\n\n".join([*parts, "\n".join([_plain(lang, "hands"), *hands])])


def _plain(lang: str, key: str, **data: Any) -> str:
    return str(catalogue(lang).phrase(f"revealed.{key}", **data).striptags())


def _decks(lang: str, key: str, decks: Decks, undone: bool = False) -> str:
    lines = [_plain(lang, key, undone=undone)]
    lines += [f"{_plain(lang, f'deck.{name}')}: {_cards(lang, cards)}"
              for name, cards in decks.items() if cards]  # fmt: skip
    return "\n".join(lines)


def _hand(lang: str, name: str, hand: Decks) -> str:
    held = [card for cards in hand.values() for card in cards]
    return f"{name}: {_cards(lang, held)}"


def _cards(lang: str, cards: list[str]) -> str:
    """Cards in their order; a hero is his class and his figures."""
    words, shown = catalogue(lang).words, []
    for card in cards:
        head, _, figures = card.rpartition(" ")
        is_hero = "/" in figures
        noun = words.noun(head if is_hero else card)
        shown.append(f"{noun} {figures}" if is_hero else noun)
    return ", ".join(shown) or "–"
