"""Deadlines: rows, never timers."""

from datetime import datetime, timedelta

from bot.store.db import Db, columns, instant
from bot.store.rows import DeadlineRow

_DEADLINE = f"SELECT {columns(DeadlineRow)} FROM deadline"


async def arm(db: Db, game_id: int, kind: str, at: datetime | None) -> None:
    """Set a game's deadline anew; None takes it away."""
    if at is None:
        await db.run("DELETE FROM deadline WHERE game_id = ? AND kind = ?", game_id, kind)
        return
    sql = "INSERT OR REPLACE INTO deadline (game_id, kind, at) VALUES (?, ?, ?)"
    await db.run(sql, game_id, kind, instant(at))


async def clear(db: Db, game_id: int) -> None:
    """Take away all deadlines of a game."""
    await db.run("DELETE FROM deadline WHERE game_id = ?", game_id)


async def of_game(db: Db, game_id: int) -> list[DeadlineRow]:
    """All deadlines of a game."""
    return await db.all(DeadlineRow, f"{_DEADLINE} WHERE game_id = ?", game_id)


async def running(db: Db) -> list[DeadlineRow]:
    """All deadlines that are running, the earliest first; not those of chats that are paused."""
    return await db.all(
        DeadlineRow,
        f"""
        SELECT {columns(DeadlineRow, "d")} FROM deadline d JOIN game g ON g.id = d.game_id
        LEFT JOIN chat c ON c.id = g.chat_id
        WHERE d.at IS NOT NULL AND coalesce(c.paused, 0) = 0 ORDER BY d.at""",
    )


async def hold(db: Db, game_id: int, now: datetime) -> None:
    """Stop a game's clock, keeping what was left."""
    for row in await of_game(db, game_id):
        if row.at is not None:
            left = max(0.0, (row.at - now).total_seconds())
            sql = "UPDATE deadline SET at = NULL, held = ? WHERE game_id = ? AND kind = ?"
            await db.run(sql, left, game_id, row.kind)


async def set_held(db: Db, game_id: int, kind: str, left: float) -> None:
    """So many seconds are left of a clock that stands."""
    sql = "UPDATE deadline SET held = ? WHERE game_id = ? AND kind = ? AND at IS NULL"
    await db.run(sql, left, game_id, kind)


async def release(db: Db, game_id: int, now: datetime) -> None:
    """Let a game's clock run on with what was left."""
    for row in await of_game(db, game_id):
        if row.held is not None:
            await arm(db, game_id, row.kind, now + timedelta(seconds=row.held))
