"""Commands as data: what may be said, word by word, what stands against it, what it does.

A command is a verb and a row of slots; verbs may have several forms (`trap 1 add pendulum`,
`trap 1 remove pendulum`). The question made of them (`question.py`) offers the words.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from rules.kernel.facts import Recorder
from rules.kernel.question import Reason
from rules.lords.state import Lord, State

MOST = 99
"""The highest number that is read as an amount."""

NONE = "none"
"""The word for nothing at all."""

SIGNS = {"+": "plus", "-": "minus"}
"""How a sign is spelled where a text is read: the reader drops signs (see `question.read`)."""

NUMBERS = tuple(str(n) for n in range(MOST + 1))
CHANGES = tuple(f"{sign}{n}" for n in range(1, MOST + 1) for sign in SIGNS)
USUAL_CHANGES = ("+1", "-1", "+2", "-2", "+3", "-3")


class Said:
    """The words said so far, by the name of their slot."""

    def __init__(self, words: dict[str, list[str]] | None = None) -> None:
        self.words = words or {}

    def __contains__(self, slot: str) -> bool:
        return bool(self.words.get(slot))

    def one(self, slot: str) -> str:
        """The word of a slot that holds one; "" when nothing has been said."""
        return self.words[slot][0] if slot in self else ""

    def all(self, slot: str) -> list[str]:
        """All words of a slot; `none` is no word."""
        return [word for word in self.words.get(slot, ()) if word != NONE]

    def number(self, slot: str) -> int:
        """The number of a slot; 0 when nothing has been said."""
        return int(self.one(slot) or 0)

    def amount(self, before: int, slot: str = "amount") -> int:
        """What an amount comes to: `5` is five, `+1` one more than before."""
        text = self.one(slot) or "0"
        return before + int(text) if text[0] in SIGNS else int(text)

    def lord(self, state: State) -> Lord:
        """The lord of the seat that was said."""
        return state.lord(self.number("seat"))

    def with_word(self, slot: str, word: str) -> "Said":
        """The same with one word more."""
        return Said({**self.words, slot: [*self.words.get(slot, ()), word]})


Words = Callable[[State, Said], Sequence[str]]


class Slot(NamedTuple):
    """A place for a word: which may stand there; `many`: one or more; `skips`: none if none may.

    `usual` are the words worth a button, where there are too many for that.
    """

    name: str
    words: Words
    many: bool = False
    skips: bool = False
    usual: Words | None = None

    def shown(self, state: State, said: Said) -> Sequence[str]:
        """The words that buttons are made of."""
        return (self.usual or self.words)(state, said)


def fine(state: State, said: Said) -> Reason | None:
    """Nothing stands against it but what is wrong with every state."""
    return None


class Form(NamedTuple):
    """One form of a command.

    `do` changes the state in place, `why_not` is what stands against that besides what would be
    wrong with any state (`sound.py`). `sets` are the fields that it is there to set, as paths.
    """

    verb: str
    slots: tuple[Slot, ...]
    sets: tuple[str, ...]
    do: Callable[[State, Said, Recorder], None]
    why_not: Callable[[State, Said], Reason | None] = fine


HARD = ("no such thing here", "in mid-fight", "unplayable")
"""Reasons that no force overcomes: the game could not go on."""


def in_mid_fight(state: State) -> Reason | None:
    """A fight waits for a word of its lord and knows cards and monsters by where they are."""
    return breaks("in mid-fight", "L9.3") if state.battle is not None else None


def breaks(code: str, rule: str, **data: object) -> Reason:
    """A reason that names the rule it comes from (`L1.3`)."""
    return Reason(code, {"rule": rule, **data})


def ruled(reason: Reason | None, rule: str) -> Reason | None:
    """A reason of the rules' own with the rule's number."""
    return reason and Reason(reason.code, {"rule": rule, **reason.data})


# slots of every kind


def say(word: str) -> Slot:
    """A word that must stand here."""
    return Slot(word, lambda state, said: (word,))


def choice(name: str, *words: str) -> Slot:
    """One of these words."""
    return Slot(name, lambda state, said: words)


def named(name: str, words: Words, usual: Words | None = None) -> Slot:
    """One of the words that the state allows."""
    return Slot(name, words, usual=usual)


def some(name: str, words: Words) -> Slot:
    """One or more different words that the state allows, or `none`."""

    def left(state: State, said: Said) -> Sequence[str]:
        before = said.words.get(name, ())
        if NONE in before:
            return ()
        more = [word for word in words(state, said) if word not in before]
        return more if before else [*more, NONE]

    return Slot(name, left, many=True)


def several(name: str, words: Words) -> Slot:
    """One or more words that the state allows, also the same again, or `none`."""

    def left(state: State, said: Said) -> Sequence[str]:
        before = said.words.get(name, ())
        if NONE in before:
            return ()
        return list(words(state, said)) if before else [*words(state, said), NONE]

    return Slot(name, left, many=True)


def _amounts(state: State, said: Said) -> Sequence[str]:
    return (*NUMBERS, *CHANGES)


def _usual_amounts(state: State, said: Said) -> Sequence[str]:
    return (*USUAL_CHANGES, *NUMBERS[:10])


def _seats(state: State, said: Said) -> Sequence[str]:
    return [str(lord.seat) for lord in state.lords]


AMOUNT = Slot("amount", _amounts, usual=_usual_amounts)
"""A number, or how much more or less."""

NUMBER = Slot(
    "amount", lambda state, said: NUMBERS, usual=lambda state, said: NUMBERS[:10]
)  # fmt: skip
"""A number."""

SEAT = Slot("seat", _seats)
"""A lord's seat."""


def positions(row: Callable[[State, Said], Sequence[object]]) -> Words:
    """The numbers, from 1, of what stands in a row."""
    return lambda state, said: NUMBERS[1 : len(row(state, said)) + 1]


def _classes(state: State, said: Said) -> Sequence[str]:
    return [*state.data.heroes.year[state.year], "paladin"]


def _kinds(state: State, said: Said) -> Sequence[str]:
    return list(state.data.heroes.paladins) if said.one("class") == "paladin" else ()


def _figure(index: int) -> Words:
    """A hero's figures: any small number, on buttons those that are printed."""

    def printed(state: State, said: Said) -> Iterator[str]:
        said_before = [said.number(slot) for slot in ("strength", "health", "symbols")[:index]]
        for rows in state.data.heroes.year.values():
            for row in rows.get(said.one("class"), ()):
                if list(row[:index]) == said_before and len(row) > index:
                    yield str(row[index])

    return lambda state, said: sorted(set(printed(state, said)))


def _any_figure(index: int) -> Words:
    usual = _figure(index)

    def words(state: State, said: Said) -> Sequence[str]:
        if said.one("class") in ("", "paladin") or (index == 2 and not _symbolic(state, said)):
            return ()
        return list(dict.fromkeys([*usual(state, said), *NUMBERS[:20]]))

    return words


def _symbolic(state: State, said: Said) -> bool:
    rows = state.data.heroes.year[state.year].get(said.one("class"), ())
    return any(len(row) > 2 for row in rows)


HERO = (
    Slot("class", _classes),
    Slot("kind", _kinds, skips=True),
    Slot("strength", _any_figure(0), skips=True, usual=_figure(0)),
    Slot("health", _any_figure(1), skips=True, usual=_figure(1)),
    Slot("symbols", _any_figure(2), skips=True, usual=_figure(2)),
)
"""A hero, `thief 2/3/2` (strength, health, symbols), or `paladin elf`."""
