"""What the chair promises, to the letter: the preview, words, rights to see, seats of names."""

import pytest

from tests.scripts.tables import begun

pytestmark = pytest.mark.lords


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
    await begun(house, chair, ann, bob, words=f"2 {lang} 24h", group=group)
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
    heard = len(ann.texts())
    await ann.say("/seat 2 Old Bill")  # the deputy does not play: he passes it on
    assert not any("/sight" in text for text in ann.texts()[heard:])
    assert any("Old Bill" in text and secret in text.casefold() for text in mia.texts())
    await answer(lang, ann)
    await mia.say(f"/write 2 {WORDS[lang]['orders'][1]}")
    assert (await house.table.info(1)).step > 0
    assert any("/write 2" in text for text in mia.texts())
    assert not any("/write 2" in text for text in ann.texts()[heard:])


LONG = "Слово <&> 🌧 " * 220


@pytest.mark.parametrize("lang", ["ru", "en"])
async def test_words_are_taken_back_and_brought_back_over_restarts(house, lang):
    group, mia, ann, bob = await table(house, lang)
    undone = {"ru": "⟲ Отменено", "en": "⟲ Undone"}[lang]
    await mia.say(f"/say {LONG}", group)
    public = ann.see(group)
    assert LONG.strip() in public.text
    await mia.say("/note Ann psst <b>")
    private = ann.see()
    assert "psst <b>" in private.text
    await house.restart()
    await mia.say("/undo 2", group)
    assert public.text.startswith(undone)
    assert private.text.startswith(undone)
    await house.restart()
    await mia.say("/redo", group)
    assert LONG.strip() in public.text
    assert not public.text.startswith(undone)
    assert not private.text.startswith(undone)
    await mia.say("/ping hurry", group)
    call = ann.see()
    await mia.say("/undo", group)
    assert call.text.startswith(undone)
    assert not public.text.startswith(undone)
    for name in ("name", "epilogue", "before", "after"):
        await mia.say(f"/{name} Nemo {name}", group)
        assert getattr((await house.table.info(1)).settings.chair, name) == f"Nemo {name}"
        await house.restart()
        await mia.say("/undo", group)
        assert not getattr((await house.table.info(1)).settings.chair, name)
    assert "psst" not in " ".join(bob.texts(group))


async def test_back_to_a_line_leaves_what_was_said_in_between(house):
    group, mia, ann, bob = await table(house, "ru")
    await answer("ru", ann, bob)
    await mia.say("/say В пятницу доиграем", group)
    said = ann.see(group)
    await mia.say("/undo до 0", group)
    assert (await house.table.view(1)).step == "orders"
    assert "Отменено" not in said.text


async def test_words_around_a_post_are_said_once_whatever_is_undone(house):
    group, mia, ann, bob = await table(house, "ru")
    await mia.say("/before Дождь", group)
    await answer("ru", ann, bob)

    def rainy():
        return sum("Дождь" in text and "Отменено" not in text for text in ann.texts(group))

    assert rainy() == 1
    step = (await house.table.view(1)).step
    moves = {"orders": 0, "production": 1}.get(step, 1)
    await mia.say("/undo", group)
    while (await house.table.view(1)).step != "orders":
        await mia.say("/undo", group)
    assert rainy() == 0
    assert (await house.table.info(1)).settings.chair.before == "Дождь"  # the post is due again
    for _ in range(moves):
        await mia.say("/redo", group)
        if (await house.table.view(1)).step == step:
            break
    assert (await house.table.info(1)).settings.chair.before == ""
    assert rainy() == 1


async def test_a_name_sits_where_the_master_puts_it_and_a_kick_is_undone(house):
    mia, ann, bob, eve = (house.person(name) for name in ("Mia", "Ann", "Bob", "Eve"))
    group = house.group(mia, ann, bob, eve)
    await mia.start()
    await mia.say("/newgame 3 ru", group)
    post = mia.find("Сесть за стол", group)
    await mia.say("/seat Old Bill", group)
    for person in (ann, bob, eve):
        await person.press("Сесть за стол", post)
    assert "1. Ann\n2. Bob\n3. Old Bill" in post.text
    assert "В очереди: Eve" in post.text  # a name has its seat for certain
    await mia.say("/seat Kuzma", group)
    assert "Все места заняты" in mia.see(group).text
    await mia.say("/swap 1 3", group)
    assert "1. Old Bill\n2. Bob\n3. Ann" in post.text
    await mia.say("/kick Bob // пропал", group)
    assert "1. Old Bill\n2. Ann\n3. Eve" in post.text
    await mia.say("/undo", group)
    assert "1. Old Bill\n2. Bob\n3. Ann" in post.text
    await mia.say("/kick 1", group)
    assert "Old Bill" not in post.text
    await mia.say("/undo", group)
    await mia.say("/master")
    await mia.press("Места")
    assert any("Old Bill" in label for label in mia.see().labels)
    await mia.press("✖ Old Bill")
    assert "Old Bill" not in post.text
    await mia.say("/undo 2", group)  # the swap too
    assert "1. Ann\n2. Bob\n3. Old Bill" in post.text
    await mia.say("/swap 1 3", group)
    await mia.press("Начать", post)
    assert [seat.name for seat in (await house.table.info(1)).seats] == ["Old Bill", "Bob", "Ann"]


async def test_a_step_in_which_nobody_decides_is_previewed_with_the_one_before(house):
    group, mia, ann, _ = await table(house, "ru")
    await mia.say("/mode срок", group)
    await mia.say("/standin 2", group)
    await ann.say("еда, ловушки, репутация")  # no gold and no tunnels: nothing to plan after it
    at, heard = len(house.people.posts(mia.person)), len(house.people.posts(group))
    await mia.say("/preview")
    shown = said(house, mia.person, at)[1:-1]
    await mia.say("/go")
    assert (await house.table.info(1)).step > 1  # the season's production went by itself
    out = [message for message in said(house, group, heard) if message[0].startswith("Игра #1\n")
           or message[1]]  # fmt: skip
    assert len(out) > 3
    assert [message for message in shown if message in out] == out


async def test_the_panel_shows_which_words_wait(house):
    group, mia, *_ = await table(house, "ru")
    await mia.say("/before Дождь <i>", group)
    await mia.say("/epilogue Конец & точка", group)
    await mia.say("/master")
    await mia.press("Слова")
    text = mia.see().text
    assert "Перед постом: Дождь <i>" in text
    assert "Эпилог: Конец & точка" in text
    assert "После поста" not in text
