"""Undo and redo at the table: the state, the desks, the log, and what the group is told."""

import pytest

from bot.table.records import Refused


async def test_undo_gives_the_state_and_the_answers_back_as_drafts(house):
    game = await house.game()
    first = await house.table.state_hash(game)
    await house.both_bid(game)
    second = await house.table.state_hash(game)
    await house.table.master.undo(game, house.ann.id, why="a slip")
    assert await house.table.state_hash(game) == first
    desk = await house.table.desk(game, 2)
    assert desk.tokens == (";bid", "2")
    assert desk.mode == "draft"
    assert not desk.ready
    assert desk.step == 2  # steps are never counted back
    await house.table.master.redo(game, house.ann.id)
    assert await house.table.state_hash(game) == second


async def test_the_log_keeps_what_was_undone(house):
    game = await house.game()
    await house.both_bid(game)
    await house.table.master.undo(game, house.ann.id, why="a slip")
    lines = await house.table.master.log(game)
    assert [(line.kind, line.undone) for line in lines] == [("answers", True), ("undo", False)]
    assert lines[1].why == "a slip"
    assert lines[1].by == house.ann.id
    await house.table.master.redo(game, house.ann.id)
    lines = await house.table.master.log(game)
    assert [line.undone for line in lines] == [False, False, False]


async def test_redo_works_until_something_new_happens(house):
    game = await house.game()
    await house.both_bid(game)
    await house.table.master.undo(game, house.ann.id)
    await house.both_bid(game)
    with pytest.raises(Refused, match="nothing to redo"):
        await house.table.master.redo(game, house.ann.id)


async def test_back_to_the_first_moment_from_the_end_and_forth_again(house):
    game = await house.game(seed="known to all")
    first = await house.table.state_hash(game)
    await house.play_out(game)
    assert (await house.table.info(game)).status == "over"
    end = await house.table.state_hash(game)
    await house.table.master.undo(game, house.ann.id, line=0)
    info = await house.table.info(game)
    assert info.status == "play"
    assert await house.table.state_hash(game) == first
    await house.table.master.redo(game, house.ann.id)
    assert await house.table.state_hash(game) == end
    assert (await house.table.info(game)).status == "over"


async def test_nobody_else_undoes_and_there_must_be_something(house):
    game = await house.game()
    with pytest.raises(Refused, match="not master"):
        await house.table.master.undo(game, house.bob.id)
    with pytest.raises(Refused, match="nothing to undo"):
        await house.table.master.undo(game, house.ann.id)
    with pytest.raises(Refused, match="no line"):
        await house.table.master.undo(game, house.ann.id, line=9)


async def test_more_than_there_is_is_not_undone_in_silence(house):
    game = await house.game()
    await house.both_bid(game)
    before = await house.table.state_hash(game)
    with pytest.raises(Refused, match="fewer to undo") as caught:
        await house.table.master.undo(game, house.ann.id, 99)
    assert caught.value.data == {"have": 1, "wanted": 99}
    assert await house.table.state_hash(game) == before


async def test_where_no_step_is_undone_no_card_is_drawn_anew(house):
    game, master = await house.game(), house.table.master
    await master.hold(game, house.ann.id)
    await master.undo(game, house.ann.id, 1, anew=True)
    [told] = [row for row in await house.say_all() if row.data.get("code") == "master undo"]
    assert told.data["anew"] is False
    assert (await master.log(game))[-1].data["anew"] is False


async def test_the_export_of_an_undone_game_replays(house):
    from rules.kernel.log import verify
    from tests.toy import ToyGame

    game = await house.game()
    await house.both_bid(game)
    await house.table.master.undo(game, house.ann.id)
    await house.play_out(game)
    record = await house.table.export(game)
    assert verify(record, {"toy": ToyGame()}).problem == ""


async def test_a_restart_does_not_resolve_what_was_undone(house):
    game = await house.game()
    await house.both_bid(game)
    await house.table.master.undo(game, house.ann.id)
    before = await house.table.state_hash(game)
    table = await house.reopen()
    await table.tick()
    assert await table.state_hash(game) == before
