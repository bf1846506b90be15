"""The master's hand on time and on who sits where, to the letter."""

from datetime import timedelta

import pytest

from tests.scripts.test_master_chair_script import WORDS, answer, table

pytestmark = pytest.mark.lords

HOUR = timedelta(hours=1)


async def due(house):
    return (await house.table.info(1)).deadline


@pytest.mark.parametrize("lang", ["ru", "en"])
async def test_a_pause_moves_the_deadline_by_itself_whatever_comes_between(house, lang):
    group, mia, ann, bob = await table(house, lang)
    before = await due(house)
    await house.wait(5 * HOUR)
    await mia.say("/pause // holidays", group)
    await house.wait(30 * HOUR)
    await house.restart()
    assert (await house.table.info(1)).step == 0
    await mia.say("/resume", group)
    assert await due(house) == before + 30 * HOUR
    await mia.say("/extend 12h", group)
    assert await due(house) == before + 42 * HOUR
    await mia.say("/pause", group)
    await mia.say("/extend 5h", group)  # what is left grows while the clock stands
    await mia.say("/resume", group)
    assert await due(house) == before + 47 * HOUR
    await mia.say("/undo 2", group)
    await mia.say("/resume", group)
    assert await due(house) == before + 42 * HOUR
    await mia.say("/pause", group)
    await answer(lang, ann, bob)
    assert (await house.table.info(1)).step == 0  # a table that stands still does not resolve
    await mia.say("/resume", group)
    assert (await house.table.info(1)).step > 0


async def test_a_wall_clock_keeps_its_grid_over_a_pause_at_night(house):
    group, mia, *_ = await table(house, "ru")
    await mia.say("/deadline 21:00 Москва", group)
    before = await due(house)
    await house.wait(before - 2 * HOUR - house.clock.now())  # 19:00
    await mia.say("/pause", group)
    heard = len(mia.texts(group))
    await house.wait(10 * HOUR)  # over the quiet hours
    assert len(mia.texts(group)) == heard
    await mia.say("/resume", group)
    moved = await due(house)
    assert moved.astimezone().minute == before.astimezone().minute
    assert (moved - before) % timedelta(days=1) == timedelta(0)
    assert moved - house.clock.now() >= 2 * HOUR  # nobody has less time than was left
    await mia.say("/extend 3h", group)
    assert await due(house) == moved + 3 * HOUR
    await mia.say("/undo", group)
    assert await due(house) == moved


async def test_a_held_table_waits_over_its_deadline_and_goes_when_let(house):
    group, mia, ann, bob = await table(house, "ru")
    await mia.say("/hold", group)
    await answer("ru", ann, bob)
    await house.wait(30 * HOUR)
    assert (await house.table.info(1)).step == 0
    await mia.say("/release", group)
    assert (await house.table.info(1)).step > 0


@pytest.mark.parametrize("lang", ["ru", "en"])
async def test_time_is_set_from_the_panel(house, lang):
    group, mia, *_ = await table(house, lang)
    before = await due(house)
    await mia.say("/master")
    await mia.press({"ru": "Ход игры", "en": "Steps"}[lang])
    await mia.press("+12")
    assert await due(house) == before + 12 * HOUR
    await mia.press("⏱", mia.see())
    assert "/deadline" in mia.see().text
    await mia.press({"ru": "10 мин", "en": "10 min"}[lang], mia.see())
    assert await due(house) - house.clock.now() <= timedelta(minutes=10)
    assert mia.texts(group)[-1]


@pytest.mark.parametrize("lang", ["ru", "en"])
async def test_three_taps_and_the_seat_is_somebody_elses(house, lang):
    group, mia, _, bob = await table(house, lang)
    eve = house.person("Eve", language=lang)
    await bob.say(WORDS[lang]["orders"][1])
    question = bob.question
    data = [button["callback_data"] for button in question.buttons]
    await house.wait(20 * HOUR)
    await mia.say("/master")  # the first of three
    await mia.press({"ru": "Места", "en": "Seats"}[lang])
    await mia.press("⇄ Bob")
    payload = mia.see().text.split("start=")[1].split()[0]
    await eve.start(payload)
    assert await due(house) == house.clock.now() + 24 * HOUR  # a full period
    known = " ".join(eve.texts())
    assert {"ru": "питомец", "en": "pet"}[lang] in known.casefold()
    assert (await house.table.desk(1, 2)).sent is not None  # what Bob had sent still counts
    assert eve.question is not None
    for old in data:
        await bob.press_data(question, old)
        assert bob.toasts[-1] == {"ru": "Это не ваше место за столом.",
                                  "en": "This is not your seat."}[lang]  # fmt: skip
    assert not question.buttons
    heard = len(bob.texts())
    await bob.say("/me")
    assert {"ru": "питомец", "en": "pet"}[lang] not in bob.see().text.casefold()
    await bob.say(WORDS[lang]["orders"][0])
    await mia.say("/note 2 psst")
    assert "psst" in eve.see().text
    await house.wait(23 * HOUR)  # reminders are the newcomer's
    assert not any("psst" in text or "Bob" in text for text in bob.texts()[heard + 2 :])
    mine = [post for post in house.people.posts(eve.person) if post.buttons]
    assert mine
    await mia.say("/kick 2", group)
    await eve.say("/me")
    assert {"ru": "питомец", "en": "pet"}[lang] not in eve.see().text.casefold()


@pytest.mark.parametrize("lang", ["ru", "en"])
async def test_a_stand_in_and_back_in_three_taps_each(house, lang):
    group, mia, ann, _ = await table(house, lang)
    await mia.say("/master")
    await mia.press({"ru": "Места", "en": "Seats"}[lang])
    await mia.press("🤖", mia.see())
    assert (await house.table.info(1)).seats[0].standin
    assert "🤖" in mia.see().text
    await mia.press("🙂", mia.see())
    assert not (await house.table.info(1)).seats[0].standin
    assert ann.question is not None
    assert len(ann.texts(group)) > 0


@pytest.mark.parametrize("lang", ["ru", "en"])
async def test_who_cannot_be_reached_shows_as_such(house, lang):
    group, mia, ann, _ = await table(house, lang)
    house.people.block(ann.person)
    await mia.say("/note 1 psst")
    away = {"ru": "не достучаться", "en": "can't be reached"}[lang]
    await mia.say("/master")
    assert away in mia.see().text
    told = {"ru": "не могу написать в личку", "en": "I can't write to you"}[lang]
    assert any(told in text for text in mia.texts(group))
    await mia.say("/missing")
    assert away in mia.see().text
