"""What falls due: deadlines of steps, dead lobbies, and whatever a crash left half done."""

from collections import deque
from datetime import datetime, timedelta

import structlog

from bot.store import deadlines, games, outbox
from bot.store.db import Db
from bot.store.rows import DeadlineRow
from bot.table import telling
from bot.table.core import Core
from bot.table.lobby import Lobby
from bot.table.mail import Mail
from bot.table.master.book import Book
from bot.table.records import Refused
from bot.table.resolving import Resolving
from bot.table.time import steps
from bot.table.time.absence import Absence
from bot.table.time.timers import Timers

log = structlog.get_logger("table")

REST = timedelta(minutes=10)
"""A game in which something went wrong is left alone for so long, so that others go on."""


class Timing:
    """One alarm for all games: what is due next, and doing it."""

    def __init__(
        self, core: Core, lobby: Lobby, resolving: Resolving, mail: Mail, timers: Timers
    ) -> None:
        self.core, self.lobby, self.resolving, self.mail = core, lobby, resolving, mail
        self.timers, self.absence, self.book = timers, Absence(core), Book(core)
        self.faults: deque[Exception] = deque(maxlen=20)
        self._recovered = False
        self._resting: dict[int, datetime] = {}

    async def set_deadline(self, game: int, by: int, period: int | None) -> None:
        """So many seconds a step from now on, the one at hand included; None: no deadline.

        Raises Refused: bad period, not master.
        """
        if period is not None and period <= 0:
            raise Refused("bad period")
        async with self.core.lock(game):
            async with self.core.store.write() as db:
                await self._set_deadline(db, game, by, period)
            self.core.changed()
            await self.resolving.go_on(game)  # it may be a step that goes on when all are ready

    async def _set_deadline(self, db: Db, game: int, by: int, period: int | None) -> None:
        row = await self.book.checked(db, game, by, "lobby", "play")
        patch = await self.book.set(db, row, by, "time", "", deadline=period, times__pace=None)
        if not patch and period is None:
            return
        if row.status == "lobby":
            await telling.lobby(db, row)
            return
        await steps.reopen(db, row, self.core.clock.now())
        await telling.notice(db, row, "deadline", period=period)
        await telling.status(db, row)

    async def next_due(self) -> datetime | None:
        """When `tick` or the sender has something to do next; None: nothing is waiting."""
        now = self.core.clock.now()
        if not self._recovered:
            return now
        async with self.core.store.glance() as db:
            running = await deadlines.running(db)
        instants = [max(r.at, self._resting.get(r.game_id, r.at)) for r in running if r.at]
        others = (await self.mail.next_due(), await self.timers.next_due())
        return min((*instants, *(at for at in others if at is not None)), default=None)

    async def tick(self) -> bool:
        """Do what is due; returns whether anything was done. Needs no exact timing."""
        did = await self._recover() if not self._recovered else False
        now = self.core.clock.now()
        async with self.core.store.glance() as db:
            running = await deadlines.running(db)
        for row in running:
            rests = self._resting.get(row.game_id)
            if row.at is not None and row.at <= now and (rests is None or rests <= now):
                did |= await self._guarded(row)
        return await self._timers() or did

    async def _timers(self) -> bool:
        """Reminders and all else that has an instant, the reminders of new deadlines planned."""
        did = await self.timers.plan()
        for timer in await self.timers.due():
            try:
                did |= await self.timers.fire(timer)
            except Exception as error:
                self.faults.append(error)
                log.exception("a timer failed", game=timer.game_id, kind=timer.kind)
                await self.timers.later(timer, self.core.clock.now() + REST)
        return did

    async def _guarded(self, row: DeadlineRow) -> bool:
        try:
            async with self.core.lock(row.game_id):
                done = await self._fire(row)
            self._resting.pop(row.game_id, None)
            return done
        except Exception as error:
            self.faults.append(error)
            log.exception("a deadline failed", game=row.game_id, kind=row.kind)
            self._resting[row.game_id] = self.core.clock.now() + REST
            return False

    async def _fire(self, row: DeadlineRow) -> bool:
        """The deadline, if it is still due: the row may have moved since it was read."""
        if row.kind == "lobby":
            return await self.lobby.expire(row.game_id)
        async with self.core.store.read() as db:
            now = await deadlines.of_game(db, row.game_id)
            step = (await self.core.row(db, row.game_id)).step
        if not any(d.kind == row.kind and d.at == row.at for d in now):
            return False
        if not await self.absence.passed(row.game_id, row.at):
            return True
        return await self.resolving.go_on(row.game_id, step)

    async def _recover(self) -> bool:
        """After a start: go on with games that stopped between ready and resolve."""
        async with self.core.store.glance() as db:
            torn = await outbox.torn(db)
            playing = await games.playing(db)
        if torn:
            async with self.core.store.write() as db:
                await outbox.recover(db)
        self._recovered = True
        did = False
        for game in playing:
            try:
                async with self.core.lock(game):
                    did |= await self.resolving.go_on(game)
            except Exception as error:
                self.faults.append(error)
                log.exception("a game could not go on", game=game)
        return did
