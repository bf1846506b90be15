"""The clock everyone asks: the real one, and one that tests move by hand."""

import asyncio
import heapq
import itertools
from datetime import UTC, datetime, timedelta
from typing import Protocol

LONGEST_NAP = 60.0
"""Seconds slept at most at a time, so that a clock that jumps is noticed."""


class Clock(Protocol):
    """Says what time it is (UTC, with the zone in it), and waits."""

    def now(self) -> datetime:
        """The instant, in UTC."""
        ...

    async def sleep_until(self, instant: datetime | None) -> None:
        """Wait until the instant has come; None waits until cancelled."""
        ...


class SystemClock:
    """The machine's own clock."""

    def now(self) -> datetime:
        """The instant, in UTC."""
        return datetime.now(UTC)

    async def sleep_until(self, instant: datetime | None) -> None:
        """Wait until the instant has come by wall clock; None waits until cancelled."""
        # no event to wait for: the wall clock may be set while we sleep
        while instant is None or (left := (instant - self.now()).total_seconds()) > 0:  # noqa: ASYNC110
            await asyncio.sleep(LONGEST_NAP if instant is None else min(left, LONGEST_NAP))


class TestClock:
    """A clock that stands still until it is advanced by hand."""

    __test__ = False  # it is no test, whatever its name begins with

    def __init__(self, now: datetime | None = None) -> None:
        self._now = now or datetime(2025, 3, 1, 12, 0, tzinfo=UTC)
        self._sleepers: list[tuple[datetime, int, asyncio.Future[None]]] = []
        self._number = itertools.count()

    def now(self) -> datetime:
        """The instant, in UTC."""
        return self._now

    async def sleep_until(self, instant: datetime | None) -> None:
        """Wait until somebody advances the clock so far; None waits until cancelled."""
        if instant is not None and instant <= self._now:
            return
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if instant is not None:
            heapq.heappush(self._sleepers, (instant, next(self._number), future))
        await future

    def advance(self, seconds: float | timedelta) -> datetime:
        """Move on by so much and wake whoever waited for it; returns the new instant."""
        step = seconds if isinstance(seconds, timedelta) else timedelta(seconds=seconds)
        return self.move_to(self._now + step)

    def move_to(self, instant: datetime) -> datetime:
        """Move to this instant (a clock may also jump back) and wake whoever waited for it."""
        self._now = instant
        while self._sleepers and self._sleepers[0][0] <= instant:
            _, _, future = heapq.heappop(self._sleepers)
            if not future.done():
                future.set_result(None)
        return instant
