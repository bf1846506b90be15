"""Time in a whole game of the board game: orders, production, what is asked while a fight goes on.

Two lords and a master; `play_to` brings the game to the step at hand.
"""

import asyncio
import re
import shutil
from contextlib import asynccontextmanager
from datetime import datetime, timedelta

import pytest

from tests.scripts.house import open_house
from tests.scripts.prepared import MASTERED, change_state, play_to, pleading

HOUR = timedelta(hours=1)
DAY = 24 * HOUR
SECOND = timedelta(seconds=1)
SETUP, ORDERS, PRODUCTION, ROUND = 0, 3, 6, 9
"""Inaccessible orders; spring; a pay day in summer; the first round of combat."""


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    folder = tmp_path_factory.mktemp("classic")
    for step in (SETUP, ORDERS, PRODUCTION, ROUND):
        path = folder / f"{step}.sqlite"
        asyncio.run(play_to(path, step, **MASTERED))
    change_state(folder / f"{ROUND}.sqlite", pleading)
    return folder


@pytest.fixture
def at(games, tmp_path):
    """A table at a step: house, Ann, Bob, Mia and their group."""

    @asynccontextmanager
    async def opened(step):
        shutil.copy(games / f"{step}.sqlite", tmp_path / "lords.sqlite")
        async with open_house(tmp_path) as house:
            ann, bob, mia = (house.person(name) for name in ("Ann", "Bob", "Mia"))
            group = house.group(ann, bob, mia)
            for person in (mia, ann, bob):
                await person.start()
            for person in (ann, bob):
                await person.start("q_1")
            yield house, ann, bob, mia, group

    return opened


async def asked(house, seat):
    """The kind of what a seat owes; None while it owes nothing."""
    question = (await house.table.desk(1, seat)).question
    return question.kind if question is not None else None


async def left(house) -> timedelta:
    """How long until the step's deadline."""
    due = (await house.table.info(1)).deadline
    assert isinstance(due, datetime)
    return due - house.clock.now()


async def sends(*people):
    """They send a witch and a goblin; the spell asks Ann first."""
    for person in people:
        await person.say("ведьма, гоблин")
        await person.press("Готов")


def told(person, group):
    return re.sub("\\s", " ", "\n".join(person.texts(group)))


async def test_the_first_step_waits_once_more_and_then_goes_by_default(at):
    async with at(SETUP) as (house, ann, _, _, group):
        assert await asked(house, 1) == "setup"
        await house.wait(DAY + HOUR)
        assert "Ход самый первый, поэтому ждём ещё раз" in told(ann, group)
        assert await asked(house, 1) == "setup"
        await house.wait(DAY + HOUR)
        assert await asked(house, 1) == "orders"


async def test_a_deadline_in_orders(at):
    async with at(ORDERS) as (house, ann, bob, _, group):
        assert await asked(house, 1) == "orders"
        await bob.say("еда, импы, репутация")
        before = (await house.table.info(1)).step
        await house.wait(20 * HOUR)
        assert any("⏰" in text for text in ann.texts())
        assert not any("⏰" in text for text in bob.texts())
        await house.wait(5 * HOUR)
        assert (await house.table.info(1)).step > before
        assert "Не дождались: Ann" in told(ann, group)


async def test_a_deadline_in_production_with_a_reply_to_the_event(at):
    async with at(PRODUCTION) as (house, ann, bob, _, group):
        assert await asked(house, 1) == "production"
        await bob.say("заплатить никому")
        await bob.press("Готов")
        await house.wait(DAY + HOUR)
        assert "Не дождались: Ann" in told(ann, group)
        view = await house.table.view(1)
        assert view.lord(1).monsters
        assert not view.lord(2).monsters
        assert view.step == "orders"


async def test_deadlines_pass_one_question_after_the_other_in_a_fight(at):
    async with at(ROUND) as (house, ann, bob, _, group):
        await sends(ann, bob)
        assert (await asked(house, 1), await asked(house, 2)) == ("spell", None)
        assert DAY - HOUR < await left(house) <= DAY
        await house.wait(20 * HOUR)
        assert "⏰" in ann.see().text
        assert not any("⏰" in text for text in bob.texts())
        await house.wait(5 * HOUR)
        assert "Не дождались: Ann" in told(ann, group)
        for _ in range(4):  # each question has a day of its own
            if (await house.table.view(1)).round > 1:
                break
            assert await left(house) > DAY - 2 * HOUR
            await house.wait(DAY + HOUR)
        assert (await house.table.view(1)).round == 2
        assert "Не дождались: Bob" in told(ann, group)


@pytest.mark.parametrize("kind", ["боевые", "combat"])
async def test_the_pace_of_combat_is_that_of_what_is_asked_in_a_fight(at, kind):
    async with at(ROUND) as (house, ann, bob, mia, group):
        await mia.say(f"/deadline {kind} 12h", group)
        assert await left(house) <= 12 * HOUR
        await sends(ann, bob)
        assert await asked(house, 1) == "spell"
        assert 11 * HOUR < await left(house) <= 12 * HOUR
        await mia.say("/deadline удары 3h", group)  # but one of them may be set apart
        assert 11 * HOUR < await left(house) <= 12 * HOUR
        await ann.press("принять злобу")
        await ann.press("Готов")
        assert await asked(house, 1) == "attacks"
        assert 2 * HOUR < await left(house) <= 3 * HOUR
        await mia.say("/deadline удары обычно", group)
        assert 11 * HOUR < await left(house) <= 12 * HOUR


async def test_a_clock_on_the_wall_in_a_fight(at):
    async with at(ROUND) as (house, ann, bob, mia, group):
        await mia.say("/deadline 21:00 Москва", group)
        await sends(ann, bob)
        due = (await house.table.info(1)).deadline
        assert (due.hour, due.minute) == (18, 0)
        await house.wait(due - house.clock.now() + HOUR)
        again = (await house.table.info(1)).deadline
        assert (again.hour, again.minute) == (18, 0)
        assert again > due
        assert (await house.table.view(1)).round == 1


async def test_a_pause_voted_for_in_a_fight_stops_its_clock(at):
    async with at(ROUND) as (house, ann, bob, _, group):
        await sends(ann, bob)
        await ann.say("/propose пауза", group)
        vote = ann.find("За", group)
        for person in (ann, bob):
            if not (await house.table.info(1)).settings.chair.paused:
                await person.press("За", vote)
        assert (await house.table.info(1)).settings.chair.paused
        await house.wait(3 * DAY)
        assert await asked(house, 1) == "spell"
        await ann.press("принять злобу")  # who wants may answer
        await ann.press("Готов")
        assert not [text for text in ann.texts() if "⏰" in text]


async def test_who_is_away_is_played_by_a_stand_in_all_through_a_fight(at):
    async with at(ORDERS) as (house, ann, bob, _, group):
        await ann.say("/away 30d")
        assert "Ann в отъезде" in told(ann, group)
        for _ in range(30):
            if (await house.table.view(1)).round:
                break
            if await asked(house, 2) is not None:
                await house.wait(DAY + HOUR)
        view = await house.table.view(1)
        assert view.round >= 1
        assert (await house.table.info(1)).seats[0].standin
        assert "Не дождались: Ann" not in told(bob, group)
        await ann.press("Я снова за столом")
        assert not (await house.table.info(1)).seats[0].standin
