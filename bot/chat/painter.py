"""Draws pictures in another process, since the renderer holds the interpreter's lock."""

import asyncio
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process

from bot.render.png import png


def _prepare() -> None:
    """A worker leaves Ctrl-C to the bot, and ends when the bot was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_outlive_nobody, daemon=True).start()


def _outlive_nobody() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


class Painter:
    """A small process pool, begun at the first picture and begun again if it breaks."""

    def __init__(self, workers: int = 1) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            spawn = get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers, spawn, initializer=_prepare)
        return self._pool

    async def __call__(self, svg: str, width: int) -> bytes:
        """The picture as PNG, this many pixels wide."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._open(), png, svg, width)
        except BrokenProcessPool:
            self._pool = None
            return await loop.run_in_executor(self._open(), png, svg, width)

    def close(self) -> None:
        """Let the workers go."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)


async def paint_here(svg: str, width: int) -> bytes:
    """Draw a picture in this process, for tests."""
    return png(svg, width)
