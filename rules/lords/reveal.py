"""What a game has kept secret, laid open at its end: seed, decks, every order ever given."""

from collections.abc import Sequence
from typing import TypeVar

import msgspec

from rules.kernel.history import Override, Reseed
from rules.kernel.log import History, Record, answers_of
from rules.kernel.question import write
from rules.lords import decks
from rules.lords.game import Lords
from rules.lords.state import Hero, State

Decks = dict[str, list[str]]
"""Decks by name, each from the card that comes next to the last; combat cards by round."""


class Given(msgspec.Struct, frozen=True):
    """One seat's answer of one step, as it was used, and when in the calendar that was.

    `number` is the log's entry, `step` the kind of answer (orders, production, combat); `missed`:
    answered for by the absence rule; `undone`: not in force at the end.
    """

    number: int
    year: int
    season: str
    round: int
    step: str
    seat: int
    text: str
    missed: bool = False
    undone: bool = False


class Changed(msgspec.Struct, frozen=True):
    """One override of the master's; `undone`: not in force at the end."""

    number: int
    override: Override
    undone: bool = False


class Redealt(msgspec.Struct, frozen=True):
    """New dice in mid-game, at the log's entry `number`, and the decks as they then lay.

    `undone`: not in force at the end.
    """

    number: int
    dice: Reseed
    decks: Decks
    undone: bool = False


class Revealed(msgspec.Struct, frozen=True):
    """All secrets of a game: the seed and how it came about, decks at first and last, orders.

    `secret` is "" for a game whose seed was given. `hands` are the traps and pets of each lord at
    the end, in seat order; `redealt` are the dice that came after the first ones were shown.
    """

    seed: str
    secret: str
    nonces: tuple[str, ...]
    first: Decks
    last: Decks
    hands: list[Decks]
    given: list[Given]
    changed: list[Changed]
    redealt: list[Redealt]


def decks_of(state: State) -> Decks:
    """The decks as they lie, the next card first."""
    named = {
        "monsters": state.monster_deck, "rooms": state.room_deck, "traps": state.trap_deck,
        "pets": state.pet_deck, "events": state.event_deck, "specials": state.special_deck,
    }  # fmt: skip
    return {
        **{name: deck[::-1] for name, deck in named.items()},
        "heroes": [_told(hero) for hero in reversed(state.hero_deck)],
        "discards": list(state.trap_discards),
        "combat": list(state.cards),
    }


def _told(hero: Hero) -> str:
    figures = [hero.strength, hero.health, *filter(None, [decks.symbols(hero)])]
    return f"{hero.cls} {'/'.join(map(str, figures))}"


def hands_of(state: State) -> list[Decks]:
    """What each lord holds secretly, in seat order: traps and pets."""
    return [{"traps": list(lord.traps), "pets": [*lord.pets, *lord.dealt]} for lord in state.lords]


def reveal(record: Record) -> Revealed:
    """Play a record again and lay all of it open (raises as `log.replay` does)."""
    game = Lords()
    history = History(game, record.setup)
    first = decks_of(history.state)
    given: list[Given] = []
    changed: list[Changed] = []
    redealt: list[Redealt] = []
    for number, entry in enumerate(record.entries, start=1):
        state = history.state
        if entry.override is not None:
            changed.append(Changed(number, entry.override))
        for seat, tokens in answers_of(game, state, entry.answers).items():
            given.append(
                Given(number, state.year, state.season, state.round, state.step, seat,
                      write(tokens), seat in entry.missed)
            )  # fmt: skip
        history.play(entry)
        if entry.reseed is not None:
            redealt.append(Redealt(number, entry.reseed, decks_of(history.state)))
    line, proof = set(history.course.line), record.proof
    return Revealed(
        seed=record.setup.seed,
        secret=proof.secret if proof else "",
        nonces=proof.nonces if proof else (),
        first=first,
        last=decks_of(history.state),
        hands=hands_of(history.state),
        given=_marked(given, line),
        changed=_marked(changed, line),
        redealt=_marked(redealt, line),
    )


Entered = TypeVar("Entered", Given, Changed, Redealt)


def _marked(found: Sequence[Entered], line: set[int]) -> list[Entered]:
    return [msgspec.structs.replace(one, undone=one.number not in line) for one in found]
