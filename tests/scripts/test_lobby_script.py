"""Gathering a game: the panel, words, seats, the waiting list, links, the end of lobbies."""

from datetime import timedelta

from bot.chat.links import Links
from tests.scripts.house import open_house


async def test_the_panel_sets_what_its_buttons_say_and_creates(house, ann):
    group = house.group(ann)
    await ann.say("/newgame", group)
    panel = ann.see(group)
    await ann.press("2\u00a0лорда", panel)
    await ann.press("English", panel)
    await ann.press("24 h", panel)
    await ann.press("no master", panel)
    assert "Lords: 2" in panel.text
    await ann.press("Create", panel)
    assert panel.text == "The lobby is open, see below."
    lobby = ann.see(group).text
    assert "0 of 2" in lobby
    assert "Time for a step: 24 h. Master: no master." in lobby


async def test_a_double_press_creates_one_game(house, ann):
    group = house.group(ann)
    await ann.say("/newgame", group)
    await ann.press("Создать", twice=True)
    assert len(await house.table.games_in(group.id)) == 1


async def test_a_strangers_press_on_the_panel_is_refused(house, ann, eve):
    group = house.group(ann, eve)
    await ann.say("/newgame", group)
    await eve.press("Создать")
    assert eve.toasts == ["Эти кнопки — не ваши: их нажимает тот, кто их вызвал."]
    assert not await house.table.games_in(group.id)


async def test_wrong_words_say_what_would_be_right(house, ann):
    group = house.group(ann)
    for words in ("7 ru", "кря", "4 99y", "1m", "кря&вилка"):
        await ann.say(f"/newgame {words}", group)
        assert "Можно так: /newgame" in ann.see(group).text
    assert not await house.table.games_in(group.id)


async def test_the_variant_by_its_word_in_either_language(tmp_path):
    async with open_house(tmp_path) as house:
        ann = house.person("Ann")
        for words, title in (
            ("классика 4", "Лорды подземелий (классика)"),
            ("форум", "Лорды подземелий\n"),
            ("shoggoth english", "Dungeon Lords\n"),
            ("classic 3 lords en", "Dungeon Lords (classic)"),
        ):
            group = house.group(ann)
            await ann.say(f"/newgame {words}", group)
            assert title in ann.see(group).text
        await ann.say("/newgame настолка 5", group)
        assert "is for 2–4 lords, and you wrote 5." in ann.see(group).text
        await ann.say("/newgame шахматы", group)
        assert "I don't know the word “шахматы”." in ann.see(group).text
        assert "the variant: forum, classic" in ann.see(group).text


async def test_seats_the_waiting_list_and_leaving(house, toy, ann, bob, eve):
    group = await toy.lobby(ann, bob, eve)
    lobby = ann.find("Сесть за стол")
    assert "В очереди: Eve" in lobby.text
    assert "вы в очереди" in eve.texts()[0]
    await bob.press("Встать")
    assert bob.toasts == ["Вы встали из-за стола."]
    assert "Место освободилось" in eve.see().text
    assert "1. Ann\n2. Eve" in lobby.text
    assert ann.texts(group)[1:] == [lobby.text]  # one post, edited in place
    await bob.press("Встать")
    assert bob.toasts[-1] == "Вы и не сидели за этим столом."


async def test_joining_twice_is_joining_once(house, toy, ann, bob):
    await toy.lobby(ann, bob)
    await ann.press("Сесть за стол")
    assert "1. Ann\n2. Bob" in ann.find("Сесть за стол").text


async def test_gender_is_asked_at_the_first_join_only(house, toy, ann):
    await toy.lobby(ann)
    await ann.press("она")
    assert ann.see().text == "Так и запишу."
    assert (await house.table.person(ann.id)).gender == "she"
    await toy.lobby(ann)
    assert "Вы за столом" in ann.see().text


async def test_too_few_lords_and_stand_ins_for_the_rest(house, toy, ann):
    group = await toy.lobby(ann)
    await ann.say("/begin", group)
    assert "нужно хотя бы 2" in ann.see(group).text
    await ann.say("/begin fill", group)
    assert "🤖 Заместитель 2" in house.people.pinned(group).text


async def test_what_the_lobby_offers_is_what_can_be_done(house, toy, ann, bob):
    group = house.group(ann, bob)
    await ann.say("/newgame 3 ru", group)
    lobby = ann.find("Сесть за стол")
    assert lobby.labels == ["Сесть за стол"]
    for words in ("/begin", "/begin fill"):
        await ann.say(words, group)
        assert "За столом ещё никого" in ann.see(group).text
    await ann.press("Сесть за стол", lobby)
    filled = "Начать, пустые места — заместителям"
    assert lobby.labels == ["Сесть за стол", "Встать из-за стола", filled]
    await bob.press("Сесть за стол", lobby)
    assert lobby.labels == ["Сесть за стол", "Встать из-за стола", "Начать", filled]
    for person in (ann, bob):
        await person.press("Встать", lobby)
    assert lobby.labels == ["Сесть за стол"]


async def test_who_was_not_in_a_game_cannot_gather_it_again(house, toy, ann, bob, eve):
    group = house.group(ann, bob, eve)
    await toy.lobby(ann, bob, group=group)
    await ann.say("/cancel", group)
    await eve.say("/again", group)
    assert "кто в ней был" in ann.see(group).text
    await bob.say("/again", group)
    assert "1. Ann\n2. Bob" in bob.find("Сесть за стол").text


async def test_a_link_brings_whoever_never_wrote_and_whoever_blocked(house, toy, ann, bob):
    group = house.group(ann, bob)
    await toy.lobby(ann, group=group)
    house.people.block(ann.person)
    await bob.press("Сесть за стол", bob.find("Сесть за стол", group))
    assert "Вы за столом" in bob.texts()[0]
    await bob.press("Начать", bob.find("Начать", group))
    assert sum("Ann: не могу написать" in text for text in bob.texts(group)) == 1
    await ann.start()  # what she missed has waited for her
    assert ann.question is not None
    assert "личка закрыта" not in house.people.pinned(group).text


async def test_who_has_no_seat_cannot_begin(house, toy, ann, bob, eve):
    group = house.group(ann, bob, eve)
    await toy.lobby(ann, bob, group=group)
    await eve.press("Начать")
    assert "Начинает тот, кто сидит за столом" in eve.toasts[-1]


async def test_links_that_are_old_or_made_up(house, toy, ann, eve):
    group = house.group(ann, eve)
    await toy.lobby(ann, group=group)
    game = (await house.table.games_in(group.id))[0].id
    for payload in ("j_1_2_3", f"j_{game}_999999_AAAAAAAAAAAA", "j_", "j_x"):
        await eve.start(payload)
        assert "Эта ссылка не действует" in eve.see().text
    old = Links(house.sandbox.token).payload(game, house.clock.now() - timedelta(days=30))
    await eve.start(old)
    assert "Эта ссылка не действует" in eve.see().text


async def test_a_dead_lobby_closes_and_a_link_into_it_says_so(house, toy, ann, eve):
    group = house.group(ann, eve)
    await toy.lobby(ann, group=group)
    lobby = ann.find("Сесть за стол")
    link = lobby.buttons[0]["url"]
    await house.wait(timedelta(days=8))
    assert "лобби закрыто" in lobby.text
    assert not lobby.buttons
    house.people.follow(eve.person, link)
    await house.settle()
    assert "Эта игра уже закончена" in eve.see().text


async def test_cancelling_a_lobby_and_a_game(house, toy, ann, bob, eve):
    group = house.group(ann, bob, eve)
    await toy.lobby(ann, bob, group=group)
    await eve.say("/cancel", group)
    assert "решает мастер" in ann.see(group).text
    await ann.say("/cancel", group)
    assert "отменена" in ann.see(group).text
    await toy.game(ann, bob, group=group)
    await ann.say("/cancel", group)
    await eve.press("Да, отменить")
    assert "не ваши" in eve.toasts[-1]
    await ann.press("Да, отменить")
    assert "Игра отменена" in house.people.pinned(group).text


async def test_a_second_newgame_makes_a_second_game_with_its_own_name(house, toy, ann, bob):
    group = await toy.game(ann, bob)
    await toy.lobby(ann, bob, group=group)
    await ann.say("/games", group)
    assert "Игра #1 · plain — идёт" in ann.see(group).text
    assert "Игра #2 · plain — собирается" in ann.see(group).text
    await ann.say("/begin #2", group)
    await ann.say("/status", group)
    assert "несколько игр" in ann.see(group).text
    await ann.say("/status #2", group)
    assert ann.see(group).text.startswith("Игра #2")


async def test_start_without_a_payload_is_a_menu_and_touches_no_game(house, toy, ann, bob):
    await ann.start()
    assert "За столами вас пока нет" in ann.see().text
    await toy.game(ann, bob)
    before = await house.table.desk(1, 1)
    await ann.start()
    assert "ждут вас" in ann.see().text
    await ann.press("Игра #1: к вопросу")
    assert "bid" in ann.see().text
    assert (await house.table.desk(1, 1)).revision == before.revision
