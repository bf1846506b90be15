"""The change of season: heroes go to the lords, the next are shown, the token passes (L3.4)."""

from collections.abc import Mapping
from typing import Any

from rules.kernel.facts import Recorder
from rules.kernel.question import Question
from rules.lords import heroes
from rules.lords.state import State, View


def asks(state: State) -> list[int]:
    """Nobody is asked anything."""
    return []


def question(view: View) -> Question | None:
    """Nobody is asked anything."""
    return None


def resolve(state: State, answers: Mapping[int, Any], record: Recorder) -> bool:
    """Deal this season's heroes, show the next season's, pass the token; it is always over.

    Imps need not come home: nothing is kept of where they were.
    """
    heroes.deal(state, record)
    if state.season != state.data.seasons[-1]:
        heroes.show_next(state, record)
    state.first = state.first % len(state.lords) + 1
    record("token", seat=state.first)
    return True
