"""Telegram as it really is: each row of trouble that a bot like this meets, made to happen."""

from datetime import timedelta

import pytest

from bot.sandbox import Budgets
from bot.sandbox.world import Member
from tests.scripts.house import open_house
from tests.scripts.toyface import TOY


def texts(posts):
    return [post.text for post in posts]


@pytest.fixture
async def group(toy, ann, bob):
    return await toy.game(ann, bob)


async def test_blocked_by_a_player_and_opened_again(house, group, toy, ann, bob):
    house.people.block(bob.person)
    await house.settle()
    assert "Bob: не могу написать в личку" in ann.see(group).text
    assert "личка закрыта" in house.people.pinned(group).text
    await ann.say("bid 3")
    await ann.press("Готов")
    await ann.say("/resolve", group)
    house.people.unblock(bob.person)
    await house.settle()
    assert "личка закрыта" not in house.people.pinned(group).text
    await ann.say("north")
    await ann.press("Готов")
    assert "take" in bob.question.text


async def test_a_master_without_a_group_who_blocks_the_bot_is_left_alone(house, ann):
    await ann.start()
    await ann.say("/newgame 3 ru")
    lobby = ann.see()
    house.people.block(ann.person)
    tries = len(house.world.journal)
    await house.settle()
    await house.wait(timedelta(hours=3))
    assert [e for e in house.world.journal[tries:] if e.params.get("chat_id") == ann.id] == []
    house.people.unblock(ann.person)
    await ann.press("Сесть за стол", lobby)
    assert "Собираем лордов: 1 из 3" in ann.see().text or "1 из 3" in lobby.text


async def test_an_error_alone_tells_that_a_player_blocked_the_bot(house, group, toy, ann, bob):
    house.people.world.private(bob.id).bot = "blocked"  # no update came
    await toy_bids(ann)
    await ann.say("/resolve", group)
    await ann.say("north")
    await ann.press("Готов")
    assert any("Bob: не могу написать" in text for text in ann.texts(group))


async def toy_bids(ann):
    await ann.say("bid 3")
    await ann.press("Готов")


async def test_a_master_who_never_pressed_start_loses_nothing(house, ann, bob, eve):
    group = house.group(ann, bob, eve)
    await ann.say("/newgame 2 ru", group)
    await bob.press("Сесть за стол")
    await eve.press("Сесть за стол")
    await bob.press("Начать")
    house.people.kick_bot(group)
    await house.settle()  # the notice to Ann waits until she can be reached
    await ann.start()
    assert any("игра стоит" in text for text in ann.texts())


@pytest.mark.parametrize("announce", [("to", "from"), ("from", "to"), ("to",), ("from",), ()])
async def test_a_group_that_moves_takes_its_game_along(house, group, toy, ann, bob, announce):
    new = house.people.migrate(group, announce)
    await house.settle()
    await toy.bid(ann, bob)
    assert [info.chat_id for info in await house.table.games_of(ann.id)] == [new.id]
    assert any("order" in text for text in ann.texts(new))
    assert house.people.pinned(new).text.startswith("Игра #1")
    statuses = [text for text in ann.texts(new) if "ждём ответа" in text or "всё готово" in text]
    assert len(statuses) == 1
    await ann.say("/status", new)
    assert ann.see(new).text.startswith("Игра #1")


async def test_removed_from_the_group_and_back(house, group, toy, ann, bob):
    house.people.kick_bot(group)
    await house.settle()
    assert "игра стоит" in ann.see().text
    await toy.bid(ann, bob)
    assert (await house.table.info(1)).step == 0
    house.people.add_bot(group)
    await house.settle()
    assert (await house.table.info(1)).step == 1
    assert sum("играем дальше" in text for text in ann.texts(group)) == 1
    assert sum("Добрый вечер" in text for text in ann.texts(group)) == 1  # of the first time
    assert any("order" in text for text in ann.texts(group))


async def test_muted_in_the_group(house, group, toy, ann, bob):
    house.people.mute_bot(group)
    await house.settle()
    assert "игра стоит" in ann.see().text
    house.people.mute_bot(group, muted=False)
    await house.settle()
    await toy.bid(ann, bob)
    assert (await house.table.info(1)).step == 1


async def test_told_to_slow_down(house, group, toy, ann, bob):
    house.sandbox.trouble.flood(30, method="sendMessage", chat=group.id)
    await toy.bid(ann, bob)
    assert [t for t in ann.texts(group) if "order" in t] != []
    assert len([t for t in ann.texts(group) if "order" in t]) == 1


async def test_one_busy_group_keeps_nobody_else_waiting(house, group, toy, ann, bob):
    house.sandbox.trouble.flood(170, chat=group.id, times=1)
    await ann.say("bid 1")
    await bob.say("bid 2")
    assert "Принято" in bob.question.text


async def test_the_status_that_somebody_deleted_is_posted_and_pinned_anew(
    house, group, toy, ann, bob
):
    house.people.delete(house.people.pinned(group))
    assert house.people.pinned(group) is None
    await ann.say("bid 1")
    assert house.people.pinned(group).text.startswith("Игра #1")


async def test_the_question_that_somebody_deleted_is_posted_anew(house, group, ann):
    house.people.delete(ann.question)
    await ann.say("/games")
    await ann.press("к вопросу")
    assert ann.question.labels == ["bid"]


async def test_a_press_too_old_to_be_answered_is_worked_on_all_the_same(house, group, ann):
    [query] = house.people.press(ann.person, ann.question, "bid")
    house.people.expire([query])
    await house.settle()
    assert (await house.table.desk(1, 1)).tokens == (";bid",)


async def test_a_cut_line_after_sending_is_repeated_once_and_says_so(house, group, toy, ann, bob):
    await ann.say("bid 1")
    await bob.say("bid 2")
    await ann.press("Готов")
    house.sandbox.trouble.cut(method="sendMessage", chat=group.id)
    await bob.press("Готов")
    posts = [text for text in ann.texts(group) if "order" in text]
    assert len(posts) == 2
    assert posts[1].startswith("(повтор")


async def test_it_is_repeated_no_more_than_once(house, group, toy, ann, bob):
    await ann.say("bid 1")
    await bob.say("bid 2")
    await ann.press("Готов")
    house.sandbox.trouble.cut(method="sendMessage", chat=group.id, times=2)
    await bob.press("Готов")
    assert len([text for text in ann.texts(group) if "order" in text]) == 2
    assert "take" in bob.see().text


async def test_the_api_is_down_for_a_while(house, group, toy, ann, bob):
    await ann.say("bid 1")
    await bob.say("bid 2")
    await ann.press("Готов")
    house.sandbox.trouble.refuse(502, "Bad Gateway", chat=group.id, method="sendMessage")
    await bob.press("Готов")
    assert [text for text in ann.texts(group) if "order" in text]


async def test_the_same_update_twice(house, ann):
    group = house.group(ann)
    house.people.say(ann.person, "/newgame 2 ru", group)
    house.world.updates.repeat()
    await house.settle()
    assert len(await house.table.games_in(group.id)) == 1


async def test_a_game_stays_in_its_topic(house, toy, ann, bob):
    group = house.group(ann, bob, forum=True)
    topic = house.people.add_topic(group, "Lords", ann.person)
    await toy.game(ann, bob, group=group, thread=topic)
    await toy.bid(ann, bob)
    bot = house.world.bot.id
    ours = [post for post in house.people.posts(group) if post.sender == bot and not post.service]
    assert {post.thread for post in ours if "Добрый вечер" not in post.text} == {topic}


async def test_a_topic_that_is_closed_for_a_while(house, toy, ann, bob):
    group = house.group(ann, bob, forum=True)
    topic = house.people.add_topic(group, "Lords", ann.person)
    await toy.game(ann, bob, group=group, thread=topic)
    house.people.close_topic(group, topic, ann.person)
    await house.settle()
    await toy.bid(ann, bob)
    assert "игра стоит" in ann.texts()[-1] or any("игра стоит" in text for text in ann.texts())
    assert not any("order" in text for text in ann.texts(group))
    house.people.close_topic(group, topic, ann.person, closed=False)
    await house.settle()
    assert sum("order" in text for text in ann.texts(group)) == 1
    assert (await house.table.info(1)).step == 1


async def test_a_topic_that_was_deleted_goes_on_in_general(house, toy, ann, bob):
    group = house.group(ann, bob, forum=True)
    topic = house.people.add_topic(group, "Lords", ann.person)
    await toy.game(ann, bob, group=group, thread=topic)
    house.people.delete_topic(group, topic)
    await toy.bid(ann, bob)
    assert sum("order" in text for text in ann.texts(group)) == 1
    assert house.people.pinned(group).text.startswith("Игра #1")


async def test_members_may_not_write_for_a_while_and_a_command_wakes_the_game(house, group, toy,
                                                                             ann, bob):  # fmt: skip
    refusal = "Bad Request: not enough rights to send text messages to the chat"
    house.sandbox.trouble.refuse(400, refusal, method="sendMessage", chat=group.id, times=9)
    await toy.bid(ann, bob)
    assert not any("order" in text for text in ann.texts(group))
    assert any("игра стоит" in text for text in ann.texts())
    house.sandbox.trouble.clear()  # nothing tells the bot of it
    await ann.say("/status", group)
    assert sum("order" in text for text in ann.texts(group)) == 1


async def test_the_group_moves_while_much_waits_to_be_said(house, group, toy, ann, bob):
    house.sandbox.trouble.flood(600, chat=group.id, times=99)
    await ann.say("/games", group)
    await toy.bid(ann, bob)
    new = house.people.migrate(group, ())
    house.sandbox.trouble.clear()
    await house.restart()
    await house.wait(timedelta(minutes=20))
    assert sum("order" in text for text in ann.texts(new)) == 1
    assert sum("Игры здесь" in text for text in ann.texts(new)) == 1
    assert house.people.pinned(new).text.startswith("Игра #1")


async def test_no_right_to_pin_costs_only_the_pin(house, toy, ann, bob):
    group = house.group(ann, bob, bot="member")
    await toy.game(ann, bob, group=group)
    assert house.people.pinned(group) is None
    await toy.bid(ann, bob)
    assert sum("order" in text for text in ann.texts(group)) == 1
    assert not any("игра стоит" in text for text in ann.texts())


async def test_a_game_in_general_has_no_thread(house, toy, ann, bob):
    group = house.group(ann, bob, forum=True)
    await toy.game(ann, bob, group=group)
    await toy.bid(ann, bob)
    assert any("order" in text for text in ann.texts(group))


async def test_anonymous_admins(house, toy, ann, bob):
    group = house.group(ann, bob, supergroup=True)
    await ann.say("/newgame", group, anonymous=True)
    await bob.press("2\u00a0лорда")
    await bob.press("Создать")
    await ann.say("/status", group, anonymous=True)
    assert "Собираем лордов" in ann.see(group).text
    await ann.say("/begin", group, anonymous=True)
    assert "не видно, кто вы" in ann.see(group).text


async def test_other_bots_commands_and_plain_words_stay_unanswered(house, group, ann):
    before = ann.texts(group)
    await ann.say("/status@other_bot", group)
    await ann.say("/nosuch", group)
    await ann.say("всем привет", group)
    assert ann.texts(group) == before
    await ann.say("/status@lords_bot", group)
    assert len(ann.texts(group)) == len(before) + 1


async def test_a_player_who_leaves_the_group_can_go_on_in_private(house, group, toy, ann, bob):
    house.people.leave(bob.person, group)
    await toy.bid(ann, bob)
    assert (await house.table.info(1)).step == 1


async def test_a_deleted_account_is_answered_for(house, group, ann, bob):
    house.people.delete_account(bob.person)
    await ann.say("/deadline 1h", group)
    for _ in range(2):  # the first step has a second chance
        await house.wait(timedelta(hours=1))
    assert (await house.table.info(1)).step >= 1


NAMES = [
    ("<b>&_*", ""),
    ("x" * 64, ""),
    ("😀" * 32, "Ы"),
    ("Ann", ""),
    ("\u202eevil", ""),
    ("שלום", ""),
    ("&lt;", "</b>"),
]


@pytest.mark.parametrize(("first", "last"), NAMES)
async def test_names_of_all_kinds(house, toy, ann, first, last):
    odd = house.person(first, last)
    group = await toy.game(ann, odd)
    shown = f"{first} {last}".replace("\u202e", "").strip()[:60]
    assert shown in house.people.pinned(group).text
    await toy.bid(ann, odd)
    for command in ("/status", "/table", "/games"):
        await odd.say(command, group)
    await odd.say(f"/dungeon {shown}", group)
    await odd.start()
    house.people.block(odd.person)
    await house.settle()
    assert shown[:20] in ann.see(group).text


async def test_the_doctor(house, ann):
    good = house.group(ann, title="Good")
    await ann.say("/doctor", good)
    assert ann.see(good).text.count("✅") == 3
    plain = house.group(ann, title="Plain", bot="member")
    await ann.say("/doctor", plain)
    assert ann.see(plain).text.count("✅") == 3
    plain.members[house.world.bot.id] = Member("administrator")
    await ann.say("/doctor", plain)
    assert "Закрепление сообщений" in ann.see(plain).text


async def test_chats_that_the_host_did_not_allow(tmp_path):
    async with open_house(tmp_path, games=TOY, host={"allowed_chats": (-5,)}) as house:
        ann = house.person("Ann")
        group = house.group(ann)
        await ann.say("/newgame 2 ru", group)
        assert "служит другим чатам" in ann.see(group).text
        assert not await house.table.games_in(group.id)


async def test_commands_are_offered_in_both_languages(house, ann):
    group = house.group(ann)
    offered = {c["command"]: c["description"] for c in house.world.commands_for(group, ann.person)}
    assert offered["newgame"] == "Собрать новую игру"
    john = house.person("John", language="en")
    private = house.world.chats[john.id]
    offered = {c["command"] for c in house.world.commands_for(private, john.person)}
    assert {"me", "lang", "resign"} <= offered


async def test_a_receipt_that_could_not_be_drawn_is_drawn_later(house, group, ann):
    house.sandbox.trouble.flood(20, method="editMessageText", chat=ann.id)
    await ann.press("bid")
    assert ann.question.text.endswith("bid: bid …")


async def test_a_seat_that_a_stand_in_holds_for_a_while(house, group, ann):
    await house.table.sit_in(1, 1, "")
    await house.settle()
    await ann.press("bid")
    assert ann.toasts[-1] == "За это место сейчас играет заместитель."
    await ann.say("bid 1")
    assert "играет заместитель" in ann.see().text
    await house.table.sit_in(1, 1, None)
    await house.settle()
    await ann.say("bid 1")
    assert "Принято" in ann.question.text


async def test_telegrams_real_limits_are_kept(tmp_path):
    """Several games at once in one group: no request has to be refused for being too fast."""
    async with open_house(tmp_path, games=TOY, budgets=Budgets()) as house:
        people = [house.person(name) for name in ("Ann", "Bob", "Cid", "Dan")]
        group = house.group(*people)
        for _ in range(4):
            await people[0].say("/newgame 4 ru", group)
            for person in people:
                await house.wait(3)
                await person.press("Сесть за стол")
            await people[0].press("Начать")
        for number in (1, 2, 3, 4):
            await house.wait(3)
            await people[0].say(f"/resolve #{number}", group)
        assert [entry.method for entry in house.world.journal if entry.code == 429] == []
        assert sum("order" in text for text in people[0].texts(group)) == 4


async def test_who_writes_too_fast_gets_every_answer_in_the_end(tmp_path):
    async with open_house(tmp_path, games=TOY, budgets=Budgets()) as house:
        ann = house.person("Ann", started=True)
        for _ in range(12):
            house.people.say(ann.person, "/help")
        await house.settle()
        assert len(ann.texts()) == 12


async def test_an_old_button_of_a_held_seat_says_that_the_game_is_over(house, group, ann):
    await house.table.sit_in(1, 1, "")
    await house.settle()
    await house.table.master.abort(1, ann.id)
    await house.settle()
    await ann.press("bid")
    assert ann.toasts[-1] == "Эта игра уже закончена."
