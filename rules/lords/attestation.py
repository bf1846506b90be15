"""The step `attestation`: the Ministry counts, and somebody is Underlord (L10.2-L10.4)."""

from collections.abc import Mapping
from typing import Any

from rules.kernel.facts import Recorder
from rules.kernel.question import Question
from rules.lords import scoring
from rules.lords.state import State, View


def asks(state: State) -> list[int]:
    """Nobody is asked."""
    return []


def question(view: View) -> Question | None:
    """Nobody owes anything."""
    return None


def resolve(state: State, answers: Mapping[int, Any], record: Recorder) -> bool:
    """Count points and titles into the state's result and tell them."""
    result = state.result = scoring.attest(state)
    record("scores", lines=result.lines, totals=result.totals)
    record("titles", titles=result.titles)
    record("winners", seats=result.winners, licensed=scoring.licensed(state, result))
    return True
