"""Questions: what a seat owes, offered one small choice at a time.

An answer is a row of tokens. A token is a joint and an id: `;food` opens a new clause, `>troll` is
the next in a ranking, `hold` goes on with the clause. Buttons, the text parser, stand-ins, the
fuzzer and the terminal all use the same interface, so none of them holds rules.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

import msgspec

Tokens = tuple[str, ...]

CLAUSE, RANK = ";", ">"


class Reason(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why something can't be done now: a code and its data; words come later."""

    code: str
    data: dict[str, Any] = {}


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """One token that may come next; `why` says why it can't be chosen now (None: it can).

    `group` tells the keyboard which options belong together; `note` holds what helps to decide,
    such as a price in ids and numbers.
    """

    token: str
    group: str = ""
    why: Reason | None = None
    note: dict[str, Any] = {}


class Illegal(Exception):
    """A move, but not now: the reason says what stands against it."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.code)
        self.reason = reason


class Walk(Protocol):
    """One answer being written, token by token."""

    tokens: list[str]

    @property
    def complete(self) -> bool:
        """Whether the answer may be given as it stands."""
        ...

    @property
    def result(self) -> Any:
        """What the tokens mean, as the game's own value."""
        ...

    def options(self, every: bool = False) -> list[Option]:
        """What may come next; with `every`, also what is a word here but can't be chosen now."""
        ...

    def take(self, token: str, force: bool = False) -> None:
        """Choose one option.

        Raises Illegal when the token can't be chosen now; with `force` it is taken all the same
        when it is a word at this place, for plans that are meant to fail (a master's hand, cases).
        """
        ...


class Question(Protocol):
    """What one seat owes now: an id that is new at each step, a kind, and a way to answer."""

    id: str
    kind: str
    seat: int

    def walk(self) -> Walk:
        """A new, empty answer."""
        ...


def joint(token: str) -> str:
    """The token's joint: `;`, `>` or nothing."""
    return token[0] if token[:1] in (CLAUSE, RANK) else ""


def word(token: str) -> str:
    """The token's id without its joint."""
    return token[1:] if token[:1] in (CLAUSE, RANK) else token


def replay(question: Question, tokens: Iterable[str], force: bool = False) -> Walk:
    """The walk after these tokens; raises Illegal at the first that can't be chosen."""
    walk = question.walk()
    for token in tokens:
        walk.take(token, force)
    return walk


def write(tokens: Sequence[str]) -> str:
    """The answer in written notation: `food; tunnels hold; monster dragon>troll`."""
    text = ""
    for token in tokens:
        match joint(token):
            case ";":
                text += ("; " if text else "") + word(token)
            case ">":
                text += ">" + word(token)
            case _:
                text += (" " if text else "") + token
    return text
