"""Who is away: a stand-in or a deputy plays for him, or the table waits longer."""

from datetime import datetime, timedelta
from typing import Any

from bot.store import deadlines, games, leaves, outbox, times
from bot.store.db import Db
from bot.store.leaves import AwayRow
from bot.store.rows import GameRow, SeatRow
from bot.store.times import TimerRow
from bot.table import telling
from bot.table.core import Core, settings_of
from bot.table.master.book import Book, Patch
from bot.table.records import Refused
from bot.table.resolving import Resolving
from bot.table.time import steps
from bot.table.time.absence import language_of

LONGEST = timedelta(days=62)

AWAY = "away"
"""How patches name that somebody is away: `away.2`."""

DEEDS = {"away": "left for a while", "deputy": "proxy", "slowed": "slowed", "back": "returned"}
"""What the table is told, and how the log calls it."""


class Vacation:
    """Away and back; the seat stays his."""

    def __init__(self, core: Core, resolving: Resolving, book: Book) -> None:
        self.core, self.resolving, self.book = core, resolving, book
        book.turns[AWAY] = self.turn

    async def _own(self, db: Db, game: int, person: int) -> tuple[GameRow, SeatRow]:
        row = await self.core.row(db, game, "play")
        for seat in await games.seats(db, game):
            if seat.person_id == person:
                return row, seat
        raise Refused("not in")

    async def away(self, game: int, person: int, until: datetime) -> None:
        """A stand-in plays for somebody until an instant (raises Refused: not in, bad period).

        Who is away already changes when he comes back.
        """
        now = self.core.clock.now()
        if not now < until <= now + LONGEST:
            raise Refused("bad period")
        async with self.core.lock(game):
            async with self.core.store.write() as db:
                row, seat = await self._own(db, game, person)
                known = await leaves.away_at(db, game, seat.seat)
                before = _kept(known)
                if known is not None and known.person_id == person:
                    known.until = until
                    await leaves.set_away(db, known)
                else:
                    await self._hand_over(db, row, seat, AwayRow(
                        game, seat.seat, person, until, "stand-in"))  # fmt: skip
                await times.set_timer(db, TimerRow(game, AWAY, seat.seat, "", until))
                await self._tell(db, row, "away", seat.seat, until, before)
            self.core.changed()
            await self.resolving.go_on(game)

    async def deputy(self, game: int, owner: int, person: int) -> None:
        """Somebody named by the person who is away plays for him, and sees what the seat sees.

        Raises Refused: not in (he is not away), own game (the deputy sits at this table too).
        """
        async with self.core.lock(game), self.core.store.write() as db:
            row, seat = await self._own(db, game, owner)
            known = await leaves.away_at(db, game, seat.seat)
            if known is None or known.person_id != owner:
                raise Refused("not away")
            if known.how == "deputy" and known.deputy_id == person:
                return
            everybody = await games.seats(db, game)
            if any(person in (s.person_id, s.deputy_id) for s in everybody):
                raise Refused("own game")
            if seat.deputy_id is not None:
                await outbox.drop_for(db, game, seat.deputy_id, "another deputy")
            before = _kept(known)
            known.how, known.deputy_id = "deputy", person
            await self._hand_over(db, row, seat, known)
            await self._tell(db, row, "deputy", seat.seat, known.until, before)
        self.core.changed()

    async def slow(self, db: Db, row: GameRow, seat: int) -> None:
        """The table waits longer for who is away: he answers for himself."""
        known = await leaves.away_at(db, row.id, seat)
        if known is None:
            return
        before = _kept(known)
        known.how, known.deputy_id = "slow", None
        holder = (await games.seats(db, row.id))[seat - 1]
        await self._hand_over(db, row, holder, known)
        if not settings_of(row.settings).chair.paused:
            await steps.reopen(db, row, self.core.clock.now())
        await self._tell(db, row, "slowed", seat, known.until, before)

    async def back(self, game: int, person: int) -> bool:
        """Somebody is back; false if he was not away (raises Refused: not in)."""
        async with self.core.lock(game):
            async with self.core.store.write() as db:
                row, seat = await self._own(db, game, person)
                if not await self._end(db, row, seat):
                    return False
            self.core.changed()
            await self.resolving.go_on(game)
        return True

    async def fire(self, timer: TimerRow) -> bool:
        """Somebody's time away is over: he is back, and told so."""
        game, number = timer.game_id, timer.ref
        async with self.core.lock(game):
            async with self.core.store.write() as db:
                if not await times.take_timer(db, timer):
                    return False
                row, known = await games.game(db, game), await leaves.away_at(db, game, number)
                if row is None or row.status != "play" or known is None:
                    return True
                seat = (await games.seats(db, game))[number - 1]
                if seat.person_id != known.person_id:
                    await leaves.end_away(db, game, number)
                    return True
                await self._end(db, row, seat)
                language = await language_of(db, known.person_id)
                await telling.notice(db, row, "away over", known.person_id, language, seat=number)
            await self.resolving.go_on(game)
        return True

    async def _end(self, db: Db, row: GameRow, seat: SeatRow) -> bool:
        known = await leaves.away_at(db, row.id, seat.seat)
        if known is None or known.person_id != seat.person_id:
            return False
        await self._over(db, row, seat, known)
        await self._tell(db, row, "back", seat.seat, None, _kept(known))
        return True

    async def _over(self, db: Db, row: GameRow, seat: SeatRow, known: AwayRow) -> None:
        """The seat is played by its person again."""
        await leaves.end_away(db, row.id, seat.seat)
        await times.drop_timers(db, row.id, AWAY, seat.seat)
        if seat.deputy_id is not None:
            await outbox.drop_for(db, row.id, seat.deputy_id, "back")
        held = seat.standin if known.how == "stand-in" else ""
        await self._seat(db, row, seat, "", asks=bool(held) or seat.deputy_id is not None)
        if known.how == "slow" and not settings_of(row.settings).chair.paused:
            await self._no_later(db, row)

    async def turn(self, db: Db, row: GameRow, number: int, value: Any) -> None:
        """Bring a seat to what a patch has kept of its person's leave; None: he is there.

        Whoever's time away has passed meanwhile, or whose seat is another's now, is not away.
        """
        seat = (await games.seats(db, row.id))[number - 1]
        known = await leaves.away_at(db, row.id, number)
        if known is not None:
            await self._over(db, row, seat, known)
            seat = (await games.seats(db, row.id))[number - 1]
        if value is None or row.status != "play":
            return
        person, how, deputy, text = value
        until = datetime.fromisoformat(text)
        if person != seat.person_id or until <= self.core.clock.now():
            return
        await self._hand_over(db, row, seat, AwayRow(row.id, number, person, until, how, deputy))
        await times.set_timer(db, TimerRow(row.id, AWAY, number, "", until))
        if how == "slow" and not settings_of(row.settings).chair.paused:
            await steps.reopen(db, row, self.core.clock.now())

    async def _no_later(self, db: Db, row: GameRow) -> None:
        """The deadline at hand was moved for him alone: it is what it would have been, in time."""
        due = {d.kind: d.at for d in await deadlines.of_game(db, row.id)}.get("step")
        if due is not None:
            await steps.reopen(db, row, self.core.clock.now())

    async def _hand_over(self, db: Db, row: GameRow, seat: SeatRow, how: AwayRow) -> None:
        """The seat is played as `how` says from now on."""
        await leaves.set_away(db, how)
        kind = ""
        if how.how == "stand-in":
            kind = seat.standin or self.core.standin(settings_of(row.settings))
        await self._seat(db, row, seat, kind, asks=not kind)

    async def _seat(self, db: Db, row: GameRow, seat: SeatRow, kind: str, asks: bool) -> None:
        await games.hold_seat(db, row.id, seat.seat, seat.person_id, kind)
        await outbox.drop_seat_questions(db, row.id, seat.seat, "held")
        await outbox.forget(db, row.id, "question", seat.seat)
        await times.touch(db, row.id)
        state = await self.core.state(db, row)
        if asks and seat.seat in self.core.rules(row).owed(state):
            turn = 1 + await outbox.count(db, row.id, "question")
            holder = (await games.seats(db, row.id))[seat.seat - 1]
            await outbox.put(db, [telling.question(row, row.step, holder, turn)])

    async def _tell(
        self, db: Db, row: GameRow, code: str, seat: int, until: datetime | None, before: Any
    ) -> None:
        holder = (await games.seats(db, row.id))[seat - 1]
        after = _kept(await leaves.away_at(db, row.id, seat))
        patch: Patch = {f"{AWAY}.{seat}": (before, after)}
        await self.book.write(db, row, holder.person_id or 0, DEEDS[code], patch=patch, seat=seat)
        await telling.notice(db, row, code, seat=seat, until=until.isoformat() if until else "")
        await telling.status(db, row)


def _kept(known: AwayRow | None) -> list[Any] | None:
    """What a patch keeps of somebody's leave."""
    if known is None:
        return None
    return [known.person_id, known.how, known.deputy_id, known.until.isoformat()]
