"""What the master mends is told calmly: one line to the group, and what an undo would take back."""

import pytest

from tests.scripts.house import open_house

ORDERS = "food, gold, imps"


@pytest.fixture
async def house(tmp_path):
    async with open_house(tmp_path) as house:
        yield house


@pytest.fixture
def mia(house):
    return house.person("Mia")


@pytest.fixture
async def group(house, mia, ann, bob):
    """Ann and Bob play, Mia is the master."""
    group = house.group(mia, ann, bob)
    await mia.start()
    await mia.say("/newgame 2 ru 24h", group)
    for person in (ann, bob):
        await person.press("Сесть за стол", person.find("Сесть за стол", group))
    await mia.press("Начать", mia.find("Начать", group))
    return group


async def orders(*people):
    for person in people:
        await person.say(ORDERS)
        await person.press("Готов")


async def test_a_change_is_one_line_and_no_post(house, group, mia, ann):
    before = len(ann.texts(group))
    await mia.say("/set злоба Ann +2 // вчера забыли взятку")
    await mia.press("✅ Сделать")
    [line] = ann.texts(group)[before:]
    assert line.startswith("🛠")
    assert "Ann, злоба: 5 → 7 (вчера забыли взятку)" in line
    before = len(ann.texts(group))
    await mia.say("/set злоба Ann 15")
    await mia.press("✅ Сделать")
    [line] = ann.texts(group)[before:]  # the paladin who follows stands in it too
    assert "Ann, злоба: 7 → 15" in line
    assert "паладин" in line.casefold()


async def test_what_is_given_in_secret_is_told_to_its_lord(house, group, mia, ann, bob):
    before = len(bob.texts(group))
    await mia.say("/set ловушка Bob добавить маятник")
    await mia.press("✅ Сделать")
    [line] = ann.texts(group)[before:]
    assert "скрытое" in line
    assert any("маятник" in text for text in bob.texts())


async def test_a_leap_in_time_has_its_post_and_a_short_line(house, group, mia, ann):
    before = len(ann.texts(group))
    await mia.say("/set шаг бой")
    await mia.press("✅ Сделать")
    told = ann.texts(group)[before:]
    assert any("Зима, второй год. Начало сезона" in text for text in told)
    [line] = [text for text in told if text.startswith("🛠")]
    assert "год: 1 → 2" in line
    assert line.count(" → ") == 6
    assert "(всё — /log)" in line
    await ann.say("/log", group)
    assert ann.see(group).text.count(" → ") > 6
