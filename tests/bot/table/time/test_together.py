"""Everything at one instant: timers, seven Ready presses, the master, votes; resolved once.

`INTERLEAVINGS=1000 python -m pytest tests/bot/table/time/test_together.py` plays a thousand orders.
"""

import asyncio
import os
from datetime import timedelta

import pytest

from bot.store.db import Db
from bot.table.records import Refused, Stale
from bot.table.time.paces import Times
from rules.kernel.log import verify
from rules.kernel.stream import Stream
from tests.toy import ToyGame

MANY = int(os.environ.get("INTERLEAVINGS", "60"))


class Together:
    """Two tables on one file, as two processes would have, and all that may happen at once."""

    def __init__(self, house, game, dice):
        self.house, self.game, self.dice = house, game, dice
        self.table, self.other = house.table, house.lay()

    async def edit(self):
        desk = await self.table.desk(self.game, 2)
        await self.table.put(self.game, 2, 0, desk.revision, [";bid", "1"])

    async def extend(self):
        ballot = await self.other.time.propose(self.game, 3, "extend", 3600)
        for person in (1, 2, 4):
            await self.table.time.vote(ballot.id, person, True)

    async def away(self):
        await self.table.time.away(self.game, 4, self.house.clock.now() + timedelta(days=3))

    def triggers(self):
        """Name -> what it does; seven presses of Ready among them."""
        either = (self.table, self.other)
        ready = {f"ready {n}": (lambda n=n, seat=seat: either[n % 2].ready(self.game, seat, 0))
                 for n, seat in enumerate((1, 2, 3, 4, 1, 2, 3))}  # fmt: skip
        return {
            **ready,
            "timer": self.table.tick,
            "other timer": self.other.tick,
            "master": lambda: self.other.resolve(self.game, 1, step=0),
            "edit": self.edit,
            "extend": self.extend,
            "away": self.away,
            "pace": lambda: self.table.time.set(self.game, 1, escalate=True),
        }

    async def fire(self, wait, without=()):
        does = {name: do for name, do in self.triggers().items() if name not in without}

        async def later(name):
            await wait()
            return await does[name]()

        order = self.dice.shuffled(sorted(does))
        for came in await asyncio.gather(*map(later, order), return_exceptions=True):
            assert not isinstance(came, BaseException) or isinstance(came, Stale | Refused), came


def slow_down(monkeypatch, dice):
    """Let the loop switch at every trip to the file."""

    async def wait():
        for _ in range(dice.below(6)):
            await asyncio.sleep(0)

    def slowed(trip):
        async def later(db, *values):
            await wait()
            return await trip(db, *values)

        return later

    for name in ("run", "rows", "many", "insert"):
        monkeypatch.setattr(Db, name, slowed(getattr(Db, name)))
    return wait


async def begin(house, sent, **times):
    people = (house.ann, house.bob, house.cid, house.dan)
    game = await house.game(*people, seats=4, deadline=3600, seed="same", times=Times(**times))
    for seat in range(1, sent + 1):
        await house.write(game, seat, ";bid", str(1 + seat % 3))
    return game


@pytest.mark.parametrize("seed", range(MANY))
async def test_one_resolve_whatever_fires_together(house, seed, monkeypatch):
    dice = Stream(str(seed), "together")
    game = await begin(house, 4, marks=("hour", "quarter"))
    both = Together(house, game, dice)
    await both.table.tick()
    await both.other.tick()
    house.clock.advance(3600)
    await both.fire(slow_down(monkeypatch, dice))
    await both.table.tick()
    record = await both.table.export(game, running=True)
    assert [entry.step for entry in record.entries] == [0]
    assert record.entries[0].missed == ()
    assert (await both.table.info(game)).step == 1
    assert verify(record, {"toy": ToyGame()}).same


@pytest.mark.parametrize("seed", range(MANY // 3))
async def test_one_extension_whatever_fires_together(house, seed, monkeypatch):
    """One seat is silent at the very first step: it is extended once, by whichever timer."""
    dice = Stream(str(seed), "extended")
    game = await begin(house, 3, marks=())
    both = Together(house, game, dice)
    await both.table.tick()
    await both.other.tick()
    house.clock.advance(3600)
    await both.fire(slow_down(monkeypatch, dice), without=("master", "away", "extend", "edit"))
    info = await both.table.info(game)
    assert (info.step, info.deadline) == (0, house.clock.now().replace(hour=14))
    codes = [row.data["code"] for row in await house.say_all() if row.kind == "notice"]
    assert codes.count("first extension") == 1
    house.clock.advance(3600)
    await asyncio.gather(both.table.tick(), both.other.tick())
    record = await both.table.export(game, running=True)
    assert [(entry.step, entry.missed) for entry in record.entries] == [(0, (4,))]
