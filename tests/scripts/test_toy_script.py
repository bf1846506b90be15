"""A whole toy game in the chat: lobby, questions by buttons and words, posts, the end."""


async def test_from_newgame_to_the_first_post(house, toy, ann, bob):
    group = await toy.lobby(ann, bob)
    assert "Вы за столом" in ann.texts()[0]
    await ann.press("Начать")
    assert house.people.pinned(group).text.startswith("Игра #1")
    await ann.press("bid")
    await ann.press("2")
    assert "Принято" in ann.question.text
    await ann.press("Готов")
    await bob.say("ставка 3")
    assert "Принято" in bob.question.text
    await bob.press("Готов")
    assert any("order" in text for text in ann.texts(group))
    assert bob.question.labels[:2] == ["north", "east"]


async def test_a_whole_game_with_a_question_in_mid_step(house, toy, ann, bob):
    group = await toy.game(ann, bob)
    await toy.bid(ann, bob)
    await bob.say("north")
    await bob.press("Готов")
    await ann.say("север")
    await ann.press("Готов")
    assert "defend" in bob.see().text  # asked in the middle of Ann's turn
    await bob.say("уступить")
    await bob.press("Готов")
    for person, cell in [(bob, "east"), (ann, "south"), (bob, "west"), (ann, "middle")]:
        await person.say(cell)
        await person.press("Готов")
    status = house.people.pinned(group).text
    assert "Игра окончена" in status
    assert "кости можно проверить" in ann.see(group).text
    assert not house.people.pinned(group).buttons
    await ann.say("/again", group)
    assert "Собираем лордов: 2 из 2" in ann.see(group).text


async def test_a_restart_in_the_middle_loses_nothing(house, toy, ann, bob):
    await toy.game(ann, bob)
    await ann.say("bid 2")
    await ann.press("Готов")
    before = len(bob.texts())
    await house.restart()
    assert len(bob.texts()) == before
    await bob.press("bid")
    await bob.press("1")
    await bob.press("Готов")
    assert "take" in ann.see().text


async def test_pictures_come_as_a_photo_after_the_post(house, toy, ann, bob):
    group = await toy.game(ann, bob)
    await toy.bid(ann, bob)
    await bob.say("north")
    await bob.press("Готов")
    photos = [post for post in house.people.posts(group) if post.media]
    assert [post.text for post in photos] == ["north"]
