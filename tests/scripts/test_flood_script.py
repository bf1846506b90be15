"""Telegram wants us to slow down for long, and the bot is started anew meanwhile."""

from datetime import timedelta

import pytest

HOUR = timedelta(hours=1)


@pytest.fixture
async def group(toy, ann, bob):
    return await toy.game(ann, bob)


def flood(house, chat):
    """For an hour nothing can be said in a chat."""
    house.sandbox.trouble.flood(3600, method="sendMessage", chat=chat, times=99)
    house.sandbox.trouble.flood(3600, method="editMessageText", chat=chat, times=99)


async def over(house):
    """The hour is over; ten more show that nothing comes twice."""
    house.sandbox.trouble.clear()
    await house.wait(HOUR)
    await house.wait(10 * HOUR)


async def test_a_restart_in_a_long_flood_loses_nothing(house, group, ann, bob):
    flood(house, ann.id)
    flood(house, group.id)
    before = len(ann.texts()), len(ann.texts(group))
    await ann.say("bid 1")
    await ann.say("no such thing")
    await bob.say("bid 2")
    await bob.press("Готов")
    await ann.say("/status", group)
    await house.restart()
    assert (len(ann.texts()), len(ann.texts(group))) == before
    await over(house)
    told = ann.texts()[before[0] - 1 :]  # the question moved to the end
    assert sum("Принято" in text for text in told) == 1
    assert sum("no such thing" in text for text in told) == 1
    assert len(told) == 2
    assert len(ann.texts(group)) == before[1] + 1
    assert ann.see(group).text.startswith("Игра #1")
    await house.restart()
    assert len(ann.texts(group)) == before[1] + 1


async def test_a_steps_post_and_questions_come_once_after_a_restart(house, group, ann, bob):
    await ann.say("bid 1")
    await ann.press("Готов")
    await bob.say("bid 2")
    for chat in (ann.id, bob.id, group.id):
        flood(house, chat)
    await bob.press("Готов")
    await house.restart()
    assert not any("order" in text for text in ann.texts(group))
    await over(house)
    assert sum("order" in text for text in ann.texts(group)) == 1
    assert sum("take" in text for text in [*ann.texts(), *bob.texts()]) == 1


async def test_answers_wait_in_their_order_and_telegram_is_not_asked_meanwhile(house, ann):
    await ann.start()
    flood(house, ann.id)
    tries = len(house.world.requests("sendMessage"))
    await ann.say("/lang")
    await ann.say("/resign")
    await ann.say("/help")
    assert len(house.world.requests("sendMessage")) == tries + 1
    await house.restart()
    before = len(ann.texts())
    await over(house)
    shown = ann.texts()[before:]
    assert len(shown) == 3
    for words, text in zip(("На каком языке", "нигде не играете", "/games"), shown, strict=True):
        assert words in text


async def test_an_answer_that_is_a_day_late_is_given_up(house, ann):
    await ann.start()
    before = len(ann.texts())
    house.sandbox.trouble.flood(2 * 86400, chat=ann.id)
    await ann.say("/help")
    await house.restart()
    await house.wait(timedelta(days=3))
    assert len(ann.texts()) == before
    await ann.say("/help")
    assert len(ann.texts()) == before + 1


async def test_a_panel_pressed_often_in_a_flood_shows_the_newest_once(house, ann):
    group = house.group(ann)
    await ann.say("/newgame", group)
    panel = ann.see(group)
    flood(house, group.id)
    await ann.press("2\u00a0лорда", panel)
    await ann.press("3\u00a0лорда", panel)
    old = panel.text
    await house.restart()
    assert panel.text == old
    edits = len(house.world.requests("editMessageText"))
    await over(house)
    assert "Лордов: 3" in panel.text
    assert len(house.world.requests("editMessageText")) == edits + 1


async def test_many_commands_in_a_flood_are_not_all_answered(house, ann):
    await ann.start()
    before = len(ann.texts())
    flood(house, ann.id)
    for _ in range(25):
        house.people.say(ann.person, "/help")
    await house.settle()
    await over(house)
    assert len(ann.texts()) == before + 20
