"""The log: the append-only list of what came into a game; replayed, it gives the same end."""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any, TypeVar

import msgspec

from rules.kernel.facts import Fact
from rules.kernel.game import Game, Setup, advance, ask, begin
from rules.kernel.notation import read
from rules.kernel.question import Reason

S = TypeVar("S")


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One step's answers as they were used, in notation; `missed` seats were answered for."""

    step: int
    answers: dict[int, str]
    missed: tuple[int, ...] = ()


class Record(msgspec.Struct, frozen=True, omit_defaults=True):
    """A whole game as exported: the rules version, how it began, what came in, how it ended."""

    rules: str
    setup: Setup
    entries: list[Entry]
    end: str


class Broken(Exception):
    """A record that can't be replayed: the step where it broke, and the reason."""

    def __init__(self, step: int, reason: Reason) -> None:
        super().__init__(f"step {step}: {reason.code}")
        self.step = step
        self.reason = reason


def fingerprint(game: Game[S], state: S) -> str:
    """The state's hash: sixteen hex digits of SHA-256 over its JSON."""
    return sha256(game.encode(state)).hexdigest()[:16]


def answers_of(game: Game[S], state: S, entry: Mapping[int, str]) -> dict[int, tuple[str, ...]]:
    """The entry's notation as tokens, read at this state (raises NotAnAnswer)."""
    tokens = {}
    for seat, text in entry.items():
        question = ask(game, state, seat)
        if question is not None:
            tokens[seat] = read(question, text, force=True)
    return tokens


def replay(game: Game[S], setup: Setup, entries: Iterable[Entry]) -> tuple[S, list[list[Fact]]]:
    """Play the log again: the last state and each step's facts (raises NotAnAnswer, Illegal)."""
    begun = begin(game, setup)
    state, facts = begun.state, [begun.facts]
    for entry in entries:
        step = advance(game, state, answers_of(game, state, entry.answers), force=True)
        state = step.state
        facts.append(step.facts)
    return state, facts


def to_json(value: Any) -> bytes:
    """JSON with two blanks' indent and a last line break, for people and files."""
    return msgspec.json.format(msgspec.json.encode(value, order="sorted"), indent=2) + b"\n"
