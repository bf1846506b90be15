"""The lobby: opening a game, joining it with a nonce, the waiting list, the start, the end."""

from collections.abc import Sequence
from datetime import timedelta

import msgspec

from bot.store import deadlines, games, outbox
from bot.store.db import Db, dumps
from bot.store.rows import GameRow, MemberRow, PersonRow, SeatRow
from bot.table import dice, telling
from bot.table.core import Core, settings_of
from bot.table.master.book import Book, Patch
from bot.table.master.chair import Chair, seated
from bot.table.records import Person, Refused, Settings
from bot.table.resolving import Resolving
from rules.kernel.game import Setup, begin

LIFE = timedelta(days=7)
"""A lobby that nothing happens in for so long is closed."""


def person_row(person: Person) -> PersonRow:
    """A person as the store keeps him."""
    return PersonRow(person.id, person.name, person.language, person.gender, person.reachable)


def room(settings: Settings) -> int:
    """How many people fit in, besides names without an account."""
    return max(0, settings.seats - len(settings.chair.guests))


class Lobby:
    """Games before they begin."""

    def __init__(self, core: Core, resolving: Resolving) -> None:
        self.core, self.book = core, Book(core)
        self.resolving = resolving

    def _check(self, settings: Settings) -> None:
        """Raise Refused for settings that no game can begin with."""
        if settings.game not in self.core.games:
            raise Refused("unknown game", game=settings.game)
        try:
            least, most = self.core.games[settings.game].seats(settings.variant)
        except KeyError:
            raise Refused("unknown variant", variant=settings.variant) from None
        if not least <= settings.seats <= most:
            raise Refused("seats", min=least, max=most)
        if settings.deadline is not None and settings.deadline <= 0:
            raise Refused("bad period")
        for kind in (*settings.standins, settings.absence):
            if kind and kind not in self.core.standins:
                raise Refused("unknown stand-in", kind=kind, allowed=list(self.core.standins))

    async def open(self, chat_id: int, topic_id: int | None, by: Person, settings: Settings) -> int:
        """Open a lobby in a chat (and topic) and return the game's id (raises Refused)."""
        self._check(settings)
        async with self.core.store.write() as db:
            await games.put_person(db, person_row(by))
            game = await self._add(db, chat_id, topic_id, by.id, settings, None, ())
        self.core.changed()
        return game

    async def _add(
        self,
        db: Db,
        chat_id: int,
        topic_id: int | None,
        by: int,
        settings: Settings,
        parent: int | None,
        people: Sequence[int],
    ) -> int:
        number = await games.next_number(db, chat_id)
        master = settings.master or by
        secret = self.core.draw(dice.SECRET).hex()
        row = GameRow(
            0, chat_id, topic_id, number, "lobby", dumps(settings), by, master, secret, "", 0, 0,
            parent,
        )  # fmt: skip
        row.id = await games.add(db, row)
        for person in people:
            await games.add_member(db, row.id, person, "")
        await self._touched(db, row)
        return row.id

    async def _touched(self, db: Db, row: GameRow) -> None:
        """Something happened in the lobby: it is shown anew and lives on."""
        await deadlines.arm(db, row.id, "lobby", self.core.clock.now() + LIFE)
        await telling.lobby(db, row)

    async def join(self, game: int, person: Person, nonce: str = "") -> str:
        """Take a seat in the lobby, `joined`, or a place on the waiting list, `waiting`.

        The nonce goes into the seed; who joined already keeps his first. Raises Refused.
        """
        async with self.core.lock(game), self.core.store.write() as db:
            row = await self.core.row(db, game, "lobby")
            await games.put_person(db, person_row(person))
            before = await games.members(db, game)
            if all(member.person_id != person.id for member in before):
                await games.add_member(db, game, person.id, nonce)
                await self._touched(db, row)
            elif nonce:
                await games.set_nonce(db, game, person.id, nonce)
            ids = [member.person_id for member in await games.members(db, game)]
        self.core.changed()
        return "joined" if ids.index(person.id) < room(settings_of(row.settings)) else "waiting"

    async def leave(self, game: int, person_id: int) -> None:
        """Leave the lobby; the first who waits gets the seat and is told (raises Refused)."""
        async with self.core.lock(game), self.core.store.write() as db:
            row = await self.core.row(db, game, "lobby")
            before = await games.members(db, game)
            if all(member.person_id != person_id for member in before):
                raise Refused("not in")
            await games.remove_member(db, game, person_id)
            await outbox.drop_for(db, game, person_id, "left")
            await self._touched(db, row)
            seats = room(settings_of(row.settings))
            had = {member.person_id for member in before[:seats]}
            for member in (await games.members(db, game))[:seats]:
                if member.person_id not in had:
                    known = await games.person(db, member.person_id)
                    language = known.language if known else ""
                    await telling.notice(db, row, "promoted", member.person_id, language)
        self.core.changed()

    async def start(self, game: int, by: int, fill: str | None = None) -> None:
        """Begin; with `fill`, stand-ins of that kind ("" for the first) take the empty seats.

        The master and whoever joined may. Raises Refused, `too few` with have and min.
        """
        async with self.core.lock(game):
            async with self.core.store.write() as db:
                row = await self.core.row(db, game, "lobby")
                settings = settings_of(row.settings)
                members = (await games.members(db, game))[: room(settings)]
                if by not in {m.person_id for m in members} and not self.core.is_master(row, by):
                    raise Refused("not joined")
                seats = self._seats(settings, members, fill)
                await self._begin(db, row, seats)
            self.core.changed()
            await self.resolving.go_on(game)

    def _seats(
        self, settings: Settings, members: Sequence[MemberRow], fill: str | None
    ) -> list[SeatRow]:
        """Who sits where: people and names as the lobby shows them, then stand-ins."""
        seats = [
            SeatRow(n, None, one, "", "", True, "", "") if isinstance(one, str) else
            SeatRow(n, one.person_id, one.name, "", one.nonce, True, "", one.gender)
            for n, one in enumerate(seated(settings.chair, members, settings.seats), start=1)
        ]  # fmt: skip
        people = len(seats)
        if fill is not None:
            kind = self.core.standin(settings, fill)
            for n in range(len(seats) + 1, settings.seats + 1):
                seats.append(SeatRow(n, None, "", kind, "", True, "", ""))
        least, _ = self.core.games[settings.game].seats(settings.variant)
        if not people or len(seats) < least:
            raise Refused("too few", have=people, min=max(1, least))
        return seats

    async def _begin(self, db: Db, row: GameRow, seats: list[SeatRow]) -> None:
        settings = settings_of(row.settings)
        seed = settings.seed or dice.made(row.secret, seats).seed
        setup = Setup(settings.game, settings.variant, len(seats), seed, settings.house)
        begun = begin(self.core.rules(row), setup)
        await games.begin(db, row.id, dumps(setup))
        await games.add_seats(db, row.id, seats)
        await deadlines.clear(db, row.id)
        await telling.lobby(db, row)
        known = await games.seats(db, row.id)  # with everybody's language
        await self.resolving.lay_step(db, row, 0, begun.state, begun.facts, known)
        for seat in known:
            if seat.person_id is not None and not seat.reachable:
                await telling.unreachable(db, row, seat)

    async def cancel(self, game: int, by: int) -> None:
        """Give up a lobby (its opener or master) or a game being played (the master)."""
        async with self.core.lock(game), self.core.store.write() as db:
            row = await self.core.row(db, game)
            self._check_cancel(row, by)
            going = row.status == "play"
            patch: Patch = {"status": (row.status, "cancelled")} if going else {}
            await self._close(db, row, "cancelled", "cancelled")
            await self.book.write(db, row, by, "abort", patch=patch)
        self.core.changed()

    async def may_cancel(self, game: int, by: int) -> None:
        """Raise Refused unless this person may give the game up now."""
        async with self.core.store.read() as db:
            self._check_cancel(await self.core.row(db, game), by)

    def _check_cancel(self, row: GameRow, by: int) -> None:
        if row.status not in ("lobby", "play"):
            raise Refused("not playing", status=row.status)
        if not (row.status == "lobby" and by == row.opener_id):
            self.core.check_master(row, by)

    async def expire(self, game: int) -> bool:
        """Close a lobby whose time is up; false if it is not. The caller holds the lock."""
        async with self.core.store.write() as db:
            row = await self.core.row(db, game)
            due = [d for d in await deadlines.of_game(db, game) if d.kind == "lobby"]
            if row.status != "lobby" or not due or due[0].at is None:
                return False
            if due[0].at > self.core.clock.now():
                return False
            await self._close(db, row, "expired", "lobby expired")
        self.core.changed()
        return True

    async def _close(self, db: Db, row: GameRow, status: str, code: str) -> None:
        await games.set_status(db, row.id, status)
        await deadlines.clear(db, row.id)
        await outbox.drop_questions(db, row.id, row.step + 1)
        await telling.standing(db, row)
        await telling.notice(db, row, code)

    async def again(self, game: int, by: int) -> int:
        """A new lobby with the people and settings of a game that has ended (raises Refused).

        Pressed twice, it gives the same lobby. Whoever holds a seat or is the master may.
        """
        async with self.core.lock(game), self.core.store.write() as db:
            row = await self.core.row(db, game)
            if row.status in ("lobby", "play"):
                raise Refused("going on", status=row.status)
            people = [s.person_id for s in await games.seats(db, game) if s.person_id]
            people = people or [m.person_id for m in await games.members(db, game)]
            if by not in people and not self.core.is_master(row, by):
                raise Refused("not of it")
            found = await games.child(db, game)
            if found is None:
                settings = settings_of(row.settings)
                old = settings.chair
                chair = Chair(old.mode, old.deputies, form=old.form)
                settings = msgspec.structs.replace(
                    settings, seed="", master=row.master_id, chair=chair
                )
                found = await self._add(db, row.chat_id, row.topic_id, by, settings, game, people)
        self.core.changed()
        return found
