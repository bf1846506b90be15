"""Whatever is ordered: it can be written and read, ends, is paid for, and stays a secret."""

from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.facts import Recorder
from rules.kernel.notation import read
from rules.kernel.question import replay, write
from rules.kernel.standin import RandomStandIn
from rules.kernel.stream import Stream
from rules.lords import orders, servants
from rules.lords.cases.orders import laid_out
from rules.lords.data import load
from rules.lords.orders import OrdersQuestion
from rules.lords.state import State, view
from tests.seeds import of_the_same_voice

DATA = load("shoggoth")
MONSTERS, ROOMS = sorted(DATA.monsters), sorted(DATA.rooms)
TRAPS, PETS, SITES = sorted(DATA.traps.traps), sorted(DATA.pets), list(DATA.sites)


def some(cards: list[str], most: int) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(cards), max_size=most)


lords = st.fixed_dictionaries({
    "gold": st.integers(0, 6), "food": st.integers(0, 6), "imps": st.integers(0, 9),
    "evil": st.integers(1, 15), "monsters": some(MONSTERS, 4), "traps": some(TRAPS, 4),
    "barred": st.lists(st.sampled_from(SITES), max_size=3, unique=True),
    "spied": st.lists(st.integers(1, 5), max_size=5, unique=True),
    "dealt": st.one_of(st.just([]), st.lists(st.sampled_from(PETS), min_size=2, max_size=2)),
})  # fmt: skip

tables = st.fixed_dictionaries({
    "year": st.integers(1, 2), "first": st.just(1),
    "season": st.sampled_from(["winter", "summer"]),
    "lords": st.lists(lords, min_size=2, max_size=5), "monsters": some(MONSTERS, 3),
    "rooms": some(ROOMS, 3),
    "clerks": st.lists(st.lists(st.sampled_from(SITES), min_size=3, max_size=3, unique=True),
                       max_size=2),
})  # fmt: skip

seeds = st.text("abcdef", max_size=4)


def answers(state: State, seed: str, stop: int = 5) -> dict[int, tuple[str, ...]]:
    found = {}
    for lord in state.lords:
        seen = view(state, lord.seat)
        stream = Stream(seed, f"seat {lord.seat}")
        found[lord.seat] = RandomStandIn(stop).answer(seen, OrdersQuestion(seen), stream)
    return found


def results(state: State, given_: dict[int, tuple[str, ...]]) -> dict[int, Any]:
    return {
        seat: replay(OrdersQuestion(view(state, seat)), tokens).result
        for seat, tokens in given_.items()
    }


@given(tables, seeds)
def test_writing_and_reading_are_inverse(table: dict[str, Any], seed: str) -> None:
    state = laid_out(table)
    for seat, tokens in answers(state, seed).items():
        asked = OrdersQuestion(view(state, seat))
        assert read(asked, write(tokens)) == tokens


@given(tables, seeds)
def test_every_way_ends_in_three_orders(table: dict[str, Any], seed: str) -> None:
    """No options at all come only after the last word of a complete answer."""
    state = laid_out(table)
    walk = OrdersQuestion(view(state, 1)).walk()
    stream = Stream(seed, "way")
    for _ in range(60):
        options = walk.options()
        if not options:
            break
        assert all(option.why is None for option in options)
        assert len({option.token for option in options}) == len(options)
        walk.take(stream.choice(options).token)
    assert not walk.options()
    assert walk.complete
    assert len(walk.result.orders) == 3


@given(tables, seeds)
def test_every_word_either_can_be_chosen_or_says_why_not(table: dict[str, Any], seed: str) -> None:
    walk = OrdersQuestion(view(laid_out(table), 1)).walk()
    stream = Stream(seed, "words")
    for _ in range(12):
        legal = [option.token for option in walk.options()]
        words = walk.options(every=True)
        assert {o.token for o in words if o.why is None} == set(legal)
        assert len({o.token for o in words}) == len(words)
        if not legal:
            break
        walk.take(stream.choice(legal))


@given(tables, seeds)
def test_bribes_are_covered_by_the_gold_in_hand(table: dict[str, Any], seed: str) -> None:
    state = laid_out(table)
    for seat, plan in results(state, answers(state, seed)).items():
        lord = state.lord(seat)
        assert sum(order.site in lord.barred for order in plan.orders) <= lord.gold


@given(tables, seeds)
def test_the_first_resolve_keeps_the_books(table: dict[str, Any], seed: str) -> None:
    """Goods change by what is told and never fall below nothing; cards move, none is lost."""
    state = laid_out(table)
    before = [msgspec.structs.replace(lord) for lord in state.lords]
    cards = _cards(state)
    plans = results(state, answers(state, seed))
    record = Recorder()
    orders.resolve(state, plans, record)
    for lord, was in zip(state.lords, before, strict=True):
        told = [fact for fact in record.facts if fact.data.get("seat") == lord.seat]
        for good in ("gold", "food", "imps"):
            change = sum(
                f.data["gain"].get(good, 0) - f.data["pay"].get(good, 0)
                for f in told
                if f.kind == "executed"
            )
            if good == "gold":
                change -= sum(f.data["gold"] for f in told if f.kind == "bribe")
            assert getattr(lord, good) == getattr(was, good) + change >= 0
        assert 1 <= lord.evil <= 15
        assert sorted(lord.executed) == sorted(f.data["site"] for f in told if f.kind == "executed")
        assert len(told) >= 3
    assert _cards(state) == cards


def _cards(state: State) -> list[str]:
    """Everything that is somewhere: traps and pets; eaten monsters are gone for good."""
    lords_ = state.lords
    traps = [*state.trap_deck, *state.trap_discards, *(t for lord in lords_ for t in lord.traps)]
    pets = [*state.pet_deck, *(p for lord in lords_ for p in (*lord.pets, *lord.dealt))]
    rooms = [*state.offer.rooms, *(plan for lord in lords_ for plan in lord.plans)]
    return sorted([*traps, *pets, *rooms])


@given(tables, seeds)
def test_every_servant_comes_to_something(table: dict[str, Any], seed: str) -> None:
    """Each arrives or is turned away; each who arrived is served, holds or fails, exactly once."""
    state = laid_out(table)
    record = Recorder()
    servants.first_resolve(state, results(state, answers(state, seed)), record)
    count = {
        kind: [(f.data["seat"], f.data["site"]) for f in record.facts if f.kind == kind]
        for kind in ("arrived", "turned away", "executed", "failed", "held")
    }
    assert len(count["arrived"]) + len(count["turned away"]) == 3 * len(state.lords)
    assert sorted(count["arrived"]) == sorted(count["executed"] + count["failed"] + count["held"])
    for site, row in state.places.items():
        assert len(row) == 4
        assert [seat for seat in row if seat] == [
            seat for seat, where in count["arrived"] if where == site
        ]


@given(tables, seeds, st.data())
def test_a_view_does_not_change_with_the_others_secrets(
    table: dict[str, Any], seed: str, data: st.DataObject
) -> None:
    """L1.5: which traps and pets, the decks, the face-down cards, what was spied, the seed."""
    state = laid_out(table)
    other = laid_out(table)
    for lord in other.lords[1:]:
        lord.traps = [data.draw(st.sampled_from(TRAPS)) for _ in lord.traps]
        lord.dealt = [data.draw(st.sampled_from(PETS)) for _ in lord.dealt]
        lord.spied = data.draw(st.lists(st.integers(1, 5), unique=True))
    other.seed = of_the_same_voice(state.seed)
    known = set(other.lord(1).spied)
    other.cards = [
        card if n in known else data.draw(st.sampled_from(sorted(DATA.cards)))
        for n, card in enumerate(other.cards, 1)
    ]
    for deck in ("trap_deck", "pet_deck", "monster_deck", "room_deck", "event_deck", "hero_deck"):
        getattr(other, deck).reverse()
    for viewer in (1, None):
        assert view(state, viewer) == view(other, viewer)
    mine, same = (RandomStandIn().answer(view(s, 1), OrdersQuestion(view(s, 1)), Stream(seed, "x"))
                  for s in (state, other))  # fmt: skip
    assert mine == same
