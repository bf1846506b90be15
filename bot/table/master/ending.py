"""The end by the master's hand, the way back from it, and what is shown afterwards."""

from typing import Any

import msgspec

from bot.store import games, logs
from bot.store.db import Db
from bot.store.rows import GameRow
from bot.table.core import Core, setup_of
from bot.table.dice import later, proof_of
from bot.table.master.book import AFTER, Book, Line
from bot.table.master.renewing import Renewing
from bot.table.records import Refused
from bot.table.resolving import Resolving
from rules.kernel.history import Reseed
from rules.kernel.log import Proof
from rules.kernel.overriding import plain

ENDED = ("over", "cancelled")


class Revealed(msgspec.Struct, frozen=True):
    """What was hidden: how the dice came about, the first moment's cards, and the whole log.

    `later` are the dice that came after the first ones had been shown.
    """

    seed: str
    proof: Proof | None
    hidden: dict[str, Any]
    lines: list[Line]
    later: list[Reseed]


class Ending:
    """Finish, abort, reopen, reveal."""

    def __init__(self, core: Core, book: Book, resolving: Resolving, renewing: Renewing) -> None:
        self.core, self.book, self.resolving, self.renewing = core, book, resolving, renewing

    async def finish(self, game: int, by: int, why: str = "") -> None:
        """The game is over as it stands (raises Refused)."""
        await self._end(game, by, "finish", "over", why)

    async def abort(self, game: int, by: int, why: str = "") -> None:
        """The game is given up (raises Refused)."""
        await self._end(game, by, "abort", "cancelled", why)

    async def _end(self, game: int, by: int, kind: str, status: str, why: str) -> None:
        async with self.core.lock(game), self.core.store.write() as db:
            row = await self.book.checked(db, game, by, "play")
            await self._restatus(db, row, by, kind, status, why)
            if status == "over":
                await self.resolving.say_end(db, row, await games.seats(db, game))
        self.core.changed()

    async def _restatus(
        self, db: Db, row: GameRow, by: int, kind: str, status: str, why: str
    ) -> None:
        patch = {"status": (row.status, status)}
        await self.book.apply(db, row, patch, AFTER)
        await self.book.write(db, row, by, kind, why, patch=patch)
        await self.book.tell(db, row, kind, why)

    async def reopen(self, game: int, by: int, why: str = "") -> None:
        """A game that was finished or aborted goes on, with new dice: the old ones are known.

        Raises Refused, `ended by the rules` for a game that came to its own end: that is undone.
        """
        async with self.core.lock(game), self.core.store.write() as db:
            row = await self.book.checked(db, game, by)
            if row.status not in ENDED or not row.setup:
                raise Refused("going on" if row.status == "play" else "not playing",
                              status=row.status)  # fmt: skip
            if self.core.rules(row).over(await self.core.state(db, row)):
                raise Refused("ended by the rules")
            await self._restatus(db, row, by, "reopen", "play", why)
            state = await self.renewing.renew(db, row, by)
        if state is not None:
            self.core.keep(game, row.version, state)
        self.core.changed()

    async def reveal(self, game: int, by: int, why: str = "") -> Revealed:
        """Everything that was hidden, after the end (raises Refused: going on)."""
        async with self.core.lock(game), self.core.store.write() as db:
            row = await self.book.checked(db, game, by)
            if row.status not in ENDED or not row.setup:
                raise Refused("going on")
            rules = self.core.rules(row)
            data = await logs.snapshot(db, game, 0)
            state = rules.decode(data or b"")
            whole, seen = plain(state), plain(rules.view(state, None))
            hidden = {key: value for key, value in whole.items() if seen.get(key) != value}
            lines = await self.book.lines(db, row)
            proof, after = proof_of(row, await games.seats(db, game)), await later(db, row)
            await self.book.write(db, row, by, "reveal", why)
            await self.book.tell(db, row, "reveal", why)
        self.core.changed()
        return Revealed(setup_of(row.setup).seed, proof, hidden, lines, after)
