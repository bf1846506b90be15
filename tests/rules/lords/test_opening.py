"""A season opens: what is laid out, and who learns of it (L3.1, L2.11, L6.1, L7.1)."""

from collections.abc import Iterator

import pytest

from rules.kernel.facts import Recorder, for_viewer
from rules.kernel.game import Setup
from rules.kernel.game import begin as begin_game
from rules.lords import change, decks, opening
from rules.lords.facts import FACTS
from rules.lords.game import Lords
from rules.lords.setup import new_lord
from rules.lords.state import HIDDEN, State, view


def begin(lords: int, seed: str = "opening") -> State:
    state = State(variant="shoggoth", seed=seed)
    state.lords = [new_lord(state.data, seat) for seat in range(1, lords + 1)]
    return state


def seasons(state: State) -> Iterator[tuple[State, Recorder]]:
    """Both years, opened and changed with nobody doing anything between."""
    for year in range(1, state.data.years + 1):
        state.year = year
        decks.lay_out_year(state)
        for season in state.data.seasons:
            state.season = season
            record = Recorder()
            opening.resolve(state, {}, record)
            yield state, record
            for lord in state.lords:
                lord.dealt = []
            change.resolve(state, {}, record)


@pytest.mark.parametrize("lords", [2, 3, 4, 5])
def test_every_season_of_a_game_can_be_laid_out(lords: int) -> None:
    for state, _ in seasons(begin(lords)):
        assert len(state.offer.monsters) == 3
        assert len(state.offer.rooms) == 2 + (state.season != "winter" or state.year == 2)
        assert len(state.gifts) == (lords if state.season == "festival" else 0)
        assert len(set(state.gifts)) == len(state.gifts)
        assert len(state.clerks) == max(0, 4 - lords)
        assert len(state.heroes) == (0 if state.season == "winter" else lords)
        assert (state.event == "") == (state.season == "winter")
        assert (state.next_event == "") == (state.season == "festival")


def test_the_events_of_a_year_are_four_different_ones_and_no_special_comes_twice() -> None:
    found = [state.event for state, _ in seasons(begin(4)) if state.event]
    assert len(found) == 8
    assert found.count("pay day") == found.count("taxes") == 2
    specials = [event for event in found if event not in ("pay day", "taxes")]
    assert len(set(specials)) == 4


def test_all_heroes_of_a_year_come_to_five_lords() -> None:
    game = seasons(begin(5))
    for state, _ in game:
        if state.season == "festival":
            break
    next(game)  # the festival's change and the winter's opening
    assert sum(len(lord.party) for lord in state.lords) == 20


def test_every_fact_is_in_the_catalogue() -> None:
    for lords in (2, 4):
        for _, record in seasons(begin(lords)):
            for fact in record.facts:
                assert tuple(sorted(fact.data)) == tuple(sorted(FACTS[fact.kind])), fact


def test_pets_are_dealt_secretly() -> None:
    state, record = next(seasons(begin(3)))
    dealt = [fact for fact in record.facts if fact.kind == "pets dealt"]
    assert [fact.to for fact in dealt] == [(1,), (2,), (3,)]
    assert all(len(fact.data["pets"]) == 2 for fact in dealt)
    assert not [f for f in for_viewer(record.facts, None) if f.kind == "pets dealt"]
    assert view(state, 2).lord(1).dealt == [HIDDEN, HIDDEN]
    assert view(state, 1).lord(1).dealt == state.lord(1).dealt


def test_clerks_stand_at_their_places_before_anyone_is_sent() -> None:
    for state, record in seasons(begin(2)):
        assert [len(set(clerk)) for clerk in state.clerks] == [3, 3]
        for site, row in state.places.items():
            count = sum(site in clerk for clerk in state.clerks)
            assert row == [None, *([0] * count), *([None] * (3 - count))]
        assert {"clerks"} <= {fact.kind for fact in record.facts}


def test_clerks_go_elsewhere_each_season() -> None:
    assert len({str(state.clerks) for state, _ in seasons(begin(3))}) > 5


def test_what_was_kept_is_told() -> None:
    game = seasons(begin(4))
    _, first = next(game)
    state, second = next(game)
    (offer,) = [fact for fact in first.facts if fact.kind == "offer"]
    assert offer.data["kept"] == ""
    (offer,) = [fact for fact in second.facts if fact.kind == "offer"]
    assert offer.data["kept"] == offer.data["rooms"][0] == state.offer.rooms[0]


def test_the_combat_is_forgotten_in_winter_only() -> None:
    for state, _ in seasons(begin(4)):
        if state.season == "winter":
            assert all(lord.removed == 0 and lord.spied == [] for lord in state.lords)
        else:
            assert all(lord.removed == 3 and lord.spied == [1] for lord in state.lords)
        for lord in state.lords:
            lord.removed, lord.spied = 3, [1]


def test_another_seed_lays_out_another_game() -> None:
    one, other = next(seasons(begin(4, "a")))[0], next(seasons(begin(4, "b")))[0]
    assert one.offer != other.offer


def test_nobody_is_asked() -> None:
    state = begin(2)
    for step in (opening, change):
        assert step.asks(state) == []
        assert step.question(view(state, 1)) is None


@pytest.mark.parametrize(("house", "seat"), [({}, 1), ({"first": 2}, 2), ({"first": 5}, 2)])
def test_the_token_starts_where_the_master_says(house: dict[str, int], seat: int) -> None:
    """L1.1; a seat that nobody sits at is counted round the table."""
    begun = begin_game(Lords(), Setup("lords", "shoggoth", 3, "opening", house))
    assert begun.state.first == seat
