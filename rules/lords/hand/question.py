"""The master's hand as a question: one command, offered word by word and read from text (L1-L10).

`gold 2 +1` - a verb, then its words. A command that would leave something impossible behind is
refused with the rule it breaks; forced, it is done all the same.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import msgspec

from rules.kernel import notation
from rules.kernel.facts import Silence
from rules.kernel.notation import Lexicon, NotAnAnswer
from rules.kernel.question import CLAUSE, Illegal, Option, Reason, replay, word
from rules.lords.hand import sound
from rules.lords.hand.forms import FORMS
from rules.lords.hand.grammar import CHANGES, SIGNS, Form, Said
from rules.lords.state import State

TRIALS = 60
"""So many ways to go on are tried out before a word is thought to lead nowhere."""

_ENCODER, _DECODER = msgspec.json.Encoder(), msgspec.json.Decoder(State)
_SIGNED = re.compile(r"(?<![^\s])([+-])\s?(?=\d)")
_SPELLED = {change: (SIGNS[change[0]] + change[1:],) for change in CHANGES}


class Command(NamedTuple):
    """What a finished command means."""

    form: Form
    said: Said


class Reading(NamedTuple):
    """A form being said: the slot that is next."""

    form: Form
    said: Said
    at: int = 0


class HandQuestion:
    """What the master may do to this state, from the whole truth: for his eyes alone.

    With `grammar_only` no word is refused before the whole is (for reading what was typed).
    """

    kind = "hand"
    seat = 0

    def __init__(self, state: State, grammar_only: bool = False) -> None:
        self.state, self.grammar_only = state, grammar_only
        self.id = f"t{state.turn}"

    @cached_property
    def faults(self) -> frozenset[bytes]:
        """What is wrong with the state already, as keys."""
        return frozenset(map(_key, sound.faults(self.state)))

    def walk(self) -> "HandWalk":
        """A command not yet begun."""
        return HandWalk(self)

    def why_not(self, command: Command) -> Reason | None:
        """The rule that a whole command breaks; None when it may be done without force."""
        why = command.form.why_not(self.state, command.said)
        if why is not None:
            return why
        trial = _DECODER.decode(_ENCODER.encode(self.state))
        command.form.do(trial, command.said, Silence())
        return next((why for why in sound.faults(trial) if _key(why) not in self.faults), None)


def _key(reason: Reason) -> bytes:
    return msgspec.json.encode(reason, order="sorted")


class HandWalk:
    """A command being said."""

    def __init__(self, question: HandQuestion) -> None:
        self.question = question
        self.tokens: list[str] = []
        self.readings: list[Reading] = []

    @property
    def complete(self) -> bool:
        """Whether it may be given as it stands."""
        return any(map(self._done, self.readings))

    @property
    def result(self) -> Command:
        """The command (raises StopIteration before it is complete)."""
        return next(Command(r.form, r.said) for r in self.readings if self._done(r))

    def options(self, every: bool = False) -> list[Option]:
        """What may come next; of numbers only the usual ones unless `every`."""
        found: dict[str, Option] = {}
        for token, group, readings in self._next(every):
            if token in found and found[token].why is None:
                continue
            why = None if self.question.grammar_only else self._why_not_any(readings)
            if every or why is None:
                found[token] = Option(token, group, why)
        return list(found.values())

    def take(self, token: str, force: bool = False) -> None:
        """Choose one option (raises Illegal: see `Walk`)."""
        after = [r for said, _, readings in self._next(True) if said == token for r in readings]
        if not after:
            raise Illegal(Reason("unknown word", {"word": word(token)}))
        if not force and not self.question.grammar_only:
            why = self._why_not_any(after)
            if why is not None:
                raise Illegal(why)
        self.readings = after
        self.tokens.append(token)

    def _next(self, every: bool) -> Iterator[tuple[str, str, list[Reading]]]:
        """Each word that may come next, its group, and what it would lead to."""
        if not self.tokens:
            for verb, forms in VERBS.items():
                yield CLAUSE + verb, "hand", [Reading(form, Said()) for form in forms]
            return
        for reading in self.readings:
            for token, group, after in self._going_on(reading, every):
                yield token, group, [after]

    def _going_on(self, reading: Reading, every: bool) -> Iterator[tuple[str, str, Reading]]:
        form, said, at = reading
        while at < len(form.slots):
            slot = form.slots[at]
            words = (slot.words if every else slot.shown)(self.question.state, said)
            for token in words:
                after = Reading(form, said.with_word(slot.name, token), at + (not slot.many))
                yield token, slot.name, after
            if not self._may_pass(reading._replace(at=at)):
                return
            at += 1

    def _may_pass(self, reading: Reading) -> bool:
        slot = reading.form.slots[reading.at]
        if slot.many:
            return slot.name in reading.said
        return slot.skips and not slot.words(self.question.state, reading.said)

    def _done(self, reading: Reading) -> bool:
        while reading.at < len(reading.form.slots) and self._may_pass(reading):
            reading = reading._replace(at=reading.at + 1)
        return reading.at == len(reading.form.slots)

    def _why_not_any(self, readings: Sequence[Reading]) -> Reason | None:
        """None when some way to go on leads to a command that may be done; else a reason."""
        trials = [TRIALS]
        first: Reason | None = None
        for reading in readings:
            why = self._try(reading, trials)
            if why is None:
                return None
            first = first or why
        return first or Reason("nothing there")

    def _try(self, reading: Reading, trials: list[int]) -> Reason | None:
        first: Reason | None = None
        if self._done(reading):
            trials[0] -= 1
            first = self.question.why_not(Command(reading.form, reading.said))
            if first is None:
                return None
        for _, _, after in self._going_on(reading, False):
            if trials[0] <= 0:
                break
            why = self._try(after, trials)
            if why is None:
                return None
            first = first or why
        return first or Reason("nothing there")


def _verbs() -> Mapping[str, list[Form]]:
    found: dict[str, list[Form]] = {}
    for form in FORMS:
        found.setdefault(form.verb, []).append(form)
    return found


VERBS = _verbs()
"""The forms of every command, by its verb, in the order in which they are offered."""


def read(
    state: State, text: str, lexicon: Lexicon | None = None, force: bool = False
) -> tuple[str, ...]:
    """The tokens of one command as it was typed.

    Raises NotAnAnswer: invalid (with `text` and `near`; also for a command broken off), ambiguous,
    or illegal with the reason that names the rule, unless `force`.
    """
    question = HandQuestion(state, grammar_only=True)
    spelled = _SIGNED.sub(lambda m: SIGNS[m.group(1)], text.translate(_MINUS))
    words = {**(lexicon or {}), **_SPELLED}
    tokens = notation.read(question, spelled, words)
    walk = replay(question, tokens)
    if not walk.complete:
        near = [word(option.token) for option in walk.options()]
        raise NotAnAnswer("invalid", tokens, "", text="", near=near[:5])
    why = None if force else question.why_not(walk.result)
    if why is not None:
        raise NotAnAnswer("illegal", tokens, text, token=tokens[-1], reason=why)
    return tokens


_MINUS = str.maketrans({"−": "-", "–": "-"})


def command_of(state: State, tokens: Sequence[str]) -> Command:
    """What these tokens mean at this state, whatever they break (raises Illegal: unknown word)."""
    walk = HandQuestion(state, grammar_only=True).walk()
    for token in tokens:
        walk.take(token, force=True)
    if not walk.complete:
        raise Illegal(Reason("incomplete", {"seat": 0}))
    return walk.result
