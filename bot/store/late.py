"""What Telegram would not take at once, so that a restart loses nothing of it."""

from datetime import datetime

import msgspec

from bot.store.db import Db, columns, instant


class ReplyRow(msgspec.Struct, array_like=True):
    """An answer to somebody that could not be sent yet; `message_id`: the message it changes."""

    id: int
    chat_id: int
    since: datetime
    at: datetime
    tries: int
    message_id: int | None
    text: str
    keyboard: str
    topic_id: int | None
    reply_to: int | None


class RedrawRow(msgspec.Struct, array_like=True):
    """A question message that could not be drawn yet."""

    game_id: int
    person_id: int
    at: datetime
    anew: bool
    note: str


async def replies(db: Db) -> list[ReplyRow]:
    """Answers that wait, oldest first."""
    return await db.all(ReplyRow, f"SELECT {columns(ReplyRow)} FROM reply ORDER BY id")


async def put_reply(db: Db, row: ReplyRow) -> int:
    """Keep an answer (id 0: a new one, after all others) and return its id."""
    sql = f"INSERT INTO reply ({columns(ReplyRow)}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    return await db.insert(sql, row.id or None, row.chat_id, instant(row.since), instant(row.at),
                           row.tries, row.message_id, row.text, row.keyboard, row.topic_id,
                           row.reply_to)  # fmt: skip


async def drop_reply(db: Db, row_id: int) -> None:
    """An answer that waits no more."""
    await db.run("DELETE FROM reply WHERE id = ?", row_id)


async def redraws(db: Db) -> list[RedrawRow]:
    """Question messages that have to be drawn."""
    return await db.all(RedrawRow, f"SELECT {columns(RedrawRow)} FROM redraw")


async def put_redraw(db: Db, row: RedrawRow) -> None:
    """Have a question message drawn later."""
    sql = f"INSERT OR REPLACE INTO redraw ({columns(RedrawRow)}) VALUES (?, ?, ?, ?, ?)"
    await db.run(sql, row.game_id, row.person_id, instant(row.at), row.anew, row.note)


async def drop_redraw(db: Db, game_id: int, person_id: int) -> None:
    """A question message that is drawn."""
    await db.run("DELETE FROM redraw WHERE game_id = ? AND person_id = ?", game_id, person_id)
