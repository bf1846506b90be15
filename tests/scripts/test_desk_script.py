"""One's own question: buttons and words, changing, stale and double and foreign presses."""

import pytest


@pytest.fixture
async def group(toy, ann, bob):
    return await toy.game(ann, bob)


async def test_one_message_is_kept_current_by_buttons(house, group, ann):
    question = ann.question
    await ann.press("bid")
    assert question.text.endswith("bid: bid …")
    assert question.labels == ["1", "2", "3", "← Назад", "Очистить"]
    await ann.press("Назад")
    assert question.labels == ["bid"]
    await ann.press("bid")
    await ann.press("2")
    assert "Принято:\nbid 2" in question.text
    assert question.labels == ["← Назад", "Изменить", "✅ Готово"]
    assert ann.question is question


async def test_what_was_sent_counts_until_the_change_is_whole(house, group, ann):
    await ann.say("bid 2")
    await ann.press("Назад")
    assert "возьму прежнее:\nbid 2" in ann.question.text
    await ann.press("Оставить прежнее")
    assert "Принято:\nbid 2" in ann.question.text
    await ann.press("Изменить")
    assert "возьму прежнее:\nbid 2" in ann.question.text
    await ann.press("bid")
    await ann.press("3")
    assert "Принято:\nbid 3" in ann.question.text


async def test_ready_closes_the_buttons_but_change_takes_it_back(house, group, ann, bob):
    await ann.say("bid 2")
    await ann.press("Готов")
    assert ann.toasts[-1] == "Готово, вас не ждём."
    question = next(p for p in reversed(house.people.posts(ann.person)) if "Принято" in p.text)
    assert "Вы готовы" in question.text
    assert question.labels == ["Изменить"]
    await ann.press("Изменить", question)
    await bob.say("bid 1")
    await bob.press("Готов")
    assert (await house.table.info(1)).step == 0  # Ann is at it again
    await ann.press("Оставить прежнее")
    await ann.press("Готов")
    assert (await house.table.info(1)).step == 1


async def test_typed_words_go_on_from_the_buttons(house, group, ann):
    await ann.press("bid")
    await ann.say("3")
    assert "Принято:\nbid 3" in ann.question.text
    assert ann.see() is ann.question  # the receipt stands at the end of the chat


async def test_a_double_press_is_harmless(house, group, ann):
    await ann.press("bid", twice=True)
    assert ann.toasts[-2:] == ["", "Это уже нажато. Вот что выбрано сейчас."]
    assert (await house.table.desk(1, 1)).tokens == (";bid",)


async def test_a_button_of_the_last_step_says_so(house, group, toy, ann, bob):
    old = bob.question
    data = old.buttons[0]["callback_data"]
    await toy.bid(ann, bob)
    await bob.press_data(old, data)
    assert bob.toasts[-1] == "Это кнопка прошлого хода. Вот нынешний вопрос."
    assert "take" in bob.see().text
    await ann.press_data(old, data)
    assert ann.toasts[-1] == "Это кнопка прошлого хода. Вот нынешний вопрос."
    assert "ничего не нужно" in ann.see().text


async def test_strangers_and_made_up_buttons(house, group, ann, eve):
    await eve.start()
    data = ann.question.buttons[0]["callback_data"]
    await eve.press_data(ann.question, data)
    assert eve.toasts == ["Это не ваше место за столом."]
    for made_up in ("o:zz:0:0:0", "o", "o:1:0:0:zzzz", "hello", "o:::", "r:1:0:0:0", "x:1"):
        await ann.press_data(ann.question, made_up)
    assert (await house.table.desk(1, 1)).tokens == ()


async def test_nonsense_is_told_what_is_wrong_and_nothing_is_lost(house, group, ann):
    await ann.press("bid")
    for text, answer in [
        ("кря кря", "invalid: кря кря"),
        ("bid 9", "invalid"),
        ("<b>&_*", "invalid"),
        ("я" * 4000, "invalid"),
        ("😀", "invalid"),
        ("!!!", "invalid"),
    ]:
        await ann.say(text)
        assert answer in ann.see().text, text
    assert (await house.table.desk(1, 1)).tokens == (";bid",)
    await ann.say("/nosuchcommand")
    assert "Такой команды нет" in ann.see().text


async def test_an_own_cell_is_refused_with_the_reason(house, group, toy, ann, bob):
    await toy.bid(ann, bob)
    await bob.say("north")
    await bob.press("Готов")
    await ann.say("south")
    await ann.press("Готов")
    await bob.say("north")
    assert "can't: own cell" in bob.see().text or "illegal" in bob.see().text


async def test_several_tables_ask_which(house, toy, ann, bob, eve):
    await toy.game(ann, bob)
    await toy.game(ann, eve)
    await ann.say("bid 2")
    asked = ann.see()
    assert asked.text == "За каким это столом?"
    await ann.press("(2)", asked)
    assert "bid 2" in ann.see().text
    assert (await house.table.desk(2, 1)).sent == (";bid", "2")
    assert (await house.table.desk(1, 1)).sent is None
    await ann.say("bid 1")  # he is at that table now
    assert (await house.table.desk(2, 1)).sent == (";bid", "1")
    await ann.say("/games")
    await ann.press("(1)")
    await ann.say("bid 3")
    assert (await house.table.desk(1, 1)).sent == (";bid", "3")
    await house.restart()  # what he has chosen is not asked again
    await ann.say("bid 1")
    assert (await house.table.desk(1, 1)).sent == (";bid", "1")


async def test_a_reply_goes_to_the_table_replied_to(house, toy, ann, bob, eve):
    await toy.game(ann, bob)
    first = ann.question
    await toy.game(ann, eve)
    await ann.say("bid 2", reply_to=first)
    assert (await house.table.desk(1, 1)).sent == (";bid", "2")


async def test_me_lang_and_help(house, group, ann):
    await ann.say("/me")
    assert "Ann: strength" in ann.see().text
    assert "?" not in ann.see().text
    await ann.say("/lang en")
    assert any(text == "From now on I write to you in English." for text in ann.texts())
    assert ann.question.labels == ["bid"]
    await ann.press("bid")
    assert "← Back" in ann.question.labels
    await ann.say("/lang")
    await ann.press("русский")
    assert "← Назад" in ann.question.labels
    await ann.say("/help")
    assert "/resign" in ann.see().text


async def test_resigning_hands_the_seat_over(house, group, ann, bob):
    await ann.say("/resign", group)
    assert "личной переписке" in ann.see(group).text
    await bob.say("/resign")
    await bob.press("Нет")
    assert "как было" in bob.see().text
    await bob.say("/resign")
    await bob.press("Да, сдать #1")
    assert "Bob: место сдано" in ann.see(group).text
    await ann.say("bid 1")
    await ann.press("Готов")
    assert (await house.table.info(1)).step > 0
    await bob.say("bid 1")
    assert "За столами вас пока нет" in bob.see().text


async def test_looking_at_the_table(house, group, ann, eve):
    await ann.say("/table", group)
    assert "Игра #1" in ann.see(group).text
    for words in ("Bob", "bo", "2"):
        await ann.say(f"/dungeon {words}", group)
        assert "Bob: strength ?" in ann.see(group).text
    await ann.say("/dungeon", group)
    assert "Ann: strength ?" in ann.see(group).text
    await ann.say("/dungeon Кто-то", group)
    assert "Чьё подземелье показать" in ann.see(group).text


async def test_the_masters_hand(house, group, ann, bob):
    await bob.say("/resolve", group)
    assert "решает мастер" in bob.see(group).text
    await ann.say("/deadline кря", group)
    assert "Не понял «кря»" in ann.see(group).text
    await ann.say("/deadline 24h", group)
    told = "Игра #1 · plain: мастер поправил время. Срок теперь вс, 2 марта, 15:00 (Москва)."
    assert ann.texts(group)[-1].startswith(told)
    assert "Срок:" in house.people.pinned(group).text
    await bob.say("bid 2")
    await ann.say("/resolve", group)
    assert "missed: Ann" in "\n".join(ann.texts(group))


async def test_a_deadline_passes(house, group, ann, bob):
    await ann.say("/deadline 1h", group)
    await bob.say("bid 2")
    await house.wait(3600)
    assert "Ход самый первый, поэтому ждём ещё раз: до сб, 1 марта, 17:00" in ann.see(group).text
    await house.wait(3600)
    assert "missed: Ann" in "\n".join(ann.texts(group))


async def test_the_status_leads_to_ones_own_question(house, group, ann, eve):
    await ann.press("К моим приказам")
    assert ann.see() is ann.question
    assert "· Table" in ann.question.text  # the group, for who plays in several
    house.people.follow(eve.person, house.people.pinned(group).buttons[0]["url"])
    await house.settle()
    assert eve.see().text == "В этой игре у вас места нет."
    await eve.start("q_999")
    assert eve.see().text == "Такой игры нет."
