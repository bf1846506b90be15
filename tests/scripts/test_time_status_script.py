"""The pinned status under many quick changes: within the group's budget, and right at the end."""

import asyncio
from datetime import timedelta

import pytest

from bot.chat.budget import LIMITS

MINUTE = timedelta(minutes=1)


@pytest.fixture
def asked(house, monkeypatch):
    """Every request about a chat, with its instant, as it goes to Telegram."""
    sender, found = house.bot.chat.office.sender, []
    request = sender._request

    async def noting(method, chat, fields):
        found.append((house.clock.now(), method, chat, fields.get("text", "")))
        return await request(method, chat, fields)

    monkeypatch.setattr(sender, "_request", noting)
    return found


async def at_once(house):
    """Wait until all that can be done now is done: the clock stands meanwhile."""
    while True:
        await house.world.until(lambda: house.world.pending_updates == 0, 30)
        await house.bot.app.update_queue.join()
        await house.bot.alarm.resting.wait()
        if house._still():
            return
        await asyncio.sleep(0)


def most_in_a_minute(instants):
    """The greatest number of instants within any minute."""
    return max(
        sum(1 for other in instants if first <= other < first + MINUTE) for first in instants
    )


async def flicker(house, person, times, span):
    """Somebody is ready and is not, so many times within a span: each changes the status."""
    for n in range(times):
        if n % 2:
            house.people.say(person.person, f"bid {2 - n // 2 % 2}")
        else:
            label = next(text for text in person.question.labels if "Готово" in text)
            house.people.press(person.person, person.question, label)
        await at_once(house)
        house.clock.advance(span / times)
        await at_once(house)


@pytest.mark.parametrize("times", [30, 31])
async def test_many_changes_in_a_minute_keep_within_the_groups_budget(
    house, toy, ann, bob, asked, times
):
    group = await toy.game(ann, bob)
    await bob.say("bid 1")
    pinned = house.people.pinned(group)
    await house.wait(2 * MINUTE)
    asked.clear()
    await flicker(house, bob, times, MINUTE)
    await house.settle()
    edits = [(at, text) for at, method, chat, text in asked if chat == group.id]
    assert 2 <= len(edits) < times
    assert most_in_a_minute([at for at, _ in edits]) <= LIMITS["group"].messages
    ready = (await house.table.info(1)).seats[1].ready
    assert ready == bool(times % 2)
    again = house.people.pinned(group)
    assert again.id == pinned.id
    assert ("✅ Bob" in again.text) == ready


async def test_a_post_of_the_step_finds_room_among_the_edits(house, toy, ann, bob, asked):
    group = await toy.game(ann, bob)
    await bob.say("bid 1")
    await house.wait(2 * MINUTE)
    asked.clear()
    await flicker(house, bob, 30, MINUTE)
    await ann.say("bid 2")
    await bob.press("Готово")
    await ann.press("Готово")
    assert (await house.table.info(1)).step == 1
    instants = [at for at, _, chat, _ in asked if chat == group.id]
    assert most_in_a_minute(instants) <= LIMITS["group"].messages
    told = [at for at, method, chat, _ in asked if chat == group.id and method == "send_message"]
    assert told
    assert "Нет ответа: 1 из 1 (Ann)" in house.people.pinned(group).text


async def test_deadlines_told_to_the_group_have_each_readers_time_and_the_zone_as_text(
    house, toy, ann, bob
):
    group = await toy.game(ann, bob, words="2 ru 24h Берлин")
    await ann.say("/deadline 48h", group)
    await ann.say("/extend 12h", group)
    await bob.say("/propose продлить 12h", group)
    await ann.press("За (1)", ann.find("За (1)", group))
    told = [
        p for p in house.people.posts(group) if "срок" in p.text.casefold() and "марта" in p.text
    ]
    assert len(told) >= 4  # the status, and a word about each change
    for post in told:
        assert "(Берлин)" in post.text
        assert [e for e in post.entities if e["type"] == "date_time"]
