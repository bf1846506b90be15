"""Games brought to a step without a chat, so that a script can begin in the middle of one."""

import sqlite3

from bot.games import GAMES
from bot.sandbox.world import FIRST_GROUP, FIRST_PERSON
from bot.store.store import Store
from bot.table.clock import TestClock
from bot.table.records import Person, Settings
from bot.table.table import Table
from rules.kernel.stream import Stream
from rules.lords import decks
from rules.lords.state import Monster, Tile

OFFERED = GAMES["lords"]
ANN, BOB, MIA = FIRST_PERSON, FIRST_PERSON + 1, FIRST_PERSON + 2


def fixed(count):
    """Secret bytes that are always the same."""
    return bytes(count)


async def play_to(path, step, seed="7", language="ru", **how):
    """A file with a game at this step of Ann, Bob and stand-ins, everybody with judgement.

    `how` is of the lobby's settings: four seats of the first variant unless it says otherwise.
    """
    store = await Store.open(path)
    table = Table(store, TestClock(), {"lords": OFFERED.game}, OFFERED.standins, fixed)
    settings = Settings(**{"seats": 4, "language": language, "seed": seed, **how})
    game = await table.open(FIRST_GROUP, None, Person(ANN, "Ann", language), settings)
    for person in (Person(ANN, "Ann", language), Person(BOB, "Bob", language)):
        await table.join(game, person, "")
    await table.start(game, settings.master or ANN, "")
    judgement = next(iter(OFFERED.standins.values()))
    while (await table.info(game)).step < step:
        for seat in (1, 2):
            desk = await table.desk(game, seat)
            if desk.question is not None and not desk.ready:
                stream = Stream(seed, f"{seat} {desk.step}")
                tokens = judgement.answer(desk.view, desk.question, stream)
                desk = await table.put(game, seat, desk.step, desk.revision, tokens)
                await table.ready(game, seat, desk.step)
    await store.close()
    with sqlite3.connect(path) as db:
        db.execute("UPDATE outbox SET state = 'done' WHERE state <> 'done'")
        db.execute("DELETE FROM message")
    db.close()
    return game


CLASSIC = {"variant": "classic", "seats": 2}
"""The board game, for Ann and Bob."""

MASTERED = {**CLASSIC, "master": MIA, "deadline": 24 * 3600}
"""The same with a master who does not play, and a day for a step."""


def pleading(state):
    """Both lords face a fight in which a word of peace asks, and they have monsters to withdraw.

    Nothing else asks, and nothing stops a monster: no traps, and gold and food for all.
    """
    state.first, state.tent, state.cards[0] = 1, [], "word of peace"
    for lord in state.lords:
        lord.gold, lord.food, lord.evil, lord.traps, lord.prisoners = 3, 3, 5, [], []
        lord.monsters = [Monster("witch"), Monster("goblin")]
        lord.tiles["c1"] = Tile("mint")
        lord.party = [decks.hero("wizard", 1, 6, 2), decks.hero("warrior", 2, 7)]


def state_of(path, game=1):
    """The game's state as it lies in the file."""
    with sqlite3.connect(path) as db:
        sql = "SELECT state FROM snapshot WHERE game_id = ? ORDER BY step DESC LIMIT 1"
        [data] = db.execute(sql, [game]).fetchone()
    db.close()
    return OFFERED.game.decode(data.encode() if isinstance(data, str) else data)


def change_state(path, change, game=1):
    """Change the state in the file by hand."""
    state = state_of(path, game)
    change(state)
    with sqlite3.connect(path) as db:
        db.execute(
            "UPDATE snapshot SET state = ? WHERE game_id = ? AND step = "
            "(SELECT max(step) FROM snapshot WHERE game_id = ?)",
            [OFFERED.game.encode(state).decode(), game, game],
        )
    db.close()
