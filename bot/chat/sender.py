"""The one sender: every request to Telegram goes through it, and its error table says what to do.

Answers to a person go at once (`replies.py`); broadcasts come from the outbox and ask the budget
first.
"""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

import msgspec
import structlog
from telegram import Bot
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

from bot.chat.budget import Budget
from bot.table.clock import Clock

log = structlog.get_logger("sender")


class Outcome(msgspec.Struct, frozen=True):
    """What became of a request.

    `kind`: sent · same (already as wished) · stale (too late to answer a press) · gone (the message
    is not there) · old (too old to be deleted) · later (`until`) · unreachable (a person) ·
    removed (the bot, from a group) · muted (no right to do this here) · migrated (`moved_to`) ·
    thread (the topic is gone) · unknown (it may have gone out) · offline (it did not) · failed (a
    fault of ours).
    """

    kind: str
    result: Any = None
    until: datetime | None = None
    moved_to: int = 0

    @property
    def ok(self) -> bool:
        """Whether the chat looks as wished."""
        return self.kind in ("sent", "same")


class Row(msgspec.Struct, frozen=True):
    """One row of the error table: the library's error, words of Telegram's text, the outcome."""

    error: type[TelegramError]
    text: str
    kind: str


ERRORS = (
    Row(ChatMigrated, "", "migrated"),
    Row(RetryAfter, "", "later"),
    Row(Forbidden, "kicked", "removed"),
    Row(Forbidden, "not a member", "removed"),
    Row(Forbidden, "bot was blocked", "unreachable"),
    Row(Forbidden, "deactivated", "unreachable"),
    Row(Forbidden, "initiate conversation", "unreachable"),
    Row(Forbidden, "", "unreachable"),
    Row(BadRequest, "group chat was upgraded", "migrated"),
    Row(BadRequest, "chat not found", "unreachable"),
    Row(BadRequest, "group chat was deactivated", "removed"),
    Row(BadRequest, "message is not modified", "same"),
    Row(BadRequest, "query is too old", "stale"),
    Row(BadRequest, "query id is invalid", "stale"),
    Row(BadRequest, "message to edit not found", "gone"),
    Row(BadRequest, "message can't be edited", "gone"),
    Row(BadRequest, "message_id_invalid", "gone"),
    Row(BadRequest, "message to pin not found", "gone"),
    Row(BadRequest, "message to delete not found", "gone"),
    Row(BadRequest, "message can't be deleted", "old"),
    Row(BadRequest, "thread not found", "thread"),
    Row(BadRequest, "topic_closed", "muted"),
    Row(BadRequest, "topic_deleted", "thread"),
    Row(BadRequest, "not enough rights", "muted"),
    Row(BadRequest, "have no rights", "muted"),
    Row(BadRequest, "chat_write_forbidden", "muted"),
    Row(BadRequest, "need administrator rights", "muted"),
    Row(BadRequest, "", "failed"),
    Row(TimedOut, "pool timeout", "offline"),
    Row(TimedOut, "", "unknown"),
    Row(InvalidToken, "", "failed"),
    Row(Conflict, "", "failed"),
    Row(NetworkError, "connecterror", "offline"),
    Row(NetworkError, "connecttimeout", "offline"),
    Row(NetworkError, "", "unknown"),
    Row(TelegramError, "", "failed"),
)
"""The first row that fits decides. What is not here by name is logged, with ids only."""

QUIET = frozenset({"migrated", "later", "unreachable", "same", "stale", "gone", "old"})
"""Outcomes that belong to a bot's everyday life and are no fault."""

HEARERS = ("migrated", "unreachable", "removed", "muted")
"""Outcomes that the rest of the house has to know of."""

Hearer = Callable[[int, Outcome], Awaitable[None]]


def outcome_of(error: TelegramError, now: datetime) -> Outcome:
    """What an error of the library means, by the error table."""
    text = str(error).casefold()
    kind = next(row.kind for row in ERRORS if isinstance(error, row.error) and row.text in text)
    if isinstance(error, RetryAfter):
        wait = error.retry_after
        span = wait if isinstance(wait, timedelta) else timedelta(seconds=wait)
        return Outcome(kind, until=now + span)
    return Outcome(kind, moved_to=error.new_chat_id if isinstance(error, ChatMigrated) else 0)


class Sender:
    """Makes requests, counts them, and turns errors into outcomes; it never raises one."""

    def __init__(self, bot: Bot, clock: Clock, budget: Budget | None = None) -> None:
        self.bot = bot
        self.clock = clock
        self.budget = budget or Budget()
        self._hearer: Hearer | None = None

    def tell(self, hearer: Hearer) -> None:
        """Who hears of chats that moved, went away or can't be reached."""
        self._hearer = hearer

    def free_at(self, chat: int) -> datetime:
        """When the next broadcast to this chat fits into the budgets."""
        return self.budget.free_at(chat, self.clock.now())

    async def call(
        self, method: str, chat: int, *, quiet: bool = False, follow: bool = True, **fields: Any
    ) -> Outcome:
        """One request about a chat; with `follow`, a group is followed to its new id once.

        With `quiet` a failure says nothing about the chat: pinning, asking for rights.
        """
        outcome = await self._try(method, chat, fields, quiet)
        if outcome.kind == "migrated" and outcome.moved_to and follow:
            outcome = await self._try(method, outcome.moved_to, fields, quiet)
        if outcome.kind == "thread" and fields.get("message_thread_id"):
            without = {**fields, "message_thread_id": None}
            outcome = await self._try(method, chat, without, quiet)
        return outcome

    async def _try(self, method: str, chat: int, fields: dict[str, Any], quiet: bool) -> Outcome:
        self.budget.spend(chat, self.clock.now())
        outcome = await self._request(method, chat, {"chat_id": chat, **fields})
        if outcome.kind == "later" and outcome.until is not None:
            self.budget.exhaust(chat, outcome.until)
        heard = outcome.kind in HEARERS and not (quiet and outcome.kind != "migrated")
        if heard and self._hearer is not None:
            await self._hearer(chat, outcome)
        return outcome

    async def _request(self, method: str, chat: int, fields: dict[str, Any]) -> Outcome:
        try:
            return Outcome("sent", await getattr(self.bot, method)(**fields))
        except TelegramError as error:
            outcome = outcome_of(error, self.clock.now())
            level = log.debug if outcome.kind in QUIET else log.warning
            level("not sent", method=method, chat=chat, outcome=outcome.kind, error=_name(error))
            return outcome

    async def request(self, method: str, **fields: Any) -> Outcome:
        """A request that is about no chat."""
        return await self._request(method, 0, fields)

    async def answer(self, query: str, text: str = "", alert: bool = False) -> Outcome:
        """Answer a press, with a toast of at most 200 signs or without a word."""
        fields = {"callback_query_id": query, "text": text[:200] or None, "show_alert": alert}
        return await self._request("answer_callback_query", 0, fields)


def _name(error: TelegramError) -> str:
    """The error's class and, for a fault of ours, Telegram's own text: it quotes no message."""
    return f"{type(error).__name__}: {error.message}"[:200]
