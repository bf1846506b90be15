"""The door to time: every command about it, put together from the modules that mean them."""

from datetime import datetime

from bot.store import leaves
from bot.store.leaves import AwayRow
from bot.table.core import Core
from bot.table.master.book import Book
from bot.table.records import Row
from bot.table.resolving import Resolving
from bot.table.time.pauses import Pauses
from bot.table.time.reminders import Reminders
from bot.table.time.setting import Hours, Setting
from bot.table.time.timers import Timers
from bot.table.time.vacation import Vacation
from bot.table.time.votes import Votes


class Time:
    """Schedules, reminders, vacations, pauses and votes of all games."""

    def __init__(self, core: Core, book: Book, resolving: Resolving) -> None:
        self.core = core
        setting = Setting(core, book, resolving)
        self.set, self.pace, self.skip = setting.set, setting.pace, setting.skip
        self.again = setting.again

        hours = Hours(core)
        self.hours, self.set_hours, self.zone = hours.of, hours.set, hours.zone

        pauses, vacation = Pauses(core, book, resolving), Vacation(core, resolving, book)
        self.away, self.back, self.deputy = vacation.away, vacation.back, vacation.deputy

        votes = Votes(core, pauses, vacation, resolving)
        self.propose, self.vote, self.allow = votes.propose, votes.vote, votes.allow
        self.ballot = votes.see

        self._reminders = Reminders(core)
        self.holds = self._reminders.true
        self.timers = Timers(
            core,
            (self._reminders.plan_all, pauses.notice),
            {
                "remind": self._reminders.fire,
                "group": self._reminders.fire,
                "pause": pauses.fire,
                "vote": votes.fire,
                "away": vacation.fire,
            },
        )

    async def true(self, row: Row) -> bool:
        """Whether what a reminder says still holds, and will in five minutes."""
        due = datetime.fromisoformat(row.data["due"])
        return await self.holds(row.game, row.seat or 0, row.person_id, due)

    async def absent(self, game: int) -> list[AwayRow]:
        """Who is away in a game."""
        async with self.core.store.glance() as db:
            return await leaves.away(db, game)
