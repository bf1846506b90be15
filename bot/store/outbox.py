"""Outbox rows, and the messages that came of them and have to be found again."""

from datetime import datetime
from typing import NamedTuple

from bot.store.db import Db, dumps, instant
from bot.store.rows import MessageRow, OutboxRow


class Draft(NamedTuple):
    """A row before it is put in; `body` None lets an album share its post's."""

    game_id: int
    step: int
    kind: str
    code: str = ""
    person_id: int | None = None
    seat: int | None = None
    language: str = ""
    body: bytes | None = None


_NEXT = "(SELECT coalesce(max(position), 0) + 1 FROM outbox)"
_PUT = f"""
    INSERT INTO outbox (position, game_id, step, audience, kind, code, person_id, seat, language,
                        body) VALUES ({_NEXT}, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (game_id, step, audience, kind, code) DO """
_ANEW = """
    UPDATE SET position = excluded.position, body = excluded.body, language = excluded.language,
               seat = excluded.seat, version = version + 1, parts = '[]', message_ids = '[]',
               tries = 0, not_before = CASE state WHEN 'due' THEN not_before END,
               unsure = CASE state WHEN 'due' THEN unsure WHEN 'sending' THEN 1 ELSE 0 END,
               state = 'due', why = ''"""


def _values(draft: Draft) -> tuple[object, ...]:
    audience = "group" if draft.person_id is None else f"person {draft.person_id}"
    body = None if draft.body is None else draft.body.decode()
    return (draft.game_id, draft.step, audience, draft.kind, draft.code, draft.person_id,
            draft.seat, draft.language, body)  # fmt: skip


async def put(db: Db, drafts: list[Draft]) -> None:
    """Put rows in, each once: a key that is there already stays as it is."""
    await db.many(_PUT + "NOTHING", [_values(draft) for draft in drafts])


async def put_anew(db: Db, draft: Draft) -> None:
    """Put a row in, or have one that was said already said anew, after all others."""
    await db.run(_PUT + _ANEW, *_values(draft))


async def count(db: Db, game_id: int, kind: str) -> int:
    """How many rows of a kind a game has had."""
    sql = "SELECT count(*) FROM outbox WHERE game_id = ? AND kind = ?"
    found: int = await db.value(sql, game_id, kind)
    return found


_ROW = """
    SELECT o.id, o.game_id, o.step, o.kind, o.code, o.person_id, o.seat, o.language,
           coalesce(o.body, (SELECT p.body FROM outbox p WHERE p.game_id = o.game_id
                             AND p.step = o.step AND p.audience = o.audience AND p.kind = 'post'),
                    ''),
           o.parts, o.message_ids, o.tries, o.unsure, o.version, o.not_before,
           g.chat_id, g.topic_id, json_extract(g.settings, '$.game')
    FROM outbox o JOIN game g ON g.id = o.game_id"""
_HEARD = """
    LEFT JOIN chat c ON c.id = g.chat_id
    LEFT JOIN person r ON r.id = coalesce(o.person_id, g.chat_id)
    WHERE o.state IN ('due', 'sending') AND coalesce(r.reachable, 1)
      AND (o.person_id IS NOT NULL OR coalesce(c.paused, 0) = 0)"""
"""A game without a group is told in its master's private chat, which has a person's id."""


async def posts(db: Db, game_id: int) -> dict[int, str]:
    """Step -> the frozen body of its post, whether it has been said or not."""
    sql = "SELECT step, body FROM outbox WHERE game_id = ? AND kind = 'post' ORDER BY step"
    return dict(await db.rows(sql, game_id))


class Head(NamedTuple):
    """A waiting row without its body: where it goes, and whether it can go now."""

    id: int
    private: int
    place: int
    state: str
    not_before: str | None


async def waiting(db: Db) -> list[Head]:
    """Rows that wait or are being sent, to those who can be reached, in the order of saying."""
    sql = f"""
        SELECT o.id, o.person_id IS NOT NULL, coalesce(o.person_id, g.chat_id), o.state,
               o.not_before
        FROM outbox o JOIN game g ON g.id = o.game_id {_HEARD} ORDER BY o.position"""
    return [Head(*row) for row in await db.rows(sql)]


async def load(db: Db, ids: list[int]) -> list[OutboxRow]:
    """Whole rows by id, in the order of the ids."""
    marks = ", ".join("?" * len(ids))
    found = await db.all(OutboxRow, f"{_ROW} WHERE o.id IN ({marks})", *ids)
    place = {row_id: n for n, row_id in enumerate(ids)}
    return sorted(found, key=lambda row: place[row.id])


async def claim(db: Db, row_id: int, version: int, parts: list[str]) -> bool:
    """Store what will be sent, before sending it; false if the row waits no more."""
    sql = """
        UPDATE outbox SET state = 'sending', tries = tries + 1, parts = ?
        WHERE id = ? AND version = ? AND state = 'due'"""
    return await db.run(sql, dumps(parts), row_id, version) == 1


async def progress(db: Db, row_id: int, version: int, message_ids: list[int]) -> None:
    """Note the messages that went out so far; what follows them was not tried yet."""
    sql = "UPDATE outbox SET message_ids = ?, unsure = 0 WHERE id = ? AND version = ?"
    await db.run(sql, dumps(message_ids), row_id, version)


async def finish(db: Db, row_id: int, version: int, message_ids: list[int]) -> None:
    """Said; a row that has to be said anew meanwhile stays due."""
    sql = """
        UPDATE outbox SET state = 'done', message_ids = ?, unsure = 0, not_before = NULL
        WHERE id = ? AND version = ?"""
    await db.run(sql, dumps(message_ids), row_id, version)


async def postpone(db: Db, row_id: int, version: int, until: datetime | None, unsure: bool) -> None:
    """Not now; `unsure`: the try may have gone out all the same."""
    sql = """
        UPDATE outbox SET state = 'due', not_before = ?, unsure = max(unsure, ?)
        WHERE id = ? AND version = ? AND state IN ('due', 'sending')"""
    await db.run(sql, None if until is None else instant(until), unsure, row_id, version)


async def drop(db: Db, row_id: int, version: int, why: str) -> None:
    """Never."""
    sql = "UPDATE outbox SET state = 'dropped', why = ? WHERE id = ? AND version = ?"
    await db.run(sql, why, row_id, version)


FAULT = "fault: "
"""What `why` begins with where a fault of ours kept a row from being said."""


async def say_again(db: Db, game_id: int) -> int:
    """What a fault kept from being said is due once more; returns how many rows that are."""
    sql = """
        UPDATE outbox SET state = 'due', why = '', not_before = NULL, version = version + 1
        WHERE game_id = ? AND state = 'dropped' AND why LIKE ?"""
    return await db.run(sql, game_id, f"{FAULT}%")


async def said_before(db: Db, game_id: int, kind: str, code: str, step: int) -> None:
    """What was said at the step before this one counts as said at this one too."""
    sql = f"""
        INSERT INTO outbox (position, game_id, step, audience, kind, code, person_id, seat,
                            language, body, state, why)
        SELECT {_NEXT}, game_id, ?, audience, kind, code, person_id, seat, language, body,
               'dropped', 'said before'
        FROM outbox WHERE game_id = ? AND step = ? AND kind = ? AND code = ?
        ON CONFLICT (game_id, step, audience, kind, code) DO NOTHING"""
    await db.run(sql, step, game_id, step - 1, kind, code)


async def drop_questions(db: Db, game_id: int, before: int) -> None:
    """Questions of former steps that nobody has seen yet need not be seen any more."""
    sql = """
        UPDATE outbox SET state = 'dropped', why = 'superseded'
        WHERE game_id = ? AND kind = 'question' AND step < ? AND state IN ('due', 'sending')"""
    await db.run(sql, game_id, before)


async def drop_seat_questions(db: Db, game_id: int, seat: int, why: str) -> None:
    """Questions to a seat that waits for no answer any more."""
    sql = """
        UPDATE outbox SET state = 'dropped', why = ?
        WHERE game_id = ? AND kind = 'question' AND seat = ? AND state IN ('due', 'sending')"""
    await db.run(sql, why, game_id, seat)


async def drop_for(db: Db, game_id: int, person_id: int, why: str) -> None:
    """What a person has not heard yet of a game is not for him any more."""
    sql = """
        UPDATE outbox SET state = 'dropped', why = ?
        WHERE game_id = ? AND person_id = ? AND state IN ('due', 'sending')"""
    await db.run(sql, why, game_id, person_id)


async def torn(db: Db) -> bool:
    """Whether a row is being sent."""
    return bool(await db.value("SELECT 1 FROM outbox WHERE state = 'sending' LIMIT 1"))


async def recover(db: Db) -> None:
    """After a start: whatever was being sent when the process ended may have gone out."""
    await db.run("UPDATE outbox SET state = 'due', unsure = 1 WHERE state = 'sending'")


async def remember(
    db: Db, game_id: int, purpose: str, seat: int, chat_id: int, message_ids: list[int]
) -> None:
    """Which messages stand for a purpose now."""
    sql = """
        INSERT OR REPLACE INTO message (game_id, purpose, seat, chat_id, message_ids)
        VALUES (?, ?, ?, ?, ?)"""
    await db.run(sql, game_id, purpose, seat, chat_id, dumps(message_ids))


async def message(db: Db, game_id: int, purpose: str, seat: int) -> MessageRow | None:
    """The messages that stand for a purpose."""
    sql = "SELECT chat_id, message_ids FROM message WHERE game_id = ? AND purpose = ? AND seat = ?"
    return await db.one(MessageRow, sql, game_id, purpose, seat)


async def forget(db: Db, game_id: int, purpose: str, seat: int) -> None:
    """The messages for a purpose are gone."""
    sql = "DELETE FROM message WHERE game_id = ? AND purpose = ? AND seat = ?"
    await db.run(sql, game_id, purpose, seat)


async def forget_chat(db: Db, chat_id: int) -> None:
    """All messages of a chat are gone."""
    await db.run("DELETE FROM message WHERE chat_id = ?", chat_id)
