"""Nothing of the master's chair works for anyone else: every command, every button, by all."""

import pytest

from bot.chat.buttons import pack
from tests.scripts.tables import begun

WORDS = {
    "mode": "master", "extend": "5h", "replace": "1", "standin": "1", "back": "1", "kick": "1",
    "swap": "1 2", "seat": "1 Bill", "ping": "hurry", "write": "1 bid 2", "clear": "1",
    "set": "gold 1 5", "say": "hear me", "note": "1 psst", "before": "hm", "after": "hm",
    "name": "Nemo", "epilogue": "end", "house": "fair off", "form": "plain", "agree": "1",
}  # fmt: skip

OPEN = {"log", "logfile", "export", "house", "housepage", "never", "agree", "takeover"}
"""What is for everybody at the table, or has rules of its own; tried below."""


HANDS = {"resolve": "", "deadline": "48h", "skip": "31.12", "cancel": ""}
"""The master's commands that are not the chair's own."""

EVERYBODYS = {
    "newgame", "status", "table", "dungeon", "story", "rules", "help", "start", "games", "doctor",
    "begin", "again", "resign", "me", "hints", "lang", "time", "zone", "away", "propose",
}  # fmt: skip
"""What anybody says about himself or to look; /begin and /again are for whoever sits there."""

MASTERS = {"ts": (0, 0), "tm": (2, 0), "cx": ()}
"""The master's buttons that are not the panel's, with numbers after the game's."""

OWN = {"o", "b", "c", "k", "r", "ll", "ls", "lf", "np", "nh", "nc", "nx", "q", "w", "g", "la", "rx",
       "no", "ru", "sk", "hi", "th", "tv", "ta"}  # fmt: skip
"""Buttons about oneself, one's own answer, a lobby or a vote one belongs to."""


@pytest.fixture
async def others(house, toy, ann, bob, eve):
    """Mia's game with Ann and Bob; Eve is the master of another; Zoe knows nobody."""
    mia, zoe = house.person("Mia"), house.person("Zoe")
    group = house.group(mia, ann, bob, eve, zoe, supergroup=True)
    await zoe.start()
    await begun(house, mia, ann, bob, group=group)
    await begun(house, eve, eve, house.person("Dan"))
    return house, group, mia, ann, eve, zoe


async def standing(house):
    """All that a master could have changed."""
    info = await house.table.info(1)
    return await house.table.state_hash(1), info.settings, info.seats, info.status, info.master_id


def commands(house):
    return house.bot.chat.chair.commands


async def test_no_command_and_no_button_is_left_out(others):
    """Whatever the bot answers to is the chair's and tried below, or stands in a list above."""
    house, *_ = others
    said, pressed = set(), set()
    for handler in house.bot.app.handlers[0]:
        said |= set(getattr(handler, "commands", ()))
        pressed |= set(getattr(getattr(handler.callback, "__self__", None), "_verbs", ()))
    assert said - set(commands(house)) == {*HANDS, *EVERYBODYS}
    assert pressed == {*MASTERS, *OWN}


async def test_the_masters_commands_outside_the_chair(others):
    house, group, mia, ann, eve, zoe = others
    before = await standing(house)
    for name, words in HANDS.items():
        for person in (ann, eve, zoe):
            for where in (group, None) if person is not eve else (group,):  # hers is another #1
                heard = len(person.texts(where))
                await person.say(f"/{name} #1 {words}".strip(), where)
                assert len(person.texts(where)) == heard + 1, (name, person.person.name)
                assert len(person.see(where).text) < 200
        await mia.say(f"/{name} {words}".strip(), group, anonymous=True)
        assert "от имени группы" in mia.see(group).text, name
    assert await standing(house) == before


async def test_the_masters_buttons_outside_the_panel(others):
    house, group, mia, ann, eve, zoe = others
    await mia.say("/time", group)
    post, before = mia.see(group), await standing(house)
    for verb, numbers in MASTERS.items():
        for person in (ann, eve, zoe):
            meant = numbers or (person.id,)
            await person.press_data(post, pack(verb, 1, *meant))
            assert person.toasts[-1], (verb, person.person.name)
    assert await standing(house) == before


async def test_every_command_in_the_group(others):
    house, group, _, ann, eve, zoe = others
    before = await standing(house)
    for name in commands(house):
        if name in OPEN - {"house"}:
            continue
        for person in (ann, eve, zoe):
            heard = len(person.texts(group))
            await person.say(f"/{name} {WORDS.get(name, '')}".strip(), group)
            assert len(person.texts(group)) == heard + 1, (name, person.person.name)
            text = person.see(group).text
            assert len(text) < 200, name
            assert "мастер" in text or "правил нет" in text or "закончилась" in text, (name, text)
    assert await standing(house) == before


async def test_every_command_in_private(others):
    house, _, _, ann, _, zoe = others
    before = await standing(house)
    for name in commands(house):
        for person in (ann, zoe):
            text = f"/{name} {WORDS.get(name, '')}".strip()
            await person.say(text)
            answer = person.see().text
            if name not in OPEN:
                assert len(answer) < 200, name
                assert "мастер" in answer or "игр" in answer.casefold(), (name, answer)
    assert await standing(house) == before


async def test_every_button_of_the_panel(others):
    house, _, mia, ann, eve, zoe = others
    await mia.say("/master")
    panel = mia.see()
    before = await standing(house)
    for name in commands(house):
        if name in OPEN:
            continue
        for numbers in ((), (1,), (1, 1)):
            data = pack(f"m-{name}", 1, *numbers)
            for person in (ann, eve, zoe):
                await person.press_data(panel, data)
                assert person.toasts[-1] == "Это решает мастер игры.", (name, person.person.name)
    assert await standing(house) == before


async def test_an_anonymous_admin_is_nobody(others):
    house, group, mia, *_ = others
    house.people.promote(mia.person, group)  # even the master himself
    before = await standing(house)
    for name in commands(house):
        heard = len(mia.texts(group))
        await mia.say(f"/{name} {WORDS.get(name, '')}".strip(), group, anonymous=True)
        assert len(mia.texts(group)) == heard + 1, name
        assert "от имени группы" in mia.see(group).text, name
    assert await standing(house) == before


async def test_what_is_for_all_tells_no_secret_and_made_up_buttons_do_nothing(others):
    house, group, mia, ann, eve, zoe = others
    await mia.say("/note 1 psst")
    await mia.say("/master")
    panel = mia.see()
    for person in (ann, eve, zoe):
        await person.press_data(panel, pack("m-log", 1))
        await person.press_data(panel, pack("m-logfile", 1))
    assert not any("psst" in text for text in (*ann.texts(group), *zoe.texts(), *eve.texts()))
    for made_up in ("m-", "m-undo", "m-nothing:1", "m-undo:zz", "m-pick:1:zzzz", "m-mode:1:99"):
        await mia.press_data(panel, made_up)
    assert (await house.table.info(1)).settings.chair.mode == "ready"


async def test_a_deputy_has_the_hand_but_not_the_chair(others):
    house, group, mia, _, eve, zoe = others
    await mia.say("/deputy")
    payload = mia.see().text.split("start=")[1].split()[0]
    await zoe.start(payload)
    assert "помощник мастера" in " ".join(zoe.texts(group))
    await zoe.say("/hold", group)
    assert (await house.table.info(1)).settings.chair.held
    await zoe.say("/nodeputy")
    assert (await house.table.info(1)).settings.chair.deputies == (zoe.id,)
    await mia.say("/nodeputy")
    await zoe.say("/release", group)
    assert (await house.table.info(1)).settings.chair.held
    await eve.start(payload)  # the link was good once
    assert not (await house.table.info(1)).settings.chair.deputies


async def test_where_there_was_never_a_game_other_bots_have_the_word(house, ann):
    group = house.group(ann)
    for text in ("/set 5", "/log", "/master", "/whisper x"):
        await ann.say(text, group)
    assert len(ann.texts(group)) == 1  # the greeting
    await ann.say("/log@lords_bot", group)
    assert len(ann.texts(group)) == 2
