"""What the kernel asks of a game, and the one door through which a game goes on."""

from collections.abc import Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from rules.kernel.facts import Fact, Recorder
from rules.kernel.question import Illegal, Question, Reason, Tokens, replay

S = TypeVar("S")


class Setup(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a game begins with: which game and variant, how many seats, the seed, changed data."""

    game: str
    variant: str
    seats: int
    seed: str
    house: dict[str, Any] = {}


class Game(Protocol[S]):
    """The rules of one game. State is a value; views are what one viewer may see of it."""

    name: str

    amid: Mapping[str, str]
    """The kinds of questions asked in the midst of a step, each with that step's own kind."""

    def seats(self, variant: str) -> tuple[int, int]:
        """How few and how many seats a variant has (raises KeyError for an unknown variant)."""
        ...

    def new(self, setup: Setup, record: Recorder) -> S:
        """The state at the first moment somebody owes an answer."""
        ...

    def owed(self, state: S) -> list[int]:
        """The seats that owe an answer now; empty when the game is over."""
        ...

    def over(self, state: S) -> bool:
        """Whether the game has ended."""
        ...

    def view(self, state: S, viewer: int | None) -> Any:
        """What this seat (None: the group) may see of the state."""
        ...

    def question(self, view: Any) -> Question | None:
        """What the viewer owes now, made from his view alone."""
        ...

    def resolve(self, state: S, answers: Mapping[int, Any], record: Recorder) -> None:
        """Take what the walks of all who owed meant, and go on until somebody owes an answer.

        The state is changed in place: the kernel has copied it.
        """
        ...

    def reseed(self, state: S, seed: str) -> None:
        """Go on with the dice of another seed: what nobody may have seen is shuffled by them.

        The state is changed in place: the kernel has copied it.
        """
        ...

    def encode(self, state: S) -> bytes:
        """The state as JSON, the same bytes for the same state."""
        ...

    def decode(self, data: bytes) -> S:
        """The state back from its JSON."""
        ...

    def encode_view(self, view: Any) -> bytes:
        """A view as JSON, to be shown later exactly as it is now."""
        ...

    def decode_view(self, data: bytes) -> Any:
        """The view back from its JSON."""
        ...


class Advance(msgspec.Struct, Generic[S], frozen=True):
    """What an advance came to: the new state and what happened."""

    state: S
    facts: list[Fact]


def ask(game: Game[S], state: S, seat: int) -> Question | None:
    """The question this seat owes now, made from its own view."""
    return game.question(game.view(state, seat)) if seat in game.owed(state) else None


def begin(game: Game[S], setup: Setup) -> Advance[S]:
    """A new game at its first question."""
    record = Recorder()
    return Advance(game.new(setup, record), record.facts)


def advance(
    game: Game[S], state: S, answers: Mapping[int, Sequence[str]], force: bool = False
) -> Advance[S]:
    """Take everybody's answer and go on to the next question; the given state stays as it was.

    `answers` maps each seat that owes to its tokens. Raises Illegal when one is missing,
    incomplete or can't be chosen; with `force` a plan may hold what can't be done.
    """
    results = {}
    for seat in game.owed(state):
        question = ask(game, state, seat)
        assert question is not None
        if seat not in answers:
            raise Illegal(Reason("missing", {"seat": seat}))
        walk = replay(question, answers[seat], force)
        if not walk.complete:
            raise Illegal(Reason("incomplete", {"seat": seat}))
        results[seat] = walk.result
    copy = game.decode(game.encode(state))
    record = Recorder()
    game.resolve(copy, results, record)
    return Advance(copy, record.facts)


def reseed(game: Game[S], state: S, seed: str) -> S:
    """The state with the dice of another seed for all that is not drawn yet; a copy."""
    copy = game.decode(game.encode(state))
    game.reseed(copy, seed)
    return copy


__all__ = ["Advance", "Game", "Setup", "Tokens", "advance", "ask", "begin", "reseed"]
