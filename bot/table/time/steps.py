"""The clock of a step: opened with it, stopped and let go on; deadlines are rows, never timers.

Every function works inside the transaction of whoever calls it.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

import msgspec

from bot.store import deadlines, leaves, outbox, times
from bot.store.db import Db, dumps
from bot.store.rows import AnswerRow, GameRow, SeatRow
from bot.store.times import AttendanceRow, StepTimeRow
from bot.table import telling
from bot.table.core import settings_of
from bot.table.records import Settings
from bot.table.time import schedule
from bot.table.time.paces import Pace
from rules.kernel.game import Game, ask
from rules.kernel.log import Entry

SLOWED = 2
"""So many times as long a step takes while the table waits for somebody who is away."""


BETWEEN = "/"
"""Stands in a kind between that of a step and that of a question in its midst."""


def pace_of(settings: Settings, kind: str) -> Pace:
    """How long a step of this kind may take: its own pace, else that of the kind it is amid."""
    times = settings.times
    own = [times.steps[part] for part in kind.split(BETWEEN) if part in times.steps]
    return own[-1] if own else times.pace or Pace(seconds=settings.deadline or 0)


def due_at(settings: Settings, now: datetime, kind: str = "", slow: int = 1) -> datetime | None:
    """When a step of a kind that begins now has to be answered; None: no deadline."""
    return schedule.next_deadline(settings.times, pace_of(settings, kind), now, slow)


def kind_of(game: Game[Any], state: Any) -> str:
    """What kind of step it is: that of the first question that is owed; "" when none is.

    One that is asked in the midst of another step comes after that step's kind: `combat/attacks`.
    """
    for seat in game.owed(state):
        question = ask(game, state, seat)
        if question is not None:
            around = game.amid.get(question.kind, "")
            return f"{around}{BETWEEN}{question.kind}" if around else question.kind
    return ""


def decides(game: Game[Any], state: Any, seat: int) -> bool:
    """Whether there is anything to decide for a seat that owes an answer."""
    question = ask(game, state, seat)
    if question is None:
        return False
    walk = question.walk()
    return not walk.complete or bool(walk.options())


async def slowness(db: Db, game_id: int) -> int:
    """By how much a game is slowed down for who is away."""
    return SLOWED if any(a.how == "slow" for a in await leaves.away(db, game_id)) else 1


async def open_step(
    db: Db,
    row: GameRow,
    step: int,
    kind: str,
    now: datetime,
    seats: Sequence[SeatRow] | None,
) -> None:
    """A step begins, its deadline too; `seats` None: the game is over, nothing is due any more."""
    await times.open_step(db, StepTimeRow(row.id, step, kind, now))
    if seats is None:
        await deadlines.arm(db, row.id, "step", None)
        await times.clear_timers(db, row.id)
        return
    settings = settings_of(row.settings)
    at = due_at(settings, now, kind, await slowness(db, row.id))
    await deadlines.arm(db, row.id, "step", at)
    if settings.chair.paused:
        await deadlines.hold(db, row.id, now)
    if at is not None:
        await _ask_zones(db, row, step, seats)


async def _ask_zones(db: Db, row: GameRow, step: int, seats: Sequence[SeatRow]) -> None:
    """Whoever plays against a clock for the first time is asked for his own, once."""
    heard = {seat.reader: seat for seat in telling.heard(seats) if seat.reader is not None}
    body = msgspec.json.encode({"code": "zone"})
    await outbox.put(db, [
        outbox.Draft(row.id, step, "notice", "zone", person, None, heard[person].language
                     or settings_of(row.settings).language, body)
        for person in await times.unasked(db, list(heard))
    ])  # fmt: skip


async def whole(db: Db, row: GameRow, now: datetime) -> datetime | None:
    """When the step at hand is due if it is given a whole step of its kind from now on."""
    step = await times.step(db, row.id)
    kind = step.kind if step else ""
    return due_at(settings_of(row.settings), now, kind, await slowness(db, row.id))


async def reopen(db: Db, row: GameRow, now: datetime) -> datetime | None:
    """The settings have changed: the deadline of the step at hand follows; returns it.

    It is worked out from the step's opening; what would be over by then is given a whole step.
    """
    step = await times.step(db, row.id)
    settings = settings_of(row.settings)
    opened, kind = (step.opened, step.kind) if step else (now, "")
    slow = await slowness(db, row.id)
    at = due_at(settings, opened, kind, slow)
    if at is not None and at - now < (at - opened) / 4:
        at = due_at(settings, now, kind, slow)
    await deadlines.arm(db, row.id, "step", at)
    if settings.chair.paused:
        await deadlines.hold(db, row.id, now)
    await times.set_waiting(db, row.id, False)
    await times.touch(db, row.id)
    return at


async def on_grid(db: Db, row: GameRow, now: datetime) -> None:
    """Keep a wall-clock deadline that was moved on its grid: the next that leaves as much time."""
    settings, step = settings_of(row.settings), await times.step(db, row.id)
    due = {d.kind: d.at for d in await deadlines.of_game(db, row.id)}.get("step")
    if due is None or step is None:
        return
    pace = pace_of(settings, step.kind)
    at = schedule.resumed(settings.times, pace, now, due - now)
    await deadlines.arm(db, row.id, "step", at)


async def attended(
    db: Db,
    row: GameRow,
    kind: str,
    entry: Entry,
    given: Sequence[AnswerRow],
    deciding: Collection[int],
    now: datetime,
) -> list[AttendanceRow]:
    """Count who was there at a step that is resolved now; returns those who were missing.

    What the master resolves before its deadline is nobody's fault; `deciding` are the seats that
    had something to decide.
    """
    due = {d.kind: d for d in await deadlines.of_game(db, row.id)}.get("step")
    early = due is not None and (due.at is None or due.at > now)
    known = await times.attendance(db, row.id)
    absent = []
    for answer in given:
        seat = answer.seat
        if seat in entry.held or seat not in deciding:
            continue
        found = known.get(seat) or AttendanceRow(seat)
        if seat in entry.missed:
            if early:
                continue
            found.missed, found.in_row = found.missed + 1, found.in_row + 1
            absent.append(found)
        else:
            last = msgspec.json.decode(found.last, type=dict[str, str])
            found.in_row, found.last = 0, dumps({**last, kind: entry.answers[seat]})
        await times.set_attendance(db, row.id, found)
    return absent
