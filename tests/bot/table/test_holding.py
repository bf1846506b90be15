"""Changes of hands: resigning, stand-ins for a while, blocked chats, groups that move."""

import pytest

from bot.table.records import Person, Refused


def notices(rows):
    return [(r.data["code"], r.person_id) for r in rows if r.kind == "notice"]


async def test_resigning_is_one_event_that_settles_all(house):
    game = await house.game()
    await house.write(game, 2, ";bid")
    await house.table.resign(game, 2)
    info = await house.table.info(game)
    seat = info.seats[1]
    assert (seat.person_id, seat.name, seat.standin, seat.ready) == (
        None, house.bob.name, "random", True
    )  # fmt: skip
    assert await house.table.games_of(2) == []
    said = await house.say_all()
    assert {r.person_id for r in said} == {None, 1}  # what was on its way to Bob is not sent
    assert notices(said) == [("resigned", None)]
    for again in (house.table.resign(game, 2), house.table.sit_in(game, 2, None)):
        with pytest.raises(Refused, match="nobody"):
            await again
    with pytest.raises(Refused, match="held"):
        await house.write(game, 2, ";bid", "1")
    await house.answer(game, 1, ";bid", "1")
    assert (await house.table.info(game)).step > 0
    with pytest.raises(Refused, match="no seat"):
        await house.table.resign(game, 5)


async def test_what_was_sent_stays_when_a_stand_in_takes_over(house):
    game = await house.game()
    await house.write(game, 2, ";bid", "3")
    await house.table.resign(game, 2)
    await house.answer(game, 1, ";bid", "1")
    [entry] = (await house.table.export(game, running=True)).entries[:1]
    assert entry.answers[2] == "bid 3"
    assert (entry.missed, entry.held) == ((), (2,))


async def test_a_stand_in_for_a_while(house):
    game = await house.game()
    await house.say_all()
    await house.table.sit_in(game, 2, "random")
    with pytest.raises(Refused, match="unknown stand-in"):
        await house.table.sit_in(game, 2, "wizard")
    assert (await house.table.info(game)).seats[1].standin == "random"
    await house.table.sit_in(game, 2, None)
    await house.table.sit_in(game, 2, None)
    said = await house.say_all()
    assert [(r.kind, r.person_id) for r in said if r.kind != "status"] == [("question", 2)]
    await house.answer(game, 2, ";bid", "1")
    await house.table.sit_in(game, 1, "")
    assert (await house.table.info(game)).step > 0  # it answered by itself


async def test_who_cannot_be_reached_shows_as_such_and_hears_later(house):
    game = await house.game(master=4)
    await house.table.set_person(house.dan)
    await house.table.set_reachable(2, False)
    await house.table.set_reachable(2, False)  # the error and the update tell of the same thing
    info = await house.table.info(game)
    assert [seat.reachable for seat in info.seats] == [True, False]
    said = await house.say_all()
    assert {r.person_id for r in said} == {None, 1, 4}
    assert notices(said) == [("unreachable", 4), ("unreachable", None)]
    assert await house.table.next_due() is not None
    await house.table.tick()
    assert await house.table.next_due() is None  # what waits for Bob keeps nobody awake
    await house.table.set_reachable(2, True)
    said = await house.say_all()
    assert [r.kind for r in said if r.person_id == 2] == ["private", "question"]
    assert [r.kind for r in said if r.person_id is None] == ["status"]


async def test_a_person_is_an_id_whatever_he_is_called(house):
    await house.table.set_person(Person(7, "x" * 64, "ru", "f"))
    await house.table.set_person(Person(7, "New <name>"))
    assert await house.table.person(7) == Person(7, "New <name>", "ru", "f")
    assert await house.table.person(8) is None


async def test_a_group_that_moves_takes_its_games_along_once(house):
    lobby, game = await house.lobby(), await house.game()
    await house.say_all()
    assert await house.table.message_of(game, "status") is not None
    await house.table.move_chat(house.chat, -777)
    await house.table.move_chat(house.chat, -777)  # announced twice
    await house.table.move_chat(-777, -777)
    assert await house.table.games_in(house.chat) == []
    assert [info.id for info in await house.table.games_in(-777)] == [lobby, game]
    assert await house.table.message_of(game, "status") is None  # old messages are out of reach
    said = await house.say_all()
    assert sorted((r.kind, r.chat_id) for r in said) == [("lobby", -777), ("status", -777)]
    after = await house.table.open(-777, None, house.ann, house.settings())
    assert (await house.table.info(after)).name == "#3"


async def test_numbers_stay_unique_when_two_groups_become_one(house):
    await house.lobby()
    other = await house.table.open(-777, None, house.ann, house.settings())
    await house.table.move_chat(house.chat, -777)
    assert {info.number for info in await house.table.games_in(-777)} == {1, 2}
    assert (await house.table.info(other)).number == 1


async def test_a_group_without_the_bot_stands_still(house):
    game = await house.game(deadline=100, master=4)
    await house.table.tick()
    await house.say_all()
    house.clock.advance(40)
    await house.table.pause_chat(house.chat)
    await house.table.pause_chat(house.chat)
    info = await house.table.info(game)
    assert (info.paused, info.deadline) == (True, None)
    with pytest.raises(Refused, match="paused"):
        await house.table.resolve(game, 4)
    await house.answer(game, 1, ";bid", "1")
    await house.answer(game, 2, ";bid", "1")
    house.clock.advance(1000)
    assert not await house.table.tick()
    assert notices(await house.say_all()) == [("paused", 4)]
    assert await house.table.next_due() is None
    assert (await house.table.info(game)).step == 0
    await house.table.resume_chat(house.chat)
    await house.table.resume_chat(house.chat)
    info = await house.table.info(game)
    assert (info.step, info.paused) == (1, False)


async def test_after_a_pause_what_was_left_of_the_period_is_left(house):
    game = await house.game(deadline=100)
    house.clock.advance(40)
    await house.table.pause_chat(house.chat)
    house.clock.advance(5000)
    await house.table.resume_chat(house.chat)
    left = (await house.table.info(game)).deadline - house.clock.now()
    assert left.total_seconds() == 60
