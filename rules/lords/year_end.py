"""The step `year end`: heroes leave, monsters wake, the next year is laid out (L10.1)."""

from collections.abc import Mapping
from typing import Any

from rules.kernel.facts import Recorder
from rules.kernel.question import Question
from rules.lords import decks, evil, heroes
from rules.lords.facts import told
from rules.lords.state import Lord, State, View


def asks(state: State) -> list[int]:
    """Nobody is asked."""
    return []


def question(view: View) -> Question | None:
    """Nobody owes anything."""
    return None


def resolve(state: State, answers: Mapping[int, Any], record: Recorder) -> bool:
    """Survivors and free paladins leave, monsters wake; before another year its decks are laid out.

    The new year's paladins are assigned at once (L8.2).
    """
    for lord in state.lords:
        if lord.party:
            record("heroes leave", seat=lord.seat, party=[told(hero) for hero in lord.party])
        lord.party = []
        lord.removed = 0
        lord.spied = []
        _wake(lord, record)
    state.tent = []
    record("year over", year=state.year)
    if state.year < state.data.years:
        # the calendar sets the year only when the next step is entered
        state.year += 1
        decks.lay_out_year(state)
        evil.follow(state, record)
        heroes.move_neutral(state, state.data.neutral.year, record)
        _move_token(state, record)
    return True


def _wake(lord: Lord, record: Recorder) -> None:
    """Whoever attacked is rested for another year."""
    at = [i for i, monster in enumerate(lord.monsters) if monster.exhausted]
    if at:
        monsters = [lord.monsters[i].kind for i in at]
        record("monsters wake", seat=lord.seat, monsters=monsters, at=at)
    for monster in lord.monsters:
        monster.exhausted = monster.striking = False


def _move_token(state: State, record: Recorder) -> None:
    """In some variants the token moves now, by the size of the table (L10.1)."""
    seats = len(state.lords)
    places = state.data.first_moves.get(seats, 0)
    if places:
        state.first = (state.first - 1 + places) % seats + 1
        record("token", seat=state.first)
