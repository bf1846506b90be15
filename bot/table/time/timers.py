"""All that is due besides deadlines: reminders, votes, the ends of pauses and of vacations."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime

import msgspec

from bot.store import leaves, times
from bot.store.times import TimerRow
from bot.table.core import Core

Work = Callable[[TimerRow], Awaitable[bool]]
Plan = Callable[[], Awaitable[bool]]


class Timers:
    """Rows with an instant, and what is done when it comes; `plans` look for what follows from
    deadlines and pauses that were set since."""

    def __init__(self, core: Core, plans: Sequence[Plan], works: Mapping[str, Work]) -> None:
        self.core, self._plans, self._works = core, plans, works

    async def plan(self) -> bool:
        """Plan what follows from what was changed since."""
        return any([await plan() for plan in self._plans])

    async def next_due(self) -> datetime | None:
        """When the next is due; now, if something waits to be planned."""
        async with self.core.store.read() as db:
            if await times.unplanned(db) or any(await leaves.unnoted_pauses(db)):
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
