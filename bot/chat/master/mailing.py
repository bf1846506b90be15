"""What the outbox says for the master: marks on old posts, seats that change hands, mail."""

from collections.abc import Mapping
from itertools import islice

from bot.chat.messages import message_fields, reply
from bot.chat.posters import names, title
from bot.chat.postman import Postman, Work
from bot.chat.sender import Outcome
from bot.chat.split import CAPTION, LIMIT, split
from bot.render.forum import convert
from bot.render.phrases import phrase
from bot.table.records import GameInfo, Refused, Row
from rules.kernel.question import replay

GONE = ("gone", "old", "same")


class Mailing:
    """More kinds of rows for the postman."""

    def __init__(self, postman: Postman) -> None:
        self.postman, self.office, self.table = postman, postman.office, postman.table

    def kinds(self) -> Mapping[str, Work]:
        """Each kind with its way."""
        return {
            "mark": self._mark,
            "redraw": self._redraw,
            "lost": self._lost,
            "recap": self._recap,
            "forward": self._forward,
        }

    async def _say(self, row: Row, html: str) -> None:
        """One text as it is, in as many messages as it takes."""
        parts = row.parts or split(html)
        if not parts:
            await self.table.drop(row, "nothing to say")
            return
        if not await self.table.claim(row, parts):
            return
        place = row.chat_id if row.person_id is None else row.person_id
        sent = list(row.message_ids)
        for part in parts[len(sent) :]:
            outcome = await self.office.sender.call(
                "send_message", place, follow=False, **message_fields(part)
            )
            if not outcome.ok:
                await self.postman.settle(row, outcome)
                return
            sent.append(outcome.result.message_id)
            await self.table.progress(row, sent)
        await self.table.done(row, sent)

    async def _mark(self, row: Row, info: GameInfo) -> None:
        """Every message of what holds no more says so, or no longer says it."""
        if not await self.table.claim(row, ["mark"]):
            return
        place = row.chat_id if row.person_id is None else row.person_id
        done = list(row.message_ids)
        said = zip(row.data["messages"], row.data["parts"], strict=False)
        for message, text in islice(said, len(done), None):
            free = self.office.sender.free_at(place)
            if free > self.office.clock.now():
                await self.table.postpone(row, free)
                return
            outcome = await self._mark_one(row, place, message, text)
            if not (outcome.ok or outcome.kind in GONE):
                await self.postman.settle(row, outcome)
                return
            done.append(message)
            await self.table.progress(row, done)
        await self.table.done(row, done)

    async def _mark_one(self, row: Row, place: int, message: int, text: str) -> Outcome:
        """The mark above a message's text, or the text as it was; in a reply where it is too long.

        Only posts from before there was a margin are.
        """
        html = f"{phrase(row.language, 'chair.mark')}\n{text}" if row.data["on"] else text
        album = row.data["kind"] == "album"
        if len(split(html, CAPTION if album else LIMIT)) > 1:
            return await self._mark_by_reply(row, place, message)
        if album:
            return await self.office.sender.call(
                "edit_message_caption", place, message_id=message, caption=html, parse_mode="HTML"
            )
        return await self.office.sender.call(
            "edit_message_text", place, message_id=message, **message_fields(html)
        )

    async def _mark_by_reply(self, row: Row, place: int, message: int) -> Outcome:
        key = "chair.mark" if row.data["on"] else "chair.mark_off"
        topic = row.topic_id if row.person_id is None else None
        fields = message_fields(phrase(row.language, key), None, topic)
        return await self.office.sender.call(
            "send_message", place, reply_parameters=reply(message), **fields
        )

    async def _redraw(self, row: Row, info: GameInfo) -> None:
        """A question message shows what lies on the desk now."""
        if not await self.table.claim(row, ["redraw"]):
            return
        if row.person_id is not None:
            await self.postman.desks.show(info.id, row.person_id)
        await self.table.done(row)

    async def _lost(self, row: Row, info: GameInfo) -> None:
        """Who lost his seat is told, and his old question has no buttons any more."""
        if row.person_id is None:
            return
        for message in row.data["messages"]:
            await self.office.sender.call(
                "edit_message_reply_markup", row.person_id, quiet=True, message_id=message
            )
        text = phrase(row.language, "chair.lost", title=title(row.language, info))
        await self._say(row, text)

    async def _recap(self, row: Row, info: GameInfo) -> None:
        """The new holder of a seat is shown what it knows and owns."""
        holder = next((seat for seat in info.seats if seat.seat == row.seat), None)
        if row.seat is None or holder is None or holder.person_id not in (None, row.person_id):
            await self.table.drop(row, "superseded")
            return
        view = await self.table.view(info.id, row.seat)
        shown = names(row.language, info)
        face = self.office.face(info)
        html = face.seat(row.language, view, row.seat, shown)
        key = "recap" if holder.person_id is not None else "recap_forward"
        head = phrase(row.language, f"chair.{key}", title=title(row.language, info), seat=row.seat,
                      name=shown[row.seat], step=face.step_name(row.language, view))  # fmt: skip
        copied = _copied(row, info, [html]) if holder.person_id is None else []
        await self._say(row, "\n\n".join([head, html, *copied]))

    async def _forward(self, row: Row, info: GameInfo) -> None:
        """A lord without an account: his news and question, for the master to pass on."""
        if row.seat is None:
            return
        shown, face = names(row.language, info), self.office.face(info)
        head = phrase(row.language, "chair.forward", game=info.name, name=shown[row.seat],
                      seat=row.seat)  # fmt: skip
        parts: list[str] = [head]
        news = face.private(row.language, row.view, row.facts, shown)
        if news:
            parts.append(news)
        try:
            desk = await self.table.desk(info.id, row.seat)
        except Refused:
            desk = None
        if desk is not None and desk.question is not None and desk.step == row.step:
            walk = replay(desk.question, ())
            parts.append(face.prompt(row.language, desk.view, desk.question, walk, shown))
        await self._say(row, "\n\n".join([*parts, *_copied(row, info, parts[1:])]))


def _copied(row: Row, info: GameInfo, parts: list[str]) -> list[str]:
    """What is passed on once more as a forum takes it, where the game is played on one."""
    if info.chat_id < 0 or not parts:
        return []
    text = convert("\n\n".join(parts), info.settings.chair.form)
    return [phrase(row.language, "chair.copy", text=text)]
