"""A game that goes on after its dice were shown goes on with others; nobody can know what comes."""

import sqlite3
from itertools import count

import pytest

from bot.games import GAMES
from bot.store.store import Store
from bot.table.clock import TestClock
from bot.table.records import Person, Refused, Settings
from bot.table.table import Table
from rules.kernel.log import commitment, seed_of, verify
from rules.kernel.stream import Stream
from tests.toy import ToyGame

OFFERED = GAMES["lords"]
NONCES = ["nonce 1", "nonce 2"]


async def told(house, code):
    """The data of all notices of a code, oldest first."""
    rows = [row for row in await house.say_all() if row.kind == "notice"]
    return [row.data for row in rows if row.data["code"] == code]


async def seed_at_hand(house, game):
    """What the game draws by now; only the store knows."""
    async with house.store.read() as db:
        sql = "SELECT state FROM snapshot WHERE game_id = ? ORDER BY step DESC LIMIT 1"
        return ToyGame().decode((await db.value(sql, game)).encode()).seed


async def test_a_reopened_game_has_new_dice_bound_by_a_hash_told_at_once(house):
    game, master = await house.game(), house.table.master
    first = await house.table.info(game)
    await house.both_bid(game)
    await master.finish(game, 1)
    shown = await house.table.info(game)
    await master.reopen(game, 1)
    going = await house.table.info(game)
    assert (going.status, going.secret, going.seed, going.dice) == ("play", "", "", [])
    assert going.proof != first.proof
    assert [data["hash"] for data in await told(house, "master reseed")] == [going.proof]
    assert await seed_at_hand(house, game) != shown.seed
    await house.play_out(game)
    over = await house.table.info(game)
    assert commitment(over.secret) == going.proof
    assert seed_of(over.secret, NONCES) == over.seed == await seed_at_hand(house, game)
    assert [dice.secret for dice in over.dice] == [shown.secret, over.secret]
    [said] = await told(house, "proof")
    assert (said["secret"], said["hash"]) == (shown.secret, first.proof)
    assert [dice["secret"] for dice in said["later"]] == [over.secret]
    record = await house.table.export(game)
    assert verify(record, {"toy": ToyGame()}).same
    assert (await master.reveal(game, 1)).later == over.dice[1:]


async def test_the_end_undone_and_done_again(house):
    game, master = await house.game(), house.table.master
    await house.play_out(game)
    end, first = await house.table.state_hash(game), await house.table.info(game)
    await master.undo(game, 1)
    going = await house.table.info(game)
    assert (going.status, going.secret) == ("play", "")
    assert going.proof != first.proof
    await master.redo(game, 1)
    assert await house.table.state_hash(game) == end
    over = await house.table.info(game)
    assert (over.status, over.secret) == ("over", first.secret)
    assert {commitment(dice.secret) for dice in over.dice} == {first.proof, going.proof}
    assert len((await told(house, "proof"))[-1]["later"]) == 1
    await master.undo(game, 1)  # those that were never thrown are known too now
    again = await house.table.info(game)
    assert again.proof not in (first.proof, going.proof)
    await house.play_out(game)
    assert verify(await house.table.export(game), {"toy": ToyGame()}).same


async def test_the_answers_come_back_as_drafts_with_new_dice_too(house):
    game, master = await house.game(), house.table.master
    await house.play_out(game)
    lines = await master.log(game)
    await master.undo(game, 1, line=0)
    assert (await house.table.desk(game, 1)).tokens == (";bid", "1")
    assert (await house.table.info(game)).step == len(lines) + 2


async def test_back_before_the_new_dice_there_are_others_and_after_them_the_same(house):
    game, master = await house.game(), house.table.master
    await house.both_bid(game)
    await master.finish(game, 1)
    await master.reopen(game, 1)
    await house.answer(game, 2, ";north")
    going, before = await house.table.info(game), await seed_at_hand(house, game)
    await master.undo(game, 1)  # the answer alone
    assert (await house.table.info(game)).proof == going.proof
    assert await seed_at_hand(house, game) == before
    await master.undo(game, 1, line=0)  # to where the dice were those that all know
    assert (await house.table.info(game)).proof not in (going.proof, "")
    assert await seed_at_hand(house, game) != before
    lines = await master.log(game)
    assert [line.kind for line in lines if line.kind == "reseed"] == ["reseed"] * 2
    await master.redo(game, 1)
    assert (await house.table.info(game)).status == "play"
    assert await seed_at_hand(house, game) == before
    await house.play_out(game)
    assert verify(await house.table.export(game), {"toy": ToyGame()}).same


async def test_new_dice_can_not_be_undone_by_themselves(house):
    game, master = await house.game(), house.table.master
    await master.abort(game, 1)
    await master.undo(game, 1)  # not the abort's opposite by deed, but the abort itself
    assert (await house.table.info(game)).status == "play"
    with pytest.raises(Refused, match="nothing to undo"):
        await master.undo(game, 1)


async def test_a_given_seed_was_never_a_secret(house):
    game, master = await house.game(seed="known to all"), house.table.master
    before = await house.table.state_hash(game)
    await master.finish(game, 1)
    await master.reopen(game, 1)
    assert await house.table.state_hash(game) == before
    assert not await told(house, "master reseed")


async def test_a_game_from_before_has_shown_its_dice_if_it_ended(house):
    """The migration: what had ended, or was finished and goes on, counts as shown."""
    ended, opened, young = await house.game(), await house.game(), await house.game()
    for game in (ended, opened):
        await house.table.master.finish(game, 1)
    await house.table.master.reopen(opened, 1)
    await house.store.close()
    with sqlite3.connect(house.path) as db:
        db.execute("DROP TRIGGER game_shown")
        db.execute("ALTER TABLE game DROP COLUMN shown")
        db.execute("PRAGMA user_version = 6")
    db.close()
    await house.open()
    async with house.store.read() as db:
        shown = dict(await db.rows("SELECT id, shown FROM game"))
    assert (shown[ended], shown[young]) == (0, -1)
    assert shown[opened] >= 0


DEEDS = ("answer", "answer", "answer", "finish", "abort", "reopen", "undo", "undo 3", "undo anew",
         "redo")  # fmt: skip


async def deed(table, game, stream):
    """One random deed; what can't be done now is refused and changes nothing."""
    master, what = table.master, stream.choice(DEEDS)
    judgement = OFFERED.standins["random"]
    try:
        if what == "answer":
            for seat in (1, 2):
                desk = await table.desk(game, seat)
                if desk.question is not None and not desk.ready:
                    tokens = judgement.answer(desk.view, desk.question, stream)
                    desk = await table.put(game, seat, desk.step, desk.revision, tokens)
                    await table.ready(game, seat, desk.step)
        elif what == "redo":
            await master.redo(game, 1)
        elif what.startswith("undo"):
            await master.undo(game, 1, 3 if "3" in what else 1, anew="anew" in what)
        else:
            await getattr(master, what)(game, 1)
    except Refused:
        pass


@pytest.fixture
async def store(tmp_path):
    store = await Store.open(tmp_path / "lords.sqlite")
    yield store
    await store.close()


@pytest.mark.parametrize("seed", range(6))
async def test_whatever_is_done_the_dice_of_a_game_that_goes_on_are_secret(store, seed):
    """Over random deeds: no seed at hand was ever shown, and all can be verified at the end."""
    numbers, stream = count(1), Stream(str(seed), "deeds")
    table = Table(store, TestClock(), {"lords": OFFERED.game}, OFFERED.standins,
                  lambda size: next(numbers).to_bytes(size, "big"))  # fmt: skip
    game = await table.open(-1, None, Person(1, "Ann"), Settings(seats=2))
    for person in (Person(1, "Ann"), Person(2, "Bob")):
        await table.join(game, person, f"nonce {person.id}")
    await table.start(game, 1)
    known = set()
    for _ in range(45):
        await deed(table, game, stream)
        info = await table.info(game)
        known |= {dice.seed for dice in info.dice}
        async with store.read() as db:
            sql = "SELECT state FROM snapshot WHERE game_id = ? ORDER BY step DESC LIMIT 1"
            state = OFFERED.game.decode((await db.value(sql, game)).encode())
            logged = len(await db.rows("SELECT 1 FROM entry WHERE game_id = ?", game))
        assert logged == info.step
        if info.status == "play":
            assert state.seed not in known
        else:
            record = await table.export(game)
            assert verify(record, {"lords": OFFERED.game}).same
    assert any(line.kind == "reseed" for line in await table.master.log(game))
