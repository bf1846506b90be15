"""What is said and drawn at every step of a seeded game, as the chat side would send it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from bot.render.face import Face, Names, Picture
from rules.kernel.facts import Fact, for_viewer
from rules.kernel.game import Setup, ask
from rules.kernel.playing import Turn, play
from rules.kernel.question import CLAUSE, Option, Question, Tokens, Walk, joint, replay
from rules.kernel.standin import RandomStandIn, StandIn
from rules.lords.data import VARIANTS
from rules.lords.game import Lords
from rules.lords.judgement import Judgement
from rules.lords.state import State

WORST = {
    1: "\U0001f1fa\U0001f1f3 Вася <b>&_*</b> \"'`", 2: "Ж" * 64,
    3: "\u2068משה בן מימון הגדול\u2069", 4: "\U0001f419\U0001f469\u200d\U0001f467\U0001f419",
    5: "O'Neill-Fitzgerald & Sons, Purveyors of Fine Imps since 1703 (L)",
}  # fmt: skip
"""Names as people have them: tags, 64 letters, right to left, nothing but signs."""

LONGEST = {seat: sign * 64 for seat, sign in enumerate(("&", "Ж", "W", "\U0001f419", "<"), start=1)}
"""The longest names there can be: every sign one that needs an entity, or two units."""


class Moment(msgspec.Struct):
    """One step as everyone hears of it; `history` is the game so far, this step included."""

    state: State
    facts: list[Fact]
    before: State | None
    answers: Mapping[int, Tokens]
    history: Sequence[tuple[Any, Sequence[Fact]]]


class Draft(msgspec.Struct):
    """A seat's answer half written: what he sees, is asked, and may choose."""

    seat: int
    view: Any
    question: Question
    walk: Walk
    options: list[Option]


def table_of(seed: int, seats: int) -> dict[int, StandIn]:
    """Who plays: those with judgement get far, wordy random ones say everything there is to say."""
    return {
        seat: Judgement() if (seed + seat) % 3 else RandomStandIn(40)
        for seat in range(1, seats + 1)
    }


def moments(seed: int, seats: int, variant: str = VARIANTS[0]) -> Iterator[Moment]:
    """A game step by step; the opening first."""
    game, before = Lords(), None
    history: list[tuple[Any, Sequence[Fact]]] = []
    turn: Turn[State]
    for turn in play(game, Setup("lords", variant, seats, str(seed)), table_of(seed, seats)):
        view = game.view(turn.state, None)
        history.append((view, for_viewer(turn.facts, None)))
        answers = {seat: tuple(tokens) for seat, tokens in turn.answers.items()}
        yield Moment(turn.state, turn.facts, before, answers, tuple(history))
        before = turn.state


def drafts(moment: Moment, seat: int) -> Iterator[Draft]:
    """A seat's answer as it grew: nothing, half of it, all of it."""
    if moment.before is None or seat not in moment.answers:
        return
    question = ask(Lords(), moment.before, seat)
    assert question is not None
    tokens = pressed(question, moment.answers[seat])
    view = Lords().view(moment.before, seat)
    for length in sorted({0, len(tokens) // 2, len(tokens)}):
        walk = replay(question, tokens[:length])
        yield Draft(seat, view, question, walk, walk.options())


def pressed(question: Question, tokens: Tokens) -> list[str]:
    """The tokens for which there are buttons: not the clauses that can change nothing."""
    kept: list[str] = []
    needless = False
    for token in tokens:
        if joint(token) == CLAUSE:
            options = replay(question, kept).options()
            needless = any(o.token == token and o.note.get("needless") for o in options)
        if not needless:
            kept.append(token)
    return kept


def post(face: Face, lang: str, moment: Moment, names: Names, missed: Sequence[int] = ()) -> str:
    """The group's post of a step."""
    view, facts = moment.history[-1]
    return face.post(lang, view, facts, names, missed, moment.history)


def pictures(face: Face, lang: str, moment: Moment, names: Names) -> list[Picture]:
    """The group's album of a step."""
    view, facts = moment.history[-1]
    return face.pictures(lang, view, facts, names)


def private(face: Face, lang: str, moment: Moment, seat: int, names: Names) -> str:
    """What one seat is told alone."""
    view = Lords().view(moment.state, seat)
    return face.private(lang, view, for_viewer(moment.facts, seat), names)
