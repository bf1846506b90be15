"""The clock that tests move by hand, and the machine's own."""

import asyncio
from datetime import UTC, timedelta

from bot.table.clock import SystemClock, TestClock


async def test_sleepers_wake_when_their_instant_has_come():
    clock, woken = TestClock(), []

    async def sleeper(seconds):
        await clock.sleep_until(clock.now() + timedelta(seconds=seconds))
        woken.append(seconds)

    tasks = [asyncio.create_task(sleeper(seconds)) for seconds in (30, 10, 0)]
    gone = asyncio.create_task(sleeper(5))
    forever = asyncio.create_task(clock.sleep_until(None))
    for _ in range(3):
        await asyncio.sleep(0)
    gone.cancel()
    await asyncio.gather(gone, return_exceptions=True)
    assert woken == [0]
    clock.advance(10)
    await asyncio.gather(*tasks[1:])
    assert woken == [0, 10]
    clock.advance(timedelta(minutes=1))
    await asyncio.gather(*tasks)
    assert woken == [0, 10, 30]
    assert not forever.done()
    forever.cancel()


async def test_the_machine_s_own_clock():
    clock = SystemClock()
    assert clock.now().tzinfo is UTC
    await clock.sleep_until(clock.now() - timedelta(seconds=1))
    before = clock.now()
    await clock.sleep_until(before + timedelta(milliseconds=5))
    assert clock.now() >= before + timedelta(milliseconds=5)
