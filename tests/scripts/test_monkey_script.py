"""A chat monkey at two tables: nothing breaks, and every game can still be played to its end."""

from datetime import timedelta
from os import environ

import pytest

from bot.games import GAMES
from bot.table.records import Refused
from rules.kernel.log import verify
from tests.scripts.house import open_house
from tests.scripts.monkey import Monkey

DEEDS = int(environ.get("MONKEY", "50"))
"""Before and after the one restart; `MONKEY=2000` looks longer."""

NO_TURN = ("nothing to undo", "fewer to undo", "nothing to redo")
"""Nothing was there to undo, or the table that was set free by it went on at once."""


async def begin(house, group, master, people, words, thread=None):
    """A game of these people begins; empty seats go to stand-ins."""
    await master.start()
    await master.say(f"/newgame {words}", group, thread=thread)
    lobby = house.people.last(group)
    for person in people:
        link = next(button["url"] for button in lobby.buttons if "url" in button)
        house.people.follow(person.person, link)
        await house.settle()
    await master.say("/begin fill", group, thread=thread)


async def calm(house, host, topic):
    """All trouble is over: the bot is where it was, and everybody can be reached."""
    house.sandbox.trouble.clear()
    for chat in list(house.world.chats.values()):
        if chat.private and chat.bot == "blocked":
            house.people.unblock(house.world.people[chat.id])
        elif not chat.private and chat.migrated_to is None:
            bot = chat.members[house.world.bot.id]
            if not bot.present or bot.status == "restricted":
                house.people.add_bot(chat)
            for closed in list(chat.closed):
                house.people.close_topic(chat, closed, host.person, False)
            if chat.forum:
                house.people.say(host.person, "/status", chat, thread=topic)
    await house.settle()
    await house.wait(timedelta(hours=2))


async def play_out(table, game):
    """Stand-ins take a game to its end by the master's hand; an undo and a redo change nothing."""
    info = await table.info(game)
    if info.status == "play":
        chair, by = table.master, info.master_id
        for free in (chair.hold, chair.lock_sending, chair.pause):
            await free(game, by, False)
        info, before = await table.info(game), await table.state_hash(game)
        if info.status != "play":  # it was ready, and came to its end
            return info
        try:
            await chair.undo(game, by, 2)
            await chair.redo(game, by)
        except Refused as error:  # nothing to undo, or the table went on at once
            if error.code not in NO_TURN:
                raise
        else:
            if (await table.info(game)).dice == info.dice:
                assert await table.state_hash(game) == before
        await chair.set_mode(game, by, "ready")
        for seat in (await table.info(game)).seats:
            if not seat.standin:
                await chair.stand_in(game, by, seat.seat)
        for _ in range(80):
            if (await table.info(game)).status != "play":
                break
            await chair.resolve(game, by)
    return await table.info(game)


async def judge(house, game):
    """The game has ended, and its record comes to its very end."""
    info = await play_out(house.table, game)
    assert info.status in ("over", "cancelled", "expired", "lobby"), (game, info.kind)
    if info.status == "over":
        record = await house.table.export(game)
        verdict = verify(record, {"lords": GAMES["lords"].game})
        assert verdict.same, verdict
        assert verdict.end == await house.table.state_hash(game)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("seed", "lang", "words"), [(1, "ru", "2 ru 24h"), (2, "en", "classic 3 en")]
)
async def test_a_monkey_breaks_nothing(tmp_path, seed, lang, words):
    async with open_house(tmp_path, lang=lang) as house:
        ann, mia, host = house.person("Ann"), house.person("Mia", "Ж" * 60), house.person("Host")
        bob = house.person("<b>Bob&_*", language="en")
        eve = house.person("Ева 💥", language="en")
        group = house.group(mia, ann, bob, eve)
        forum = house.group(host, ann, bob, mia, title="Forum", forum=True)
        topic = house.people.add_topic(forum, "Lords", host.person)
        await begin(house, group, mia, (ann, bob), words)
        await begin(house, forum, host, (ann, mia), "classic 2 en", topic)
        monkey = Monkey(house, seed, [ann, bob, mia, eve, host])
        for _ in range(DEEDS):
            await monkey.step()
        await house.restart()
        for _ in range(DEEDS):
            await monkey.step()
        await calm(house, host, topic)
        games = [i.id for c in list(house.world.chats) for i in await house.table.games_in(c)]
        assert len(games) >= 2
        for game in games:
            await judge(house, game)
        await house.settle()
        assert house.bot.faults == []
        assert await house.table.outbox_due() == []
