"""The game as the kernel knows it: the calendar of two years, walked step by step.

A step is a module of its own (STEPS). To find where a rule lives, look up the step in whose time
it happens: `inaccessible` (the step `setup`), `opening`, `orders`, `production`, `change`,
`combat`, `year_end`, `attestation`.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from rules.kernel.facts import Recorder
from rules.kernel.game import Setup
from rules.kernel.question import Question
from rules.lords import (
    attestation,
    change,
    combat,
    decks,
    inaccessible,
    opening,
    orders,
    production,
    year_end,
)
from rules.lords.data import Data, load
from rules.lords.setup import new_lord
from rules.lords.state import State, View, view


class Step(NamedTuple):
    """A step of the year: who is asked, what, and what the answers come to.

    `resolve` gets the answers by seat and returns whether the step is over; if not, whoever `asks`
    names is asked again (a question in the middle of a step).
    """

    asks: Callable[[State], list[int]]
    question: Callable[[View], Question | None]
    resolve: Callable[[State, Mapping[int, Any], Recorder], bool]


STEPS: dict[str, Step] = {
    "setup": Step(inaccessible.asks, inaccessible.question, inaccessible.resolve),
    "opening": Step(opening.asks, opening.question, opening.resolve),
    "orders": Step(orders.asks, orders.question, orders.resolve),
    "production": Step(production.asks, production.question, production.resolve),
    "change": Step(change.asks, change.question, change.resolve),
    "combat": Step(combat.asks, combat.question, combat.resolve),
    "year end": Step(year_end.asks, year_end.question, year_end.resolve),
    "attestation": Step(attestation.asks, attestation.question, attestation.resolve),
}

OVER = "over"


class Moment(NamedTuple):
    """One step in the calendar; round 0 outside combat."""

    year: int
    season: str
    round: int
    step: str


@lru_cache(maxsize=16)
def _calendar(
    years: int, seasons: tuple[str, ...], rounds: int, hands_drawn: bool
) -> tuple[Moment, ...]:
    moments = [Moment(1, "", 0, "setup")] if hands_drawn else []
    for year in range(1, years + 1):
        for season in seasons:
            for step in ("opening", "orders", "production", "change"):
                moments.append(Moment(year, season, 0, step))
        for number in range(1, rounds + 1):
            moments.append(Moment(year, "", number, "combat"))
        moments.append(Moment(year, "", 0, "year end"))
    moments.append(Moment(years, "", 0, "attestation"))
    return tuple(moments)


def calendar(data: Data) -> tuple[Moment, ...]:
    """All steps of a game in their order (L3, L9, L10)."""
    return _calendar(data.years, tuple(data.seasons), data.rounds, data.inaccessible > 0)


class Lords:
    """Dungeon Lords by post."""

    name = "lords"

    def __init__(self) -> None:
        self._encoder = msgspec.json.Encoder()
        self._decoder = msgspec.json.Decoder(State)
        self._view_decoder = msgspec.json.Decoder(View)

    def seats(self, variant: str) -> tuple[int, int]:
        """How few and how many lords a variant is for (raises KeyError for an unknown one)."""
        least, most = load(variant).seats
        return least, most

    def new(self, setup: Setup, record: Recorder) -> State:
        """Everybody's start and the year's decks, then on to the first question (L1.2)."""
        house = msgspec.json.encode(setup.house, order="sorted").decode() if setup.house else ""
        data = load(setup.variant, house)
        if not data.seats[0] <= setup.seats <= data.seats[1]:
            raise ValueError(f"{setup.variant} is for {data.seats[0]} to {data.seats[1]} lords")
        state = State(variant=setup.variant, house=house, seed=setup.seed)
        state.lords = [new_lord(data, seat) for seat in range(1, setup.seats + 1)]
        state.first = (data.first - 1) % setup.seats + 1
        if setup.seats == data.neutral.lords:
            state.neutral = data.neutral.evil
        decks.lay_out_year(state)
        self._enter(state, 0, record)
        inaccessible.draw(state, record)
        self._go_on(state, record)
        return state

    def owed(self, state: State) -> list[int]:
        """The seats that owe an answer now."""
        return state.owing

    def over(self, state: State) -> bool:
        """Whether the attestation has been held."""
        return state.step == OVER

    def view(self, state: State, viewer: int | None) -> View:
        """What this seat (None: the group) may see (L1.5)."""
        return view(state, viewer)

    def question(self, view: View) -> Question | None:
        """What the viewer owes now; None when he owes nothing."""
        if view.viewer is None or view.viewer not in view.owing:
            return None
        return STEPS[view.step].question(view)

    def resolve(self, state: State, answers: Mapping[int, Any], record: Recorder) -> None:
        """Take the answers of the step at hand and go on to the next question."""
        state.owing = []
        if STEPS[state.step].resolve(state, answers, record):
            self._leave(state, record)
        self._go_on(state, record)

    def encode(self, state: State) -> bytes:
        """The state as JSON."""
        return self._encoder.encode(state)

    def decode(self, data: bytes) -> State:
        """The state from its JSON."""
        return self._decoder.decode(data)

    def encode_view(self, view: View) -> bytes:
        """A view as JSON."""
        return self._encoder.encode(view)

    def decode_view(self, data: bytes) -> View:
        """A view from its JSON."""
        return self._view_decoder.decode(data)

    def _enter(self, state: State, at: int, record: Recorder) -> None:
        moment = calendar(state.data)[at]
        state.at = at
        state.year, state.season, state.round, state.step = moment
        record("step", **moment._asdict())

    def _leave(self, state: State, record: Recorder) -> None:
        if state.at + 1 < len(calendar(state.data)):
            self._enter(state, state.at + 1, record)
        else:
            state.step = OVER

    def _go_on(self, state: State, record: Recorder) -> None:
        while state.step != OVER:
            step = STEPS[state.step]
            state.owing = step.asks(state)
            if state.owing:
                state.turn += 1
                return
            if step.resolve(state, {}, record):
                self._leave(state, record)
