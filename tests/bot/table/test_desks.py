"""The table of the design: what is sent, what is ready, what the deadline finds."""

import pytest

from bot.table.records import Refused, Stale
from rules.kernel.question import Illegal


async def test_a_complete_answer_is_sent_by_itself_and_ready_is_a_second_thing(house):
    game = await house.game()
    desk = await house.table.desk(game, 1)
    assert (desk.mode, desk.step, desk.revision, desk.ready) == ("empty", 0, 0, False)
    desk = await house.write(game, 1, ";bid")
    assert (desk.mode, desk.tokens, desk.sent, desk.revision) == ("draft", (";bid",), None, 1)
    with pytest.raises(Refused, match="incomplete"):
        await house.table.ready(game, 1, 0)
    desk = await house.write(game, 1, ";bid", "3")
    assert (desk.mode, desk.sent, desk.ready) == ("sent", (";bid", "3"), False)
    desk = await house.table.ready(game, 1, 0)
    assert (desk.mode, desk.ready) == ("sent", True)
    assert await house.table.desk(game, 1) == desk
    assert await house.table.ready(game, 1, 0) == desk  # pressed twice
    desk = await house.write(game, 1, ";bid")
    assert (desk.mode, desk.sent, desk.ready) == ("editing", (";bid", "3"), False)
    with pytest.raises(Refused, match="incomplete"):
        await house.table.ready(game, 1, 0)
    desk = await house.write(game, 1)
    assert (desk.mode, desk.tokens, desk.sent) == ("editing", (), (";bid", "3"))
    desk = await house.write(game, 1, ";bid", "2")
    assert (desk.mode, desk.sent) == ("sent", (";bid", "2"))
    desk = await house.table.ready(game, 1, 0)
    desk = await house.table.ready(game, 1, 0, on=False)
    assert not desk.ready
    assert (await house.table.info(game)).step == 0


async def test_stale_and_illegal_answers(house):
    game = await house.game()
    await house.table.put(game, 1, 0, 0, [";bid"])
    again = await house.table.put(game, 1, 0, 0, [";bid"])  # one press as two updates
    assert again.revision == 1
    with pytest.raises(Stale, match="revision") as caught:
        await house.table.put(game, 1, 0, 0, [";bid", "1"])
    assert caught.value.desk == again
    with pytest.raises(Stale, match="step"):
        await house.table.put(game, 1, 1, 1, [";bid", "1"])
    with pytest.raises(Illegal):
        await house.write(game, 1, ";bid", "9")
    with pytest.raises(Refused, match="no seat"):
        await house.table.desk(game, 3)
    await house.table.put(game, 2, 0, 0, [";bid", "1"])  # another seat's revision is its own


async def test_two_writers_at_the_same_moment_are_not_refused(house):
    game = await house.game()
    other = house.lay()  # a second table on the same file, with locks of its own
    await house.table.put(game, 1, 0, 0, [";bid", "1"])
    await other.put(game, 2, 0, 0, [";bid", "1"])
    with pytest.raises(Stale):
        await other.put(game, 1, 0, 0, [";bid", "2"])


async def test_who_owes_nothing_has_no_question(house):
    game = await house.game()
    await house.answer(game, 1, ";bid", "3")
    await house.answer(game, 2, ";bid", "1")
    desk = await house.table.desk(game, 2)
    assert (desk.step, desk.question, desk.ready) == (1, None, True)
    with pytest.raises(Stale, match="step"):
        await house.table.put(game, 2, 1, 0, [";north"])
    info = await house.table.info(game)
    assert [(s.owes, s.ready) for s in info.seats] == [(True, False), (False, True)]


async def test_a_question_in_the_middle_of_a_step(house):
    game = await house.game()
    await house.answer(game, 1, ";bid", "3")
    await house.answer(game, 2, ";bid", "1")
    await house.answer(game, 1, ";north")
    await house.answer(game, 2, ";north")
    desk = await house.table.desk(game, 1)
    assert desk.question is not None
    assert desk.question.kind == "defend"
    await house.answer(game, 1, ";yield")
    assert (await house.table.view(game)).cells == {"north": 2}


async def test_where_nothing_is_to_decide_the_answer_is_there_and_ready(house):
    game = await house.game(house.ann, variant="alone")
    await house.answer(game, 1, ";bid", "1")
    for cell in ("north", "east", "south"):
        await house.answer(game, 1, f";{cell}")
    assert (await house.table.info(game)).status == "over"


async def test_status_is_said_anew_when_what_it_shows_has_changed(house):
    game = await house.game()
    await house.say_all()
    await house.write(game, 1, ";bid")
    assert await house.say_all() == []  # nobody is told of drafts
    await house.write(game, 1, ";bid", "1")
    [row] = await house.say_all()
    assert (row.kind, row.game) == ("status", game)
    await house.write(game, 1, ";bid", "2")
    assert await house.say_all() == []
    await house.table.ready(game, 1, 0)
    assert [row.kind for row in await house.say_all()] == ["status"]
