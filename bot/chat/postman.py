"""The outbox's other end: takes what is due from the table, puts it into words, and sends it.

What a row will say is split and stored before the first try, so that a retry can't say it
otherwise. A chat's rows go out in their order; chats don't wait for each other.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import Any

import structlog
from msgspec.structs import replace
from telegram import InputMediaPhoto

from bot.chat import posters
from bot.chat.buttons import pack
from bot.chat.desks import Desks
from bot.chat.messages import Keyboard, message_fields
from bot.chat.notices import notice
from bot.chat.office import Office, button
from bot.chat.posters import names, title
from bot.chat.sender import Outcome
from bot.chat.split import CAPTION, albums, posted, split
from bot.chat.time.keyboards import notice_keyboard, stale
from bot.chat.time.telling import hushed
from bot.render import bilingual
from bot.render.face import Picture
from bot.render.forum import convert
from bot.render.phrases import phrase, plain
from bot.table.records import GameInfo, Row
from rules.kernel.facts import Fact

log = structlog.get_logger("postman")

SOON = timedelta(seconds=5)
LONGEST_WAIT = timedelta(minutes=5)
GONE = "gone"

EDITED = ("lobby", "status")
"""Posts that are drawn anew whenever something changes."""

Steps = Sequence[tuple[Any, Sequence[Fact]]]
Work = Callable[[Row, GameInfo], Awaitable[None]]


class Postman:
    """Empties the outbox; each kind of row has its way."""

    def __init__(self, office: Office, desks: Desks) -> None:
        self.office, self.desks = office, desks
        self.table = office.table
        self.faults: list[Exception] = []
        self._busy: dict[int, asyncio.Task[None]] = {}
        self._hushed: dict[int, bool] = {}
        self._lost: set[tuple[int, int, str]] = set()
        self._kinds: dict[str, Work] = {
            "lobby": self._lobby,
            "status": self._status,
            "post": self._texts,
            "private": self._texts,
            "notice": self._texts,
            "album": self._album,
            "question": self._question,
        }

    def also(self, kinds: Mapping[str, Work]) -> None:
        """Teach it more kinds of rows."""
        self._kinds.update(kinds)

    async def hand_out(self) -> set[asyncio.Task[None]]:
        """Begin to send all that can go now, each chat's next row; returns those at work."""
        for row in await self.table.outbox_due():
            place = _place(row)
            if place not in self._busy:
                task = asyncio.create_task(self._guarded(row), name=f"row {row.id}")
                self._busy[place] = task
                task.add_done_callback(partial(self._rest, place))
        return set(self._busy.values())

    def _rest(self, place: int, task: asyncio.Task[None]) -> None:
        """The chat can take its next row."""
        self._busy.pop(place, None)

    async def finish(self) -> None:
        """Let what is being sent come to its end."""
        await asyncio.gather(*self._busy.values(), self.desks.sketches.finish())

    async def _guarded(self, row: Row) -> None:
        """One row; a fault of ours in it is logged and must not stop the chat for ever."""
        try:
            await self._one(row)
        except Exception as error:
            self.faults.append(error)
            log.exception("a row failed", row=row.id, game=row.game, kind=row.kind)
            await self._lose(row, type(error).__name__)

    async def _one(self, row: Row) -> None:
        free = self.office.sender.free_at(_place(row))
        if free > self.office.clock.now():
            await self.table.postpone(row, free)
            return
        info = await self.table.info(row.game)
        self._hushed[_place(row)] = row.person_id is None and hushed(info, self.office.clock.now())
        await self._kinds[row.kind](row, info)

    # --- what became of it

    async def settle(self, row: Row, outcome: Outcome) -> None:
        """Put a row back, or drop it, after a try that did not work."""
        now = self.office.clock.now()
        match outcome.kind:
            case "later":
                await self.table.postpone(row, outcome.until)
            case "unknown" if row.unsure:
                await self.table.drop(row, "unknown twice")
            case "unknown":
                await self.table.postpone(row, now + SOON, unsure=True)
            case "offline":
                wait = min(SOON * 2 ** min(row.tries, 8), LONGEST_WAIT)
                await self.table.postpone(row, now + wait)
            case "migrated":  # the table knows the new id by now
                await self.table.postpone(row, None)
            case "unreachable" | "removed" | "muted":
                await self.table.postpone(row, now + SOON)
            case _:
                log.error("dropped", row=row.id, game=row.game, kind=row.kind, why=outcome.kind)
                await self._lose(row, outcome.kind)

    async def _lose(self, row: Row, fault: str) -> None:
        """It is not said; the master hears which it was, and how to ask for it again."""
        await self.table.lose(row, fault)
        known = (row.game, row.step, row.kind)
        if row.kind in EDITED and known in self._lost:  # each change of the table would tell it
            return
        self._lost.add(known)
        info = await self.table.info(row.game)
        master = await self.table.person(info.master_id)
        if master is None:
            return
        lang = self.office.lang_of(master)
        name = names(lang, info).get(row.seat, "") if row.seat else ""
        text = phrase(lang, "chair.lost_row", title=title(lang, info), row=row.kind, name=name)
        again = button(plain(lang, "chair.button.retell"), pack("m-retell", info.id))
        await self.office.say(master.id, text, [[again]])

    async def _call(self, method: str, chat: int, **fields: Any) -> Outcome:
        """A request for a row: a group that has moved is found at the row's next try."""
        if method.startswith("send_") and self._hushed.get(chat):
            fields["disable_notification"] = True
        return await self.office.sender.call(method, chat, follow=False, **fields)

    def _mark(self, row: Row, html: str) -> str:
        """A repeat after an unknown outcome says that it is one."""
        return f"{phrase(row.language, 'chat.repeat')}\n{html}" if row.unsure else html

    # --- texts: posts, private news, notices

    def html(self, row: Row, info: GameInfo, history: Steps = (), copied: bool = True) -> str:
        """What a row says, in words; the last post looks back on the game's history.

        A post of a game without a group is said once more, as a forum takes it, if `copied`.
        """
        if row.kind == "notice":
            if stale(info, row, self.office.clock.now()):
                return ""
            return bilingual.told(
                row.language,
                lambda code: notice(self.office, replace(row, language=code), info),
            )
        face, shown = self.office.face(info), names(row.language, info)
        if row.kind == "private":
            html = face.private(row.language, row.view, row.facts, shown)
            head = phrase(row.language, "chat.news_head", game=info.name)
            return f"{head}\n{html}" if html else ""
        html = face.post(row.language, row.view, row.facts, shown, row.missed, history)
        if not html:
            return ""
        words = [phrase(row.language, "chair.own_words", text=row.data.get(key, ""))
                 if row.data.get(key) else "" for key in ("before", "after")]  # fmt: skip
        html = "\n\n".join(part for part in (words[0], html, words[1]) if part)
        html = f"{phrase(row.language, 'chat.post_head', game=info.name)}\n{html}"
        if info.chat_id > 0 and copied:
            text = convert(html, info.settings.chair.form)
            html = f"{html}\n\n{phrase(row.language, 'chair.copy', text=text)}"
        return html

    async def history(self, row: Row, info: GameInfo) -> Steps:
        """What the post that ends a game is told with; nothing for any other row.

        A step that is only previewed comes after all there are.
        """
        if row.kind != "post":
            return ()
        if info.status == "play" and row.step > info.step:
            return [*await self.table.history(row.game), (row.view, row.facts)]
        last = info.status == "over" and row.step == info.step
        return await self.table.history(row.game) if last else ()

    async def _texts(self, row: Row, info: GameInfo) -> None:
        parts = row.parts or posted(self.html(row, info, await self.history(row, info)))
        if not parts:
            await self.table.drop(row, "nothing to say")
            return
        if not await self.table.claim(row, parts):
            return
        sent = list(row.message_ids)
        keyboard = notice_keyboard(self.office, row, info) if row.kind == "notice" else None
        for at in range(len(sent), len(parts)):
            if at > len(row.message_ids) and await self._must_wait(row):
                return
            first = at == len(row.message_ids)
            html = self._mark(row, parts[at]) if first else parts[at]
            last = keyboard if at == len(parts) - 1 else None
            fields = message_fields(split(html)[0], last, _topic(row))
            outcome = await self._call("send_message", _place(row), **fields)
            if not outcome.ok:
                await self.settle(row, outcome)
                return
            sent.append(outcome.result.message_id)
            await self.table.progress(row, sent)
            row = replace(row, unsure=False)
        await self.table.done(row, sent)

    # --- pictures

    async def _album(self, row: Row, info: GameInfo) -> None:
        """One album after the other; what went out before a stop does not go out again."""
        pictures = self.office.face(info).pictures(
            row.language, row.view, row.facts, names(row.language, info)
        )
        if not pictures:
            await self.table.drop(row, "nothing to show")
            return
        if not await self.table.claim(row, [picture.caption for picture in pictures]):
            return
        sent = list(row.message_ids)
        for album in albums(pictures[len(sent) :]):
            if len(sent) > len(row.message_ids) and await self._must_wait(row):
                return
            files = await asyncio.gather(*(self.office.draw(p.svg, p.width) for p in album))
            outcome = await self._send_pictures(row, album, files)
            if not outcome.ok:
                await self.settle(row, outcome)
                return
            found = outcome.result if isinstance(outcome.result, tuple | list) else [outcome.result]
            sent += [message.message_id for message in found]
            await self.table.progress(row, sent)
            row = replace(row, unsure=False)
        await self.table.done(row, sent)

    async def _must_wait(self, row: Row) -> bool:
        """Whether the chat takes no more for now: the row's other parts wait for their time."""
        free = self.office.sender.free_at(_place(row))
        if free <= self.office.clock.now():
            return False
        await self.table.postpone(row, free)
        return True

    async def _send_pictures(
        self, row: Row, pictures: Sequence[Picture], files: Sequence[bytes]
    ) -> Outcome:
        captions = [split(p.caption, CAPTION)[0] if p.caption else "" for p in pictures]
        if row.unsure:
            marked = split(self._mark(row, captions[0]), CAPTION)
            captions[0] = marked[0]
        where: dict[str, Any] = {"message_thread_id": row.topic_id} if row.topic_id else {}
        if len(files) == 1:
            return await self._call(
                "send_photo", _place(row), photo=files[0], caption=captions[0],
                parse_mode="HTML", **where,
            )  # fmt: skip
        media = [
            InputMediaPhoto(data, caption=caption, parse_mode="HTML")
            for data, caption in zip(files, captions, strict=True)
        ]
        return await self._call("send_media_group", _place(row), media=media, **where)

    # --- posts that are edited in place

    async def _lobby(self, row: Row, info: GameInfo) -> None:
        drawn = {
            code: posters.lobby(self.office, _in_language(info, code))
            for code in bilingual.codes(info.settings.language)
        }
        html = bilingual.told(info.settings.language, lambda code: drawn[code][0])
        keyboard = drawn[bilingual.first(info.settings.language)][1]
        return await self._in_place(row, info, "lobby", html, keyboard, pin=False)

    async def _status(self, row: Row, info: GameInfo) -> None:
        await self.desks.sketches.sweep(info)
        drawn = {
            code: await posters.status_now(self.office, _in_language(info, code), code)
            for code in bilingual.codes(row.language)
        }
        html = bilingual.told(row.language, lambda code: drawn[code][0])
        keyboard = drawn[bilingual.first(row.language)][1]
        return await self._in_place(row, info, "status", html, keyboard, pin=True)

    async def _in_place(
        self, row: Row, info: GameInfo, purpose: str, html: str, keyboard: Keyboard | None,
        pin: bool,
    ) -> None:  # fmt: skip
        """Edit the post that stands for a purpose; post it (and pin it) when it is not there."""
        if not await self.table.claim(row, [html]):
            return
        known = await self.table.message_of(info.id, purpose)
        if known is not None and known.chat_id == row.chat_id:
            outcome = await self.office.edit(row.chat_id, known.message_ids[-1], html, keyboard)
            if outcome.ok:
                await self.table.done(row, known.message_ids)
                return
            if outcome.kind != GONE:
                await self.settle(row, outcome)
                return
        outcome = await self._call(
            "send_message", row.chat_id,
            **message_fields(split(self._mark(row, html))[0], keyboard, row.topic_id),
        )  # fmt: skip
        if not outcome.ok:
            await self.settle(row, outcome)
            return
        await self.table.done(row, [outcome.result.message_id])
        if pin:
            await self._call(
                "pin_chat_message", outcome.result.chat.id, quiet=True,
                message_id=outcome.result.message_id, disable_notification=True,
            )  # fmt: skip

    # --- questions

    async def _question(self, row: Row, info: GameInfo) -> None:
        """The seat's new question, posted at the end of his chat; what it shows is read now."""
        if not await self.table.claim(row, ["question"]):
            return
        outcome = await self.desks.deliver(row, info)
        if outcome is None:
            await self.table.drop(row, "superseded")
            return
        if not outcome.ok:
            await self.settle(row, outcome)
            return
        await self.table.done(row, [outcome.result.message_id])


def _in_language(info: GameInfo, code: str) -> GameInfo:
    """The game as if its group read this language alone."""
    return replace(info, settings=replace(info.settings, language=code))


def _place(row: Row) -> int:
    """The chat a row goes to."""
    return row.chat_id if row.person_id is None else row.person_id


def _topic(row: Row) -> int | None:
    """The topic a row goes to; private chats have none."""
    return row.topic_id if row.person_id is None else None
