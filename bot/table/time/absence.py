"""Who is silent at the deadline: a second chance, an extension, the last answer, the master."""

from datetime import datetime, timedelta
from typing import Any

from bot.store import answers, deadlines, games, times
from bot.store.db import Db
from bot.store.rows import GameRow, SeatRow
from bot.store.times import AttendanceRow
from bot.table import telling
from bot.table.core import Core, settings_of
from bot.table.time.steps import due_at, slowness
from rules.kernel import notation
from rules.kernel.game import Game, ask
from rules.kernel.question import replay

LATE = timedelta(minutes=5)
"""A deadline that is worked on this much later is said to be late."""


def repeated(game: Game[Any], state: Any, seat: int, last: str) -> tuple[str, ...] | None:
    """What a seat sent last in such a step, if it can be done again; else an empty answer.

    None when neither is possible: then a stand-in answers.
    """
    question = ask(game, state, seat)
    if question is None:
        return None
    if last:
        try:
            tokens = tuple(notation.read(question, last, {}))
        except notation.NotAnAnswer:
            tokens = ()
        if tokens and replay(question, tokens).complete:
            return tokens
    return () if question.walk().complete else None


class Absence:
    """What happens at a deadline, before anything is resolved."""

    def __init__(self, core: Core) -> None:
        self.core = core

    async def passed(self, game: int, at: datetime | None) -> bool:
        """The deadline at this instant is over: whether the step has to be resolved now.

        False when it was extended, or waits for the master, or is another step's by now.
        """
        now = self.core.clock.now()
        async with self.core.store.write() as db:
            row = await self.core.row(db, game)
            due = {d.kind: d for d in await deadlines.of_game(db, game)}.get("step")
            if row.status != "play" or due is None or due.at is None or due.at != at:
                return False
            resolve = await self._decide(db, row, now)
            if resolve and now - due.at > LATE and await times.say_late(db, game):
                await telling.notice(db, row, "late", due=due.at.isoformat(), now=now.isoformat())
            if not resolve:
                await telling.status(db, row)
        self.core.changed()
        return resolve

    async def _decide(self, db: Db, row: GameRow, now: datetime) -> bool:
        settings, step = settings_of(row.settings), await times.step(db, row.id)
        seats = await games.seats(db, row.id)
        missing = missing_seats(seats, await answers.of_game(db, row.id))
        chair = settings.chair
        if not missing or step is None or chair.held or chair.mode == "master":
            return True
        if row.step == 0 and not step.extended:
            return not await self._extend(db, row, now, step.kind, "first extension", missing)
        if settings.times.extensions and await self._use_up(db, row, missing):
            return not await self._extend(db, row, now, step.kind, "extended", missing)
        if settings.times.absence == "wait" and row.master_id > 0:
            await self._wait(db, row, missing)
            return False
        return True

    async def _extend(
        self, db: Db, row: GameRow, now: datetime, kind: str, code: str, missing: list[int]
    ) -> bool:
        at = due_at(settings_of(row.settings), now, kind, await slowness(db, row.id))
        if at is None:
            return False
        await deadlines.arm(db, row.id, "step", at)
        await times.extended(db, row.id)
        await telling.notice(db, row, code, seats=missing, at=at.isoformat())
        return True

    async def _use_up(self, db: Db, row: GameRow, missing: list[int]) -> bool:
        """Whether any of the missing has an extension left; those who have use one up."""
        known = await times.attendance(db, row.id)
        most, found = settings_of(row.settings).times.extensions, False
        for seat in missing:
            his = known.get(seat) or AttendanceRow(seat)
            if his.extensions < most:
                his.extensions, found = his.extensions + 1, True
                await times.set_attendance(db, row.id, his)
        return found

    async def _wait(self, db: Db, row: GameRow, missing: list[int]) -> None:
        """Nobody is answered for: the master decides, or they answer after all."""
        await deadlines.arm(db, row.id, "step", None)
        await times.set_waiting(db, row.id, True)
        language = await language_of(db, row.master_id)
        await telling.notice(db, row, "overdue", row.master_id, language, seats=missing)


async def language_of(db: Db, person_id: int) -> str:
    """The language of somebody who may be unknown."""
    person = await games.person(db, person_id)
    return person.language if person else ""


def missing_seats(seats: list[SeatRow], given: list[Any]) -> list[int]:
    """The seats that persons hold and nothing was sent for."""
    held = {seat.seat for seat in seats if seat.standin}
    return [a.seat for a in given if a.sent is None and a.seat not in held]


async def tell_master(db: Db, row: GameRow, absent: list[AttendanceRow]) -> None:
    """After so many missed answers in a row the master is told, and asked what to do."""
    patience = settings_of(row.settings).times.patience
    if not patience or row.master_id <= 0:
        return
    language = await language_of(db, row.master_id)
    for his in absent:
        if his.in_row % patience == 0:
            await telling.notice(
                db, row, "absent", row.master_id, language, seat=his.seat, times=his.in_row
            )
