"""kind = "combat": one lord, one round of fighting (L9)."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.kernel import notation
from rules.kernel.facts import Recorder
from rules.kernel.question import replay
from rules.lords import combat, spells
from rules.lords.cases.table import Outcome, fighter, lord_table, state_of
from rules.lords.state import State, view

OUT = "out"
"""What stands for the wounds of a hero who was removed."""

NO_SPELL = "fireball"
"""The card of a case that names none: its spell does nothing."""


def play(case: Mapping[str, Any]) -> Outcome:
    """Play the round; no paladin comes or goes, since the tent is empty and nobody else is there.

    Where nobody is at the gate or nothing is left to conquer, no plan is read (L9.6).

    Raises ValueError when the plan can't be read.
    """
    state = state_of(case, [case.get("lord", {})], "combat")
    lord = state.lords[0]
    state.tent = []
    lord.party = [fighter(state, hero) for hero in case.get("party", ())]
    state.cards[state.round - 1] = case.get("card", {}).get("name", NO_SPELL)
    state.turned = state.cards[: state.round - 1]
    state.owing = [1]
    party, before = list(lord.party), len(lord.unconquered())
    record = Recorder()
    plan = case.get("plan", {})
    answers = {seat: _answer(state, plan) for seat in combat.asks(state)}
    while not combat.resolve(state, answers, record):
        answers = {1: _answer(state, plan)}
    gone = {id(hero) for hero in party} - {id(hero) for hero in lord.party}
    actual = {
        "wounds": [OUT if id(hero) in gone else hero.wounds for hero in party],
        "conquered": len(lord.unconquered()) < before,
        "exhausted": [monster.kind for monster in lord.monsters if monster.exhausted],
        "lord": lord_table(lord),
    }
    return Outcome(actual, record.facts, state)


def notation_of(plan: Mapping[str, Any]) -> str:
    """A case's plan as it would be written."""
    clauses = [f"tile {plan['tile']}"] if "tile" in plan else []
    clauses += [f"trap {trap}" for trap in plan.get("traps", ())]
    clauses += plan.get("attacks", ())
    clauses += [f"pet {pet}" for pet in plan.get("pets", ())]
    clauses += [f"{name} {reply}" for name, reply in plan.get("replies", {}).items()]
    return "; ".join(clauses)


def _senders(state: State, plan: Mapping[str, Any]) -> str:
    """The plan where attacks and replies are asked for later: who is sent, no more (L9.3)."""
    return notation_of({
        "attacks": [_sent(state, clause) for clause in plan.get("attacks", ())],
        **{name: plan[name] for name in ("tile", "traps") if name in plan},
    })  # fmt: skip


def _sent(state: State, clause: str) -> str:
    kind = max((kind for kind in state.data.monsters if clause.startswith(kind)), key=len)
    number = clause.removeprefix(kind).split()[:1]
    return f"{kind} {number[0]}" if number and number[0].isdigit() else kind


def _to_spell(state: State, plan: Mapping[str, Any]) -> str:
    """The reply of the plan that the round's spell asks for; `pay` alone is the default (L9.10)."""
    replies, card = plan.get("replies", {}), state.turned[-1]
    names = {**dict.fromkeys(spells.VICTIM, "victim"), **dict.fromkeys(spells.ESCAPE, "escapes")}
    reply = str(replies.get(names.get(card, card), ""))
    return reply.removeprefix("pay").strip().replace(", ", "; ")


TEXTS: dict[str, Callable[[State, Mapping[str, Any]], str]] = {
    "spell": _to_spell,
    "attacks": lambda state, plan: "; ".join(plan.get("attacks", ())),
    "release": lambda state, plan: str(plan.get("frees", "")),
}
"""What of a plan answers each question but the first."""


def _answer(state: State, plan: Mapping[str, Any]) -> Any:
    question = combat.question(view(state, 1))
    assert question is not None
    if question.kind in TEXTS:
        text = TEXTS[question.kind](state, plan)
    else:
        text = _senders(state, plan) if state.data.choices_in_fight else notation_of(plan)
    try:
        walk = replay(question, notation.read(question, text, force=True), force=True)
    except notation.NotAnAnswer as error:
        raise ValueError(f"the plan can't be read: {text!r}, {error}") from error
    if not walk.complete:
        raise ValueError(f"the plan is not whole: {text!r}")
    return walk.result
