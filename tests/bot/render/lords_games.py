"""Whole random games, told in every language: what the tests of the Lords face walk through."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from rules.kernel.facts import Fact
from rules.kernel.game import Setup, advance, begin
from rules.kernel.standin import RandomStandIn
from rules.kernel.stream import Stream
from rules.lords.game import Lords

GAME = Lords()

NAMES = {
    1: "Вася <b>&_*", 2: "Ж" * 64, 3: "משה & co", 4: "🐙🐙", 5: "O'Neill \"Q\"",
}  # fmt: skip
"""Names as people have them: tags, 64 letters, right to left, nothing but signs."""


class Moment(NamedTuple):
    """One advance: the state after it, its facts, and the answers that led to it."""

    state: Any
    facts: list[Fact]
    before: Any
    answers: dict[int, tuple[str, ...]]


def moments(seed: str, seats: int) -> Iterator[Moment]:
    """A game among random stand-ins, advance by advance; the opening first."""
    player = RandomStandIn()
    opened = begin(GAME, Setup("lords", "shoggoth", seats, seed))
    state = opened.state
    yield Moment(state, opened.facts, None, {})
    while not GAME.over(state):
        answers = {}
        for seat in GAME.owed(state):
            view = GAME.view(state, seat)
            question = GAME.question(view)
            stream = Stream(seed, f"{state.turn}.{seat}")
            answers[seat] = tuple(player.answer(view, question, stream))
        advanced = advance(GAME, state, answers)
        yield Moment(advanced.state, advanced.facts, state, answers)
        state = advanced.state
