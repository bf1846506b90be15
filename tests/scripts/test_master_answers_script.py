"""Answers by the master's hand, each by button and by command, in both languages."""

from datetime import timedelta

import pytest

from tests.scripts.tables import begun

pytestmark = pytest.mark.lords

RU = {
    "go": "Ответы", "missing": "Кого ждём?",
    "ping": "🔔 Позвать", "worded": "Своими словами", "lock": "Запереть", "unlock": "Отпереть",
    "orders": "еда, золото, импы", "ready": "Готов", "waits": "Ждём ответа: Ann, Bob.",
    "unready": "Ответ есть, но «Готов» не нажато: Ann.", "called": "Позваны: Ann, Bob.",
    "young": "меньше 12 ч", "nobody": "звать некого", "asked": "Ann, вот о чём спрашиваем:",
    "written": "Записано за Ann", "nothing": "Стирать нечего", "locked": "запер ответы",
    "unknown": "Не понял", "orders_word": "Провизия",
}  # fmt: skip
EN = {
    "go": "Answers", "missing": "Who is missing?",
    "ping": "🔔 Call them", "worded": "In your own words", "lock": "Lock", "unlock": "Unlock",
    "orders": "food, gold, imps", "ready": "Ready", "waits": "No answer yet: Ann, Bob.",
    "unready": "Sent, but not ready: Ann.", "called": "Called: Ann, Bob.",
    "young": "less than 12 hours", "nobody": "nobody to call", "asked": "Ann is asked this:",
    "written": "Written for Ann", "nothing": "nothing to clear", "locked": "locked",
    "unknown": "“", "orders_word": "Food",
}  # fmt: skip


@pytest.fixture(params=[("ru", RU), ("en", EN)], ids=["ru", "en"])
async def table(request, house):
    """Ann and Bob play, Mia is the master: the words, the group, and the three of them."""
    lang, words = request.param
    mia, ann, bob = (house.person(name, language=lang) for name in ("Mia", "Ann", "Bob"))
    group = await begun(house, mia, ann, bob, words=f"2 {lang} 48h")
    return words, group, mia, ann, bob


async def at_answers(words, mia):
    await mia.say("/master")
    await mia.press(words["go"])
    return mia.see()


async def test_who_is_missing(table):
    words, _, mia, ann, _ = table
    await at_answers(words, mia)
    await mia.press(words["missing"])
    assert mia.see().text == words["waits"]
    await ann.say(words["orders"])
    await mia.say("/missing")
    assert words["unready"] in mia.see().text
    assert "Bob" in mia.see().text.splitlines()[0]


async def test_calling_them_with_a_threshold_and_own_words(house, table):
    words, group, mia, ann, bob = table
    await mia.say("/ping 12 wake up")
    assert words["young"] in mia.see().text
    assert not any("wake up" in text for text in ann.texts())
    await house.wait(timedelta(hours=13))
    await mia.say("/ping 12 wake up")
    assert words["called"] in mia.see().text
    for person in (ann, bob):
        assert any("wake up" in text for text in person.texts())
    assert "wake up" in ann.texts(group)[-1]
    panel = await at_answers(words, mia)
    await mia.press(words["worded"], panel)
    await mia.say("tea is getting cold")
    assert words["called"] in mia.see().text
    assert any("tea is getting cold" in text for text in bob.texts())
    before = len(ann.texts())
    await mia.press(words["ping"], panel)
    assert len(ann.texts()) == before + 1
    for person in (ann, bob):
        await person.say(words["orders"])
    await mia.press(words["ping"], panel)
    assert words["nobody"] in mia.see().text


async def test_writing_an_answer_and_clearing_it(house, table):
    words, group, mia, ann, _ = table
    panel = await at_answers(words, mia)
    await mia.press("🗑", panel)
    assert words["nothing"] in mia.toasts[-1]
    await mia.press("✎ Ann", panel)
    assert any(words["asked"] in text for text in mia.texts())
    await mia.say("blah blah")
    assert "blah" in mia.see().text
    assert not (await house.table.info(1)).seats[0].ready
    await mia.say(f"/write Ann {words['orders']}")
    assert words["written"] in mia.see().text
    assert words["orders_word"] in mia.see().text
    assert (await house.table.info(1)).seats[0].ready
    assert "Ann" in ann.texts(group)[-1]
    await mia.say("/clear Ann // by mistake")
    assert not (await house.table.info(1)).seats[0].ready
    assert "by mistake" in ann.texts(group)[-1]
    await mia.press("✎ Ann", panel)
    await mia.say(words["orders"])
    assert (await house.table.info(1)).seats[0].ready
    await mia.press("🗑", panel)
    assert not (await house.table.info(1)).seats[0].ready


async def test_locking_and_unlocking(house, table):
    words, group, mia, ann, _ = table
    panel = await at_answers(words, mia)
    await mia.press(words["lock"], panel)
    assert "🔒" in ann.texts(group)[-1]
    await ann.say(words["orders"])
    assert words["locked"] in ann.see().text
    assert not (await house.table.info(1)).seats[0].sent
    await mia.press(words["unlock"], panel)
    assert "🔓" in ann.texts(group)[-1]
    await mia.say("/lock", group)
    await mia.say("/unlock", group)
    await ann.say(words["orders"])
    assert (await house.table.info(1)).seats[0].sent
