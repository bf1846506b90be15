"""All that is due besides deadlines: reminders, votes, the ends of pauses and of vacations."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime

import msgspec

from bot.store import times
from bot.store.times import TimerRow
from bot.table.core import Core
from bot.table.time.reminders import Reminders

Work = Callable[[TimerRow], Awaitable[bool]]


class Timers:
    """Rows with an instant, and what is done when it comes."""

    def __init__(self, core: Core, reminders: Reminders, works: Mapping[str, Work]) -> None:
        self.core, self.reminders = core, reminders
        self._works = {"remind": reminders.fire, "group": reminders.fire, **works}

    async def plan(self) -> bool:
        """Plan what follows from deadlines that were set since."""
        return await self.reminders.plan_all()

    async def next_due(self) -> datetime | None:
        """When the next is due; now, if reminders wait to be planned."""
        async with self.core.store.glance() as db:
            if await times.unplanned(db):
                return self.core.clock.now()
            return await times.next_timer(db)

    async def due(self) -> list[TimerRow]:
        """Those whose time has come."""
        async with self.core.store.glance() as db:
            return await times.due(db, self.core.clock.now())

    async def later(self, timer: TimerRow, at: datetime) -> None:
        """Try it again at that instant."""
        async with self.core.store.write() as db:
            await times.take_timer(db, timer)
            await times.set_timer(db, msgspec.structs.replace(timer, at=at))

    async def fire(self, timer: TimerRow) -> bool:
        """Do what a timer is for; the work takes it out, whatever comes of it."""
        done = await self._works[timer.kind](timer)
        self.core.changed()
        return done
