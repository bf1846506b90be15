"""Boards for the tests of combat: lords as cases write them, and one round played over."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.kernel import notation
from rules.kernel.facts import Fact, Recorder
from rules.kernel.question import replay
from rules.lords import combat, decks
from rules.lords.battle_plan import BattleQuestion
from rules.lords.cases.table import hero, state_of
from rules.lords.state import State, view


def field(
    lords: Sequence[Mapping[str, Any]], card: str = "invisibility", **case: Any
) -> State:  # fmt: skip
    """A state before a round; a lord's `party` is written `elf`, `warrior 1/3`, `wizard 1/4/1`."""
    state = state_of(case, lords, "combat")
    for lord, table in zip(state.lords, lords, strict=True):
        lord.party = [
            decks.paladin(state.data, text, state.year)
            if text in state.data.heroes.paladins
            else hero(state, text)
            for text in table.get("party", ())
        ]
    state.tent = []
    state.cards[state.round - 1] = card
    state.turned = state.cards[: state.round - 1]
    state.owing = combat.asks(state)
    return state


def ask(state: State, seat: int) -> BattleQuestion:
    """The seat's question, from its own view."""
    question = combat.question(view(state, seat))
    assert isinstance(question, BattleQuestion)
    return question


def fight(state: State, plans: Mapping[int, str]) -> list[Fact]:
    """Play the round with these plans in notation; who has none plans nothing."""
    answers = {}
    for seat in state.owing:
        question = ask(state, seat)
        tokens = notation.read(question, plans.get(seat, ""), force=True)
        answers[seat] = replay(question, tokens, force=True).result
    record = Recorder()
    assert combat.resolve(state, answers, record)
    return record.facts


def kinds(facts: Sequence[Fact], *wanted: str) -> list[tuple[str, int]]:
    """Which of these facts happened, in order, each with its seat."""
    return [(fact.kind, fact.data["seat"]) for fact in facts if fact.kind in wanted]


def party(state: State, seat: int) -> list[tuple[str, int]]:
    """Who stands before this lord, each with his wounds."""
    return [(someone.kind or someone.cls, someone.wounds) for someone in state.lord(seat).party]
