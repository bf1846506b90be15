"""The production step: discards, the fair, the plans lord by lord, then the event (L3.3, L4)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.kernel.facts import Recorder
from rules.kernel.question import Question, Reason
from rules.lords import cost, events, fair, inaccessible, pets
from rules.lords.clause import WORKS, Action, Named, skip
from rules.lords.plan import Plan, PlanQuestion, clauses, replies_to
from rules.lords.state import Lord, State, View
from rules.lords.work import Shift

ELSEWHERE = ("discard", inaccessible.VERB)
"""What a plan also says that is done before or after the actions."""


def asks(state: State) -> list[int]:
    """Everybody owes a plan; an empty one will do."""
    return [lord.seat for lord in state.lords]


def question(view: View) -> Question | None:
    """The viewer's production plan."""
    return PlanQuestion(view)


def resolve(state: State, answers: Mapping[int, Any], record: Recorder) -> bool:
    """Play the step; whoever has no plan does nothing. It is always over (L3.3)."""
    order = state.turn_order()
    plans: dict[int, Plan] = {seat: answers.get(seat, ()) for seat in order}
    for seat in order:
        discard(state, state.lord(seat), plans[seat], record)
    shifts = {seat: _shift(state, seat, record) for seat in order}
    visits = {seat: _first(plan, fair.VERB) for seat, plan in plans.items()} if state.gifts else {}
    fair.hold(state, {seat: a for seat, a in visits.items() if a is not None}, shifts, record)
    replies = {seat: _reply(state, plan) for seat, plan in plans.items()}
    for seat in order:
        work_through(shifts[seat], plans[seat], visits.get(seat), replies[seat])
        back = _first(plans[seat], inaccessible.VERB)
        inaccessible.take_back(state, state.lord(seat), back, record)
        _lose_plans(state, state.lord(seat), record)
    events.run(state, {s: a for s, a in replies.items() if a is not None}, shifts, record)
    for lord in state.lords:
        lord.permits = {}
    return True


def _lose_plans(state: State, lord: Lord, record: Recorder) -> None:
    """In some variants a plan that was not built in its season is lost (L4.5)."""
    if lord.plans and not state.data.plans_kept:
        record("plans lost", seat=lord.seat, plans=lord.plans)
        lord.plans = []


def _shift(state: State, seat: int, record: Recorder) -> Shift:
    lord = state.lord(seat)
    return Shift(state, lord, record, lord)


def _first(plan: Plan, *verbs: str) -> Action | None:
    return next((action for action in plan if action.verb in verbs), None)


def _reply(state: State, plan: Plan) -> Action | None:
    return _first(plan, *replies_to(state))


def discard(state: State, lord: Lord, plan: Plan, record: Recorder) -> None:
    """The card drawn beyond those bought: his choice, else the last drawn (L2.3)."""
    given = 0
    for verb, parts in plan:
        for (trap,) in parts if verb == "discard" else ():
            if given >= lord.discards_owed:
                why = Reason("nothing to discard", {"owed": lord.discards_owed})
            elif trap not in lord.traps:
                why = Reason("no such trap", {"trap": trap})
            else:
                _throw_away(state, lord, trap, record)
                given += 1
                continue
            skip(lord, verb, (trap,), why, record)
    while given < lord.discards_owed and lord.traps:
        last = lord.drawn_last if lord.drawn_last in lord.traps else lord.traps[-1]
        _throw_away(state, lord, last, record, newest=True)
        given += 1
    if given:
        record("discarded", seat=lord.seat, count=given)
    lord.discards_owed, lord.drawn_last = 0, ""


def _throw_away(
    state: State, lord: Lord, trap: str, record: Recorder, *, newest: bool = False
) -> None:
    cost.discard_trap(state, lord, trap, newest=newest)
    record("trap given", seat=lord.seat, trap=trap, why="discard", to=[lord.seat])


def work_through(shift: Shift, plan: Plan, visit: Action | None, reply: Action | None) -> None:
    """Do a lord's actions in his own order; what can't be done is told and skipped (L4)."""
    for action in plan:
        if action.verb in WORKS:
            carry_out(shift, action.verb, action.parts)
        elif action.verb not in ELSEWHERE and action is not visit and action is not reply:
            parts = action.parts[:1] if action.verb == fair.VERB else action.parts
            why = _why_out_of_place(shift, action)
            for part in parts or [[]]:
                skip(shift.lord, action.verb, part, why, shift.record)
    for pet in dict.fromkeys(pet for pet, _ in shift.borrowed):
        if shift.data.pets[pet].hands:
            pets.keep_idle(shift, pet, "nothing to do")


def _why_out_of_place(shift: Shift, action: Action) -> Reason:
    """A second reply, a second visit to the fair, or one at the wrong time."""
    said = [action] if action.verb in replies_to(shift.board) else []
    against = clauses(shift.board)[action.verb].opens(shift, said)
    return Reason("already said", {"verb": action.verb}) if said or against is None else against


def carry_out(shift: Shift, verb: str, parts: Iterable[Sequence[str]]) -> None:
    """Do one action part by part, and tell what came of it."""
    clause: Any = WORKS[verb]
    shift.now = []
    gold = shift.lord.gold
    for words in parts:
        part = tuple(words)
        why = clause.why_not(shift, part)
        if why is None:
            clause.do(shift, part)
        else:
            skip(shift.lord, verb, part, shift.as_told(why), shift.record)
    if shift.now and not isinstance(clause, Named):
        seat, cells = shift.lord.seat, shift.now
        if verb == "dig":
            shift.record("dug", seat=seat, cells=cells, by="permit")
        else:
            shift.record("mined", seat=seat, cells=cells, gold=shift.lord.gold - gold)
