"""A house with the toy game, and shorthands for its lobby and bids."""

import pytest

from tests.scripts.house import open_house
from tests.scripts.tables import begun
from tests.scripts.toyface import TOY


class Toy:
    """What several scripts do at the toy game's table."""

    def __init__(self, house):
        self.house = house

    async def lobby(self, *people, words="2 ru", group=None, thread=None):
        """A lobby opened by the first of them, whom all have joined."""
        group = group or self.house.group(*people)
        await people[0].say(f"/newgame {words}", group, thread=thread)
        for person in people:
            await person.press("Сесть за стол", person.find("Сесть за стол", group))
        return group

    async def game(self, *people, **how):
        """A game that has begun: everybody is asked for his bid."""
        group = await self.lobby(*people, **how)
        await people[0].press("Начать", people[0].find("Начать", group))
        return group

    async def bid(self, *people):
        """Everybody bids and is ready."""
        for number, person in enumerate(people, 1):
            await person.say(f"bid {number}")
            await person.press("Готов")


@pytest.fixture
async def house(tmp_path, request):
    """A house with the toy game; with the real one where the file is marked `lords`."""
    how = {} if request.node.get_closest_marker("lords") else {"games": TOY}
    async with open_house(tmp_path, **how) as house:
        yield house


@pytest.fixture
def toy(house):
    return Toy(house)


@pytest.fixture
def ann(house):
    return house.person("Ann")


@pytest.fixture
def bob(house):
    return house.person("Bob")


@pytest.fixture
def eve(house):
    return house.person("Eve")


@pytest.fixture
def mia(house):
    """A master who does not play, in most scripts."""
    return house.person("Mia")


@pytest.fixture
async def group(house, mia, ann, bob):
    """Ann and Bob play, Mia is the master."""
    return await begun(house, mia, ann, bob)
