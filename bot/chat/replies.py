"""Answers to people: said at once, or, where Telegram won't take them yet, as soon as it does.

Those that wait are stored, so that a restart loses none. A chat's answers keep their order; an
answer is taken out of the store before it is tried, so that none can come twice.
"""

import asyncio
import json
from collections import defaultdict
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

import structlog
from telegram import InlineKeyboardMarkup

from bot.chat.messages import Keyboard, message_fields, reply
from bot.chat.sender import Outcome, Sender
from bot.store.late import ReplyRow
from bot.table.clock import Clock
from bot.table.late import Late

log = structlog.get_logger("replies")

SOON = timedelta(seconds=5)
LONGEST_WAIT = timedelta(minutes=5)

LIFE = timedelta(days=1)
"""An answer that comes later than this answers nothing: what it was about can be asked again."""

MOST = 20
"""Answers that wait for one chat; beyond this the oldest are given up."""

Waiting = defaultdict[int, list[ReplyRow]]

NOT_NOW = ("later", "offline")
"""It did not go out, and will."""


class Replies:
    """Sends answers and changes messages in answer to presses."""

    def __init__(self, sender: Sender, late: Late, clock: Clock) -> None:
        self.sender, self.late, self.clock = sender, late, clock
        self.wake: Callable[[], None] = lambda: None
        self.faults: list[BaseException] = []
        self._waiting: Waiting | None = None
        self._busy: dict[int, asyncio.Task[None]] = {}

    async def give(
        self,
        chat: int,
        html: str,
        keyboard: Keyboard | None = None,
        *,
        message: int | None = None,
        topic: int | None = None,
        reply_to: int | None = None,
    ) -> Outcome:
        """Say one text, or put it into `message`; `later`: it is kept, and follows by itself."""
        row = ReplyRow(
            0, chat, self.clock.now(), self.clock.now(), 0, message, str(html),
            InlineKeyboardMarkup(keyboard).to_json() if keyboard else "", topic, reply_to,
        )  # fmt: skip
        before = (await self._all()).get(chat)
        if before:  # they come first, and till then Telegram is not to be asked
            row.at = before[-1].at
            await self._keep(row)
            return Outcome("later", until=row.at)
        outcome = await self._try(row)
        if outcome.kind in NOT_NOW:
            row.at = self._again_at(row, outcome)
            await self._keep(row)
            return Outcome("later", until=row.at)
        return outcome

    async def _try(self, row: ReplyRow) -> Outcome:
        row.tries += 1
        stored = json.loads(row.keyboard) if row.keyboard else None
        keyboard = InlineKeyboardMarkup.de_json(stored) if stored else None
        fields = message_fields(row.text, None, row.topic_id) | {"reply_markup": keyboard}
        if row.message_id is not None:
            fields.pop("message_thread_id", None)
            return await self.sender.call(
                "edit_message_text", row.chat_id, message_id=row.message_id, **fields
            )
        return await self.sender.call(
            "send_message", row.chat_id, reply_parameters=reply(row.reply_to), **fields
        )

    def _again_at(self, row: ReplyRow, outcome: Outcome) -> datetime:
        wait = min(SOON * 2 ** min(row.tries - 1, 8), LONGEST_WAIT)
        return outcome.until or self.clock.now() + wait

    # --- those that wait

    async def _all(self) -> Waiting:
        """What waits, by chat; after a start as it was stored."""
        if self._waiting is None:
            stored = await self.late.replies()
            if self._waiting is None:  # nobody else has read it meanwhile
                self._waiting = defaultdict(list)
                for row in stored:
                    self._waiting[row.chat_id].append(row)
        return self._waiting

    async def _keep(self, row: ReplyRow) -> None:
        """Store it after all that wait for the chat, in the stead of an older change of the same
        message."""
        row.id = await self.late.keep_reply(row)
        waiting = (await self._all())[row.chat_id]
        waiting.append(row)
        tried = 1 if row.chat_id in self._busy else 0
        old = [
            other for other in waiting[tried:-1]
            if row.message_id is not None and other.message_id == row.message_id
        ]  # fmt: skip
        old += waiting[tried : max(tried, len(waiting) - len(old) - MOST)]
        for other in old:
            if other in waiting:
                waiting.remove(other)
                await self.late.drop_reply(other)
        self.wake()

    @property
    def due(self) -> datetime | None:
        """When an answer that waits can be tried again."""
        waiting = self._waiting or Waiting(list)
        heads = (rows[0].at for chat, rows in waiting.items() if rows and chat not in self._busy)
        return min(heads, default=None)

    @property
    def at_work(self) -> set[asyncio.Task[None]]:
        """Chats whose answers are being sent."""
        return set(self._busy.values())

    async def finish(self) -> None:
        """Let what is being sent come to its end."""
        await asyncio.gather(*self._busy.values())

    async def catch_up(self) -> None:
        """Begin to send the answers whose time has come; no chat waits for another."""
        now = self.clock.now()
        for chat, rows in (await self._all()).items():
            if rows and rows[0].at <= now and chat not in self._busy:
                task = asyncio.create_task(self._guarded(chat), name=f"replies {chat}")
                self._busy[chat] = task
                task.add_done_callback(partial(self._rest, chat))

    def _rest(self, chat: int, task: asyncio.Task[None]) -> None:
        self._busy.pop(chat, None)
        self.wake()

    async def _guarded(self, chat: int) -> None:
        """A chat's answers; a fault of ours in one is logged, and costs no more than that one."""
        try:
            await self._send(chat)
        except Exception as error:
            self.faults.append(error)
            log.exception("an answer failed", chat=chat)

    async def _send(self, chat: int) -> None:
        """What waits for a chat, in its order, as far as the budget reaches."""
        everything = await self._all()
        while waiting := everything[chat]:
            free = self.sender.free_at(chat)
            if free > self.clock.now():
                waiting[0].at = free
                return
            waits = False
            try:
                waits = await self._late_try(waiting[0])
            finally:
                if not waits:
                    waiting.pop(0)
            if waits:
                return
        del everything[chat]

    async def _late_try(self, row: ReplyRow) -> bool:
        """Try an answer that waited; returns whether it has to wait on."""
        await self.late.drop_reply(row)
        if row.since + LIFE <= self.clock.now():
            return False
        outcome = await self._try(row)
        if outcome.kind not in NOT_NOW:
            return False
        row.at = self._again_at(row, outcome)
        await self.late.keep_reply(row)
        return True
