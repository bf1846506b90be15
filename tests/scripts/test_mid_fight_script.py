"""Questions in the middle of a fight: one lord is asked, the others wait, and the master can do
all that he can do elsewhere; deadlines, absence and stand-ins work there too.
"""

import asyncio
import re
import shutil
from datetime import timedelta

import pytest

from tests.scripts.house import open_house
from tests.scripts.prepared import ANN, BOB, MASTERED, MIA, change_state, play_to, pleading

FIRST_ROUND = 9
"""The board game's first question, then eight seasons' orders and plans."""

WAITS = "бой ждёт слова своего лорда"


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    path = tmp_path_factory.mktemp("fight") / "lords.sqlite"
    asyncio.run(play_to(path, FIRST_ROUND, **MASTERED))
    change_state(path, pleading)
    return path


@pytest.fixture
async def house(prepared, tmp_path):
    shutil.copy(prepared, tmp_path / "lords.sqlite")
    async with open_house(tmp_path) as house:
        yield house


@pytest.fixture
async def table(house):
    """Ann and Bob play, Mia is the master; both have sent a witch and a goblin: Ann is asked."""
    ann, bob, mia = (house.person(name) for name in ("Ann", "Bob", "Mia"))
    assert (ann.id, bob.id, mia.id) == (ANN, BOB, MIA)
    group = house.group(ann, bob, mia)
    for person in (mia, ann, bob):
        await person.start()
    for person in (ann, bob):
        await person.start("q_1")
        await person.say("ведьма, гоблин")
        await person.press("Готов")
    return ann, bob, mia, group


def plain(text):
    """A text without the signs that keep numbers to their words."""
    return text.replace("\u00a0", " ").replace("\u2060", "")


def told(person, group, since=0):
    """What the group has been told, as one text."""
    return plain("\n".join(person.texts(group)[since:]))


async def asked(house, seat):
    """The kind of what a seat owes; None while it owes nothing."""
    question = (await house.table.desk(1, seat)).question
    return question.kind if question is not None else None


async def test_one_lord_is_asked_after_the_other(house, table):
    ann, bob, _, group = table
    assert "Маги желают мира" in ann.question.text
    assert "слово мира" in ann.question.text
    assert WAITS in told(ann, group)
    assert "Нет ответа: 1 из 1 (Ann)" in house.people.pinned(group).text
    assert (await asked(house, 1), await asked(house, 2)) == ("spell", None)
    await bob.say("принять злобу")  # it is not his turn
    assert await asked(house, 1) == "spell"
    await ann.press("принять злобу")
    await ann.press("Готов")
    assert "дошло до ударов" in ann.question.text
    assert (await asked(house, 1), await asked(house, 2)) == ("attacks", None)
    before = len(ann.texts(group))
    await ann.say("гоблин, ведьма двумя №1 №2")
    assert "№1 (маг)" in ann.question.text
    await ann.press("Готов")
    blows = told(ann, group, before)
    assert blows.index("идёт гоблин") < blows.index("идёт ведьма (двумя ударами)")
    assert (await asked(house, 1), await asked(house, 2)) == (None, "spell")
    await bob.press("отозвать")
    await bob.press("Готов")
    view = await house.table.view(1)
    assert (view.step, view.round) == ("combat", 2)
    assert view.lord(1).evil == 5 + 2 - 1
    assert [monster.exhausted for monster in view.lord(2).monsters] == [False, False]
    for person in (ann, bob):
        assert "раунд 2: план боя" in plain(person.question.text)


async def test_the_round_goes_on_in_a_post_of_its_own(house, table):
    ann, _, _, group = table
    await ann.press("принять злобу")
    before = len(ann.texts(group))
    await ann.press("Готов")
    text = told(ann, group, before)
    assert "раунд 1, продолжение" in text
    assert WAITS in text
    assert text.count("Карта раунда") == 1  # for whoever reads this part alone


async def test_a_fight_told_in_parts_ends_with_its_tile_and_dungeon(prepared, tmp_path):
    """Nobody has to look up where it was fought, nor what the dungeon has come to."""

    def trapped(state):
        pleading(state)
        for lord in state.lords:
            lord.traps = ["trapdoor"]  # no conquest: only the trap's end names the tile

    folder = tmp_path / "trapped"
    folder.mkdir()
    shutil.copy(prepared, folder / "lords.sqlite")
    change_state(folder / "lords.sqlite", trapped)
    async with open_house(folder) as other:
        ann, bob, mia = (other.person(name) for name in ("Ann", "Bob", "Mia"))
        group = other.group(ann, bob, mia)
        for person in (ann, bob):
            await person.start("q_1")
            await person.say("ловушка люк, ведьма")
            await person.press("Готов")
        await ann.press("принять злобу")
        await ann.press("Готов")
        before = len(ann.texts(group))
        await ann.press("Готов")
        text = told(ann, group, before)
    assert "Ann: участок c1 устоял" in text
    assert "Ann, подземелье" in text
    assert "Bob: бой за c1 (монетный двор) шаг за шагом до вопроса лорду" in text
    assert "Bob, подземелье" not in text  # his fight is not through


async def test_the_master_answers_and_takes_back(house, table):
    ann, _, mia, group = table
    await mia.say("/missing")
    assert "Ann" in mia.see().text
    assert "Bob" not in mia.see().text
    await mia.say("/write Bob злоба")  # who owes nothing can't be answered for
    assert "Записано" not in mia.see().text
    await mia.say("/write Ann злоба")
    assert "Монстры остаются, злоба растёт" in mia.see().text
    assert await asked(house, 1) == "attacks"
    assert (await house.table.view(1)).lord(1).evil == 7
    await mia.say("/undo // рука дрогнула", group)
    assert await asked(house, 1) == "spell"
    assert (await house.table.view(1)).lord(1).evil == 5
    assert "⟲ Отменено" in told(ann, group)
    assert "Монстры остаются, злоба растёт" in ann.question.text  # as a draft
    assert ann.question.labels[-1] == "✅ Готово"
    await mia.say("/redo", group)
    assert await asked(house, 1) == "attacks"
    await mia.say("/write Ann ведьма")
    assert await asked(house, 2) == "spell"
    await mia.say("/undo 2", group)
    assert (await asked(house, 1), await asked(house, 2)) == ("attacks", None)


async def test_undo_to_the_plans_asks_both_again(house, table):
    ann, bob, mia, group = table
    await ann.press("принять злобу")
    await ann.press("Готов")
    await mia.say("/undo 2", group)
    view = await house.table.view(1)
    assert view.turned == []
    assert (await asked(house, 1), await asked(house, 2)) == ("combat", "combat")
    assert "Ведьма" in ann.question.text
    assert "Ведьма" in bob.question.text


async def test_set_in_mid_fight_shows_in_the_question(house, table):
    ann, _, mia, group = table
    await ann.press("принять злобу")
    await mia.say("/set gold Ann +2")
    assert "Заново спросим: Ann" in mia.see().text
    await mia.press("✅ Сделать")
    assert (await house.table.view(1)).lord(1).gold == 5
    assert "Монстры остаются" in ann.question.text  # what he said stands
    await ann.press("Изменить")
    assert "5 золотых" in plain(ann.question.text)
    await mia.say("/set monster Ann remove goblin")  # who is in the fight can't be taken away
    assert "бой в разгаре" in mia.see().text
    assert "L9.3" in mia.see().text
    await ann.press("Назад")
    await ann.press("отозвать")
    await ann.press("Назад")
    await ann.press("принять злобу")
    await ann.press("Готов")
    assert await asked(house, 1) == "attacks"
    await mia.say("/set hero Ann 2 wounds 3")
    await mia.press("✅ Сделать")
    assert "2. воин ♥4/7" in plain(ann.question.text)
    await ann.say("ведьма")
    await ann.press("Готов")
    assert await asked(house, 2) == "spell"
    assert re.search(r"золот\w*:? 3 → 5", told(ann, group))


async def test_a_master_who_has_the_last_word_has_it_here_too(house, table):
    ann, _, mia, group = table
    await mia.say("/mode мастер", group)
    await ann.press("принять злобу")
    await ann.press("Готов")
    assert await asked(house, 1) == "spell"
    assert "ваше слово, мастер" in " ".join(mia.texts())
    before = await house.table.state_hash(1)
    await mia.say("/preview")
    shown = next(text for text in reversed(mia.texts()) if "продолжение\n" in text)
    assert "злоба 5 → 7" in plain(shown)
    assert await house.table.state_hash(1) == before
    assert "продолжение" not in told(ann, group)
    await mia.press("Утвердить")
    assert shown in ann.texts(group)
    assert await asked(house, 1) == "attacks"


async def test_hold_and_lock_in_mid_fight(house, table):
    ann, _, mia, group = table
    await mia.say("/hold", group)
    await ann.press("принять злобу")
    await ann.press("Готов")
    assert await asked(house, 1) == "spell"
    await mia.say("/lock", group)
    await ann.say("отозвать")
    assert "запер ответы" in ann.see().text
    await mia.say("/release", group)
    assert await asked(house, 1) == "attacks"
    assert (await house.table.view(1)).lord(1).evil == 7


async def test_the_deadline_passes_in_mid_fight(house, table):
    """A stand-in says the one thing that is due; the next question has its own time."""
    ann, bob, _, group = table
    deadline = (await house.table.info(1)).deadline
    await house.wait(timedelta(hours=25))
    assert "Не дождались: Ann" in told(ann, group)
    assert await asked(house, 1) in ("attacks", None)
    assert (await house.table.info(1)).deadline > deadline
    view = await house.table.view(1)
    assert view.lord(1).evil == 7 or not any(m.exhausted for m in view.lord(1).monsters)
    while await asked(house, 2) is None:
        await house.wait(timedelta(hours=25))
    assert (await house.table.view(1)).round == 1
    assert "Маги желают мира" in bob.question.text


async def test_a_pace_of_its_own_for_what_is_asked_in_mid_fight(house, table):
    ann, _, mia, group = table
    opened = (await house.table.info(1)).deadline - timedelta(hours=24)
    for kind, hours in (("заклинания", 3), ("удары", 5)):
        await mia.say(f"/deadline {kind} {hours}h", group)
    assert (await house.table.info(1)).deadline == opened + timedelta(hours=3)
    await mia.say("/time", group)
    assert "Заклинания: 3 ч." in plain(mia.see(group).text)
    assert "Удары: 5 ч." in plain(mia.see(group).text)
    await house.wait(timedelta(hours=2, minutes=30))
    assert any("⏰" in text for text in ann.texts())
    await ann.press("принять злобу")
    await ann.press("Готов")
    now = house.clock.now()
    left = (await house.table.info(1)).deadline - now
    assert timedelta(hours=4, minutes=59) < left <= timedelta(hours=5)


async def test_who_is_away_is_answered_for_in_mid_fight(house, table):
    ann, bob, _, group = table
    await ann.say("/away 3d")
    assert "Ann в отъезде" in told(ann, group)
    assert (await asked(house, 1), await asked(house, 2)) == (None, "spell")
    await ann.press("Я снова за столом")
    await bob.press("отозвать")
    await bob.press("Готов")
    assert (await asked(house, 1), await asked(house, 2)) == ("combat", "combat")


async def test_a_seat_changes_hands_in_mid_fight(house, table):
    mia = table[2]
    eve = house.person("Eve")
    await mia.say("/master")
    await mia.press("Места")
    await mia.press("⇄ Ann")
    await eve.start(mia.see().text.split("start=")[1].split()[0])
    assert "Маги желают мира" in eve.question.text
    await eve.press("принять злобу")
    await eve.press("Готов")
    assert "дошло до ударов" in eve.question.text
    assert (await house.table.info(1)).seats[0].person_id == eve.id


async def test_a_restart_in_mid_fight_loses_nothing(house, table):
    ann, bob, *_ = table
    await ann.press("принять злобу")
    await house.restart()
    assert "Монстры остаются" in ann.question.text
    await ann.press("Готов")
    await house.restart()
    await ann.say("ведьма двумя №2 №2, гоблин")
    await ann.press("Готов")
    assert await asked(house, 2) == "spell"
    assert bob.question.labels[0] == "отозвать"
