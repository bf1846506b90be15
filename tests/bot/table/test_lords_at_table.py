"""Whole games of Dungeon Lords at a table: people, stand-ins, deadlines and restarts."""

import msgspec
import pytest

from bot.table.records import Person
from bot.table.table import Table
from rules.kernel.log import Record, to_json, verify
from rules.kernel.standin import RandomStandIn
from rules.kernel.stream import Stream
from rules.lords.game import Lords
from rules.lords.judgement import Judgement

GAMES = {"lords": Lords()}


def lay(house) -> Table:
    standins = {"judgement": Judgement(), "random": RandomStandIn()}
    house.table = Table(house.store, house.clock, GAMES, standins)
    return house.table


async def one_more_answer(house, game: int, dice: Stream, missed: dict) -> None:
    """Somebody who owes does something: writes, half writes, says ready, or lets time pass."""
    table = house.table
    info = await table.info(game)
    seat = dice.choice([s.seat for s in info.seats if s.owes and not s.ready])
    desk = await table.desk(game, seat)
    match dice.below(12):
        case 0:
            missing = tuple(s.seat for s in info.seats if s.owes and not s.sent and not s.standin)
            house.clock.advance(3600)
            await table.tick()
            if info.step or not missing or (await table.info(game)).step:  # else one more chance
                missed[info.step] = missing
        case 1:
            await table.put(game, seat, desk.step, desk.revision, desk.tokens[:-1])
        case _:
            tokens = RandomStandIn().answer(desk.view, desk.question, dice)
            desk = await table.put(game, seat, desk.step, desk.revision, tokens)
            assert desk.mode == "sent"
            await table.ready(game, seat, desk.step)


@pytest.mark.parametrize(("people", "seats"), [(4, 4), (2, 3), (1, 5), (2, 2)])
async def test_a_whole_game(house, people, seats):
    dice = Stream("table", f"{people} {seats}")
    table = lay(house)
    settings = house.settings(game="lords", variant="shoggoth", seats=seats, deadline=3600)
    game = await table.open(house.chat, None, house.ann, settings)
    for number in range(1, people + 1):
        await table.join(game, Person(number, f"Lord {number}"), f"nonce {number}")
    await table.start(game, 1, "judgement")
    steps, missed = set(), {}
    while (info := await table.info(game)).status == "play":
        if info.step not in steps and info.step % 7 == 3:
            await house.store.close()
            await house.open()
            table = lay(house)
            await table.tick()
        steps.add(info.step)
        await one_more_answer(house, game, dice, missed)
    assert info.status == "over"
    record = msgspec.json.decode(to_json(await table.export(game)), type=Record)
    assert verify(record, GAMES).same
    assert all(entry.missed == missed.get(entry.step, ()) for entry in record.entries)
    rows = await house.say_all()
    posts = [row for row in rows if row.kind == "post"]
    assert len(posts) == len(record.entries) + 1
    assert all(row.view.viewer is None and fact.to is None for row in posts for fact in row.facts)
    for row in rows:
        if row.kind == "private":
            assert row.view.viewer == row.seat
            assert all(row.seat in fact.to for fact in row.facts)
    assert posts[-1].view.result is not None
