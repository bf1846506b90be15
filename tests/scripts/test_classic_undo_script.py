"""An undo in the board game, whose production often leaves nobody anything to decide."""

import pytest

from tests.scripts.house import open_house
from tests.scripts.prepared import MASTERED, play_to

SPRING = 3
"""The spring's orders; before them went a winter's production without anything to plan."""


@pytest.fixture
async def house(tmp_path):
    await play_to(tmp_path / "lords.sqlite", SPRING, **MASTERED)
    async with open_house(tmp_path) as house:
        yield house


async def test_an_undo_lands_where_somebody_decides(house):
    ann, bob, mia = (house.person(name, started=True) for name in ("Ann", "Bob", "Mia"))
    group = house.group(ann, bob, mia)
    spring = await house.table.state_hash(1)
    await mia.say("/undo", group)
    view = await house.table.view(1)
    assert (view.season, view.step) == ("winter", "orders")
    info = await house.table.info(1)
    assert not info.settings.chair.held
    assert all(seat.owes for seat in info.seats)
    await mia.say("/redo", group)
    assert await house.table.state_hash(1) == spring
    await mia.say("/undo 2", group)  # so many at least
    assert (await house.table.view(1)).step == "orders"
