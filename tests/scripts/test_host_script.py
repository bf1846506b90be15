"""LORDS_ADMINS: whom the host lets do what a game's master may, wherever the bot plays."""

import pytest

from bot.sandbox.world import FIRST_PERSON
from tests.scripts.house import open_house
from tests.scripts.toyface import TOY


@pytest.fixture
async def house(tmp_path):
    host = {"admins": (FIRST_PERSON,)}  # whoever is there first: Ida
    async with open_house(tmp_path, games=TOY, host=host) as house:
        yield house


@pytest.fixture
async def ida(house):
    return house.person("Ida")


@pytest.fixture
async def group(house, ida, toy, ann, bob):
    """Ann's game; Ida is in the group and neither plays nor is its master."""
    assert ida.id == FIRST_PERSON
    group = house.group(ann, bob, ida)
    return await toy.game(ann, bob, group=group)


async def test_she_sees_a_game_through_in_its_group(house, group, ida, ann, bob, eve):
    await ida.say("/hold", group)
    assert (await house.table.info(1)).settings.chair.held
    await ida.say("/release", group)
    await ann.say("bid 1")
    await ida.say("/resolve", group)
    assert (await house.table.info(1)).step == 1
    await ida.say("/undo", group)
    assert (await house.table.info(1)).step == 2
    await ida.say("/cancel", group)
    await ida.press("Да, отменить")
    assert (await house.table.info(1)).status == "cancelled"


async def test_she_opens_the_masters_panel_in_private(house, group, ida):
    await ida.say("/master", group)
    link = ida.see(group).buttons[0]["url"]
    house.people.follow(ida.person, link)
    await house.settle()
    await ida.say("/hold")
    assert (await house.table.info(1)).settings.chair.held
    assert (await house.table.info(1)).master_id != ida.id


async def test_the_game_keeps_its_master_and_its_secrets(house, group, ida, ann, bob):
    await ida.say("/hold", group)
    await ann.say("/release", group)
    assert not (await house.table.info(1)).settings.chair.held
    await ida.start()
    await ida.say("/me")
    assert not any("strength" in text for text in ida.texts())


async def test_nobody_else_may(house, group, ida, bob):
    await bob.say("/hold", group)
    assert not (await house.table.info(1)).settings.chair.held


async def test_she_has_no_game_to_lead_before_she_names_one(house, group, ida):
    await ida.start()
    await ida.say("/hold")
    assert not (await house.table.info(1)).settings.chair.held
