"""What the master did, row by row; nothing is ever taken out."""

from typing import Any, NamedTuple

from bot.store.db import Db, columns, instant
from bot.store.rows import DeedRow, EntryRow

_DEED = f"SELECT {columns(DeedRow)} FROM deed"


async def add(db: Db, row: DeedRow) -> int:
    """One more deed; its id is drawn here."""
    return await db.insert(
        """
        INSERT INTO deed (game_id, step, at, by, kind, why, hidden, data, patch, entry)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        row.game_id, row.step, instant(row.at), row.by, row.kind, row.why, row.hidden, row.data,
        row.patch, row.entry,
    )  # fmt: skip


async def of_game(db: Db, game_id: int) -> list[DeedRow]:
    """All deeds at a game, oldest first."""
    return await db.all(DeedRow, f"{_DEED} WHERE game_id = ? ORDER BY id", game_id)


async def set_undone(db: Db, ids: list[int], by: int) -> None:
    """These were undone by that deed; 0: they hold again."""
    await db.many("UPDATE deed SET undone = ? WHERE id = ?", [(by, deed) for deed in ids])


async def entries(db: Db, game_id: int) -> list[EntryRow]:
    """What moved the game itself, in its order, with its instants."""
    sql = "SELECT step, at, body FROM entry WHERE game_id = ? ORDER BY step"
    return await db.all(EntryRow, sql, game_id)


async def move(db: Db, game_id: int, version: int, status: str) -> bool:
    """To the next step by the master's hand, if nobody moved the game since this version."""
    sql = """
        UPDATE game SET version = version + 1, step = step + 1, status = ?
        WHERE id = ? AND version = ?"""
    return await db.run(sql, status, game_id, version) == 1


async def set_master(db: Db, game_id: int, person_id: int) -> None:
    """Somebody else is the master from now on."""
    await db.run("UPDATE game SET master_id = ? WHERE id = ?", person_id, game_id)


async def set_seat(
    db: Db, game_id: int, seat: int, person_id: int | None, name: str, standin: str
) -> None:
    """Who holds a seat from now on, and the name it goes by."""
    sql = "UPDATE seat SET person_id = ?, name = ?, standin = ? WHERE game_id = ? AND seat = ?"
    await db.run(sql, person_id, name, standin, game_id, seat)


async def set_answer(
    db: Db, game_id: int, seat: int, step: int, draft: str, sent: str | None, ready: bool
) -> None:
    """What lies on a seat's desk from now on, if that step is still asked."""
    sql = """
        UPDATE answer SET draft = ?, sent = ?, ready = ?, revision = revision + 1
        WHERE game_id = ? AND seat = ? AND step = ?"""
    await db.run(sql, draft, sent, ready, game_id, seat, step)


async def set_places(db: Db, game_id: int, people: list[int]) -> None:
    """The order of the people in a lobby."""
    await db.many(
        "UPDATE member SET place = ? WHERE game_id = ? AND person_id = ?",
        [(place, game_id, person) for place, person in enumerate(people, 1)],
    )


async def set_member(db: Db, game_id: int, person_id: int, place: list[Any] | None) -> None:
    """Somebody is in a lobby with this place and nonce, or (None) is not."""
    if place is None:
        sql = "DELETE FROM member WHERE game_id = ? AND person_id = ?"
        await db.run(sql, game_id, person_id)
        return
    sql = "INSERT OR IGNORE INTO member (game_id, person_id, place, nonce) VALUES (?, ?, ?, ?)"
    await db.run(sql, game_id, person_id, *place)


async def place_of(db: Db, game_id: int, person_id: int) -> list[Any]:
    """Place and nonce of somebody in a lobby."""
    sql = "SELECT place, nonce FROM member WHERE game_id = ? AND person_id = ?"
    [found] = await db.rows(sql, game_id, person_id)
    return list(found)


async def of_master(db: Db, person_id: int) -> list[int]:
    """The ids of all games where somebody is the master or a deputy."""
    found = await db.rows(
        """
        SELECT id FROM game WHERE master_id = ?1 OR EXISTS
            (SELECT 1 FROM json_each(settings, '$.chair.deputies') WHERE value = ?1)
        ORDER BY 1""",
        person_id,
    )
    return [n for (n,) in found]


class Said(NamedTuple):
    """What was told or is to be told: `parts` and `message_ids` as JSON, to whom (None: all)."""

    id: int
    kind: str
    state: str
    parts: str
    message_ids: str
    person_id: int | None
    language: str


_SAID = "SELECT id, kind, state, parts, message_ids, person_id, language FROM outbox"


async def said(db: Db, game_id: int, steps: list[int]) -> list[Said]:
    """What was told at these steps."""
    marks = ", ".join("?" * len(steps))
    sql = f"""{_SAID} WHERE game_id = ? AND step IN ({marks})
        AND kind IN ('post', 'album', 'private') ORDER BY position"""
    return [Said(*row) for row in await db.rows(sql, game_id, *steps)]


async def noticed(db: Db, game_id: int, code: str) -> list[Said]:
    """The notice that goes by this code."""
    sql = f"{_SAID} WHERE game_id = ? AND kind = 'notice' AND code = ?"
    return [Said(*row) for row in await db.rows(sql, game_id, code)]


async def posts(db: Db, game_id: int, step: int | None) -> list[int]:
    """The id of the post of a step, or of the last one that was not dropped."""
    sql = """
        SELECT id FROM outbox WHERE game_id = ? AND kind = 'post'
          AND (step = ? OR (? IS NULL AND state <> 'dropped'))
        ORDER BY step DESC LIMIT 1"""
    return [n for (n,) in await db.rows(sql, game_id, step, step)]


async def told_at(db: Db, game_id: int) -> list[int]:
    """The steps at which the group was told anything, oldest first."""
    sql = """
        SELECT step FROM outbox WHERE game_id = ? AND kind = 'post' AND state <> 'dropped'
        ORDER BY step"""
    return [n for (n,) in await db.rows(sql, game_id)]


async def drop_said(db: Db, ids: list[int]) -> None:
    """What was not said yet and does not hold any more."""
    sql = "UPDATE outbox SET state = 'dropped', why = 'undone' WHERE id = ?"
    await db.many(sql, [(row,) for row in ids])


async def say_after_all(db: Db, ids: list[int]) -> None:
    """What did not hold any more before it was said, and holds again."""
    sql = "UPDATE outbox SET state = 'due', why = '' WHERE id = ? AND why = 'undone'"
    await db.many(sql, [(row,) for row in ids])
