"""kind = "year end": heroes leave, monsters wake, another year is laid out (L10.1)."""

from collections.abc import Mapping
from typing import Any

from rules.kernel.facts import Recorder
from rules.lords import evil, year_end
from rules.lords.cases.table import Outcome, hero, lord_table, state_of


def play(case: Mapping[str, Any]) -> Outcome:
    """End the year; `party` of a lord is written as heroes are in a season case."""
    state = state_of(case, case["lords"], "year end")
    for lord, table in zip(state.lords, case["lords"], strict=True):
        lord.party = [hero(state, text) for text in table.get("party", ())]
        lord.spied = list(table.get("spied", ()))
    at_large = {someone.kind for lord in state.lords for someone in lord.party}
    state.tent = [someone for someone in state.tent if someone.kind not in at_large]
    record = Recorder()
    year_end.resolve(state, {}, record)
    actual = {
        "lords": [lord_table(lord) for lord in state.lords],
        "paladins": {kind: evil.holder(state, kind) for kind in state.data.heroes.paladins},
        "tent": [someone.kind for someone in state.tent],
        "year": state.year,
        "turned": len(state.turned),
        "first": state.first,
        "neutral": state.neutral or 0,
    }
    return Outcome(actual, record.facts, state)
