"""Who holds a seat and who can be reached: persons, stand-ins, chats that move or go silent."""

from bot.store import deadlines, games, outbox
from bot.store.db import Db
from bot.store.rows import GameRow, SeatRow
from bot.table import telling
from bot.table.core import Core, settings_of
from bot.table.lobby import person_row
from bot.table.master.book import Book, seat_value
from bot.table.records import Person, Refused
from bot.table.resolving import Resolving
from bot.table.time import steps


class Holding:
    """Changes of hands; none of them touches the game itself."""

    def __init__(self, core: Core, resolving: Resolving) -> None:
        self.core = core
        self.resolving = resolving
        self.book = Book(core)

    async def _seat(self, db: Db, game: int, seat: int) -> tuple[GameRow, SeatRow]:
        row = await self.core.row(db, game, "play")
        found = await games.seats(db, game)
        if not 1 <= seat <= len(found):
            raise Refused("no seat", seat=seat)
        return row, found[seat - 1]

    async def resign(self, game: int, seat: int) -> None:
        """The person goes for good: a stand-in holds the seat (raises Refused).

        One event settles all: what was sent stays, a draft is gone on from, questions and news
        that were on their way to the person are not sent any more. It is a deed of his: the log
        has it, and the master can undo it.
        """
        async with self.core.lock(game):
            async with self.core.store.write() as db:
                row, holder = await self._seat(db, game, seat)
                if holder.person_id is None:
                    raise Refused("nobody", seat=seat)
                kind = holder.standin or self.core.standin(settings_of(row.settings))
                await games.hold_seat(db, game, seat, None, kind)
                await outbox.drop_for(db, game, holder.person_id, "resigned")
                await outbox.forget(db, game, "question", seat)
                patch = {f"seat.{seat}": (seat_value(holder), [None, holder.name, kind])}
                await self.book.write(db, row, holder.person_id, "resign", patch=patch, seat=seat)
                await telling.notice(db, row, "resigned", seat=seat)
                await telling.status(db, row)
            self.core.changed()
            await self.resolving.go_on(game)

    async def sit_in(self, game: int, seat: int, kind: str | None) -> None:
        """A stand-in of this kind ("": the first) takes the seat; None gives it back.

        Raises Refused: unknown stand-in, or nobody to give the seat back to.
        """
        async with self.core.lock(game):
            async with self.core.store.write() as db:
                row, holder = await self._seat(db, game, seat)
                if kind is None:
                    await self._give_back(db, row, holder)
                else:
                    kind = self.core.standin(settings_of(row.settings), kind)
                    await games.hold_seat(db, game, seat, holder.person_id, kind)
                    await outbox.drop_seat_questions(db, game, seat, "held")
                await telling.status(db, row)
            self.core.changed()
            await self.resolving.go_on(game)

    async def _give_back(self, db: Db, row: GameRow, holder: SeatRow) -> None:
        if holder.person_id is None:
            raise Refused("nobody", seat=holder.seat)
        if not holder.standin:
            return
        await games.hold_seat(db, row.id, holder.seat, holder.person_id, "")
        if holder.seat in self.core.rules(row).owed(await self.core.state(db, row)):
            turn = 1 + await outbox.count(db, row.id, "question")
            await outbox.put(db, [telling.question(row, row.step, holder, turn)])

    async def set_person(self, person: Person) -> None:
        """Remember what somebody is called now, and his language; "" leaves what is known."""
        async with self.core.store.write() as db:
            await games.put_person(db, person_row(person))

    async def person(self, person_id: int) -> Person | None:
        """Somebody, if known."""
        async with self.core.store.glance() as db:
            row = await games.person(db, person_id)
        if row is None:
            return None
        return Person(row.id, row.name, row.language, row.gender, row.reachable, row.hints)

    async def set_hints(self, person_id: int, hints: bool) -> None:
        """Somebody wants hints and warnings, or does not."""
        async with self.core.store.write() as db:
            await games.set_hints(db, person_id, hints)

    async def set_reachable(self, person_id: int, reachable: bool) -> None:
        """Somebody blocked or opened his private chat: his seats show it, what waits waits on."""
        async with self.core.store.write() as db:
            if not await games.set_reachable(db, person_id, reachable):
                return
            for row in await self._living(db, await games.of_person(db, person_id)):
                await telling.standing(db, row)
                if row.status == "play" and not reachable:
                    await self._unreachable(db, row, person_id)
        self.core.changed()

    async def _unreachable(self, db: Db, row: GameRow, person_id: int) -> None:
        for seat in await games.seats(db, row.id):
            if seat.person_id == person_id:
                await telling.unreachable(db, row, seat)

    async def _language(self, db: Db, person_id: int) -> str:
        person = await games.person(db, person_id)
        return person.language if person else ""

    async def _living(self, db: Db, ids: list[int]) -> list[GameRow]:
        return [row for row in await games.games(db, ids) if row.status in ("lobby", "play")]

    async def move_chat(self, old_id: int, new_id: int) -> None:
        """A group has another id now: its games follow, once, and are pinned anew."""
        async with self.core.store.write() as db:
            if old_id == new_id or not await games.move_chat(db, old_id, new_id):
                return
            await outbox.forget_chat(db, old_id)
            for row in await self._living(db, await games.in_chat(db, new_id)):
                await telling.standing(db, row)
        self.core.changed()

    async def pause_chat(self, chat_id: int) -> None:
        """The bot can't speak in the group: its games stand still, their masters are told."""
        now = self.core.clock.now()
        async with self.core.store.write() as db:
            if not await games.set_paused(db, chat_id, True):
                return
            for row in await self._living(db, await games.in_chat(db, chat_id)):
                await deadlines.hold(db, row.id, now)
                if row.master_id > 0:
                    language = await self._language(db, row.master_id)
                    await telling.notice(db, row, "paused", row.master_id, language)
        self.core.changed()

    async def is_paused(self, chat_id: int) -> bool:
        """Whether the bot could not speak in the group when it last tried."""
        async with self.core.store.glance() as db:
            return await games.paused(db, chat_id)

    async def resume_chat(self, chat_id: int) -> None:
        """The bot is back: deadlines run on with what was left, and what waited is said."""
        now = self.core.clock.now()
        async with self.core.store.write() as db:
            if not await games.set_paused(db, chat_id, False):
                return
            living = await self._living(db, await games.in_chat(db, chat_id))
            for row in living:
                await deadlines.release(db, row.id, now)
                await steps.on_grid(db, row, now)
                if row.status == "play" and not settings_of(row.settings).chair.paused:
                    await telling.goes_on(db, row)
                await telling.standing(db, row)
        self.core.changed()
        for row in living:
            async with self.core.lock(row.id):
                await self.resolving.go_on(row.id)
