"""Whole games of Dungeon Lords at a table whose master meddles: forty overrides, undo and redo."""

import msgspec
import pytest

from bot.games import GAMES
from bot.store.store import Store
from bot.table.clock import TestClock
from bot.table.records import Person, Refused, Settings
from bot.table.table import Table
from rules.kernel.log import Record, to_json, verify
from rules.kernel.notation import NotAnAnswer
from rules.kernel.question import Illegal
from rules.kernel.stream import Stream

OFFERED = GAMES["lords"]
COMMANDS = ("gold 1 +1", "gold 2 -1", "food 2 +2", "imps 1 +1", "evil 1 +1", "evil 2 -1",
            "letters 1 +1", "monster 1 add troll", "trap 2 add pendulum", "first 2")  # fmt: skip
ANN, BOB, MIA = 1, 2, 9


@pytest.fixture
async def table(tmp_path):
    store = await Store.open(tmp_path / "lords.sqlite")
    yield Table(store, TestClock(), {"lords": OFFERED.game}, OFFERED.standins, bytes)
    await store.close()


async def answer_all(table, game, stream):
    """Everybody who owes an answers by judgement and is ready."""
    judgement = OFFERED.standins["judgement"]
    for seat in (1, 2):
        desk = await table.desk(game, seat)
        if desk.question is not None and not desk.ready:
            tokens = judgement.answer(desk.view, desk.question, stream)
            desk = await table.put(game, seat, desk.step, desk.revision, tokens)
            await table.ready(game, seat, desk.step)


async def meddle(table, game, stream):
    """One deed of the master's; returns how many overrides were done."""
    deed = stream.below(6)
    master = table.master
    try:
        if deed < 4:
            await master.set(game, MIA, stream.choice(COMMANDS), "just so")
            return 1
        if deed == 4:
            before = await table.state_hash(game)
            await master.undo(game, MIA, 1 + stream.below(2), anew=bool(stream.below(4) == 0))
            await master.redo(game, MIA)
            assert await table.state_hash(game) == before
        else:
            await master.undo(game, MIA, 1)
    except (Refused, Illegal, NotAnAnswer):
        pass
    return 0


@pytest.mark.parametrize("seed", ["5", "6"])
async def test_a_meddled_game_comes_to_its_end_and_replays_to_the_byte(table, seed):
    settings = Settings(seats=2, seed=seed, master=MIA, language="en")
    game = await table.open(-1, None, Person(ANN, "Ann"), settings)
    for person in (Person(ANN, "Ann"), Person(BOB, "Bob")):
        await table.join(game, person)
    await table.start(game, ANN)
    stream, overrides = Stream(seed, "meddling"), 0
    for _ in range(400):
        info = await table.info(game)
        if info.status != "play":
            break
        if overrides < 40 and stream.below(6):
            overrides += await meddle(table, game, stream)
        else:
            if info.settings.chair.held:
                await table.master.hold(game, MIA, False)
            await answer_all(table, game, stream)
    assert (await table.info(game)).status == "over"
    record = await table.export(game)
    assert sum(entry.override is not None for entry in record.entries) >= 40
    assert verify(record, {"lords": OFFERED.game}).problem == ""
    assert to_json(record) == to_json(msgspec.json.decode(to_json(record), type=Record))


async def test_an_override_after_which_nobody_has_to_decide_takes_the_table_on(table):
    settings = Settings(seats=2, seed="5", master=MIA, language="en")
    game = await table.open(-1, None, Person(ANN, "Ann"), settings)
    for person in (Person(ANN, "Ann"), Person(BOB, "Bob")):
        await table.join(game, person)
    await table.start(game, ANN)
    stream = Stream("1", "answers")
    while (await table.info(game)).kind != "production":
        await answer_all(table, game, stream)
    deciding = [seat for seat in (1, 2) if not (await table.desk(game, seat)).ready]
    for seat in deciding:
        await table.master.set(game, MIA, f"imps {seat} =0", "just so")
        for pet in (await table.view(game, seat)).lords[seat - 1].pets:
            before = (await table.info(game)).step
            await table.master.set(game, MIA, f"pet {seat} remove {pet}", "just so")
    after = await table.info(game)
    assert (after.kind, after.step) == ("orders", before + 2)  # the override, and the production


async def of_a_playing_master(table):
    """A game of two whose master plays."""
    settings = Settings(seats=2, seed="5", master=ANN, language="en")
    game = await table.open(-1, None, Person(ANN, "Ann"), settings)
    for person in (Person(ANN, "Ann"), Person(BOB, "Bob")):
        await table.join(game, person)
    await table.start(game, ANN)
    return game


async def test_an_override_does_not_free_who_has_seen_what_comes(table):
    game = await of_a_playing_master(table)
    await table.master.hold(game, ANN, True)
    await answer_all(table, game, Stream("5", "orders"))
    await table.master.preview(game, ANN)
    await table.master.set(game, ANN, "gold 1 +1", "a slip")
    await table.master.undo(game, ANN)
    desk = await table.desk(game, 1)
    assert desk.sent is not None
    with pytest.raises(Refused, match="sealed"):
        await table.put(game, 1, desk.step, desk.revision, desk.sent[:-1])
    for seat in (1, 2):
        desk = await table.desk(game, seat)
        await table.ready(game, seat, desk.step)  # what was sent may still be called ready
    await table.master.hold(game, ANN, False)
    assert (await table.desk(game, 1)).step > desk.step


async def test_who_has_seen_what_comes_takes_no_resolve_back_to_the_same_cards(table):
    game = await of_a_playing_master(table)
    await answer_all(table, game, Stream("5", "orders"))
    await table.master.hold(game, ANN, True)
    await answer_all(table, game, Stream("5", "production"))
    await table.master.preview(game, ANN)
    held = (await table.desk(game, 1)).step
    with pytest.raises(Refused, match="seen"):
        await table.master.undo(game, ANN, line=0)
    assert (await table.desk(game, 1)).step == held
    await table.master.undo(game, ANN, line=0, anew=True)  # other cards: she may answer again
    desk = await table.desk(game, 1)
    await table.put(game, 1, desk.step, desk.revision, desk.tokens[:-1])
    await table.master.redo(game, ANN)  # the cards she has seen
    desk = await table.desk(game, 1)
    with pytest.raises(Refused, match="sealed"):
        await table.put(game, 1, desk.step, desk.revision, ())
