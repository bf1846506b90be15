"""In private: what lies open is shown there too, and no question stands there twice."""

import pytest


@pytest.fixture
async def group(toy, ann, bob):
    return await toy.game(ann, bob)


async def test_table_status_and_dungeon_are_shown_in_private(house, group, ann):
    for command in ("/table", "/status", "/dungeon Bob", "/dungeon 1"):
        await ann.say(command)
        private = ann.see().text
        await ann.say(command, group)
        assert private == ann.see(group).text
    await ann.say("/dungeon Nobody")
    assert "Чьё подземелье показать?" in ann.see().text


async def test_a_look_is_at_the_game_switched_to(house, toy, ann, bob):
    await toy.game(ann, bob)
    await toy.game(ann, bob)
    before = len(ann.texts())
    await ann.say("/table")
    assert len(ann.texts()) == before + 2
    await ann.say("/games")
    games = ann.see()
    await ann.press(games.labels[1], games)
    before = len(ann.texts())
    await ann.say("/table")
    assert len(ann.texts()) == before + 1


async def test_without_a_game_there_is_nothing_to_look_at(house, ann):
    await ann.start()
    for command in ("/table", "/status", "/dungeon", "/me"):
        await ann.say(command)
        assert "/newgame" in ann.see().text


async def test_commands_of_the_group_are_not_unknown(house, group, ann):
    for command in ("/again", "/doctor"):
        await ann.say(command)
        assert f"{command} пишут в группе" in ann.see().text
    await ann.say("/nonsense")
    assert "Такой команды нет" in ann.see().text


async def test_a_question_fetched_before_it_came_stands_there_once(house, group, toy, ann, bob):
    desks = house.bot.chat.postman.desks
    deliver = desks.deliver

    async def late(row, info):
        await desks.show(info.id, row.person_id, anew=True)  # he was faster than the outbox
        return await deliver(row, info)

    desks.deliver = late
    await toy.bid(ann, bob)
    asked = [post for post in house.people.posts(bob.person) if "take" in post.text]
    assert asked == [bob.question]
    await bob.press(bob.question.labels[0])
    assert bob.toasts[-1] == ""


async def test_a_master_without_a_seat_is_named(house, toy, ann, bob):
    group = house.group(ann, bob)
    await ann.say("/newgame 2 ru", group)
    assert "Мастер: Ann." in ann.see(group).text


async def test_no_button_of_the_panel_is_squeezed(house, ann):
    group = house.group(ann)
    await ann.say("/newgame", group)
    keyboard = ann.see(group).markup["inline_keyboard"]
    rows = [[button["text"] for button in row] for row in keyboard]
    assert all(len(row) * max(map(len, row)) <= 36 for row in rows)


async def test_a_group_with_two_languages_is_told_of_each_game_in_its_own(house, toy, ann, bob):
    group = await toy.game(ann, bob)
    await ann.say("/newgame 2 en", group)
    await ann.say("/status #1", group)
    assert "ждём ответа" in ann.see(group).text
    await ann.say("/status #2", group)
    assert "Gathering lords" in ann.see(group).text
    await ann.say("/rules бой", group)
    assert ann.see(group).text.startswith("Бой")
    await ann.say("/rules combat", group)
    assert ann.see(group).text.startswith("Combat")


async def test_where_no_game_gathers_or_is_played_that_is_said(house, group, ann):
    await ann.say("/begin", group)
    assert "никого не собирают" in ann.see(group).text
    elsewhere = house.group(ann)
    for command in ("/table", "/dungeon", "/status", "/story", "/resolve", "/cancel"):
        await ann.say(command, elsewhere)
        assert "/newgame" in ann.see(elsewhere).text, command
