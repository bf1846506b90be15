"""Updates one after the other for each person and chat, side by side for all others."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable
from typing import Any
from weakref import WeakValueDictionary

from telegram import Update
from telegram.ext import BaseUpdateProcessor

SIDE_BY_SIDE = 32
"""Updates worked on at a time."""

REMEMBERED = 1000
"""Updates kept in mind, since Telegram may deliver one twice."""


class Orderly(BaseUpdateProcessor):
    """Keeps each person's updates in order, lets nobody wait for others, forgets repeats."""

    def __init__(self) -> None:
        super().__init__(SIDE_BY_SIDE)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._seen: OrderedDict[int, None] = OrderedDict()

    async def do_process_update(self, update: object, coroutine: Awaitable[Any]) -> None:
        """Work on an update when the same person's earlier ones are done."""
        if not isinstance(update, Update):
            await coroutine
            return
        if update.update_id in self._seen:
            coroutine.close()  # type: ignore[attr-defined]
            return
        self._seen[update.update_id] = None
        if len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)
        whose = update.effective_user or update.effective_chat
        key = whose.id if whose is not None else 0
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = asyncio.Lock()
        async with lock:
            await coroutine

    async def initialize(self) -> None:
        """Nothing to prepare."""

    async def shutdown(self) -> None:
        """Nothing to let go of."""
