"""kind = "evil": markers move, paladins follow (L8)."""

from collections.abc import Mapping
from typing import Any

from rules.kernel.facts import Recorder
from rules.lords import decks, evil
from rules.lords.cases.table import Outcome, hero, hero_text, state_of


def play(case: Mapping[str, Any]) -> Outcome:
    """Move the markers as written, one row of single steps after the other."""
    state = state_of(case, [{"evil": value} for value in case["evil"]], "change")
    for kind, seat in case.get("at_large", {}).items():
        if not seat:  # 0 is the tent, where he stands already
            continue
        state.lord(seat).party.insert(0, decks.paladin(state.data, kind, state.year))
        state.tent = [other for other in state.tent if other.kind != kind]
    for kind in case.get("captured", ()):
        state.tent = [other for other in state.tent if other.kind != kind]
    for lord, party in zip(state.lords, case.get("parties", ()), strict=False):
        lord.party += [hero(state, text) for text in party]
    record = Recorder()
    for move in case.get("moves", ()):
        seat, amount = move.split()
        evil.change(state, int(seat), int(amount), "reputation", record)
    held = {kind: evil.holder(state, kind) for kind in state.data.heroes.paladins}
    actual = {
        "evil": [lord.evil for lord in state.lords],
        "paladins": held,
        "parties": [[hero_text(someone) for someone in lord.party] for lord in state.lords],
        "tent": [paladin.kind for paladin in state.tent],
    }
    return Outcome(actual, record.facts, state)
