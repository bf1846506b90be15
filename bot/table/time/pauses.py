"""Games that stand still: what was left stays, and after a month the master is asked."""

from datetime import datetime, timedelta

from bot.store import games, leaves, times
from bot.store.db import Db
from bot.store.leaves import PauseRow
from bot.store.rows import GameRow
from bot.store.times import TimerRow
from bot.table import telling
from bot.table.core import Core, settings_of
from bot.table.master.book import Book
from bot.table.resolving import Resolving
from bot.table.time import steps
from bot.table.time.absence import language_of

MONTH = timedelta(days=30)
"""A pause longer than this is the master's to allow."""


class Pauses:
    """Stops clocks and lets them go on, for the table or for the master."""

    def __init__(self, core: Core, book: Book, resolving: Resolving) -> None:
        self.core, self.book, self.resolving = core, book, resolving

    async def stop(self, db: Db, row: GameRow, by: int, until: datetime | None) -> None:
        """A game stands still from now on, until an instant or until somebody says so."""
        now = self.core.clock.now()
        await self.book.set(db, row, by, "pause", "", chair__paused=True)
        await self._note(db, row, PauseRow(row.id, now, until))
        await telling.notice(db, row, "stopped", until=until.isoformat() if until else "")
        await telling.status(db, row)

    async def _note(self, db: Db, row: GameRow, pause: PauseRow) -> None:
        await leaves.set_pause(db, pause)
        end = pause.since + MONTH
        at = end if pause.until is None else min(pause.until, end)
        await times.set_timer(db, TimerRow(row.id, "pause", 0, "", at))

    async def go(self, db: Db, row: GameRow, by: int) -> None:
        """A game goes on with what was left; wall-clock deadlines keep to their grid."""
        await self.book.set(db, row, by, "resume", "", chair__paused=False)
        await steps.on_grid(db, row, self.core.clock.now())
        await self._over(db, row)
        await telling.goes_on(db, row)
        await telling.status(db, row)

    async def _over(self, db: Db, row: GameRow) -> None:
        await leaves.end_pause(db, row.id)
        await times.drop_timers(db, row.id, "pause", 0)

    async def notice(self) -> bool:
        """Note the pauses that began or ended by another hand."""
        async with self.core.store.glance() as db:
            begun, ended = await leaves.unnoted_pauses(db)
        for game in (*begun, *ended):
            async with self.core.store.write() as db:
                row = await games.game(db, game)
                if row is None:
                    continue
                if game in begun:
                    await self._note(db, row, PauseRow(game, self.core.clock.now(), None))
                else:
                    await self._over(db, row)
                    await steps.on_grid(db, row, self.core.clock.now())
        return bool(begun or ended)

    async def fire(self, timer: TimerRow) -> bool:
        """A pause has come to its end, or has lasted a month."""
        game, now = timer.game_id, self.core.clock.now()
        async with self.core.lock(game):
            async with self.core.store.write() as db:
                if not await times.take_timer(db, timer):
                    return False
                row, pause = await games.game(db, game), await leaves.pause(db, game)
                if row is None or pause is None or not settings_of(row.settings).chair.paused:
                    return True
                if pause.until is not None and pause.until <= now:
                    await self.go(db, row, 0)
                else:
                    await self._ask(db, row, pause, now)
            await self.resolving.go_on(game)
        return True

    async def _ask(self, db: Db, row: GameRow, pause: PauseRow, now: datetime) -> None:
        later = now + MONTH if pause.until is None else min(now + MONTH, pause.until)
        await times.set_timer(db, TimerRow(row.id, "pause", 0, "", later))
        if row.master_id > 0:
            language = await language_of(db, row.master_id)
            await telling.notice(db, row, "long pause", row.master_id, language,
                                 since=pause.since.isoformat())  # fmt: skip
