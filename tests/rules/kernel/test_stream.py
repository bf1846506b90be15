"""Seeded streams: the same on every machine, apart from each other by name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.stream import Stream

seeds = st.text("abя0 \n\x00", max_size=8)  # of few letters: a table of all takes seconds to make


def test_the_same_seed_and_name_give_the_same_numbers() -> None:
    assert [Stream("s", "a").below(1000) for _ in range(3)] == [Stream("s", "a").below(1000)] * 3
    one, other = Stream("s", "a"), Stream("s", "a")
    assert [one.below(97) for _ in range(50)] == [other.below(97) for _ in range(50)]


def test_the_numbers_never_change() -> None:
    """What was rolled once is rolled for ever: records of old games depend on it."""
    stream = Stream("seed", "cards.1")
    assert [stream.below(100) for _ in range(8)] == [89, 45, 95, 49, 1, 8, 2, 7]
    assert Stream("seed", "cards.2").shuffled("abcdef") == ["d", "f", "c", "e", "b", "a"]


def test_streams_of_other_names_or_seeds_differ() -> None:
    rows = {
        tuple(Stream(seed, name).below(1 << 20) for _ in range(4))
        for seed, name in [("s", "a"), ("s", "b"), ("t", "a"), ("s\na", ""), ("", "s\na")]
    }
    assert len(rows) == 5


@given(seeds, st.integers(1, 1 << 31))
def test_numbers_stay_below_the_bound(seed: str, bound: int) -> None:
    stream = Stream(seed, "x")
    assert all(0 <= stream.below(bound) < bound for _ in range(20))


@given(seeds, st.lists(st.integers()))
def test_shuffling_loses_nothing_and_leaves_the_list_alone(seed: str, items: list[int]) -> None:
    before = list(items)
    assert sorted(Stream(seed, "x").shuffled(items)) == sorted(items)
    assert items == before


@pytest.mark.parametrize("bound", [0, -1])
def test_nothing_to_choose_from(bound: int) -> None:
    with pytest.raises(ValueError, match="something to choose"):
        Stream("s", "a").below(bound)


def test_every_number_comes_about_as_often() -> None:
    stream = Stream("even", "x")
    counts = [0] * 6
    for _ in range(6000):
        counts[stream.below(6)] += 1
    assert all(850 < count < 1150 for count in counts)
