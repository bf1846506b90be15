"""kind = "score": final scoring (L10.2-L10.4)."""

from collections.abc import Mapping
from typing import Any

from rules.kernel.facts import Recorder
from rules.lords import attestation, scoring
from rules.lords.cases.table import Outcome, state_of


def play(case: Mapping[str, Any]) -> Outcome:
    """Hold the attestation over these lords; nobody stands at a title that nobody holds."""
    state = state_of(case, case["lords"], "attestation")
    record = Recorder()
    attestation.resolve(state, {}, record)
    result = state.result
    assert result is not None
    actual = {
        "totals": result.totals,
        "lines": result.lines,
        "titles": result.titles,
        "winners": result.winners,
        "licensed": scoring.licensed(state, result),
    }
    return Outcome(actual, record.facts, state)
