"""The log of each game, and the state after each of its steps."""

from datetime import datetime

from bot.store.db import Db, instant


async def add_entry(db: Db, game_id: int, step: int, at: datetime, body: bytes) -> None:
    """The answers of one step as they were used (JSON)."""
    sql = "INSERT INTO entry (game_id, step, at, body) VALUES (?, ?, ?, ?)"
    await db.run(sql, game_id, step, instant(at), body.decode())


async def entries(db: Db, game_id: int) -> list[str]:
    """The whole log in its order (JSON)."""
    sql = "SELECT body FROM entry WHERE game_id = ? ORDER BY step"
    return [body for (body,) in await db.rows(sql, game_id)]


async def add_snapshot(db: Db, game_id: int, step: int, rules: str, state: bytes) -> None:
    """The state at a step's beginning (JSON), and the rules version that made it."""
    sql = "INSERT INTO snapshot (game_id, step, rules, state) VALUES (?, ?, ?, ?)"
    await db.run(sql, game_id, step, rules, state.decode())


async def snapshot(db: Db, game_id: int, step: int) -> bytes | None:
    """The state at a step's beginning, if it was kept."""
    sql = "SELECT state FROM snapshot WHERE game_id = ? AND step = ?"
    text: str | None = await db.value(sql, game_id, step)
    return None if text is None else text.encode()
