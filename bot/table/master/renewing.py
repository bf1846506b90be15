"""New dice for a game that goes on after its secret was shown: nobody may know what comes."""

from typing import Any

from bot.store import answers, games
from bot.store.db import Db
from bot.store.rows import GameRow
from bot.table import dice
from bot.table.core import Core
from bot.table.master.book import Book
from bot.table.master.moving import Moving
from rules.kernel.game import reseed
from rules.kernel.history import Entry
from rules.kernel.log import fingerprint

RENEWED = "reseed"
"""The deed that stands for it in the log; it follows by itself, so nobody can undo it alone."""


class Renewing:
    """Sees to it that a game which comes back from its end has dice that are still secret."""

    def __init__(self, core: Core, book: Book, moving: Moving) -> None:
        self.core, self.book, self.moving = core, book, moving

    async def renew(self, db: Db, row: GameRow, by: int, state: Any = None) -> Any:
        """The state with new dice, if the secret of those at hand was shown; else what was given.

        `state` is that of a move not yet committed (None: there was none). The hash of the new
        dice is told at once, they themselves at the next end; `row` follows.
        """
        fresh = await games.game(db, row.id)
        assert fresh is not None
        row.shown = fresh.shown
        if row.status != "play" or dice.given(row):
            return state
        came, _ = (await dice.every(db, row))[-1]
        if came > row.shown:
            return state
        rules = self.core.rules(row)
        before = await self.core.state(db, row) if state is None else state
        new = dice.drawn(self.core, await games.seats(db, row.id))
        after = reseed(rules, before, new.seed)
        entry = Entry(row.step, hash=fingerprint(rules, after), reseed=new)
        laid = self.moving.carried(rules, before, after, await answers.of_game(db, row.id))
        await self.moving.move(db, row, entry, after, [], laid)
        await self.book.write(db, row, by, RENEWED, entry=row.step, text=new.hash)
        await self.book.tell(db, row, RENEWED, hash=new.hash)
        return after
