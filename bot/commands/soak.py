"""`lords soak`: many games over weeks of simulated time, and a look at every reminder.

The clock is moved by hand from one due instant to the next. People answer, forget, go away, vote
and change their minds; nothing is sent: what the table puts out is taken from the outbox at once.
"""

import asyncio
import heapq
import json
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any, cast

import aiosqlite
import click
import msgspec

from bot.games import GAMES
from bot.store import times as store_times
from bot.store.store import Store
from bot.table.clock import TestClock
from bot.table.records import Person, Refused, Settings, Stale
from bot.table.table import Table
from bot.table.time.paces import MARKS, Pace, Times
from bot.table.time.reminding import APART, holds
from bot.table.time.schedule import quiet, zones
from rules.kernel.game import Game
from rules.kernel.standin import RandomStandIn
from rules.kernel.stream import Stream
from rules.lords.data import VARIANTS

START = datetime(2025, 3, 20, 12, tzinfo=UTC)
"""A little before summer time begins in Europe."""

LATE = timedelta(seconds=1)

PACES = (
    Pace(seconds=24 * 3600), Pace(seconds=36 * 3600), Pace(seconds=48 * 3600),
    Pace(minute=21 * 60, days=(0, 2, 4)), Pace(minute=20 * 60 + 30, days=(0, 1, 2, 3, 4)),
    Pace(minute=150), Pace(seconds=20 * 3600, early=False),
)  # fmt: skip
RULES = ("stand-in", "stand-in", "last", "wait")
OWED = "SELECT game_id, step, seat FROM answer WHERE sent IS NULL ORDER BY game_id, seat"


class Inline:
    """A connection that works in the thread at hand, since nobody else waits here."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None)

    async def execute(self, sql: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        """Run a statement."""
        return self._connection.execute(sql, values)

    async def executemany(self, sql: str, rows: Sequence[Sequence[Any]]) -> sqlite3.Cursor:
        """Run a statement for each row."""
        return self._connection.executemany(sql, rows)

    async def executescript(self, script: str) -> sqlite3.Cursor:
        """Run statements."""
        return self._connection.executescript(script)

    async def execute_insert(self, sql: str, values: Sequence[Any]) -> tuple[Any, ...] | None:
        """Insert a row; its id."""
        return (self._connection.execute(sql, values).lastrowid,)

    async def execute_fetchall(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """All rows."""
        return self._connection.execute(sql, values).fetchall()

    async def commit(self) -> None:
        """End a transaction."""
        self._connection.commit()

    async def rollback(self) -> None:
        """Undo a transaction."""
        self._connection.rollback()

    async def close(self) -> None:
        """Close the file."""
        self._connection.close()


async def inline(path: Path) -> aiosqlite.Connection:
    """Such a connection, as the store opens it."""
    return cast(aiosqlite.Connection, Inline(path))


class Said(msgspec.Struct, frozen=True):
    """A reminder as it was put into the outbox."""

    game: int
    person: int
    seat: int
    code: str
    due: datetime


class Soak:
    """All games of one store, and the people at them."""

    def __init__(self, store: Store, game: Game[Any], variant: str, seed: str) -> None:
        self.store, self.game, self.variant = store, game, variant
        self.clock, self.dice = TestClock(START), Stream(seed, "soak")
        standins = {"random": RandomStandIn()}
        self.table = Table(store, self.clock, {game.name: game}, standins, self._draw)
        self.counts: Counter[str] = Counter()
        self.failures: list[str] = []
        self._acts: list[tuple[datetime, int, tuple[int, int, int]]] = []
        self._number = count()
        self._known: set[tuple[int, int, int]] = set()
        self._said: dict[tuple[int, int, datetime], list[tuple[str, datetime]]] = {}
        self._people = count(1)

    def _draw(self, many: int) -> bytes:
        """Secrets that are the same in every run."""
        return bytes(self.dice.below(256) for _ in range(many))

    def chance(self, percent: int) -> bool:
        """Whether it happens this time."""
        return self.dice.below(100) < percent

    def span(self, hours: int) -> timedelta:
        """Some time up to so many hours."""
        return timedelta(seconds=self.dice.below(hours * 3600) + 1)

    async def open(self) -> None:
        """One more game with people of many zones."""
        few, many = self.game.seats(self.variant)
        seats = max(2, few) + self.dice.below(max(1, min(4, many) - max(2, few) + 1))
        everywhere = sorted(zones())
        times = Times(
            zone=self.dice.choice(everywhere), pace=self.dice.choice(PACES),
            absence=self.dice.choice(RULES), extensions=self.dice.below(3),
            escalate=self.chance(50), hush=self.chance(50),
        )  # fmt: skip
        people = [Person(number, f"Lord {number}") for number in _take(self._people, seats)]
        settings = Settings(game=self.game.name, variant=self.variant, seats=seats, times=times)
        game = await self.table.open(-people[0].id, None, people[0], settings)
        for person in people:
            await self.table.join(game, person, str(person.id))
            if self.chance(60):
                begin = self.dice.choice((0, 22 * 60, 23 * 60))
                marks = [mark for mark in ("quarter", *MARKS) if self.chance(50)]
                await self.table.time.set_hours(
                    person.id, zone=self.dice.choice(everywhere), begin=begin,
                    until=self.dice.choice((0, 7 * 60, 9 * 60)), marks=json.dumps(marks),
                )  # fmt: skip
        await self.table.start(game, people[0].id)
        self.counts["games"] += 1

    async def look(self) -> None:
        """Take what was put out, check reminders, and note who owes what since now."""
        async with self.store.write() as db:
            rows = await db.rows(
                "SELECT game_id, person_id, seat, code, body FROM outbox "
                "WHERE state IN ('due', 'sending') AND kind = 'reminder'"
            )
            await db.run("UPDATE outbox SET state = 'done' WHERE state IN ('due', 'sending')")
            owed = await db.rows(OWED)
        for game, person, seat, code, body in rows:
            due = datetime.fromisoformat(json.loads(body)["due"])
            if await self.table.time.holds(game, seat, person, due):
                await self._check(Said(game, person, seat, code, due))
            else:  # looked at once more before it is sent, as the chat does
                self.counts["withdrawn"] += 1
        fresh = set(owed) - self._known
        self._known = set(owed)
        for key in sorted(fresh):
            if not self.chance(20):  # who does nothing is silent this time
                self._act(self.clock.now() + self.span(60 if self.chance(30) else 20), key)

    def _act(self, at: datetime, key: tuple[int, int, int]) -> None:
        heapq.heappush(self._acts, (at, next(self._number), key))

    async def _check(self, said: Said) -> None:
        """A reminder is true now and in five minutes, in nobody's night, and said once."""
        now, info = self.clock.now(), await self.table.info(said.game)
        self.counts["reminders"] += 1
        seat = info.seats[said.seat - 1]
        own = await self.table.time.hours(said.person)
        zone = own.zone or info.settings.times.zone
        hours = None if own.begin == own.until else (own.begin, own.until)
        before = self._said.setdefault((said.game, said.person, said.due), [])
        wrong = {
            "false: nothing is owed": not seat.owes or seat.sent or bool(seat.standin),
            "false: another deadline": info.deadline != said.due,
            "false in five minutes": not holds(now, said.due),
            "at night": quiet(now, zone, hours),
            "doubled": any(code == said.code or now - at < APART for code, at in before),
            "to the wrong person": said.person not in (seat.person_id, seat.deputy_id),
        }
        before.append((said.code, now))
        self.failures += [f"{now} {what}: {said}" for what, is_so in wrong.items() if is_so]

    async def answer(self, game: int, step: int, seat: int) -> None:
        """Somebody answers, half of the time says ready, and now and then does something else."""
        with suppress(Refused, Stale):
            if self.chance(4):
                await self.unusual(game, seat)
            desk = await self.table.desk(game, seat)
            if desk.question is None or desk.step != step or desk.sent is not None:
                return
            tokens = RandomStandIn().answer(desk.view, desk.question, self.dice)
            await self.table.put(game, seat, step, desk.revision, tokens)
            self.counts["answers"] += 1
            if self.chance(70):
                await self.table.ready(game, seat, step)

    async def unusual(self, game: int, seat: int) -> None:
        """A vacation, a vote, another pace, other quiet hours."""
        info, clock = await self.table.info(game), self.table.time
        person = info.seats[seat - 1].person_id
        if person is None:
            return
        self.counts["unusual"] += 1
        match self.dice.below(6):
            case 0:
                await clock.away(game, person, self.clock.now() + self.span(200))
            case 1:
                await clock.back(game, person)
            case 2 | 3:
                kind = self.dice.choice(("pause", "extend", "resume"))
                ballot = await clock.propose(game, person, kind, 3600 * (1 + self.dice.below(90)))
                for other in info.seats:
                    if other.person_id and self.chance(80):
                        await clock.vote(ballot.id, other.person_id, self.chance(80))
            case 4:
                await clock.set(game, info.master_id, pace=self.dice.choice(PACES))
            case _:
                await clock.set_hours(person, zone=self.dice.choice(sorted(zones())))

    async def run(self, games: int, days: int) -> None:
        """So many games at a time, for so many days; a game that ends is followed by another."""
        for _ in range(games):
            await self.open()
        end = START + timedelta(days=days)
        await self.table.tick()
        await self.look()
        while (at := await self._next(end)) is not None:
            self.clock.move_to(max(at, self.clock.now()))
            await self._overdue()
            await self.table.tick()
            await self.look()  # what is put out is said before anybody does anything more
            while self._acts and self._acts[0][0] <= self.clock.now():
                await self.answer(*heapq.heappop(self._acts)[2])
            await self.look()
            await self._replace(games)
        self.failures += [f"a fault: {fault!r}" for fault in self.table.faults]

    async def _next(self, end: datetime) -> datetime | None:
        due = await self.table.next_due()
        found = min((at for at in (due, self._acts[0][0] if self._acts else None) if at),
                    default=None)  # fmt: skip
        return None if found is None or found > end else found

    async def _overdue(self) -> None:
        """Whatever is due is due now, and nothing has been due for long."""
        now = self.clock.now()
        async with self.store.read() as db:
            timers = await store_times.due(db, now - LATE)
            late = await db.value("SELECT count(*) FROM deadline WHERE at < ?",
                                  (now - LATE).strftime("%Y-%m-%dT%H:%M:%S.%fZ"))  # fmt: skip
        self.failures += [f"{now} late: {timer}" for timer in timers]
        if late:
            self.failures.append(f"{now} late: {late} deadlines")

    async def _replace(self, games: int) -> None:
        async with self.store.glance() as db:
            playing = await db.value("SELECT count(*) FROM game WHERE status = 'play'")
        for _ in range(games - playing):
            await self.open()


def _take(numbers: "count[int]", many: int) -> list[int]:
    return [next(numbers) for _ in range(many)]


async def soak(
    game: Game[Any], variant: str, games: int, days: int, seed: str, folder: Path
) -> Soak:
    """Run a soak over a new file in a folder."""
    store = await Store.open(folder / "soak.sqlite", inline)
    try:
        async with store.write() as db:
            await db.run("DELETE FROM outbox")
        made = Soak(store, game, variant, seed)
        await made.run(games, days)
        async with store.glance() as db:
            made.counts["steps"] = await db.value("SELECT count(*) FROM entry")
        return made
    finally:
        await store.close()


MANY = click.IntRange(min=1)


def summary(counts: Mapping[str, int]) -> str:
    """What happened, in one line."""
    names = ("games", "steps", "answers", "reminders", "withdrawn", "unusual")
    return ", ".join(f"{counts[name]} {name}" for name in names)


@click.command("soak")
@click.option("--games", type=MANY, default=200, show_default=True, help="games at a time")
@click.option("--days", type=MANY, default=60, show_default=True, help="simulated days")
@click.option("--seed", default="1", show_default=True)
@click.option("--variant", type=click.Choice(VARIANTS), default=VARIANTS[0], show_default=True)
def command(games: int, days: int, seed: str, variant: str) -> None:
    """Many games over weeks of simulated time; no reminder may be doubled, late or false."""
    begun = time.monotonic()
    offered = GAMES["lords"]
    memory = Path("/dev/shm")
    where = memory if memory.is_dir() else None
    with tempfile.TemporaryDirectory(dir=where) as folder:
        made = asyncio.run(soak(offered.game, variant, games, days, seed, Path(folder)))
    for failure in made.failures[:20]:
        click.echo(f"FAIL {failure}")
    click.echo(f"{summary(made.counts)} in {time.monotonic() - begun:.0f} s")
    if made.failures:
        raise SystemExit(1)
