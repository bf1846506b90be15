"""Who sits where, by the master's hand: replacing, stand-ins, leaving, swapping, names."""

from collections.abc import Sequence

from bot.store import deeds, games
from bot.store.db import Db
from bot.store.rows import GameRow, MemberRow, SeatRow
from bot.table.core import Core, settings_of
from bot.table.lobby import person_row
from bot.table.master.book import AFTER, Book, Patch, seat_value
from bot.table.master.chair import Chair, seated
from bot.table.records import Person, Refused
from bot.table.resolving import Resolving

SEAT_DEEDS = ("replace", "standin", "back", "kick", "named")
"""Deeds after which an invitation to a seat is void."""

DEPUTY_DEEDS = ("deputy", "no deputy")


class Seating:
    """Changes of hands: one deed settles answers, questions, times and rights."""

    def __init__(self, core: Core, book: Book, resolving: Resolving) -> None:
        self.core, self.book, self.resolving = core, book, resolving

    async def _seat(self, db: Db, row: GameRow, seat: int) -> SeatRow:
        found = await games.seats(db, row.id)
        if not 1 <= seat <= len(found):
            raise Refused("no seat", seat=seat)
        return found[seat - 1]

    async def _hold(
        self, db: Db, row: GameRow, by: int, kind: str, why: str, holder: SeatRow,
        person: int | None, name: str, standin: str,
    ) -> None:  # fmt: skip
        old, new = seat_value(holder), [person, name, standin]
        if old == new:
            return
        patch = {f"seat.{holder.seat}": (old, new)}
        await self.book.apply(db, row, patch, AFTER)
        await self.book.write(db, row, by, kind, why, patch=patch, seat=holder.seat)
        await self.book.tell(db, row, kind, why, seat=holder.seat, before=holder.name, after=name)

    async def serial(self, game: int, seat: int) -> int:
        """How often a seat has changed hands: an invitation names it, so that it is good once.

        Seat 0: how often deputies have changed.
        """
        async with self.core.store.read() as db:
            row = await self.core.row(db, game)
            if seat:
                await self._seat(db, row, seat)
            lines = await self.book.lines(db, row)
        turns = ("undo", "redo", *(SEAT_DEEDS if seat else DEPUTY_DEEDS))
        return sum(line.kind in turns or f"seat.{seat}" in line.patch for line in lines)

    async def take(self, game: int, seat: int, person: Person, by: int, why: str = "") -> None:
        """A person takes a seat over, invited by the master `by` (raises Refused: seated)."""
        async with self.core.lock(game):
            async with self.core.store.write() as db:
                row = await self.book.checked(db, game, by, "play")
                holder = await self._seat(db, row, seat)
                seats = await games.seats(db, game)
                if any(s.person_id == person.id and s.seat != seat for s in seats):
                    raise Refused("seated")
                await games.put_person(db, person_row(person))
                await self._hold(db, row, by, "replace", why, holder, person.id, person.name, "")
            self.core.changed()

    async def stand_in(self, game: int, by: int, seat: int, kind: str = "", why: str = "") -> None:
        """A stand-in of this kind ("": the first) plays the seat until it is given back."""
        async with self.core.lock(game):
            async with self.core.store.write() as db:
                row = await self.book.checked(db, game, by, "play")
                holder = await self._seat(db, row, seat)
                kind = self.core.standin(settings_of(row.settings), kind)
                await self._hold(
                    db, row, by, "standin", why, holder, holder.person_id, holder.name, kind
                )
            self.core.changed()
            await self.resolving.go_on(game)

    async def back(self, game: int, by: int, seat: int, why: str = "") -> None:
        """The seat goes back to its person or name (raises Refused: nobody)."""
        async with self.core.lock(game), self.core.store.write() as db:
            row = await self.book.checked(db, game, by, "play")
            holder = await self._seat(db, row, seat)
            if holder.person_id is None and not holder.name:
                raise Refused("nobody", seat=seat)
            await self._hold(db, row, by, "back", why, holder, holder.person_id, holder.name, "")
        self.core.changed()

    async def kick(self, game: int, by: int, seat: int, why: str = "") -> None:
        """The person is out for good: a stand-in plays on; in the lobby the place is free."""
        async with self.core.lock(game):
            async with self.core.store.write() as db:
                row = await self.book.checked(db, game, by, "lobby", "play")
                if row.status == "lobby":
                    await self._kick_from_lobby(db, row, by, seat, why)
                else:
                    holder = await self._seat(db, row, seat)
                    kind = holder.standin or self.core.standin(settings_of(row.settings))
                    await self._hold(db, row, by, "kick", why, holder, None, "", kind)
            self.core.changed()
            await self.resolving.go_on(game)

    async def _kick_from_lobby(self, db: Db, row: GameRow, by: int, seat: int, why: str) -> None:
        """Whoever sits there, or waits behind all who sit, is out; a name too."""
        chair, there = settings_of(row.settings).chair, await self._there(db, row)
        people = await games.members(db, row.id)
        waiting = people[sum(isinstance(one, MemberRow) for one in there) :]
        if not 1 <= seat <= len(there) + len(waiting):
            raise Refused("no seat", seat=seat)
        gone = [*there, *waiting][seat - 1]
        patch: Patch
        if isinstance(gone, MemberRow):
            place = await deeds.place_of(db, row.id, gone.person_id)
            patch, name = {f"member.{gone.person_id}": (place, None)}, gone.name
        else:
            left = [*there[: seat - 1], *there[seat:]]
            patch, name = _names_in(chair, left), gone
        await self.book.apply(db, row, patch, AFTER)
        await self.book.write(db, row, by, "kick", why, patch=patch, seat=seat, name=name)
        await self.book.tell(db, row, "kick", why, seat=seat, before=name, after="")

    async def _there(self, db: Db, row: GameRow) -> list[MemberRow | str]:
        """Who sits at which seat of the lobby."""
        settings = settings_of(row.settings)
        return seated(settings.chair, await games.members(db, row.id), settings.seats)

    async def swap(self, game: int, by: int, one: int, other: int, why: str = "") -> None:
        """Two in the lobby change places (raises Refused: no seat, not lobby)."""
        async with self.core.lock(game), self.core.store.write() as db:
            row = await self.book.checked(db, game, by, "lobby")
            there = await self._there(db, row)
            for seat in (one, other):
                if not 1 <= seat <= len(there):
                    raise Refused("no seat", seat=seat)
            there[one - 1], there[other - 1] = there[other - 1], there[one - 1]
            old = [member.person_id for member in await games.members(db, game)]
            new = [who.person_id for who in there if isinstance(who, MemberRow)]
            new += old[len(new) :]  # who waits, waits on
            patch = _names_in(settings_of(row.settings).chair, there)
            if new != old:
                patch["places"] = (old, new)
            await self.book.apply(db, row, patch, AFTER)
            await self.book.write(db, row, by, "swap", why, patch=patch, seats=[one, other])
            await self.book.tell(db, row, "swap", why, one=one, other=other)
        self.core.changed()

    async def name(self, game: int, by: int, seat: int, name: str, why: str = "") -> None:
        """The seat belongs to a name without an account: the master writes its answers.

        In the lobby the name is added to those who sit down at the start.
        """
        name = " ".join(name.split())[:64]
        if not name:
            raise Refused("no words")
        async with self.core.lock(game), self.core.store.write() as db:
            row = await self.book.checked(db, game, by, "lobby", "play")
            if row.status == "lobby":
                settings = settings_of(row.settings)
                if len(await self._there(db, row)) >= settings.seats:
                    raise Refused("table full", seats=settings.seats)
                guests = (*settings.chair.guests, name)
                await self.book.set(db, row, by, "guest", why, chair__guests=guests)
                await self.book.tell(db, row, "guest", why, name=name)
            else:
                holder = await self._seat(db, row, seat)
                await self._hold(db, row, by, "named", why, holder, None, name, "")
        self.core.changed()

    async def depute(self, game: int, by: int, person: int, on: bool = True, why: str = "") -> None:
        """Name a deputy, who has the master's hand too, or dismiss him; the master alone may."""
        async with self.core.lock(game), self.core.store.write() as db:
            row = await self.book.checked(db, game, by)
            if by != row.master_id and by not in self.core.admins:
                raise Refused("not master")
            old = settings_of(row.settings).chair.deputies
            new = tuple(d for d in old if d != person) + ((person,) if on else ())
            known = await games.person(db, person)
            kind = "deputy" if on else "no deputy"
            if await self.book.set(db, row, by, kind, why, chair__deputies=new):
                await self.book.tell(db, row, kind, why, name=known.name if known else "?")
        self.core.changed()


def _names_in(chair: Chair, there: Sequence[MemberRow | str]) -> Patch:
    """The patch after which names without an account sit as they do there."""
    found = [(spot, one) for spot, one in enumerate(there, 1) if isinstance(one, str)]
    new = {"guests": [name for _, name in found], "spots": [spot for spot, _ in found]}
    patch: Patch = {}
    for name, value in new.items():
        old = list(getattr(chair, name))
        if old != value:
            patch[f"settings.chair.{name}"] = (old, value)
    return patch
