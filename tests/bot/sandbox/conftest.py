"""A sandbox that checks every request and answer, a library's bot in it, people around it."""

import json
from pathlib import Path

import pytest
from telegram import Bot
from telegram.request import HTTPXRequest

from bot.sandbox import Sandbox

API = json.loads((Path(__file__).parents[2] / "data" / "bot-api.json").read_text(encoding="utf-8"))


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self):
        self.time = 1_800_000_000.0

    def __call__(self):
        return self.time


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
async def sandbox(clock, monkeypatch):
    # The library warns of RetryAfter's old type otherwise, and warnings are errors here.
    monkeypatch.setenv("PTB_TIMEDELTA", "true")
    async with Sandbox(api=API, now=clock) as sandbox:
        yield sandbox


@pytest.fixture
async def bot(sandbox):
    request = HTTPXRequest(connection_pool_size=8, read_timeout=5)
    bot = Bot(
        sandbox.token,
        base_url=sandbox.base_url,
        base_file_url=sandbox.base_file_url,
        request=request,
        get_updates_request=HTTPXRequest(read_timeout=5),
    )
    async with bot:
        yield bot


@pytest.fixture
def anna(sandbox):
    return sandbox.people.add_person("Анна", username="anna_ok", language="ru", started=True)


@pytest.fixture
def boris(sandbox):
    return sandbox.people.add_person("Борис <b>&_*")


@pytest.fixture
def group(sandbox, anna, boris):
    group = sandbox.people.add_group("Подземелье", [anna, boris])
    sandbox.world.updates.drop()
    return group
