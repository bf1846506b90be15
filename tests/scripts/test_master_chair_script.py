"""What the chair promises, to the letter: the preview, words, rights to see, seats of names."""

import pytest

from tests.scripts.house import open_house


@pytest.fixture
async def house(tmp_path):
    """The real game, in which a post has pictures and private news."""
    async with open_house(tmp_path) as house:
        yield house


WORDS = {
    "ru": {"join": "Сесть за стол", "begin": "Начать", "ready": "Готов",
           "orders": ("еда, золото, импы", "золото, еда, тоннели"), "approve": "Утвердить"},
    "en": {"join": "Take a seat", "begin": "Begin", "ready": "Ready",
           "orders": ("food, gold, imps", "gold, food, tunnels"), "approve": "Approve"},
}  # fmt: skip


async def table(house, lang, *, master=None):
    """A game of Ann and Bob in a group; the master is Mia, or one of the two."""
    mia, ann, bob = (house.person(name, language=lang) for name in ("Mia", "Ann", "Bob"))
    group, chair = house.group(mia, ann, bob), {None: mia, "Ann": ann}[master]
    await chair.start()
    await chair.say(f"/newgame 2 {lang} 24h", group)
    for person in (ann, bob):
        await person.press(WORDS[lang]["join"], person.find(WORDS[lang]["join"], group))
    await chair.press(WORDS[lang]["begin"], chair.find(WORDS[lang]["begin"], group))
    return group, mia, ann, bob


async def answer(lang, *people):
    for person, orders in zip(people, WORDS[lang]["orders"], strict=False):
        await person.say(orders)
        await person.press(WORDS[lang]["ready"])


def said(house, chat, since=0):
    """What the bot said in a chat: each message's text and the bytes of its picture."""
    bot, files = house.world.bot.id, house.world.files
    found = [post for post in house.people.posts(chat)[since:] if post.sender == bot]
    return [(post.text, files[post.media.file].data if post.media else b"") for post in found]


@pytest.mark.parametrize("lang", ["ru", "en"])
async def test_what_is_previewed_goes_out_to_the_letter_and_to_the_byte(house, lang):
    group, mia, ann, bob = await table(house, lang)
    await mia.say("/mode master", group)
    await mia.say("/before It <rains> & pours 🌧", group)
    await mia.say("/after https://forum.example/t/1 // weather", group)
    await answer(lang, ann, bob)
    was = await house.table.state_hash(1)
    log = await house.table.master.log(1)
    at = len(house.people.posts(mia.person))
    heard = [len(house.people.posts(chat)) for chat in (group, ann.person, bob.person)]
    await mia.say("/preview")
    shown = said(house, mia.person, at)
    assert await house.table.state_hash(1) == was
    assert await house.table.master.log(1) == log
    assert heard == [len(house.people.posts(chat)) for chat in (group, ann.person, bob.person)]
    await mia.press(WORDS[lang]["approve"])
    assert (await house.table.info(1)).step == 1
    out = [message for chat, since in zip((group, ann.person, bob.person), heard, strict=True)
           for message in said(house, chat, since)]  # fmt: skip
    texts = [text for text, picture in out if not picture]
    post = next(text for text in texts if "It <rains> & pours 🌧" in text)
    assert "https://forum.example/t/1" in post  # an address is not taken for a reason
    assert "weather" not in post
    assert (post, b"") in shown
    pictures = [message for message in out if message[1]]
    assert pictures
    assert [message for message in shown if message[1]] == pictures
    foretold = [text for text, picture in shown[1:-1] if not picture]  # between head and question
    assert foretold
    for text in foretold:  # news for one lord stand under his name
        assert text in texts or text.partition("\n")[2] in texts, text


@pytest.mark.parametrize("lang", ["ru", "en"])
async def test_lifted_blindness_is_told_by_whatever_road_it_comes(house, lang):
    group, _, ann, bob = await table(house, lang, master="Ann")
    sees = {"ru": "видит всё скрытое", "en": "sees everything hidden"}[lang]

    def times():
        return sum(sees in text for text in bob.texts(group))

    await ann.say("/sight", group)
    assert times() == 1
    await ann.say("/blind", group)
    await ann.say("/undo", group)
    assert not await house.table.master.blind(1, ann.id)
    assert times() == 2
    await ann.say("/undo", group)
    assert await house.table.master.blind(1, ann.id)
    await ann.say("/redo", group)
    assert times() == 3


async def test_who_took_the_chair_is_blind_again_whatever_he_undoes(house):
    group, _, ann, bob = await table(house, "ru", master="Ann")
    await ann.say("/sight", group)
    house.people.promote(bob.person, group)
    await bob.say("/takeover", group)
    await ann.press("Согласен", ann.find("Согласен", group))
    await bob.press("Согласен", bob.find("Согласен", group))
    assert (await house.table.info(1)).master_id == bob.id
    assert await house.table.master.blind(1, bob.id)
    await bob.say("/undo", group)  # the chair itself goes back, not the sight alone
    assert (await house.table.info(1)).master_id == ann.id


@pytest.mark.parametrize("lang", ["ru", "en"])
async def test_a_blind_master_hears_nothing_for_a_lord_without_an_account(house, lang):
    group, mia, ann, _ = await table(house, lang, master="Ann")
    secret = {"ru": "питомец", "en": "pet"}[lang]
    heard = len(ann.texts())
    await ann.say("/seat 2 Old Bill")
    assert not any("Old Bill" in text and secret in text.casefold() for text in ann.texts()[heard:])
    assert any("/deputy" in text and "/sight" in text for text in ann.texts()[heard:])
    await ann.say("/undo", group)
    await ann.say("/deputy")
    payload = ann.see().text.split("start=")[1].split()[0]
    await mia.start(payload)
    await ann.say("/seat 2 Old Bill")  # the deputy does not play: he passes it on
    assert any("Old Bill" in text and secret in text.casefold() for text in mia.texts())
    await answer(lang, ann)
    await mia.say(f"/write 2 {WORDS[lang]['orders'][1]}")
    assert (await house.table.info(1)).step > 0
    assert any("/write 2" in text for text in mia.texts())
    assert not any("/write 2" in text for text in ann.texts()[heard:])
