"""Reminders as rows: planned from the deadline's row, and looked at again when they are due."""

from datetime import datetime, timedelta

import msgspec

from bot.store import answers, deadlines, games, outbox, times
from bot.store.db import Db
from bot.store.outbox import Draft
from bot.store.rows import GameRow, SeatRow
from bot.store.times import PersonTimeRow, TimerRow
from bot.table import telling
from bot.table.core import Core, settings_of
from bot.table.time import reminding
from bot.table.time.absence import missing_seats
from bot.table.time.paces import Times
from bot.table.time.reminding import SETTLE, Habits, holds

HOUR = timedelta(hours=1)
"""So long before a deadline the group is told who is missing, if the game wants it."""


def habits_of(person: PersonTimeRow, times: Times) -> Habits:
    """When a person may be reminded; what he has not said is as the game has it."""
    hours = (person.begin, person.until)
    marks = times.marks
    if person.marks is not None:
        marks = msgspec.json.decode(person.marks, type=tuple[str, ...])
    return Habits(person.zone or times.zone, None if hours[0] == hours[1] else hours, marks)


class Reminders:
    """Plans reminders and puts those that are due, and true, into the outbox."""

    def __init__(self, core: Core) -> None:
        self.core = core

    async def plan_all(self) -> bool:
        """Plan the reminders of every deadline that none are planned for yet."""
        async with self.core.store.glance() as db:
            todo = await times.unplanned(db)
        for game in todo:
            async with self.core.store.write() as db:
                row = await games.game(db, game)
                if row is not None:
                    await self._plan(db, row)
        return bool(todo)

    async def _plan(self, db: Db, row: GameRow) -> None:
        step = await times.step(db, row.id)
        due = {d.kind: d.at for d in await deadlines.of_game(db, row.id)}.get("step")
        if step is None or due is None:
            return
        await times.clear_reminders(db, row.id)
        await times.set_planned(db, row.id, due)
        settings, now = settings_of(row.settings).times, self.core.clock.now()
        owing = {a.seat for a in await answers.of_game(db, row.id)}
        for seat in telling.heard(await games.seats(db, row.id)):
            if seat.seat in owing and seat.reader is not None:
                habits = habits_of(await times.person(db, seat.reader), settings)
                for one in reminding.plan(step.opened, due, habits, now):
                    await times.set_timer(
                        db, TimerRow(row.id, "remind", seat.seat, one.mark, one.at)
                    )
        if settings.escalate and due - HOUR >= max(now, step.opened + SETTLE):
            await times.set_timer(db, TimerRow(row.id, "group", 0, "", due - HOUR))

    async def fire(self, timer: TimerRow) -> bool:
        """A reminder's time has come: it is said if it is still true."""
        now = self.core.clock.now()
        async with self.core.store.write() as db:
            if not await times.take_timer(db, timer):
                return False
            row = await games.game(db, timer.game_id)
            due = {d.kind: d.at for d in await deadlines.of_game(db, timer.game_id)}.get("step")
            if row is None or row.status != "play" or due is None or not holds(now, due):
                return True
            seats = await games.seats(db, row.id)
            missing = missing_seats(seats, await answers.of_game(db, row.id))
            if timer.kind == "group":
                if missing:
                    await telling.notice(db, row, "escalate", due=due.isoformat())
            elif timer.ref in missing:
                await self._remind(db, row, seats[timer.ref - 1], timer, due, now)
        return True

    async def _remind(
        self, db: Db, row: GameRow, seat: SeatRow, timer: TimerRow, due: datetime, now: datetime
    ) -> None:
        if seat.reader is None:
            return
        settings = settings_of(row.settings)
        habits = habits_of(await times.person(db, seat.reader), settings.times)
        awake = reminding.awake(now, now, due, habits)
        if awake != now:  # it comes late, and at night by now
            if awake is not None and awake > now and holds(awake, due):
                await times.set_timer(db, msgspec.structs.replace(timer, at=awake))
            return
        others = [t for t in await times.timers(db, row.id) if t.ref == seat.seat]
        for other in others:
            if other.kind == "remind" and other.at - now < reminding.APART:
                await times.take_timer(db, other)
        body = msgspec.json.encode({"due": due.isoformat(), "step": row.step})
        language = seat.language or settings.language
        code = f"{timer.mark} {due.isoformat()}"
        draft = Draft(row.id, 0, "reminder", code, seat.reader, seat.seat, language, body)
        await outbox.put(db, [draft])

    async def true(self, game_id: int, seat: int, person: int | None, due: datetime) -> bool:
        """Whether a reminder holds, and will hold five minutes from now."""
        async with self.core.store.read() as db:
            game = await games.game(db, game_id)
            if game is None or game.status != "play" or await games.paused(db, game.chat_id):
                return False
            now_due = {d.kind: d.at for d in await deadlines.of_game(db, game_id)}.get("step")
            seats = await games.seats(db, game_id)
            missing = missing_seats(seats, await answers.of_game(db, game_id))
        if now_due != due or not holds(self.core.clock.now(), due):
            return False
        return seat in missing and seats[seat - 1].reader == person
