"""A whole game among stand-ins, step by step: for demonstrations, fuzzing, measuring, tests."""

from collections.abc import Iterator, Mapping
from typing import Generic, TypeVar

import msgspec

from rules.kernel.facts import Fact
from rules.kernel.game import Game, Setup, advance, ask, begin
from rules.kernel.log import Entry
from rules.kernel.question import Tokens, write
from rules.kernel.standin import StandIn
from rules.kernel.stream import Stream

S = TypeVar("S")


class Turn(msgspec.Struct, Generic[S], frozen=True):
    """One advance: its number from 0 (the beginning), answers, the state after it, its facts."""

    number: int
    answers: dict[int, Tokens]
    state: S
    facts: list[Fact]

    @property
    def entry(self) -> Entry:
        """The turn as the log keeps it."""
        return Entry(self.number, {seat: write(tokens) for seat, tokens in self.answers.items()})


def answers(
    game: Game[S], state: S, seed: str, standins: Mapping[int, StandIn], number: int
) -> dict[int, Tokens]:
    """What the stand-ins of all who owe answer at this state; each sees his own view alone."""
    given = {}
    for seat in game.owed(state):
        question = ask(game, state, seat)
        assert question is not None
        stream = Stream(seed, f"stand-in.{seat}.{number}")
        given[seat] = standins[seat].answer(game.view(state, seat), question, stream)
    return given


def play(game: Game[S], setup: Setup, standins: Mapping[int, StandIn]) -> Iterator[Turn[S]]:
    """The beginning, then each step until the game is over, as it is played."""
    begun = begin(game, setup)
    state, number = begun.state, 0
    yield Turn(number, {}, state, begun.facts)
    while not game.over(state):
        given = answers(game, state, setup.seed, standins, number)
        step = advance(game, state, given)
        state, number = step.state, number + 1
        yield Turn(number, given, state, step.facts)
