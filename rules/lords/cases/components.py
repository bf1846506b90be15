"""kind = "components": what lies ready when a year begins, and how long a game is (L1, L8)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from rules.kernel.game import Setup, begin
from rules.lords import decks
from rules.lords.cases.table import COUNTED, Outcome, state_of
from rules.lords.game import Lords, calendar
from rules.lords.state import Hero, State


def play(case: Mapping[str, Any]) -> Outcome:
    """Lay the year out and count what there is."""
    state = state_of(case, [{}], "opening")
    data, lord = state.data, state.lord(1)
    actual = {
        "lords": list(data.seats),
        "refused": [seats for seats in range(1, data.seats[1] + 2) if not _begins(state, seats)],
        "first": state.first,
        "start": {good: getattr(lord, good) for good in COUNTED} | {"tunnels": list(lord.tiles)},
        "steps": dict(Counter(moment.step for moment in calendar(data))),
        "heroes": _by_class(state.hero_deck),
        "paladins": {hero.kind: _paladin(hero) for hero in state.tent},
        "monsters": {kind: state.monster_deck.count(kind) for kind in data.monsters},
        "rooms": sorted(state.room_deck),
        "traps": dict(Counter(state.trap_deck)),
        "pets": dict(Counter(state.pet_deck)),
        "cards": len(state.cards),
        "spells": sorted(name for name, card in data.cards.items() if card.year == state.year),
        "events": _events(state),
        "cells": data.grid.rows * len(data.grid.columns),
    }
    return Outcome(actual, [], state)


def _begins(state: State, seats: int) -> bool:
    """Whether a game of so many lords begins (L1.1)."""
    try:
        begin(Lords(), Setup("lords", state.variant, seats, "case"))
    except ValueError:
        return False
    return True


def _by_class(heroes: Iterable[Hero]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for hero in heroes:
        symbols = decks.symbols(hero)
        text = f"{hero.strength}/{hero.health}" + (f"/{symbols}" if symbols else "")
        found.setdefault(hero.cls, []).append(text)
    return {cls: sorted(texts) for cls, texts in found.items()}


def _paladin(hero: Hero) -> str:
    """Health, then anti-trap, magic and heart symbols, as L8.2 writes them."""
    return f"{hero.health}; {hero.anti_trap},{hero.magic},{hero.heart}"


def _events(state: State) -> dict[str, int]:
    """How many events of the year come every year, and how many are special (L5.1)."""
    always = sum(1 for event in state.event_deck if state.data.events[event].always)
    return {"always": always, "special": len(state.event_deck) - always}
