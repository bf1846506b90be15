"""`lords try`: the page's address first, stand-ins that sit down and play, SIGTERM and exit 0."""

import asyncio
import os
import signal
import subprocess
import sys
import urllib.request
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.run import serve
from bot.sandbox import Sandbox
from bot.settings import Settings
from bot.trying import STANDIN, Company, names
from tests.scripts.house import api, no_picture

ROOT = Path(__file__).parents[2]
SECONDS = 30


@asynccontextmanager
async def company(folder: Path, lang: str = "en", count: int = 3):
    """The bot with its people, one of them real."""
    sandbox = Sandbox(lang=lang, api=api())
    people = Company(sandbox, lang, count)
    sandbox.hooks[STANDIN] = people.switch
    async with sandbox:
        settings = Settings(
            _env_file=None, token=sandbox.token, db=folder / "lords.sqlite",
            api_url=sandbox.url, lang=lang,
        )  # fmt: skip
        async with serve(settings, draw=no_picture) as house:
            attending = asyncio.create_task(people.attend(house))
            try:
                yield people
            finally:
                attending.cancel()
            assert not house.faults


def button(posts, label: str):
    """The newest post with a button that says this."""
    for post in reversed(posts):
        if any(label in text for text in post.labels):
            return post
    return None


async def press(people: Company, label: str, chat) -> None:
    """The real one waits for a button and presses it."""
    control, world = people.sandbox.people, people.sandbox.world
    await world.until(lambda: button(chat.visible, label), SECONDS)
    post = button(chat.visible, label)
    control.press(people.people[0], post, next(t for t in post.labels if label in t))


async def begun(people: Company):
    """A game from /newgame to the first question; the group."""
    group = people.groups()[0]
    control, real = people.sandbox.people, people.people[0]
    control.say(real, "/newgame 3 en", group)
    await press(people, "Take a seat", group)
    await until(people, lambda info: len(info.members) == 3)
    await press(people, "Begin", group)
    standins = len(people.away)
    await until(people, lambda info: sum(bool(seat.standin) for seat in info.seats) == standins)
    return group


async def until(people: Company, true) -> None:
    """Wait until something is true of the real one's game."""
    async with asyncio.timeout(SECONDS):
        while True:
            infos = await people.house.table.games_of(people.people[0].id)
            if any(true(info) for info in infos):
                return
            await people.sandbox.world.change()


async def test_one_person_plays_against_standins(tmp_path: Path) -> None:
    async with company(tmp_path) as people:
        await begun(people)
        (info,) = await people.house.table.games_of(people.people[0].id)
        assert info.status == "play"
        assert [bool(seat.standin) for seat in info.seats] == [False, True, True]
        assert info.names == dict(enumerate(names("en", 3), 1))


async def test_a_switch_gives_the_seat_away_and_back(tmp_path: Path) -> None:
    async with company(tmp_path) as people:
        await begun(people)
        real, table = people.people[0].id, people.house.table
        (info,) = await table.games_of(real)
        await people.switch(people.people[1].id, False)
        info = await table.info(info.id)
        assert [bool(seat.standin) for seat in info.seats] == [False, False, True]
        await people.switch(people.people[1].id, True)
        await people.look()
        assert [bool(s.standin) for s in (await table.info(info.id)).seats] == [False, True, True]


async def test_standins_alone_wait_for_the_master(tmp_path: Path) -> None:
    async with company(tmp_path) as people:
        group = await begun(people)
        await people.switch(people.people[0].id, True)
        await until(people, lambda info: all(seat.standin for seat in info.seats))
        people.sandbox.people.say(people.people[0], "/resolve", group)
        await until(people, lambda info: info.step == 1)


async def test_a_lobby_without_anybody_real_stays_empty(tmp_path: Path) -> None:
    async with company(tmp_path) as people:
        group = people.groups()[0]
        control, world = people.sandbox.people, people.sandbox.world
        control.say(people.people[0], "/newgame 2 en", group)
        await world.until(lambda: button(group.visible, "Take a seat"), SECONDS)
        await people.look()
        (info,) = await people.house.table.games_in(group.id)
        assert info.members == []


@pytest.mark.skipif(sys.platform == "win32", reason="SIGTERM is no signal there")
def test_the_address_comes_first_and_sigterm_ends_it_well(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "bot", "try", "--no-browser", "--lang", "ru", "--lords", "2"]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "LORDS_TOKEN": "1:nonsense"}
    with subprocess.Popen(
        command, cwd=tmp_path, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        address = process.stdout.readline().strip()
        assert address.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(address, timeout=20) as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 0, err
    assert "Traceback" not in out + err


def test_a_port_in_use_is_one_line(tmp_path: Path) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "-m", "bot", "try", "--no-browser", "--port", str(port)],
            cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.startswith(f"error: port {port} on this machine: ")
    assert done.stderr.count("\n") == 1
