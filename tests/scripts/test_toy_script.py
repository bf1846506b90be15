"""A whole toy game in the chat: lobby, questions by buttons and words, posts, the end."""

import pytest

from tests.scripts.house import open_house
from tests.scripts.toyface import TOY


@pytest.fixture
async def house(tmp_path):
    async with open_house(tmp_path, games=TOY) as house:
        yield house


async def lobby(house, *people, words="2 ru"):
    group = house.group(*people)
    await people[0].say(f"/newgame {words}", group)
    for person in people:
        await person.press("Сесть за стол")
    return group


async def test_from_newgame_to_the_first_post(house):
    ann, bob = house.person("Ann"), house.person("Bob")
    group = await lobby(house, ann, bob)
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
    assert len([p for p in house.people.posts(group) if "bid" in p.text]) == 0
    assert bob.question.labels[:2] == ["north", "east"]
