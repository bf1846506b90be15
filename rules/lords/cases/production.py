"""kind = "production": from the production plan to the event (L4 to L7).

Beyond the base format: `[[others]]` are further lords with their own `plan`; `gifts` as laid out
(default: those named in the plan, else as in a game); `heroes` shown for this season; `trap_deck`
and `cards` in the order in which they come; in a lord's table `spied`, `discards_owed`,
`drawn_last`. Expected may also be `others`, `heroes`, and of a lord `striking`, `used_pets`,
`spied`, `walls`, `drilled`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.kernel.facts import Recorder, Silence
from rules.kernel.notation import normal, read
from rules.kernel.question import replay
from rules.lords import fair, opening, production
from rules.lords.cases.table import Outcome, hero, hero_text, lord_table, state_of
from rules.lords.game import Moment, calendar
from rules.lords.state import Lord, State, view


def play(case: Mapping[str, Any]) -> Outcome:
    """Play the plans, the fair if there is one, and the event."""
    tables = [case.get("lord", {}), *case.get("others", ())]
    said = [case.get("plan", []), *(table.get("plan", []) for table in case.get("others", ()))]
    plans = [[normal(clause) for clause in plan] for plan in said]
    state = state_of(case, tables, "production")
    lay_out(state, case, plans)
    for lord, table, plan in zip(state.lords, tables, plans, strict=True):
        _lay_out_lord(state, lord, table, plan)
    answers = {seat: _result(state, seat, plan) for seat, plan in enumerate(plans, 1)}
    record = Recorder()
    production.resolve(state, answers, record)
    first, *others = [_lord(lord) for lord in state.lords]
    actual = {
        "lord": first, "others": others, "rooms": first["rooms"],
        "skipped": _skipped(record, 1), "heroes": [hero_text(h) for h in state.heroes],
        "gone": len(state.trap_discards),
    }  # fmt: skip
    return Outcome(actual, record.facts, state)


def lay_out(state: State, case: Mapping[str, Any], plans: Sequence[Sequence[str]]) -> None:
    """The board of the case: event, gifts, heroes shown, decks."""
    state.event = _event(state, case.get("event", ""))
    state.next_event = case.get("next_event", "")
    if "trap_deck" in case:
        state.trap_deck = case["trap_deck"][::-1]
    state.cards = list(case.get("cards", state.cards))
    state.heroes = [hero(state, text) for text in case.get("heroes", ())]
    if case.get("season", opening.FESTIVAL) == opening.FESTIVAL:
        named = [gift for plan in plans for gift in _named_gifts(state, plan)]
        state.gifts = list(case.get("gifts", dict.fromkeys(named)))
        if state.gifts or (any(map(_visits, plans)) and "gifts" not in case):
            state.season = opening.FESTIVAL
        if not state.gifts and "gifts" not in case:
            opening.lay_out_gifts(state, Silence())
    state.at = calendar(state.data).index(Moment(state.year, state.season, 0, state.step))


def _event(state: State, name: str) -> str:
    """The id of an event, which may be named for short by its kind (`strike`)."""
    events = state.data.events
    if name and name not in events:
        found = [event for event, kind in events.items() if kind.kind == name]
        if not found:
            raise ValueError(f"no such event: {name}")
        return found[0]
    return name


def _visits(plan: Sequence[str]) -> list[str]:
    return [clause for clause in plan if clause.split()[:1] == [fair.VERB]]


def _named_gifts(state: State, plan: Sequence[str]) -> list[str]:
    """The gifts that a plan speaks of, for cases that do not lay any out."""
    visits, gifts = _visits(plan), state.data.gifts.gifts
    found = [(visit.index(gift), gift) for visit in visits for gift in gifts if gift in visit]
    return [gift for _, gift in sorted(found)]


def _lay_out_lord(state: State, lord: Lord, table: Mapping[str, Any], plan: Sequence[str]) -> None:
    discards = sum(clause.split()[:1] == ["discard"] for clause in plan)
    extra = state.data.extra_traps[state.year - 1]
    lord.discards_owed = table.get("discards_owed", min(extra, discards))
    lord.drawn_last = table.get("drawn_last", "")
    lord.spied = list(table.get("spied", ()))


def _result(state: State, seat: int, plan: Sequence[str]) -> Any:
    question = production.question(view(state, seat))
    assert question is not None
    tokens = read(question, "; ".join(plan), force=True)
    walk = replay(question, tokens, force=True)
    if not walk.complete:
        raise ValueError(f"the plan of seat {seat} is incomplete: {' '.join(plan)}")
    return walk.result


def _lord(lord: Lord) -> dict[str, Any]:
    striking = [monster.kind for monster in lord.monsters if monster.striking]
    return {**lord_table(lord), "striking": striking, "used_pets": list(lord.used_pets)}


def _skipped(record: Recorder, seat: int) -> list[str]:
    return [
        fact.data["action"]
        for fact in record.facts
        if fact.kind == "skipped" and fact.data["seat"] == seat
    ]
