"""A change of mode or setting that leaves nobody to be waited for takes the table on at once."""

import pytest

from bot.table.time.paces import Pace

HOUR = 3600
LATE = Pace(seconds=HOUR, early=False)


async def both_ready(house, game):
    """Both have bid, and the game waits all the same."""
    await house.both_bid(game)
    assert (await house.table.info(game)).step == 0


async def test_undo_and_redo_of_early_resolves(house):
    game = await house.game(deadline=HOUR)
    await house.table.time.pace(game, house.ann.id, LATE)
    await both_ready(house, game)
    await house.table.master.undo(game, house.ann.id)
    assert (await house.table.info(game)).step == 1


async def test_redo_of_early_resolves(house):
    game = await house.game(times={"pace": LATE})
    await house.table.time.pace(game, house.ann.id, Pace(seconds=HOUR))
    await house.table.master.undo(game, house.ann.id)
    await both_ready(house, game)
    await house.table.master.redo(game, house.ann.id)
    assert (await house.table.info(game)).step == 1


@pytest.mark.parametrize("deed", ["hold", "pause", "set_mode"])
async def test_undo_of_what_held_the_table(house, deed):
    game = await house.game()
    how = {"set_mode": ("deadline",)}.get(deed, ())
    await getattr(house.table.master, deed)(game, house.ann.id, *how)
    await both_ready(house, game)
    await house.table.master.undo(game, house.ann.id)
    assert (await house.table.info(game)).step == 1


async def test_a_plain_deadline_in_the_stead_of_a_late_pace(house):
    game = await house.game(times={"pace": LATE})
    await both_ready(house, game)
    await house.table.set_deadline(game, house.ann.id, HOUR)
    assert (await house.table.info(game)).step == 1


async def test_a_deadline_that_the_master_sets_is_a_deed_and_can_be_undone(house):
    game, master = await house.game(deadline=HOUR), house.table.master
    before = await house.table.info(game)
    await house.table.set_deadline(game, house.ann.id, 5 * HOUR)
    after = await house.table.info(game)
    assert after.deadline > before.deadline
    [line] = await master.log(game)
    assert (line.kind, line.by) == ("time", house.ann.id)
    await master.undo(game, house.ann.id)
    undone = await house.table.info(game)
    assert (undone.deadline, undone.settings) == (before.deadline, before.settings)
    await master.redo(game, house.ann.id)
    assert (await house.table.info(game)).deadline == after.deadline


async def test_redo_of_a_stand_in_for_the_one_who_was_waited_for(house):
    game = await house.game()
    await house.table.master.stand_in(game, house.ann.id, 2)
    await house.table.master.undo(game, house.ann.id)
    await house.answer(game, 1, ";bid", "1")
    assert (await house.table.info(game)).step == 0
    await house.table.master.redo(game, house.ann.id)
    assert (await house.table.info(game)).step > 0


async def test_undo_of_a_step_does_not_go_on_by_itself(house):
    game = await house.game()
    await house.answer(game, 1, ";bid", "1")
    await house.answer(game, 2, ";bid", "2")
    await house.table.master.undo(game, house.ann.id)
    assert (await house.table.info(game)).step == 2
    assert (await house.table.desk(game, 1)).mode == "draft"
