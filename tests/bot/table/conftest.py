"""A table with the toy game, a clock that is moved by hand, and people to sit at it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store.store import Store
from bot.table.clock import TestClock
from bot.table.records import Person, Settings
from bot.table.table import Table
from rules.kernel.standin import RandomStandIn
from tests.toy import ToyGame

CHAT = -100


class House:
    """One store file, and the table on it; `reopen` is what a restart of the process is."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.clock, self.chat = TestClock(), CHAT
        self.ann, self.bob = Person(1, "Ann", "en"), Person(2, "<b>Боб&_*", "ru")
        self.cid, self.dan = Person(3, "Cid"), Person(4, "Dan")

    async def open(self, **opened) -> Table:
        self.store = await Store.open(self.path, **opened)
        return self.lay()

    def lay(self) -> Table:
        """Another table over the same store, as a second process would have."""
        self.table = Table(
            self.store, self.clock, {"toy": ToyGame()}, {"random": RandomStandIn()}, admins=[99]
        )
        return self.table

    async def reopen(self) -> Table:
        await self.store.close()
        return await self.open()

    def settings(self, **changed) -> Settings:
        return Settings(**{"game": "toy", "variant": "plain", "seats": 2, **changed})

    async def lobby(self, *people: Person, **changed) -> int:
        game = await self.table.open(CHAT, None, self.ann, self.settings(**changed))
        for person in people:
            await self.table.join(game, person, f"nonce {person.id}")
        return game

    async def game(self, *people: Person, fill: str | None = None, **changed) -> int:
        """A game that has begun; Ann is its master."""
        game = await self.lobby(*(people or (self.ann, self.bob)), **changed)
        await self.table.start(game, self.ann.id, fill)
        return game

    async def write(self, game: int, seat: int, *tokens: str):
        desk = await self.table.desk(game, seat)
        return await self.table.put(game, seat, desk.step, desk.revision, tokens)

    async def answer(self, game: int, seat: int, *tokens: str):
        """Put a whole answer on the desk and press Ready."""
        desk = await self.write(game, seat, *tokens)
        return await self.table.ready(game, seat, desk.step)

    async def both_bid(self, game: int) -> None:
        """The first question is answered by both: one, and two."""
        await self.answer(game, 1, ";bid", "1")
        await self.answer(game, 2, ";bid", "2")

    async def play_out(self, game: int, stop: int = 100) -> None:
        """Everybody answers with the first option until the game is over."""
        for _ in range(stop):
            info = await self.table.info(game)
            if info.status != "play":
                return
            for seat in info.seats:
                if seat.owes and not seat.ready:
                    desk = await self.table.desk(game, seat.seat)
                    walk = desk.question.walk()
                    while not walk.complete:
                        walk.take(walk.options()[0].token)
                    desk = await self.table.put(
                        game, seat.seat, desk.step, desk.revision, walk.tokens
                    )
                    await self.table.ready(game, seat.seat, desk.step)

    async def say_all(self) -> list:
        """Send everything that is due, as the sender would; returns the rows."""
        said = []
        while rows := await self.table.outbox_due():
            for row in rows:
                assert await self.table.claim(row, ["part"])
                await self.table.done(row, [1000 + row.id])
                said.append(row)
        return said


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    made = House(tmp_path / "lords.sqlite")
    await made.open()
    yield made
    await made.store.close()
