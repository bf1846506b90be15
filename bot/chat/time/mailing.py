"""What the outbox says about time: reminders and proposals."""

from collections.abc import Mapping
from datetime import datetime

from bot.chat.messages import Keyboard, message_fields
from bot.chat.postman import Postman, Work
from bot.chat.sender import Outcome
from bot.chat.time import telling
from bot.chat.time.keyboards import proposal
from bot.render.phrases import phrase
from bot.table.records import GameInfo, Row


class Mailing:
    """More kinds of rows for the postman."""

    def __init__(self, postman: Postman) -> None:
        self.postman, self.office, self.table = postman, postman.office, postman.table

    def kinds(self) -> Mapping[str, Work]:
        """Each kind with its way."""
        return {"reminder": self._reminder, "vote": self._vote}

    async def _reminder(self, row: Row, info: GameInfo) -> None:
        """The open question once more at the end of the chat, with the deadline: one message that
        is edited when he answers, so it never says what is no longer so."""
        if row.person_id is None or not await self.table.time.true(row):
            await self.table.drop(row, "not true any more")
            return
        if not await self.table.claim(row, ["reminder"]):
            return
        due = datetime.fromisoformat(row.data["due"])
        zone = await self.table.time.zone(row.person_id, info.id)
        note = phrase(row.language, "time.reminder", at=telling.when(row.language, due, zone))
        outcome = await self.postman.desks.remind(info, row.person_id, row.data["step"], str(note))
        if outcome is None:
            await self.table.drop(row, "not true any more")
        elif outcome.ok:
            await self.table.done(row, [outcome.result.message_id])
        else:
            await self.postman.settle(row, outcome)

    async def _vote(self, row: Row, info: GameInfo) -> None:
        """A proposal's post, edited in place as votes come in."""
        ballot = await self.table.time.ballot(row.seat or 0)
        if ballot is None:
            await self.table.drop(row, "no such vote")
            return
        html, keyboard = proposal(self.office, row.language, info, ballot)
        if not await self.table.claim(row, [html]):
            return
        known = await self.table.message_of(info.id, "vote", ballot.id)
        if known is not None and known.chat_id == row.chat_id:
            outcome = await self.office.edit(row.chat_id, known.message_ids[-1], html, keyboard)
            if outcome.ok:
                await self.table.done(row, known.message_ids)
                return
            if outcome.kind != "gone":
                await self.postman.settle(row, outcome)
                return
        outcome = await self._post(row, html, keyboard)
        if outcome.ok:
            await self.table.done(row, [outcome.result.message_id])
        else:
            await self.postman.settle(row, outcome)

    async def _post(self, row: Row, html: str, keyboard: Keyboard) -> Outcome:
        return await self.office.sender.call(
            "send_message", row.chat_id, follow=False,
            **message_fields(html, keyboard, row.topic_id),
        )  # fmt: skip
