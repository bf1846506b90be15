"""The planning pictures that stand in private chats: one a seat, taken away with its step."""

from bot.store.db import Db, columns
from bot.store.rows import SketchRow

_SKETCH = f"SELECT {columns(SketchRow)} FROM sketch"


async def of_seat(db: Db, game_id: int, seat: int) -> SketchRow | None:
    """The seat's picture, if one stands."""
    return await db.one(SketchRow, f"{_SKETCH} WHERE game_id = ? AND seat = ?", game_id, seat)


async def past(db: Db, game_id: int, step: int | None) -> list[SketchRow]:
    """A game's pictures of other steps than this one (None: all)."""
    return await db.all(SketchRow, f"{_SKETCH} WHERE game_id = ? AND step IS NOT ?", game_id, step)


async def keep(db: Db, row: SketchRow) -> None:
    """This is the seat's picture now."""
    sql = """
        INSERT OR REPLACE INTO sketch (game_id, seat, step, chat_id, message_id)
        VALUES (?, ?, ?, ?, ?)"""
    await db.run(sql, row.game_id, row.seat, row.step, row.chat_id, row.message_id)


async def forget(db: Db, row: SketchRow) -> None:
    """The picture is gone."""
    sql = "DELETE FROM sketch WHERE game_id = ? AND seat = ? AND message_id = ?"
    await db.run(sql, row.game_id, row.seat, row.message_id)
