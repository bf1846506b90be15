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

    Imps need not come home: nothing is kept of where they were. In some variants the next heroes
    have been shown in the opening, and the token rests after the last season (L3.4).
    """
    data, last = state.data, state.season == state.data.seasons[-1]
    heroes.deal(state, record)
    if not last and not data.heroes_early:
        heroes.show_next(state, record)
    if last and data.token_rests:
        return True
    state.first = state.first % len(state.lords) + 1
    record("token", seat=state.first)
    return True
