"""Going on: by everybody's Ready, by the master, by the deadline; once, whatever comes together."""

import asyncio
import itertools
from datetime import timedelta

import msgspec
import pytest

from bot.store.db import Db
from bot.table.records import Refused, Stale
from rules.kernel.log import Record, to_json, verify
from rules.kernel.stream import Stream
from tests.toy import ToyGame


async def test_a_whole_game_and_its_record(house):
    game = await house.game(house.ann, house.bob, house.cid, seats=3)
    with pytest.raises(Refused, match="going on"):
        await house.table.export(game)
    await house.play_out(game)
    info = await house.table.info(game)
    assert (info.status, info.deadline) == ("over", None)
    with pytest.raises(Refused, match="not playing"):
        await house.write(game, 1, ";north")
    record = msgspec.json.decode(to_json(await house.table.export(game)), type=Record)
    games = {"toy": ToyGame()}
    verdict = verify(record, games)
    assert verdict.same
    assert verdict.end == record.end == await house.table.state_hash(game)

    def changed(**fields):
        return verify(msgspec.structs.replace(record, **fields), games).problem

    assert verify(record, {}).problem == "game"
    assert changed(end="0" * 16) == "end"
    assert changed(proof=msgspec.structs.replace(record.proof, nonces=("1", "2", "3"))) == "proof"
    assert changed(proof=None) == ""
    setup = msgspec.structs.replace(record.setup, seats=9)
    assert changed(proof=None, setup=setup) == "setup"
    first, *rest = record.entries
    other = msgspec.structs.replace(first, answers={1: "bid 1", 2: "bid 1", 3: "bid 2"})
    assert changed(entries=[other, *rest]) == "hash"
    other = msgspec.structs.replace(first, answers={1: "bid 9", 2: "bid 1", 3: "bid 1"})
    assert changed(entries=[other, *rest]) == "broken"
    assert changed(entries=rest) == "broken"
    assert changed(rules="0") == ""
    assert not verify(msgspec.structs.replace(record, rules="0"), games).rules


async def test_the_deadline_follows_the_table_of_absence(house):
    game = await house.game(house.ann, house.bob, house.cid, house.dan, seats=4, deadline=3600)
    await house.table.tick()
    await house.say_all()
    await house.write(game, 2, ";bid")  # a partial draft
    await house.write(game, 3, ";bid", "2")  # sent
    await house.write(game, 4, ";bid", "3")
    await house.write(game, 4, ";bid")  # sent, now editing
    info = await house.table.info(game)
    assert info.deadline == house.clock.now().replace(hour=13)
    house.clock.advance(3599)
    await house.table.tick()
    assert (await house.table.info(game)).deadline == info.deadline
    house.clock.advance(1)
    assert await house.table.tick()
    info = await house.table.info(game)  # the first step of all has a second chance
    assert (info.step, info.deadline) == (0, house.clock.now().replace(hour=14))
    house.clock.advance(3600)
    assert await house.table.tick()
    info = await house.table.info(game)
    assert (info.step, info.deadline) == (1, house.clock.now().replace(hour=15))
    [entry] = (await house.table.export(game, running=True)).entries
    assert entry.missed == (1, 2)
    assert (entry.answers[3], entry.answers[4]) == ("bid 2", "bid 3")
    assert entry.answers[2].startswith("bid ")
    [post] = [row for row in await house.say_all() if row.kind == "post"]
    assert post.missed == (1, 2)


async def test_the_master_resolves(house):
    game = await house.game(master=4)
    with pytest.raises(Refused, match="not master"):
        await house.table.resolve(game, 1)
    assert await house.table.resolve(game, 4, step=0)
    assert not await house.table.resolve(game, 4, step=0)  # pressed twice
    assert (await house.table.info(game)).step == 1
    assert await house.table.resolve(game, 4)
    assert (await house.table.info(game)).step == 2


async def test_stand_ins_answer_by_themselves(house):
    game = await house.game(house.ann, fill="", seats=3)
    assert (await house.table.info(game)).step == 0
    await house.play_out(game)
    assert (await house.table.info(game)).status == "over"
    record = await house.table.export(game)
    assert verify(record, {"toy": ToyGame()}).same
    assert all(entry.missed == () and entry.held == (2, 3) for entry in record.entries)


async def test_a_game_of_stand_ins_alone_waits_unless_told(house):
    game = await house.game(house.ann, fill="")
    await house.table.resign(game, 1)
    assert (await house.table.info(game)).step == 0
    await house.table.resolve(game, 1)
    assert (await house.table.info(game)).step == 1
    game = await house.game(house.ann, fill="", alone=True)
    await house.table.sit_in(game, 1, "random")
    assert (await house.table.info(game)).status == "over"


async def test_the_period_can_be_changed_at_any_time(house):
    game = await house.game()
    assert (await house.table.info(game)).deadline is None
    with pytest.raises(Refused, match="not master"):
        await house.table.set_deadline(game, 2, 60)
    with pytest.raises(Refused, match="bad period"):
        await house.table.set_deadline(game, 1, -1)
    await house.table.set_deadline(game, 1, 60)
    assert (await house.table.info(game)).deadline == house.clock.now().replace(minute=1)
    await house.table.set_deadline(game, 1, None)
    assert (await house.table.info(game)).deadline is None
    said = [row.data for row in await house.say_all() if row.kind == "notice"]
    assert said == [{"code": "deadline", "period": 60}, {"code": "deadline", "period": None}]
    lobby = await house.lobby()
    await house.table.set_deadline(lobby, 1, 60)
    assert (await house.table.info(lobby)).settings.deadline == 60


async def test_a_machine_asleep_over_the_deadline_resolves_once(house):
    game = await house.game(deadline=60)
    await house.write(game, 1, ";bid", "3")
    await house.write(game, 2, ";bid", "3")
    due = (await house.table.info(game)).deadline
    await house.table.tick()
    await house.say_all()
    await house.reopen()
    house.clock.advance(10_000)
    assert await house.table.tick()
    assert not await house.table.tick()
    info = await house.table.info(game)
    assert (info.step, info.deadline) == (1, house.clock.now() + timedelta(seconds=60))
    said = [row.data for row in await house.say_all() if row.kind == "notice"]
    late = {"code": "late", "due": due.isoformat(), "now": house.clock.now().isoformat()}
    assert said == [late]


async def test_a_game_that_fails_does_not_stop_the_others(house, monkeypatch, caplog):
    broken, sound = await house.game(deadline=60), await house.game(deadline=60)
    for game in (broken, sound):
        await house.write(game, 1, ";bid", "3")
        await house.write(game, 2, ";bid", "3")
    await house.table.tick()
    await house.say_all()
    resolving = house.table.resolve.__self__.resolving
    go_on = resolving.go_on

    async def fails(game, must=None):
        if game == broken:
            raise RuntimeError("a fault")
        return await go_on(game, must)

    monkeypatch.setattr(resolving, "go_on", fails)
    house.clock.advance(60)
    assert await house.table.tick()
    assert (await house.table.info(sound)).step == 1
    assert (await house.table.info(broken)).step == 0
    assert [str(fault) for fault in house.table.faults] == ["a fault"]
    await house.say_all()
    assert await house.table.next_due() > house.clock.now()  # no busy loop
    monkeypatch.undo()
    house.clock.advance(600)
    assert await house.table.tick()
    assert (await house.table.info(broken)).step == 1


TRIGGERS = ("ready 1", "ready 2", "deadline", "master", "edit 2", "other deadline", "ready again")


async def fire_all(house, game, order, wait):
    """Everything at the same moment, on two tables with locks of their own."""
    table, other = house.table, house.lay()
    await table.tick()
    await other.tick()
    await house.write(game, 1, ";bid", "3")
    await house.write(game, 2, ";bid", "2")
    house.clock.advance(60)

    async def edit():
        desk = await table.desk(game, 2)
        await table.put(game, 2, 0, desk.revision, [";bid", "1"])

    does = {
        "ready 1": lambda: table.ready(game, 1, 0),
        "ready 2": lambda: table.ready(game, 2, 0),
        "ready again": lambda: other.ready(game, 2, 0),
        "deadline": lambda: table.tick(),
        "other deadline": lambda: other.tick(),
        "master": lambda: other.resolve(game, 1, step=0),
        "edit 2": edit,
    }

    async def late(number, trigger):
        await wait(number)
        return await does[trigger]()

    tasks = [late(number, trigger) for number, trigger in enumerate(order)]
    for came in await asyncio.gather(*tasks, return_exceptions=True):
        assert not isinstance(came, BaseException) or isinstance(came, Stale | Refused)
    await table.tick()
    record = await table.export(game, running=True)
    assert len(record.entries) == 1
    assert record.entries[0].missed == ()
    assert (await table.info(game)).step == 1
    assert verify(record, {"toy": ToyGame()}).same


@pytest.mark.parametrize("order", [*itertools.permutations(TRIGGERS[:4]), TRIGGERS, TRIGGERS[::-1]])
@pytest.mark.parametrize("lag", [0, 3])
async def test_one_resolve_whatever_comes_together(house, order, lag):
    async def wait(number):
        for _ in range(number * lag):
            await asyncio.sleep(0)

    game = await house.game(deadline=60, seed="same")
    await fire_all(house, game, order, wait)


@pytest.mark.parametrize("seed", range(100))
async def test_one_resolve_however_the_triggers_interleave(house, seed, monkeypatch):
    dice = Stream(str(seed), "switches")

    async def wait(number=0):
        for _ in range(dice.below(6)):
            await asyncio.sleep(0)

    def slowed(trip):
        async def later(db, *values):
            await wait()
            return await trip(db, *values)

        return later

    for name in ("run", "rows", "many"):  # all trips to the file
        monkeypatch.setattr(Db, name, slowed(getattr(Db, name)))
    game = await house.game(deadline=60, seed="same")
    await fire_all(house, game, dice.shuffled(TRIGGERS), wait)
