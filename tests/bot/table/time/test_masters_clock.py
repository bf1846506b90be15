"""The deadline at hand when the master's hand is on it: modes, holding, undo and redo."""

from datetime import timedelta

import pytest

from bot.table.time.paces import Pace, Times

HOUR = timedelta(hours=1)
OWN = Times(steps={"bid": Pace(seconds=6 * 3600)})
"""A step of the first kind has its own pace; the game's is another."""


async def due(house, game):
    return (await house.table.info(game)).deadline


async def waiting(house):
    """A game whose step's deadline has passed while its master held it."""
    game = await house.game(deadline=24 * 3600, times=OWN)
    opened = house.clock.now()
    assert await due(house, game) == opened + 6 * HOUR
    await house.table.master.hold(game, 1)
    for _ in range(2):  # the very first step is extended once
        house.clock.advance(7 * HOUR)
        await house.table.tick()
    return game


async def test_a_released_step_is_given_the_pace_of_its_own_kind(house):
    game = await waiting(house)
    assert (await house.table.info(game)).step == 0
    assert await due(house, game) is None
    await house.table.master.hold(game, 1, on=False)
    assert await due(house, game) == house.clock.now() + 6 * HOUR


async def test_a_step_that_waited_for_approval_too(house):
    game = await house.game(deadline=24 * 3600, times=OWN)
    await house.table.master.set_mode(game, 1, "master")
    for _ in range(2):
        house.clock.advance(7 * HOUR)
        await house.table.tick()
    assert await due(house, game) is None
    await house.table.master.set_mode(game, 1, "ready")
    assert await due(house, game) == house.clock.now() + 6 * HOUR


async def test_a_game_that_is_reopened_keeps_the_pace_of_its_step(house):
    game = await house.game(deadline=24 * 3600, times=OWN)
    await house.table.master.abort(game, 1, "by mistake")
    house.clock.advance(HOUR)
    await house.table.master.undo(game, 1)
    assert await due(house, game) == house.clock.now() + 6 * HOUR


@pytest.mark.parametrize(
    "changes",
    [
        {"pace": Pace(seconds=48 * 3600)},
        {"steps": {"bid": Pace(seconds=12 * 3600)}},
        {"pace": Pace(minute=21 * 60)},
        {"zone": "Asia/Tokyo", "pace": Pace(minute=21 * 60, days=(0, 2))},
    ],
)
async def test_undoing_a_setting_of_time_moves_the_deadline_back_and_forth(house, changes):
    game = await house.game(deadline=24 * 3600)
    before = await due(house, game)
    house.clock.advance(HOUR)
    after = await house.table.time.set(game, 1, **changes)
    assert after == await due(house, game) != before
    await house.table.master.undo(game, 1)
    assert await due(house, game) == before
    await house.table.master.redo(game, 1)
    assert await due(house, game) == after


async def test_an_extension_and_a_setting_are_undone_one_by_one_and_redone_together(house):
    game = await house.game(deadline=24 * 3600)
    first = await due(house, game)
    await house.table.time.set(game, 1, pace=Pace(seconds=48 * 3600))
    longer = await house.table.master.extend(game, 1, 3600)
    assert longer == first + 25 * HOUR
    await house.table.master.undo(game, 1)
    assert await due(house, game) == first + 24 * HOUR
    await house.table.master.undo(game, 1)
    assert await due(house, game) == first
    await house.table.master.redo(game, 1)
    await house.table.master.redo(game, 1)
    assert await due(house, game) == longer
    await house.table.master.undo(game, 1, 2)
    assert await due(house, game) == first
    await house.table.master.redo(game, 1)
    assert await due(house, game) == longer


async def test_a_step_that_comes_back_is_given_the_time_that_is_set_then(house):
    game = await house.game(deadline=24 * 3600)
    await house.table.time.set(game, 1, pace=Pace(seconds=48 * 3600))
    await house.table.master.extend(game, 1, 3600)
    for seat in (1, 2):
        await house.answer(game, seat, ";bid", str(seat))
    house.clock.advance(30 * HOUR)
    await house.table.master.undo(game, 1, line=0)  # all of it
    assert await due(house, game) == house.clock.now() + 24 * HOUR
    await house.table.master.redo(game, 1)
    assert await due(house, game) == house.clock.now() + 48 * HOUR


async def test_a_paused_clock_stands_whatever_is_undone(house):
    game = await house.game(deadline=24 * 3600)
    await house.table.time.set(game, 1, pace=Pace(seconds=48 * 3600))
    await house.table.master.pause(game, 1)
    await house.table.master.undo(game, 1, line=0)
    assert await due(house, game) == house.clock.now() + 24 * HOUR
