"""The master's hand as the kernel knows it: one change of the state in words, tried out or done."""

from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

import msgspec

from rules.kernel.facts import Fact, Recorder
from rules.kernel.game import Advance, Game
from rules.kernel.question import Illegal, Question, Reason

S = TypeVar("S")


@runtime_checkable
class Changeable(Protocol):
    """What a game can do besides, so that its master may change its state and undo with new cards.

    A game without it is played all the same, and refuses overrides ("no hand").
    """

    def hand(self, state: Any, grammar_only: bool = False) -> Question:
        """The commands that the master may give now, as a question: one command, one answer.

        With `grammar_only` no word is refused before the whole is: for reading and for words.
        """
        ...

    def override(self, state: Any, text: str, force: bool, record: Recorder) -> None:
        """Do a command written in English ids and go on until somebody owes an answer.

        Raises NotAnAnswer when it can't be read, Illegal when it breaks a rule and has no `force`.
        """
        ...

    def asked_anew(self, before: Any, after: Any) -> list[int]:
        """The seats that owe something now that they did not owe before."""
        ...

    def moved(self, before: Any, after: Any) -> bool:
        """Whether the game stands at another moment than before, so that there is news to tell."""
        ...

    def draw_anew(self, state: Any, number: int) -> None:
        """Shuffle what nobody has seen, and let later draws differ, by streams of this number."""
        ...


class Difference(msgspec.Struct, frozen=True):
    """One field that changes: its path (`lords.2.gold`, numbers from 1), before and after.

    What is not there is None. A list is one field, but for the seats: they are told apart.
    """

    path: str
    before: Any
    after: Any


class Preview(msgspec.Struct, Generic[S], frozen=True):
    """What a command would come to.

    `open` are the differences as the group would see them, `hidden` those of `differences` that it
    would not; `asked` the seats whose question would be another one; `state` what an override would
    give; `facts` what there would be to tell: while the game stands at the same moment nothing to
    all, for then the change itself is the news, and a post of it would look like a resolve.
    """

    differences: list[Difference]
    open: list[Difference]
    hidden: list[Difference]
    asked: list[int]
    state: S
    facts: list[Fact]


def changeable(game: Any) -> Changeable:
    """The game as one whose state can be changed (raises Illegal: no hand)."""
    if not isinstance(game, Changeable):
        raise Illegal(Reason("no hand"))
    return game


def override(game: Game[S], state: S, text: str, force: bool = False) -> Advance[S]:
    """Do one command of the master's; the given state stays as it was.

    Raises NotAnAnswer when it can't be read, Illegal when it breaks a rule and has no `force`.
    """
    copy, record = game.decode(game.encode(state)), Recorder()
    changeable(game).override(copy, text, force, record)
    return Advance(copy, record.facts)


def draw_anew(game: Game[S], state: S, number: int) -> S:
    """The state with what nobody has seen shuffled by streams of this number; a copy."""
    copy = game.decode(game.encode(state))
    changeable(game).draw_anew(copy, number)
    return copy


def preview(game: Game[S], state: S, text: str, force: bool = False) -> Preview[S]:
    """What a command would change (raises as `override` does); nothing is changed."""
    came = override(game, state, text, force)
    whole = differences(plain(state), plain(came.state), rows=True)
    seen = differences(plain(game.view(state, None)), plain(game.view(came.state, None)), rows=True)
    hidden = [difference for difference in whole if difference not in seen]
    hand = changeable(game)
    asked = hand.asked_anew(state, came.state)
    facts = came.facts
    if not hand.moved(state, came.state):
        facts = [fact for fact in facts if fact.to is not None]
    return Preview(whole, seen, hidden, asked, came.state, facts)


def plain(value: Any) -> Any:
    """A value as tables, lists and plain values, its defaults left out as in its JSON."""
    return msgspec.to_builtins(value, str_keys=True)


def differences(before: Any, after: Any, path: str = "", rows: bool = False) -> list[Difference]:
    """All fields in which two plain values differ, in the order of the second.

    Lists of tables of one length are compared table by table; with `rows` only those of the seats,
    any other is one field, so that whoever reads it sees the whole row.
    """
    if before == after:
        return []
    if isinstance(before, dict) and isinstance(after, dict):
        keys = dict.fromkeys((*after, *before))
        pairs = [(str(key), before.get(key), after.get(key)) for key in keys]
    elif _alike(before, after, rows):
        pairs = [(str(n), *both) for n, both in enumerate(zip(before, after, strict=True), 1)]
    else:
        return [Difference(path, before, after)]
    found: list[Difference] = []
    for key, old, new in pairs:
        found += differences(old, new, f"{path}.{key}" if path else key, rows)
    return found


def _alike(before: Any, after: Any, rows: bool) -> bool:
    if not (_tables(before) and _tables(after) and len(before) == len(after)):
        return False
    return not rows or all("seat" in table for table in (*before, *after))


def _tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(x, dict) for x in value)
