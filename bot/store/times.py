"""The clock of the step at hand, timers, who was missing, and when a person may be reminded."""

from datetime import datetime

import msgspec

from bot.store.db import Db, columns, instant


class StepTimeRow(msgspec.Struct, array_like=True):
    """The step at hand, as time sees it; `planned` "" when reminders have to be planned."""

    game_id: int
    step: int
    kind: str
    opened: datetime
    extended: int = 0
    waiting: bool = False
    late: bool = False
    planned: str = ""


class TimerRow(msgspec.Struct, array_like=True):
    """Something due: its kind, the seat or vote it is about, a mark."""

    game_id: int
    kind: str
    ref: int
    mark: str
    at: datetime


class AttendanceRow(msgspec.Struct, array_like=True):
    """How reliable a seat has been; `last` is JSON: kind of step -> answer."""

    seat: int
    missed: int = 0
    in_row: int = 0
    extensions: int = 0
    last: str = "{}"


class PersonTimeRow(msgspec.Struct, array_like=True):
    """A person's zone ("": the game's), quiet hours, and marks (JSON; None: the game's)."""

    person_id: int
    zone: str = ""
    begin: int = 1380
    until: int = 480
    marks: str | None = None
    asked: bool = False


async def open_step(db: Db, row: StepTimeRow) -> None:
    """A new step begins: whatever was planned for the last one is gone."""
    sql = """
        INSERT OR REPLACE INTO step_time (game_id, step, kind, opened) VALUES (?, ?, ?, ?)"""
    await db.run(sql, row.game_id, row.step, row.kind, instant(row.opened))
    await clear_reminders(db, row.game_id)


async def step(db: Db, game_id: int) -> StepTimeRow | None:
    """The clock of the step at hand."""
    sql = f"SELECT {columns(StepTimeRow)} FROM step_time WHERE game_id = ?"
    return await db.one(StepTimeRow, sql, game_id)


async def touch(db: Db, game_id: int) -> None:
    """Have the game's reminders planned anew."""
    await db.run("UPDATE step_time SET planned = '' WHERE game_id = ?", game_id)


async def touch_person(db: Db, person_id: int) -> None:
    """Have the reminders of all games of a person planned anew."""
    await db.run(
        """
        UPDATE step_time SET planned = '' WHERE game_id IN (
            SELECT game_id FROM seat WHERE person_id = ?1
            UNION SELECT game_id FROM away WHERE deputy_id = ?1)""",
        person_id,
    )


async def set_planned(db: Db, game_id: int, deadline: datetime) -> None:
    """Reminders are planned for this deadline."""
    sql = "UPDATE step_time SET planned = ? WHERE game_id = ?"
    await db.run(sql, instant(deadline), game_id)


async def unplanned(db: Db) -> list[int]:
    """The games whose deadline is another than the one that reminders were planned for."""
    found = await db.rows(
        """
        SELECT s.game_id FROM step_time s JOIN deadline d
        ON d.game_id = s.game_id AND d.kind = 'step' AND d.at IS NOT NULL AND d.at <> s.planned"""
    )
    return [game for (game,) in found]


async def extended(db: Db, game_id: int) -> None:
    """The step at hand was extended once more."""
    await db.run("UPDATE step_time SET extended = extended + 1 WHERE game_id = ?", game_id)


async def set_waiting(db: Db, game_id: int, waiting: bool) -> None:
    """The step at hand waits for the master, or does not."""
    await db.run("UPDATE step_time SET waiting = ? WHERE game_id = ?", waiting, game_id)


async def say_late(db: Db, game_id: int) -> bool:
    """Whether it has still to be said that this step's deadline came late; asked once."""
    sql = "UPDATE step_time SET late = 1 WHERE game_id = ? AND late = 0"
    return await db.run(sql, game_id) == 1


# --- timers


async def set_timer(db: Db, row: TimerRow) -> None:
    """Have something done at an instant."""
    sql = "INSERT OR REPLACE INTO timer (game_id, kind, ref, mark, at) VALUES (?, ?, ?, ?, ?)"
    await db.run(sql, row.game_id, row.kind, row.ref, row.mark, instant(row.at))


async def take_timer(db: Db, row: TimerRow) -> bool:
    """Take a timer out before its work is done; false if it was moved or is gone."""
    sql = "DELETE FROM timer WHERE game_id = ? AND kind = ? AND ref = ? AND mark = ? AND at = ?"
    return await db.run(sql, row.game_id, row.kind, row.ref, row.mark, instant(row.at)) == 1


async def drop_timers(db: Db, game_id: int, kind: str, ref: int) -> None:
    """Timers about something are not needed any more."""
    sql = "DELETE FROM timer WHERE game_id = ? AND kind = ? AND ref = ?"
    await db.run(sql, game_id, kind, ref)


async def clear_reminders(db: Db, game_id: int) -> None:
    """No reminder is planned."""
    await db.run("DELETE FROM timer WHERE game_id = ? AND kind IN ('remind', 'group')", game_id)


async def clear_timers(db: Db, game_id: int) -> None:
    """Nothing more is to be done in a game."""
    await db.run("DELETE FROM timer WHERE game_id = ?", game_id)


async def due(db: Db, now: datetime) -> list[TimerRow]:
    """The timers whose time has come, the earliest first."""
    sql = f"SELECT {columns(TimerRow)} FROM timer WHERE at <= ? ORDER BY at"
    return await db.all(TimerRow, sql, instant(now))


async def timers(db: Db, game_id: int) -> list[TimerRow]:
    """All timers of a game, the earliest first."""
    sql = f"SELECT {columns(TimerRow)} FROM timer WHERE game_id = ? ORDER BY at"
    return await db.all(TimerRow, sql, game_id)


async def next_timer(db: Db) -> datetime | None:
    """When the next timer is due."""
    found: str | None = await db.value("SELECT min(at) FROM timer")
    return None if found is None else datetime.fromisoformat(found)


# --- attendance


async def attendance(db: Db, game_id: int) -> dict[int, AttendanceRow]:
    """How reliable each seat has been; seats nothing is known of are left out."""
    sql = f"SELECT {columns(AttendanceRow)} FROM attendance WHERE game_id = ?"
    return {row.seat: row for row in await db.all(AttendanceRow, sql, game_id)}


async def set_attendance(db: Db, game_id: int, row: AttendanceRow) -> None:
    """Note how reliable a seat has been."""
    sql = """
        INSERT OR REPLACE INTO attendance (game_id, seat, missed, in_row, extensions, last)
        VALUES (?, ?, ?, ?, ?, ?)"""
    await db.run(sql, game_id, row.seat, row.missed, row.in_row, row.extensions, row.last)


# --- people


async def person(db: Db, person_id: int) -> PersonTimeRow:
    """When a person may be reminded; who has said nothing has the usual hours."""
    sql = f"SELECT {columns(PersonTimeRow)} FROM person_time WHERE person_id = ?"
    return await db.one(PersonTimeRow, sql, person_id) or PersonTimeRow(person_id)


async def set_person(db: Db, row: PersonTimeRow) -> None:
    """Note when a person may be reminded."""
    sql = """
        INSERT OR REPLACE INTO person_time (person_id, zone, begin, until, marks, asked)
        VALUES (?, ?, ?, ?, ?, ?)"""
    await db.run(sql, row.person_id, row.zone, row.begin, row.until, row.marks, row.asked)


async def unasked(db: Db, people: list[int]) -> list[int]:
    """Those who were never asked for their zone; from now on they were."""
    new = []
    for person_id in people:
        known = await person(db, person_id)
        if not known.asked:
            new.append(person_id)
            known.asked = True
            await set_person(db, known)
    return new
