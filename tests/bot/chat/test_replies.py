"""Answers to people: sent at once, or kept until Telegram takes them."""

from datetime import timedelta
from types import SimpleNamespace

import pytest
from telegram.error import BadRequest, NetworkError, RetryAfter

from bot.chat.replies import MOST, Replies
from bot.chat.sender import Sender
from bot.store.store import Store
from bot.table.clock import TestClock
from bot.table.late import Late

NO_LINE = NetworkError("httpx.ConnectError: all attempts failed")
CHAT, OTHER = 5, 6


class Bot:
    """Says what it is told to; `fails` gives each chat's next errors."""

    def __init__(self):
        self.fails, self.said = {}, []

    async def send_message(self, chat_id, text, **fields):
        for error in self.fails.get(chat_id, [])[:1]:
            self.fails[chat_id].pop(0)
            raise error
        self.said.append((chat_id, text))
        return SimpleNamespace(message_id=len(self.said))

    async def edit_message_text(self, chat_id, text, message_id, **fields):
        await self.send_message(chat_id, f"{message_id}: {text}")


@pytest.fixture
async def late(tmp_path):
    store = await Store.open(tmp_path / "lords.sqlite")
    yield Late(SimpleNamespace(store=store))
    await store.close()


@pytest.fixture
def bot():
    return Bot()


@pytest.fixture
def replies(bot, late):
    clock = TestClock()
    return Replies(Sender(bot, clock), late, clock)


async def go_on(replies, seconds):
    replies.clock.advance(timedelta(seconds=seconds))
    await replies.catch_up()
    await replies.finish()


async def test_what_did_not_go_out_is_tried_again_less_and_less_often(bot, replies, late):
    bot.fails[CHAT] = [NO_LINE, NO_LINE]
    assert (await replies.give(CHAT, "a")).kind == "later"
    assert replies.due == replies.clock.now() + timedelta(seconds=5)
    await go_on(replies, 5)
    assert replies.due == replies.clock.now() + timedelta(seconds=10)
    assert bot.said == []
    await go_on(replies, 10)
    assert bot.said == [(CHAT, "a")]
    assert await late.replies() == []
    assert replies.due is None


async def test_another_chat_does_not_wait(bot, replies):
    bot.fails[CHAT] = [RetryAfter(100)]
    await replies.give(CHAT, "a")
    assert (await replies.give(OTHER, "b")).ok
    assert (await replies.give(CHAT, "c")).kind == "later"
    await go_on(replies, 100)
    assert bot.said == [(OTHER, "b"), (CHAT, "a"), (CHAT, "c")]


async def test_one_that_is_refused_does_not_hold_up_the_next(bot, replies, late):
    bot.fails[CHAT] = [RetryAfter(100), BadRequest("Message to be replied not found")]
    await replies.give(CHAT, "a")
    await replies.give(CHAT, "b")
    await go_on(replies, 100)
    assert bot.said == [(CHAT, "b")]
    assert await late.replies() == []


async def test_a_fault_of_ours_costs_one_answer_and_is_noted(bot, replies, late):
    bot.fails[CHAT] = [RetryAfter(100), ZeroDivisionError()]
    await replies.give(CHAT, "a")
    await replies.give(CHAT, "b")
    await go_on(replies, 100)
    await go_on(replies, 0)
    assert [type(fault) for fault in replies.faults] == [ZeroDivisionError]
    assert bot.said == [(CHAT, "b")]
    assert await late.replies() == []


async def test_a_message_is_changed_once_and_the_oldest_are_given_up(bot, replies, late):
    bot.fails[CHAT] = [RetryAfter(100)]
    for text in "abc":
        await replies.give(CHAT, text, message=9)
    assert [row.text for row in await late.replies()] == ["c"]
    for number in range(MOST):
        await replies.give(CHAT, f"{number}")
    assert [row.text for row in await late.replies()] == [str(n) for n in range(MOST)]
