"""Planning pictures: a lord's draft drawn for him alone, when he asks; gone with the step.

Drawing goes on beside everything else: whoever asked can press on meanwhile.
"""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import structlog
from telegram import InlineKeyboardMarkup, InputMediaPhoto

from bot.chat.buttons import pack
from bot.chat.office import Office, button
from bot.chat.posters import names
from bot.chat.sender import Outcome
from bot.chat.split import CAPTION, split
from bot.render.face import Picture
from bot.render.phrases import phrase, plain
from bot.store.rows import SketchRow
from bot.table.records import Desk, GameInfo
from rules.kernel.question import replay

log = structlog.get_logger("sketches")

Asked = tuple[int, int, str]
"""A game, a person and his language."""

SOON = timedelta(seconds=5)
NOT_NOW = ("later", "unknown", "offline")


class Sketches:
    """Draws them one at a time for each person; a press meanwhile has it drawn once more."""

    def __init__(self, office: Office) -> None:
        self.office = office
        self.wake: Callable[[], None] = lambda: None
        self.faults: list[BaseException] = []
        self._at_work: dict[Asked, asyncio.Task[None]] = {}
        self._again: set[Asked] = set()
        self._late: dict[Asked, datetime] = {}

    @property
    def busy(self) -> bool:
        """Whether one is being drawn."""
        return bool(self._at_work)

    def ask(self, game: int, person_id: int, lang: str) -> None:
        """Have a person's draft drawn; this returns at once."""
        asked = (game, person_id, lang)
        if asked in self._at_work:
            self._again.add(asked)
            return
        task = asyncio.create_task(self._guarded(asked), name=f"sketch {game}")
        self._at_work[asked] = task
        task.add_done_callback(partial(self._done, asked))

    def _done(self, asked: Asked, task: asyncio.Task[None]) -> None:
        self._at_work.pop(asked, None)
        if asked in self._again:
            self._again.discard(asked)
            self.ask(*asked)

    async def finish(self) -> None:
        """Let what is being drawn come to its end."""
        self._again.clear()
        await asyncio.gather(*self._at_work.values())

    async def _guarded(self, asked: Asked) -> None:
        """One picture; a fault of ours in it is logged, and costs no more than the picture."""
        try:
            await self._draw(asked)
        except Exception as error:
            self.faults.append(error)
            log.exception("a planning picture failed", game=asked[0], person=asked[1])

    # --- what Telegram would not take at once

    @property
    def due(self) -> datetime | None:
        """When a picture that could not be sent has to be tried again."""
        return min(self._late.values(), default=None)

    async def catch_up(self) -> None:
        """Draw those whose time has come."""
        now = self.office.clock.now()
        for asked in [asked for asked, at in self._late.items() if at <= now]:
            del self._late[asked]
            self.ask(*asked)

    # --- drawing

    async def _draw(self, asked: Asked) -> None:
        game, person_id, lang = asked
        info = await self.office.table.info(game)
        seat = info.seat_of(person_id)
        if seat is None or info.status != "play":
            return
        desk = await self.office.table.desk(game, seat)
        picture = await asyncio.to_thread(self._picture, lang, info, desk)
        if picture is None:
            return
        data = await self.office.draw(picture.svg, picture.width)
        outcome = await self._put(person_id, lang, desk, picture, data)
        if outcome.kind in NOT_NOW:
            self._late[asked] = outcome.until or self.office.clock.now() + SOON
            self.wake()
        await self.sweep(await self.office.table.info(game))  # the step may be over by now

    def _picture(self, lang: str, info: GameInfo, desk: Desk) -> Picture | None:
        if desk.question is None:
            return None
        walk = replay(desk.question, desk.tokens)
        face = self.office.face(info)
        return face.planning_picture(lang, desk.view, desk.question, walk, names(lang, info))

    async def _put(
        self, person_id: int, lang: str, desk: Desk, picture: Picture, data: bytes
    ) -> Outcome:
        """Into the picture that stands already, or as a new one in its stead."""
        caption = split(picture.caption, CAPTION)[0] if picture.caption else ""
        again = button(plain(lang, "reading.sketch_again"), pack("sk", desk.game, desk.step))
        markup = InlineKeyboardMarkup([[again]])
        table, call = self.office.table, self.office.sender.call
        known = await table.sketches.of(desk.game, desk.seat)
        if known is not None and (known.step, known.chat_id) == (desk.step, person_id):
            media = InputMediaPhoto(data, caption=caption, parse_mode="HTML")
            outcome = await call("edit_message_media", person_id, message_id=known.message_id,
                                 media=media, reply_markup=markup)  # fmt: skip
            if outcome.ok or outcome.kind in NOT_NOW:
                return outcome
        elif known is not None:
            await self._take_away(known, lang)
        fields: dict[str, Any] = {"caption": caption, "parse_mode": "HTML", "reply_markup": markup}
        outcome = await call("send_photo", person_id, photo=data, **fields)
        if outcome.ok:
            message = outcome.result.message_id
            await table.sketches.keep(
                SketchRow(desk.game, desk.seat, desk.step, person_id, message)
            )
        return outcome

    # --- taking away

    async def sweep(self, info: GameInfo) -> None:
        """Take away the pictures of steps that are over."""
        step = info.step if info.status == "play" else None
        for known in await self.office.table.sketches.past(info.id, step):
            person = await self.office.table.person(known.chat_id)
            lang = self.office.lang_of(person) if person else self.office.settings.lang
            await self._take_away(known, lang)

    async def _take_away(self, known: SketchRow, lang: str) -> None:
        """Delete a picture; one too old to go says that it shows what is past."""
        call = self.office.sender.call
        gone = await call("delete_message", known.chat_id, quiet=True, message_id=known.message_id)
        if gone.kind == "old":
            gone = await call(
                "edit_message_caption", known.chat_id, quiet=True, message_id=known.message_id,
                caption=str(phrase(lang, "reading.sketch_past")), parse_mode="HTML",
            )  # fmt: skip
        if gone.kind not in NOT_NOW:
            await self.office.table.sketches.forget(known)
