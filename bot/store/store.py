"""The file and its two connections: one that writes, behind a lock, and one that reads."""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import aiosqlite

from bot.store.db import Db
from bot.store.migrations import migrate

PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # a receipt is a promise
    "PRAGMA busy_timeout = 5000",
    "PRAGMA foreign_keys = ON",
)

Connect = Callable[[Path], Awaitable[aiosqlite.Connection]]


async def connect(path: Path) -> aiosqlite.Connection:
    """A connection that begins no transaction by itself."""
    return await aiosqlite.connect(path, isolation_level=None)


def _create(path: Path) -> None:
    """An empty file that only its owner may read; SQLite gives its helpers the same mode."""
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


class Store:
    """One SQLite file. `write()` is the only way to change it, `read()` sees what is committed."""

    def __init__(self, writer: aiosqlite.Connection, reader: aiosqlite.Connection) -> None:
        self._connections = (writer, reader)
        self._writer, self._reader = Db(writer), Db(reader)
        self._writing, self._reading = asyncio.Lock(), asyncio.Lock()

    @classmethod
    async def open(cls, path: Path | str, connect: Connect = connect) -> "Store":
        """Open the file, created when missing and brought to the newest schema."""
        path = Path(path)
        _create(path)
        writer = await connect(path)
        try:
            for pragma in PRAGMAS:
                await writer.execute(pragma)
            await migrate(writer)
            reader = await connect(path)
        except BaseException:
            await writer.close()
            raise
        for pragma in (*PRAGMAS[1:], "PRAGMA query_only = ON"):
            await reader.execute(pragma)
        return cls(writer, reader)

    async def close(self) -> None:
        """Close both connections; what is not committed is gone."""
        for connection in self._connections:
            await connection.close()

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Db]:
        """One transaction, from BEGIN IMMEDIATE to COMMIT; an exception undoes all of it."""
        async with self._writing:
            connection = self._connections[0]
            try:
                await self._writer.run("BEGIN IMMEDIATE")
                yield self._writer
                await connection.commit()
            except BaseException:
                # a cancelled statement has run or will: what comes after it in the queue undoes it
                await connection.rollback()
                raise

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Db]:
        """Several reads of one and the same moment."""
        async with self._reading:
            try:
                await self._reader.run("BEGIN")
                yield self._reader
            finally:
                await self._connections[1].rollback()

    @asynccontextmanager
    async def glance(self) -> AsyncIterator[Db]:
        """For a single read, which needs no transaction: it sees the newest commit."""
        async with self._reading:  # else it would see the older moment of a `read()` at work
            yield self._reader
