"""The master's door: every command of the chair, put together from the modules that mean them."""

from collections.abc import Iterable
from typing import Any

from bot.store import deeds, games, logs, outbox
from bot.table import telling
from bot.table.core import Core, settings_of
from bot.table.mail import Mail
from bot.table.master.book import Book, Line
from bot.table.master.claiming import Claiming
from bot.table.master.ending import Ending
from bot.table.master.house import HouseRules
from bot.table.master.moving import Moving
from bot.table.master.renewing import Renewing
from bot.table.master.seating import Seating
from bot.table.master.setting import Setting
from bot.table.master.stepping import Stepping
from bot.table.master.turning import Turning
from bot.table.master.writing import Writing
from bot.table.records import Row
from bot.table.resolving import Resolving


class Master:
    """What a game's master may do; every command checks that it is he."""

    def __init__(self, core: Core, resolving: Resolving, mail: Mail) -> None:
        self.core, self.mail = core, mail
        self.book = Book(core)
        moving = Moving(core, resolving)
        renewing = Renewing(core, self.book, moving)

        turning = Turning(core, self.book, moving, renewing)
        self.undo, self.redo = turning.undo, turning.redo

        setting = Setting(core, self.book, moving, renewing)
        self.hand, self.attempt, self.set = setting.hand, setting.attempt, setting.set
        self.viewer = setting.viewer

        stepping = Stepping(core, self.book, resolving)
        self.set_mode, self.hold, self.pause = stepping.set_mode, stepping.hold, stepping.pause
        self.lock_sending, self.lift, self.extend = (
            stepping.lock_sending, stepping.lift, stepping.extend,
        )  # fmt: skip
        self.preview, self.approve = stepping.preview, stepping.approve
        self.resolve, self.set_form = stepping.resolve, stepping.set_form

        seating = Seating(core, self.book, resolving)
        self.take, self.stand_in, self.back = seating.take, seating.stand_in, seating.back
        self.kick, self.swap, self.name = seating.kick, seating.swap, seating.name
        self.serial, self.depute = seating.serial, seating.depute

        writing = Writing(core, self.book, resolving)
        self.write_for, self.clear = writing.write_for, writing.clear
        self.missing, self.ping = writing.missing, writing.ping
        self.broadcast, self.note, self.words = writing.broadcast, writing.note, writing.words

        self.set_house = HouseRules(core, self.book).set_house

        ending = Ending(core, self.book, resolving, renewing)
        self.finish, self.abort, self.reopen = ending.finish, ending.abort, ending.reopen
        self.reveal = ending.reveal

        claiming = Claiming(core, self.book)
        self.claim, self.agree = claiming.claim, claiming.agree

    async def games_of(self, person_id: int) -> list[int]:
        """The ids of all games where somebody is the master or a deputy, oldest first."""
        async with self.core.store.read() as db:
            return await deeds.of_master(db, person_id)

    async def may(self, game: int, person_id: int) -> bool:
        """Whether somebody has the master's hand in a game (raises Refused: no game)."""
        async with self.core.store.read() as db:
            return self.core.is_master(await self.core.row(db, game), person_id)

    async def blind(self, game: int, person_id: int) -> bool:
        """Whether somebody plays in a game without having lifted the master's blindness."""
        async with self.core.store.read() as db:
            row = await self.core.row(db, game)
            plays = any(seat.person_id == person_id for seat in await games.seats(db, game))
        return plays and not settings_of(row.settings).chair.sighted

    async def post(self, game: int, step: int | None = None) -> Row | None:
        """What the group was told at a step (None: at the last one that told anything)."""
        async with self.core.store.read() as db:
            found = await outbox.load(db, await deeds.posts(db, game, step))
        return self.mail.read(found[0]) if found else None

    async def stood(self, game: int, steps: Iterable[int]) -> dict[int, Any]:
        """Step -> what the group saw of the game then, for those steps that were kept."""
        found = {}
        async with self.core.store.read() as db:
            rules = self.core.rules(await self.core.row(db, game))
            for step in steps:
                data = await logs.snapshot(db, game, step)
                if data is not None:
                    found[step] = rules.view(rules.decode(data), None)
        return found

    async def messenger(self, game: int) -> int | None:
        """Who passes on what lords without an account get; None: nobody may."""
        async with self.core.store.read() as db:
            row = await self.core.row(db, game)
            return telling.messenger(row, await games.seats(db, game))

    async def told_at(self, game: int) -> list[int]:
        """The steps at which the group was told anything, oldest first."""
        async with self.core.store.read() as db:
            return await deeds.told_at(db, game)

    async def log(self, game: int) -> list[Line]:
        """The whole log, secrets and all: what of it may be shown is for the asker to decide."""
        async with self.core.store.read() as db:
            return await self.book.lines(db, await self.core.row(db, game))


__all__ = ["Line", "Master"]
