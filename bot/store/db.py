"""A connection as the store's modules use it: rows come back as plain structs."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any, TypeVar

import aiosqlite
import msgspec

R = TypeVar("R", bound=msgspec.Struct)


def instant(moment: datetime) -> str:
    """An instant as it is stored: UTC, of one length, so that text sorts like time."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def dumps(value: Any) -> str:
    """A plain value as JSON text."""
    return msgspec.json.encode(value).decode()


@cache
def columns(kind: type[msgspec.Struct], table: str = "") -> str:
    """The struct's fields as a list of columns, in their order."""
    before = f"{table}." if table else ""
    return ", ".join(before + name for name in kind.__struct_fields__)


def convert(row: tuple[Any, ...], kind: type[R]) -> R:
    """A row as a struct: instants from their text, yes and no from 1 and 0."""
    return msgspec.convert(row, kind, strict=False)


_TOO_LARGE = 2**63


class Db:
    """Runs statements; every method is one trip to the connection's thread."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def run(self, sql: str, *values: Any) -> int:
        """Run one statement; returns how many rows it changed."""
        return (await self._connection.execute(sql, values)).rowcount

    async def many(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        """Run one statement for each row of values."""
        if rows:
            await self._connection.executemany(sql, rows)

    async def insert(self, sql: str, *values: Any) -> int:
        """Insert one row; returns its id."""
        row = await self._connection.execute_insert(sql, values)
        return int(row[0]) if row is not None else 0

    async def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """All rows, as they are; a number that is too large for any column stands in no row."""
        if any(isinstance(value, int) and abs(value) >= _TOO_LARGE for value in values):
            return []  # somebody typed it: a seat, a game, a line of the log
        return list(await self._connection.execute_fetchall(sql, values))  # type: ignore[arg-type]

    async def all(self, kind: type[R], sql: str, *values: Any) -> list[R]:
        """All rows as structs; the statement selects the struct's fields in their order."""
        return [convert(row, kind) for row in await self.rows(sql, *values)]

    async def one(self, kind: type[R], sql: str, *values: Any) -> R | None:
        """The first row as a struct, or None."""
        found = await self.rows(sql, *values)
        return convert(found[0], kind) if found else None

    async def value(self, sql: str, *values: Any) -> Any:
        """The first column of the first row, or None."""
        found = await self.rows(sql, *values)
        return found[0][0] if found else None
