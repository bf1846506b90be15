"""The one alarm: does what is due, hands out what is to be said, and sleeps until more is due."""

import asyncio
from collections.abc import Coroutine
from datetime import datetime, timedelta
from typing import Any

import structlog

from bot.chat.postman import Postman
from bot.table.clock import Clock
from bot.table.table import Table

log = structlog.get_logger("alarm")

REST = timedelta(seconds=5)
"""After a fault of ours it goes on this much later."""


class Alarm:
    """Waits on the injected clock for the earliest due row; the table wakes it earlier."""

    def __init__(self, table: Table, postman: Postman, clock: Clock) -> None:
        self.table, self.postman, self.clock = table, postman, clock
        self.due: datetime | None = None
        self._woken = asyncio.Event()
        self.resting = asyncio.Event()
        """Set while there is nothing to do before `due`."""
        table.listen(self._woken.set)
        self.replies = postman.office.replies
        self.late = (postman.desks, postman.desks.sketches, self.replies)
        """Those who keep what Telegram would not take at once."""
        for keeper in self.late:
            keeper.wake = self._woken.set

    async def run(self) -> None:
        """Work until cancelled."""
        while True:
            self._woken.clear()
            try:
                await self.table.tick()
                for keeper in self.late:
                    await keeper.catch_up()
                sending = await self.postman.hand_out() | self.replies.at_work
                dues = (await self.table.next_due(), *(keeper.due for keeper in self.late))
                self.due = min((due for due in dues if due is not None), default=None)
            except Exception as error:
                self.postman.faults.append(error)
                log.exception("the alarm failed")
                sending, self.due = set(), self.clock.now() + REST
            await self._wait(sending)

    async def _wait(self, sending: set[asyncio.Task[None]]) -> None:
        """Until something was sent, the table calls, or the next instant has come."""
        waits: list[Coroutine[Any, Any, Any]] = [self._woken.wait()]
        if self.due is None or self.due > self.clock.now() or not sending:
            waits.append(self.clock.sleep_until(self.due))
        helpers = {asyncio.create_task(wait) for wait in waits}
        if not sending and not self._woken.is_set():
            self.resting.set()
        try:
            await asyncio.wait(helpers | sending, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.resting.clear()
            for helper in helpers:
                helper.cancel()
            await asyncio.gather(*helpers, return_exceptions=True)

    @property
    def quiet(self) -> bool:
        """Whether all is said and done as of now."""
        waits = self.due is None or self.due > self.clock.now()
        return self.resting.is_set() and not self._woken.is_set() and waits
