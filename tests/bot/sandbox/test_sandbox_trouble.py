"""What goes wrong on demand, as the library tells of it."""

import asyncio

import pytest
from telegram import Bot
from telegram.error import NetworkError, RetryAfter, TimedOut
from telegram.request import HTTPXRequest


async def test_flood(bot, sandbox, anna, group):
    sandbox.trouble.flood(7, chat=group.id, times=2)
    await bot.send_message(anna.id, "x")
    for _ in range(2):
        with pytest.raises(RetryAfter) as caught:
            await bot.send_message(group.id, "x")
        assert caught.value.retry_after.total_seconds() == 7
    await bot.send_message(group.id, "y")
    said = [post.text for post in sandbox.people.posts(group) if not post.service]
    assert said == ["y"]


async def test_a_timeout_although_it_went_out(sandbox, anna):
    request = HTTPXRequest(read_timeout=0.2)
    async with Bot(sandbox.token, base_url=sandbox.base_url, request=request) as bot:
        sandbox.trouble.silence(method="sendMessage")
        with pytest.raises(TimedOut):
            await bot.send_message(anna.id, "x")
        await bot.send_message(anna.id, "y")
    assert [post.text for post in sandbox.people.posts(anna)] == ["x", "y"]


async def test_a_connection_that_breaks(bot, sandbox, anna):
    sandbox.trouble.cut()
    with pytest.raises(NetworkError, match="RemoteProtocolError"):
        await bot.send_message(anna.id, "x")
    assert sandbox.people.last(anna).text == "x"


async def test_an_ill_server(bot, sandbox, anna):
    sandbox.trouble.refuse(502, "Bad Gateway")
    with pytest.raises(NetworkError, match="Bad Gateway"):
        await bot.send_message(anna.id, "x")
    sandbox.trouble.flood(1)
    sandbox.trouble.clear()
    await bot.send_message(anna.id, "x")


async def test_the_journal(bot, sandbox, anna):
    await bot.send_message(anna.id, "x")
    (entry,) = sandbox.world.requests("sendMessage")
    assert entry.params["chat_id"] == anna.id
    assert entry.result["text"] == "x"
    assert sandbox.world.in_flight == 0


async def test_waiting_for_something(sandbox, bot, anna):
    waits = sandbox.world.until(lambda: sandbox.people.last(anna).text == "x")
    task = asyncio.ensure_future(waits)
    await bot.send_message(anna.id, "x")
    await task
    with pytest.raises(TimeoutError):
        await sandbox.world.until(lambda: False, seconds=0.01)
