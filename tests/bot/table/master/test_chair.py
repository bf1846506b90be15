"""The chair at the table: seats that change hands, undo of everything else, blindness, claims."""

from datetime import timedelta

import pytest

from bot.table.records import Person, Refused, Stale


async def test_a_newcomer_gets_a_full_period_and_the_old_one_hears_no_more(house):
    game = await house.game(deadline=3600)
    await house.table.tick()
    house.clock.advance(3000)
    await house.table.master.take(game, 2, house.cid, house.ann.id)
    info = await house.table.info(game)
    assert info.deadline == house.clock.now() + timedelta(seconds=3600)
    assert info.seat_of(house.bob.id) is None
    due = []
    while rows := await house.table.outbox_due():
        for row in rows:
            due.append((row.kind, row.person_id))
            await house.table.claim(row, ["x"])
            await house.table.done(row, [len(due)])
    assert ("recap", house.cid.id) in due
    assert ("question", house.cid.id) in due
    assert ("lost", house.bob.id) in due
    assert ("question", house.bob.id) not in due


async def test_nobody_sits_on_two_seats(house):
    game = await house.game()
    with pytest.raises(Refused, match="seated"):
        await house.table.master.take(game, 2, house.ann, house.ann.id)


async def test_everything_else_is_undone_too_in_the_order_of_the_log(house):
    game, master = await house.game(), house.table.master
    before = (await house.table.info(game)).settings
    await master.set_mode(game, 1, "master")
    await master.hold(game, 1)
    await master.lock_sending(game, 1)
    await master.words(game, 1, "name", "Nemo")
    await master.kick(game, 1, 2)
    await master.broadcast(game, 1, "hear")
    await master.undo(game, 1)  # the words alone
    assert (await house.table.info(game)).seats[1].person_id is None
    await master.undo(game, 1)
    assert (await house.table.info(game)).seats[1].person_id == house.bob.id
    await master.undo(game, 1, 4)
    assert (await house.table.info(game)).settings == before
    await master.redo(game, 1)
    settings = (await house.table.info(game)).settings
    assert settings.chair.mode == "master"
    assert settings.chair.name == "Nemo"
    await master.redo(game, 1)
    assert (await house.table.info(game)).seats[1].person_id is None
    assert (await master.redo(game, 1)).lines[0].kind == "broadcast"
    with pytest.raises(Refused, match="nothing to redo"):
        await master.redo(game, 1)


async def test_a_finished_game_is_reopened_and_an_ended_one_undone(house):
    game, master = await house.game(), house.table.master
    await master.finish(game, 1)
    assert (await house.table.info(game)).status == "over"
    await master.undo(game, 1)
    assert (await house.table.info(game)).status == "play"
    await master.abort(game, 1)
    await master.reopen(game, 1)
    await house.play_out(game)
    with pytest.raises(Refused, match="ended by the rules"):
        await master.reopen(game, 1)
    assert (await master.reveal(game, 1)).seed


async def test_locked_means_nobody_sends_and_the_seal_binds_who_looked(house):
    game, master = await house.game(), house.table.master
    await house.answer(game, 2, ";bid", "2")
    await master.lock_sending(game, 1)
    with pytest.raises(Refused, match="locked"):
        await house.write(game, 1, ";bid", "1")
    found = await master.preview(game, 1)  # Ann plays: locked, she may look
    assert all(row.person_id is None for row in found.rows)
    await master.lock_sending(game, 1, False)
    with pytest.raises(Refused, match="sealed"):
        await house.write(game, 1, ";bid", "1")
    await house.write(game, 2, ";bid", "3")
    with pytest.raises(Refused, match="preview again"):
        await master.approve(game, 1, found.seal)


async def test_a_preview_changes_nothing_and_the_approved_step_is_the_previewed_one(house):
    game, master = await house.game(), house.table.master
    await master.lift(game, 1)
    before = await house.table.state_hash(game)
    found = await master.preview(game, 1)
    assert found.missed == (1, 2)
    assert await house.table.state_hash(game) == before
    assert not any(line.entry for line in await master.log(game))
    await master.approve(game, 1, found.seal)
    post = await master.post(game)
    shown = next(row for row in found.rows if row.kind == "post")
    assert (post.facts, post.view, post.missed) == (shown.facts, shown.view, shown.missed)


async def test_an_answer_written_by_the_master_counts_and_old_buttons_are_stale(house):
    game, master = await house.game(), house.table.master
    desk = await house.table.desk(game, 2)
    await master.write_for(game, 1, 2, (";bid", "2"))
    with pytest.raises(Stale):
        await house.table.put(game, 2, desk.step, desk.revision, (";bid", "3"))
    await house.answer(game, 1, ";bid", "1")
    assert (await house.table.info(game)).step == 1


async def test_guests_sit_down_at_the_start(house):
    game = await house.lobby(house.ann)
    await house.table.master.name(game, 1, 0, "Old Bill")
    await house.table.start(game, 1)
    info = await house.table.info(game)
    assert [(seat.name, seat.person_id) for seat in info.seats] == [("Ann", 1), ("Old Bill", None)]


async def test_whatever_the_master_does_ends_a_claim(house):
    game, master = await house.game(house.ann, house.bob, house.cid, seats=3), house.table.master
    zed = Person(50, "Zed")
    await house.table.set_person(zed)
    claim = await master.claim(game, zed)
    await master.hold(game, 1)
    with pytest.raises(Refused, match="no claim"):
        await master.agree(game, 2, claim.deed)
    claim = await master.claim(game, zed)
    with pytest.raises(Refused, match="not joined"):
        await master.agree(game, 77, claim.deed)
    assert not (await master.agree(game, 2, claim.deed)).taken
    assert not (await master.agree(game, 2, claim.deed)).taken  # twice is once
    assert (await master.agree(game, 3, claim.deed)).taken
    assert (await house.table.info(game)).master_id == 50
    await master.undo(game, 50)
    assert (await house.table.info(game)).master_id == 1


async def test_a_restart_in_the_middle_changes_nothing(house):
    game = await house.game()
    await house.table.master.set_mode(game, 1, "master")
    await house.answer(game, 1, ";bid", "1")
    await house.answer(game, 2, ";bid", "2")
    table = await house.reopen()
    await table.tick()
    assert (await table.info(game)).step == 0
    found = await table.master.preview(game, 1)
    assert await table.master.approve(game, 1, found.seal)
    assert (await table.info(game)).step == 1
