"""Stored games replay to the byte and are told in the same words; each ends by its own road."""

import pytest

from rules.kernel.log import to_json, verify
from tests.games.stored import GAME, LANGS, ROADS, Road, file_of, posts, steps, stored

roads = pytest.mark.parametrize("road", ROADS, ids=lambda road: road.name)


@roads
def test_it_replays_to_the_same_end_step_by_step(road: Road) -> None:
    record = stored(road)
    assert all(entry.hash for entry in record.entries)
    verdict = verify(record, {GAME.name: GAME})
    assert verdict.same, verdict


@roads
def test_it_ends_by_its_road(road: Road) -> None:
    played = list(steps(stored(road)))
    state, _ = played[-1]
    assert len(state.lords) == road.seats
    assert state.result
    assert road.ends(state.result, [fact for _, facts in played for fact in facts])


@roads
def test_the_log_is_written_as_it_was_read(road: Road) -> None:
    assert to_json(stored(road)) == file_of(road, "json").read_bytes()


@roads
@pytest.mark.parametrize("lang", LANGS)
def test_it_is_told_in_the_same_words(road: Road, lang: str) -> None:
    """Words may be bettered: `python -m tests.games.stored`, and read the difference."""
    assert posts(stored(road), lang) == file_of(road, f"{lang}.txt").read_text("utf-8")


def test_every_size_of_table_is_there() -> None:
    assert {road.seats for road in ROADS} == {2, 3, 4, 5}
