"""kind = "setup": which orders begin inaccessible (L2.12, L2.17)."""

from collections.abc import Mapping
from typing import Any

from rules.kernel.facts import Recorder
from rules.kernel.notation import read
from rules.kernel.question import replay
from rules.lords import inaccessible
from rules.lords.cases.table import Outcome, lord_table, state_of
from rules.lords.state import view


def play(case: Mapping[str, Any]) -> Outcome:
    """Draw for everybody, or take what a lord has `drawn`, and hear what he `picks`."""
    state = state_of(case, case["lords"], "setup")
    record = Recorder()
    inaccessible.draw(state, record)
    drawn, options, answers = [], [], {}
    for lord, table in zip(state.lords, case["lords"], strict=True):
        lord.barred = list(table.get("drawn", lord.barred))
        drawn.append(len(set(lord.barred)))
        question = inaccessible.question(view(state, lord.seat))
        assert question is not None
        options.append([option.token[1:] for option in question.walk().options()])
        tokens = read(question, "; ".join(table.get("picks", ())), force=True)
        answers[lord.seat] = replay(question, tokens, force=True).result
    inaccessible.resolve(state, answers, record)
    lords = [lord_table(lord) for lord in state.lords]
    return Outcome({"drawn": drawn, "options": options, "lords": lords}, record.facts, state)
