"""Decks: shuffled by named streams, drawn from the end, traps shuffled back in (L2.4, L9.9)."""

from collections.abc import Sequence
from typing import TypeVar

from rules.kernel.stream import Stream
from rules.lords.data import Data
from rules.lords.state import HIDDEN, Board, Hero, State

T = TypeVar("T")

_SYMBOL = {"thief": "anti_trap", "priest": "heart", "wizard": "magic", "bard": "lutes"}


ANEW = "anew"
"""Where the streams of a state note that they are others than at first, and which (`draw_anew`)."""


def stream(state: State, name: str) -> Stream:
    """A fresh stream for one purpose; asked again, the next one of that name."""
    number = state.streams.get(name, 0)
    state.streams[name] = number + 1
    anew = state.streams.get(ANEW, 0)
    return Stream(state.seed, f"{name}.{number}.{ANEW}.{anew}" if anew else f"{name}.{number}")


def shuffled(state: State, name: str, cards: Sequence[T]) -> list[T]:
    """The cards shuffled by the named stream."""
    return stream(state, name).shuffled(cards)


def hero(cls: str, strength: int, health: int, symbols: int = 0) -> Hero:
    """A hero of a class with his symbols in their place (L8.1)."""
    made = Hero(cls, strength, health)
    if cls in _SYMBOL:
        setattr(made, _SYMBOL[cls], symbols)
    return made


def symbols(someone: Hero) -> int:
    """How many symbols of his class a hero has; 0 for warriors, paladins and phantoms."""
    return getattr(someone, _SYMBOL[someone.cls]) if someone.cls in _SYMBOL else 0


def paladin(data: Data, kind: str, year: int) -> Hero:
    """A paladin of the year (L8.2)."""
    health, anti_trap, magic, heart = data.heroes.paladins[kind][year - 1]
    return Hero("paladin", 0, health, anti_trap, magic, heart, kind=kind)


def copies(cards: dict[str, int]) -> list[str]:
    """Each card as often as it is there."""
    return [card for card, count in cards.items() for _ in range(count)]


def lay_out_year(state: State) -> None:
    """Shuffle the decks of the state's year and pitch the tent (L3, L8.2, L9.9, L10.1)."""
    data, year = state.data, state.year
    monsters = copies({name: kind.copies[year - 1] for name, kind in data.monsters.items()})
    state.monster_deck = shuffled(state, f"monsters.{year}", monsters)
    rooms = [name for name, kind in data.rooms.items() if kind.year == year]
    state.room_deck = shuffled(state, f"rooms.{year}", rooms)
    heroes = [hero(cls, *row) for cls, rows in data.heroes.year[year].items() for row in rows]
    state.hero_deck = shuffled(state, f"heroes.{year}", heroes)
    cards = [name for name, card in data.cards.items() if card.year == year]
    state.cards = shuffled(state, f"cards.{year}", cards)[: data.rounds]
    state.turned = []
    state.tent = [paladin(data, kind, year) for kind in data.heroes.paladins]
    if year == 1:
        specials = [name for name, kind in data.events.items() if not kind.always]
        state.special_deck = shuffled(state, "specials", specials)
        state.trap_deck = shuffled(
            state, "traps", copies({name: trap.copies for name, trap in data.traps.traps.items()})
        )
        state.pet_deck = shuffled(
            state, "pets", copies({name: pet.copies for name, pet in data.pets.items()})
        )
    events = [name for name, kind in data.events.items() if kind.always]
    count = min(data.special_events, len(state.special_deck))  # a house may have fewer
    events += [state.special_deck.pop() for _ in range(count)]
    state.event_deck = shuffled(state, f"events.{year}", events)


def draw_anew(state: State, number: int) -> None:
    """Shuffle all that lies hidden by streams of this number, which all later draws follow too."""
    state.streams[ANEW] = number
    shuffle_hidden(state)


def shuffle_hidden(state: State) -> None:
    """Shuffle all that lies hidden, by the streams that the state has now.

    What somebody has seen stays: the traps on the discards, combat cards turned or spied on. This
    year's special events go back among the others first, those announced aside.
    """
    data, name = state.data, "cards anew"
    special = [event for event in state.event_deck if not data.events[event].always]
    always = [event for event in state.event_deck if data.events[event].always]
    state.special_deck = shuffled(state, name, sorted([*state.special_deck, *special]))
    drawn = [state.special_deck.pop() for _ in special]
    state.event_deck = shuffled(state, name, [*always, *drawn])
    for deck in ("monster_deck", "room_deck", "trap_deck", "hero_deck", "pet_deck"):
        setattr(state, deck, shuffled(state, name, getattr(state, deck)))
    known = {*range(1, len(state.turned) + 1), *(r for lord in state.lords for r in lord.spied)}
    hidden = [at for at in range(len(state.cards)) if at + 1 not in known]
    seen = {card for at, card in enumerate(state.cards) if at not in hidden}
    of_year = [n for n, card in data.cards.items() if card.year == state.year and n not in seen]
    for at, card in zip(hidden, shuffled(state, name, of_year), strict=False):
        state.cards[at] = card


def traps_left(board: Board) -> int:
    """How many traps could still be drawn; they are open to count (L1.5)."""
    if isinstance(board, State):
        return len(board.trap_deck) + len(board.trap_discards)
    total = sum(trap.copies for trap in board.data.traps.traps.values())
    return total - sum(len(lord.traps) for lord in board.lords)


def draw_traps(board: Board, count: int) -> list[str]:
    """Draw up to so many traps, the discards shuffled in when the deck is empty (L2.4).

    On a view the faces are HIDDEN.
    """
    if not isinstance(board, State):
        return [HIDDEN] * min(count, traps_left(board))
    drawn: list[str] = []
    while len(drawn) < count:
        if not board.trap_deck:
            if not board.trap_discards:
                break
            board.trap_deck = shuffled(board, "traps again", board.trap_discards)
            board.trap_discards = []
        drawn.append(board.trap_deck.pop())
    return drawn


def spy(state: State, seat: int, wanted: int = 0) -> int:
    """Let a lord see a face-down card of this year; returns its round, 0 if nothing is left (L2.2).

    `wanted` is the round he named; else, or when he has seen it, the earliest he has not seen.
    """
    lord = state.lord(seat)
    unseen = [r for r in unseen_rounds(state, seat) if r not in lord.spied]
    if not unseen:
        return 0
    seen = wanted if wanted in unseen else unseen[0]
    lord.spied.append(seen)
    return seen


def unseen_rounds(board: Board, seat: int) -> list[int]:
    """The rounds whose card this lord has not seen and that are not turned yet."""
    known = board.lord(seat).spied
    return [r for r in range(len(board.turned) + 1, board.data.rounds + 1) if r not in known]
