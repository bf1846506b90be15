"""The error table: what each of Telegram's refusals means, in its own words."""

from datetime import timedelta

import pytest
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)

from bot.chat.sender import Sender, outcome_of
from bot.table.clock import TestClock

SAID = [
    (Forbidden("Forbidden: bot was blocked by the user"), "unreachable"),
    (Forbidden("Forbidden: user is deactivated"), "unreachable"),
    (Forbidden("Forbidden: bot can't initiate conversation with a user"), "unreachable"),
    (Forbidden("Forbidden: bot was kicked from the group chat"), "removed"),
    (Forbidden("Forbidden: bot was kicked from the supergroup chat"), "removed"),
    (Forbidden("Forbidden: bot is not a member of the supergroup chat"), "removed"),
    (BadRequest("Chat not found"), "unreachable"),
    (BadRequest("Message is not modified: specified new message content and reply markup are "
                "exactly the same as a current content and reply markup of the message"), "same"),
    (BadRequest("Query is too old and response timeout expired or query id is invalid"), "stale"),
    (BadRequest("Message to edit not found"), "gone"),
    (BadRequest("MESSAGE_ID_INVALID"), "gone"),
    (BadRequest("Message can't be edited"), "gone"),
    (BadRequest("Message can't be deleted for everyone"), "old"),
    (BadRequest("Not enough rights to send text messages to the chat"), "muted"),
    (BadRequest("Have no rights to send a message"), "muted"),
    (BadRequest("Not enough rights to manage pinned messages in the chat"), "muted"),
    (BadRequest("Message thread not found"), "thread"),
    (BadRequest("TOPIC_CLOSED"), "muted"),
    (BadRequest("Can't parse entities: unsupported start tag"), "failed"),
    (BadRequest("Message is too long"), "failed"),
    (ChatMigrated(-100), "migrated"),
    (RetryAfter(7), "later"),
    (TimedOut(), "unknown"),
    (TimedOut("Pool timeout: All connections in the connection pool are occupied."), "offline"),
    (NetworkError("httpx.ConnectError: all attempts failed"), "offline"),
    (NetworkError("httpx.RemoteProtocolError: Server disconnected"), "unknown"),
    (NetworkError("Bad Gateway"), "unknown"),
    (Conflict("terminated by other getUpdates request"), "failed"),
    (InvalidToken(), "failed"),
    (TelegramError("something new"), "failed"),
]  # fmt: skip


@pytest.mark.parametrize(("error", "kind"), SAID)
def test_the_table(error, kind):
    assert outcome_of(error, TestClock().now()).kind == kind


def test_what_comes_with_an_error():
    now = TestClock().now()
    assert outcome_of(RetryAfter(7), now).until == now + timedelta(seconds=7)
    assert outcome_of(ChatMigrated(-100), now).moved_to == -100


class Bot:
    """Answers each request with the next of what it was given."""

    def __init__(self, *answers):
        self.answers, self.asked = list(answers), []

    async def send_message(self, **fields):
        self.asked.append(fields)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


async def heard_by(sender):
    heard = []

    async def hear(chat, outcome):
        heard.append((chat, outcome.kind))

    sender.tell(hear)
    return heard


async def test_a_group_is_followed_once_and_the_house_hears_of_it():
    bot = Bot(ChatMigrated(-100), "sent")
    sender = Sender(bot, TestClock())
    heard = await heard_by(sender)
    outcome = await sender.call("send_message", -5, text="x")
    assert outcome.ok
    assert [fields["chat_id"] for fields in bot.asked] == [-5, -100]
    assert heard == [(-5, "migrated")]


async def test_a_topic_that_is_gone_is_left_out():
    bot = Bot(BadRequest("Message thread not found"), "sent")
    assert (await Sender(bot, TestClock()).call("send_message", -5, message_thread_id=9)).ok
    assert bot.asked[1]["message_thread_id"] is None


async def test_too_fast_means_later_for_that_chat_alone():
    clock = TestClock()
    sender = Sender(Bot(RetryAfter(30)), clock)
    await sender.call("send_message", -5, text="x")
    assert sender.free_at(-5) == clock.now() + timedelta(seconds=30)
    assert sender.free_at(-6) == clock.now()


async def test_quiet_requests_say_nothing_about_the_chat():
    sender = Sender(Bot(BadRequest("not enough rights"), Forbidden("bot was kicked")), TestClock())
    heard = await heard_by(sender)
    await sender.call("send_message", -5, quiet=True)
    assert heard == []
    await sender.call("send_message", -5)
    assert heard == [(-5, "removed")]
