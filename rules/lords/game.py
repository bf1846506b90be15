"""The game as the kernel knows it: the calendar of two years, walked step by step.

A step is a module of its own (STEPS). To find where a rule lives, look up the step in whose time
it happens: `inaccessible` (the step `setup`), `opening`, `orders`, `production`, `change`,
`combat`, `year_end`, `attestation`.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from rules.kernel.facts import Recorder
from rules.kernel.game import Setup
from rules.kernel.question import Illegal, Question
from rules.lords import (
    attestation,
    change,
    combat,
    decks,
    hand,
    inaccessible,
    opening,
    orders,
    production,
    scoring,
    year_end,
)
from rules.lords.calendar import Moment, calendar
from rules.lords.data import load
from rules.lords.fight_questions import AMID
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


class Lords:
    """Dungeon Lords by post."""

    name = "lords"
    amid: Mapping[str, str] = AMID

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

    def hand(self, state: State, grammar_only: bool = False) -> Question:
        """The commands that the master may give now."""
        return hand.HandQuestion(state, grammar_only)

    def override(self, state: State, text: str, force: bool, record: Recorder) -> None:
        """Do one command of the master's, ask anew whoever owes another answer, or go on.

        Raises NotAnAnswer, or Illegal for what breaks a rule and has no `force`.
        """
        before = self.decode(self.encode(state))
        hand.change(state, hand.read(state, text, force=True), force, record)
        if state.step == OVER:
            state.result = scoring.attest(state)
            return
        owing = STEPS[state.step].asks(state)
        if not owing or owing != before.owing or hand.asked_anew(before, state):
            self._go_on(state, record)
        for seat in state.owing:
            question = self.question(view(state, seat))
            why = hand.why_unanswerable(question) if question is not None else None
            if why is not None:
                raise Illegal(why)

    def asked_anew(self, before: State, after: State) -> list[int]:
        """The seats that owe something now that they did not owe before in the same way."""
        return hand.asked_anew(before, after)

    def moved(self, before: State, after: State) -> bool:
        """Whether the calendar stands elsewhere than before."""
        return hand.moment_of(before) != hand.moment_of(after)

    def draw_anew(self, state: State, number: int) -> None:
        """Shuffle what nobody has seen by streams of this number, and draw by them from now on."""
        decks.draw_anew(state, number)

    def reseed(self, state: State, seed: str) -> None:
        """Shuffle what nobody has seen by the dice of another seed, and draw by them since."""
        state.seed = seed
        decks.shuffle_hidden(state)

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


__all__ = ["OVER", "STEPS", "Lords", "Moment", "Step", "calendar"]
