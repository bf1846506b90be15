"""kind = "season": the change of season, and with `opening` the opening of the next (L3)."""

from collections.abc import Mapping
from typing import Any

from rules.kernel.facts import Recorder
from rules.lords import change, opening
from rules.lords.cases.table import Outcome, hero, hero_text, lord_table, moment_of, state_of
from rules.lords.state import Offer, State

DECKS = ("monster_deck", "room_deck", "event_deck", "pet_deck")
"""Decks that a case may lay out in draw order; the state's next card is the last one."""


def play(case: Mapping[str, Any]) -> Outcome:
    """Change the season; with `opening` go on into the next one, from a festival into winter."""
    state = _laid_out(case)
    record = Recorder()
    first_heroes = len(state.hero_deck)
    _tell_step(state, record)
    change.resolve(state, {}, record)
    shown = [hero_text(someone) for someone in state.next_heroes]
    before = [set(clerk) for clerk in state.clerks]
    if case.get("opening"):
        _next_season(state, record)
        opening.resolve(state, {}, record)
        shown = shown or [hero_text(someone) for someone in state.next_heroes]
    actual = {
        "parties": [[hero_text(someone) for someone in lord.party] for lord in state.lords],
        "first": state.first,
        "heroes_shown": shown,
        "heroes_drawn": first_heroes - len(state.hero_deck),
        "hero_deck": [hero_text(someone) for someone in reversed(state.hero_deck)],
        "monsters": state.offer.monsters,
        "rooms": state.offer.rooms,
        "event": state.event,
        "next_event": state.next_event,
        "gifts": len(state.gifts),
        "clerks": [len(set(clerk)) for clerk in state.clerks],
        "clerks_at": _clerks_at(state),
        "clerks_again": sum(
            len(old & set(clerk)) for old, clerk in zip(before, state.clerks, strict=False)
        ),
        "neutral": state.neutral or 0,
        "strayed": [_told_text(f.data["hero"]) for f in record.facts if f.kind == "hero strays"],
        "lords": [{**lord_table(lord), "dealt": lord.dealt} for lord in state.lords],
    }
    return Outcome(actual, record.facts, state)


def _laid_out(case: Mapping[str, Any]) -> State:
    tables = case.get("lords") or [{"evil": value} for value in case["evil"]]
    state = state_of(case, tables, "change")
    state.heroes = [hero(state, text) for text in case.get("heroes", ())]
    for lord, party in zip(state.lords, case.get("parties", ()), strict=False):
        lord.party = [hero(state, text) for text in party]
    out = {someone.kind for lord in state.lords for someone in lord.party if someone.kind}
    state.tent = [paladin for paladin in state.tent if paladin.kind not in out]
    if "hero_deck" in case:
        state.hero_deck = [hero(state, text) for text in reversed(case["hero_deck"])]
    for name in DECKS:
        if name in case:
            setattr(state, name, list(reversed(case[name])))
    state.clerks = [list(clerk) for clerk in case.get("clerks", ())]
    state.offer = Offer(list(case.get("monsters", ())), list(case.get("rooms", ())))
    state.event, state.next_event = case.get("event", ""), case.get("next_event", "")
    for lord, table in zip(state.lords, tables, strict=True):
        lord.spied = list(table.get("spied", ()))
        lord.removed = table.get("removed", 0)
    return state


def _next_season(state: State, record: Recorder) -> None:
    seasons = state.data.seasons
    at = seasons.index(state.season) + 1
    state.season, state.step = seasons[at % len(seasons)], "opening"
    if at == len(seasons) and state.year < state.data.years:
        state.year += 1
    state.at = moment_of(state)
    _tell_step(state, record)


def _tell_step(state: State, record: Recorder) -> None:
    """So that each half is told under its own heading."""
    record("step", year=state.year, season=state.season, round=0, step=state.step)


def _told_text(hero: Mapping[str, Any]) -> str:
    """A hero as facts tell of him, in a case's writing."""
    text = f"{hero['cls']} {hero['strength']}/{hero['health']}"
    return f"{text}/{hero['symbols']}" if hero["symbols"] else text


def _clerks_at(state: State) -> list[int]:
    """At which places clerks stand, from 1, each as often as there is one."""
    return sorted(
        place for row in state.places.values() for place, who in enumerate(row, 1) if who == 0
    )
