"""The process dies at every commit point, before and after it, and is started again."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import aiosqlite
import msgspec
import pytest

from bot.store.store import connect
from rules.kernel.stream import Stream
from tests.bot.table.conftest import House


class Killed(BaseException):
    """The end of the process: nothing inside it may catch that and go on."""


class Death:
    """Dies at the commits it is told: `at` maps a commit's number to before or after it."""

    def __init__(self, at) -> None:
        self.at, self.commits = at, 0

    async def connect(self, path: Path) -> aiosqlite.Connection:
        connection = await connect(path)
        commit = connection.commit

        async def dying() -> None:
            self.commits += 1
            how = self.at(self.commits)
            if how == "before":
                raise Killed
            await commit()
            if how == "after":
                raise Killed

        connection.commit = dying
        return connection


class Life:
    """One game from the lobby to its end, as often as it takes; the chats' memory outlives it."""

    def __init__(self, path: Path, at, variant: str = "plain") -> None:
        self.house, self.death, self.variant = House(path), Death(at), variant
        self.heard = []

    async def live(self) -> bytes:
        for _ in range(10_000):
            table = await self.house.open(connect=self.death.connect)
            try:
                await table.tick()
                await self.play()
                return msgspec.json.encode(await table.export(1))
            except Killed:
                continue
            finally:
                await self.house.store.close()
        raise AssertionError("it never comes to an end")

    async def play(self) -> None:
        """Press what a person would press, looking at the table first, as he would."""
        house, table = self.house, self.house.table
        if not await table.games_in(house.chat):
            settings = house.settings(variant=self.variant, seed="same", seats=3, deadline=60)
            await table.open(house.chat, None, house.ann, settings)
        if (await table.info(1)).status == "lobby":
            await table.join(1, house.ann, "a")
            await table.join(1, house.bob, "b")
            await table.start(1, 1, "random")
        while (info := await table.info(1)).status == "play":
            await self.hear()
            for seat in info.seats:
                if seat.owes and not seat.ready:
                    await self.answer(seat.seat)
        await self.hear()

    async def answer(self, seat: int) -> None:
        table = self.house.table
        desk = await table.desk(1, seat)
        if desk.question is None or desk.ready:
            return
        walk = desk.question.walk()
        while not walk.complete:
            walk.take(walk.options()[0].token)
        desk = await table.put(1, seat, desk.step, desk.revision, walk.tokens)
        await table.ready(1, seat, desk.step)

    async def hear(self) -> None:
        table = self.house.table
        while rows := await table.outbox_due():
            for row in rows:
                if await table.claim(row, row.parts or [f"text {len(self.heard)}"]):
                    self.heard.append((row.key, row.unsure))
                    await table.done(row, [row.id])

    def check(self, whole: "Life") -> None:
        """Everything was said; whatever was said twice was marked as such."""
        kept = ("post", "album", "private", "question", "notice")
        once = {key for key, _ in whole.heard if key[3] in kept}
        sure = [key for key, unsure in self.heard if key[3] in kept and not unsure]
        assert len(sure) == len(set(sure))
        assert {key for key, _ in self.heard if key[3] in kept} == once


@pytest.fixture
async def whole(tmp_path: Path) -> Life:
    life = Life(tmp_path / "whole", lambda n: None)
    life.end = await life.live()
    assert life.death.commits > 60
    return life


@pytest.mark.parametrize("seed", "abc")
async def test_dying_again_and_again(tmp_path, whole, seed):
    """Every other commit kills, while recovering too."""
    dice = Stream(seed, "deaths")
    life = Life(tmp_path / "often", lambda n: dice.choice(("before", "after", None, None)))
    assert await life.live() == whole.end
    assert life.death.commits > whole.death.commits
    life.check(whole)


@pytest.mark.parametrize("how", ["before", "after"])
@pytest.mark.parametrize("first", range(4))
async def test_dying_now_and_then(tmp_path, whole, how, first):
    commits = range(1 + first, whole.death.commits, 13)
    life = Life(tmp_path / "sometimes", lambda n: how if n in commits else None)
    assert await life.live() == whole.end
    life.check(whole)


async def test_dying_once_after_a_commit(tmp_path):
    """For the file, dying after one commit is the same as dying before the next."""
    whole = Life(tmp_path / "whole", lambda n: None, "short")
    end = await whole.live()
    for at in range(1, whole.death.commits + 1, 2):
        life = Life(tmp_path / f"{at}", lambda n, at=at: "after" if n == at else None, "short")
        assert await life.live() == end
        life.check(whole)


KILL = """
import asyncio, os, signal, sys
from pathlib import Path
from tests.bot.table.test_crashes import Life

def at(n):
    if n == int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(Life(Path(sys.argv[1]), at).live())
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no kill -9 here")
@pytest.mark.parametrize("at", [5, 23])
async def test_kill_nine(tmp_path, whole, at):
    path = tmp_path / "killed"
    root = Path(__file__).parents[3]
    done = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", KILL, str(path), str(at)),
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    await done.wait()
    assert done.returncode == -signal.SIGKILL
    life = Life(path, lambda n: None)
    assert await life.live() == whole.end
