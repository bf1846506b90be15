"""Whatever is planned: it can be written and read, never ends blind, and the books balance (L4)."""

from collections.abc import Mapping
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.facts import Recorder, for_viewer
from rules.kernel.notation import read
from rules.kernel.question import Tokens, replay, write
from rules.kernel.standin import RandomStandIn
from rules.kernel.stream import Stream
from rules.lords import audit, dungeon, ledger, production
from rules.lords.cases.table import state_of
from rules.lords.data import load
from rules.lords.decks import draw_traps
from rules.lords.plan import PlanQuestion, PlanWalk
from rules.lords.state import Lord, Monster, State, Tile, view

DATA = load("shoggoth")

lords = st.fixed_dictionaries({
    "gold": st.integers(0, 6), "food": st.integers(0, 6), "imps": st.integers(0, 9),
    "evil": st.integers(1, 15),
    "permits": st.dictionaries(st.sampled_from(["tunnels", "gold"]), st.integers(2, 5)),
})  # fmt: skip

tables = st.fixed_dictionaries({
    "lords": st.lists(lords, min_size=2, max_size=5), "first": st.just(1),
    "season": st.sampled_from(DATA.seasons), "event": st.sampled_from(["", *DATA.events]),
})  # fmt: skip

seeds = st.text("abcdef", max_size=6)


def laid_out(table: Mapping[str, Any], seed: str) -> State:
    """A state whose cards come out of its decks, so that they can be counted afterwards."""
    state = state_of(table, table["lords"], "production")
    state.seed, state.event = seed, table["event"]
    stream = Stream(seed, "table")
    state.heroes = [state.hero_deck.pop() for _ in state.lords]
    state.pet_deck = stream.shuffled(state.pet_deck)
    if state.season == "festival":
        state.gifts = stream.shuffled(list(DATA.gifts.gifts))[: len(state.lords)]
    for lord in state.lords:
        _dig_in(state, lord, stream)
        lord.monsters = [Monster(state.monster_deck.pop()) for _ in range(stream.below(4))]
        lord.traps = draw_traps(state, stream.below(3))
        lord.pets = [state.pet_deck.pop() for _ in range(stream.below(3))]
    return state


def _dig_in(state: State, lord: Lord, stream: Stream) -> None:
    for _ in range(stream.below(8)):
        legal = [
            cell
            for cell in dungeon.cells(DATA.grid)
            if dungeon.why_not_dig(DATA.grid, lord.tiles, cell) is None
        ]
        lord.tiles[stream.choice(legal)] = Tile()
    for _ in range(min(stream.below(4), len(state.room_deck))):
        room = state.room_deck.pop()
        free = [c for c in lord.tiles if dungeon.why_not_build(DATA, lord, room, c) is None]
        if free and stream.below(3):
            lord.tiles[stream.choice(free)] = Tile(room)
        else:
            lord.plans.append(room)
    for tile in lord.tiles.values():
        tile.conquered = not stream.below(6)


def answers(state: State, seed: str) -> dict[int, Tokens]:
    found = {}
    for lord in state.lords:
        shown = view(state, lord.seat)
        stream = Stream(seed, f"seat {lord.seat}")
        found[lord.seat] = RandomStandIn(8).answer(shown, PlanQuestion(shown), stream)
    return found


@given(tables, seeds)
def test_writing_and_reading_are_inverse(table: dict[str, Any], seed: str) -> None:
    state = laid_out(table, seed)
    for seat, tokens in answers(state, seed).items():
        assert read(PlanQuestion(view(state, seat)), write(tokens)) == tokens


@given(tables, seeds)
def test_no_dead_ends_and_reasons_agree(table: dict[str, Any], seed: str) -> None:
    state = laid_out(table, seed)
    stream = Stream(seed, "walk")
    walk = PlanWalk(view(state, 1))
    for _ in range(25):
        fine = walk.options()
        every = walk.options(every=True)
        assert {o.token for o in fine} == {o.token for o in every if o.why is None}
        if not fine:
            assert walk.complete
            break
        walk.take(stream.choice(fine).token)


@given(tables, seeds)
def test_the_books_balance(table: dict[str, Any], seed: str) -> None:
    state = laid_out(table, seed)
    given_ = answers(state, seed)
    results = {s: replay(PlanQuestion(view(state, s)), t).result for s, t in given_.items()}
    before = msgspec.json.decode(msgspec.json.encode(state), type=State)
    known = set(audit.faults(state))
    record = Recorder()
    assert production.resolve(state, results, record)
    assert not set(audit.faults(state)) - known
    assert not list(audit.told(record.facts))
    assert not list(ledger.unaccounted(before, state, record.facts))
    assert all(not lord.permits and not lord.discards_owed for lord in state.lords)


@given(tables, seeds)
def test_a_plan_alone_goes_as_it_was_tried_out(table: dict[str, Any], seed: str) -> None:
    """With nobody else about, no fair and no event, nothing that was offered is skipped (L4)."""
    state = laid_out({**table, "event": "", "season": "spring"}, seed)
    tokens = answers(state, seed)[1]
    result = replay(PlanQuestion(view(state, 1)), tokens).result
    record = Recorder()
    production.resolve(state, {1: result}, record)
    skipped = [f.data for f in record.facts if f.kind == "skipped" and f.data["seat"] == 1]
    assert all(data["action"] == "pet monkey" for data in skipped)


@given(tables, seeds)
def test_others_see_no_hidden_card(table: dict[str, Any], seed: str) -> None:
    state = laid_out(table, seed)
    results = {
        s: replay(PlanQuestion(view(state, s)), t).result for s, t in answers(state, seed).items()
    }
    record = Recorder()
    production.resolve(state, results, record)
    for fact in for_viewer(record.facts, None):
        words = str(fact.data)
        assert not any(f"'{trap}'" in words for trap in DATA.traps.traps)
