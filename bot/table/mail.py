"""The outbox as the sender uses it: what to say next, and what became of it."""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from bot.store import outbox
from bot.store.outbox import Head
from bot.store.rows import OutboxRow
from bot.table.core import Core
from bot.table.records import Message, Row
from bot.table.telling import Frozen

FROZEN = ("post", "album", "private", "forward")
REMEMBERED = ("lobby", "status", "post", "question", "vote")
"""Kinds whose messages have to be found again, to edit, to pin, or to point at."""


class Mail:
    """Rows that wait to be said. One chat hears them in order; nobody waits for another chat."""

    def __init__(self, core: Core) -> None:
        self.core = core

    async def due(self, limit: int = 50) -> list[Row]:
        """The next row of each chat, if it can go now; persons before groups.

        Call it again when these are done: what follows in a chat waits for what comes before.
        """
        async with self.core.store.read() as db:
            now, _ = self._heads(await outbox.waiting(db))
            now.sort(key=lambda head: not head.private)
            loaded = await outbox.load(db, [head.id for head in now[:limit]])
        return [self.read(row) for row in loaded]

    def _heads(self, waiting: Sequence[Head]) -> tuple[list[Head], datetime | None]:
        """Each chat's next row that can go now, and the next instant at which another can."""
        now = self.core.clock.now()
        heads, later = [], []
        seen: set[tuple[int, int]] = set()
        for head in waiting:
            place = (head.private, head.place)
            if place in seen:
                continue
            seen.add(place)
            if head.state == "sending":
                continue
            at = datetime.fromisoformat(head.not_before) if head.not_before else now
            if at <= now:
                heads.append(head)
            else:
                later.append(at)
        return heads, min(later, default=None)

    async def next_due(self) -> datetime | None:
        """When a row can be sent next; now, if one can be."""
        async with self.core.store.glance() as db:
            heads, later = self._heads(await outbox.waiting(db))
        return self.core.clock.now() if heads else later

    def read(self, row: OutboxRow) -> Row:
        """A row of the store as the sender takes it."""
        frozen, view, data = None, None, {}
        if row.kind in FROZEN:
            frozen = msgspec.json.decode(row.body, type=Frozen)
            view = self.core.games[row.game].decode_view(bytes(frozen.view))
            data = {"before": frozen.before, "after": frozen.after}
        elif row.body:
            data = msgspec.json.decode(row.body)
        return Row(
            id=row.id,
            game=row.game_id,
            step=row.step,
            kind=row.kind,
            code=row.code,
            chat_id=row.chat_id,
            topic_id=row.topic_id,
            person_id=row.person_id,
            seat=row.seat,
            language=row.language,
            facts=frozen.facts if frozen else [],
            view=view,
            missed=frozen.missed if frozen else (),
            data=data,
            parts=msgspec.json.decode(row.parts),
            message_ids=msgspec.json.decode(row.message_ids),
            tries=row.tries,
            unsure=row.unsure,
            not_before=row.not_before,
            version=row.version,
        )

    async def claim(self, row: Row, parts: Sequence[str] = ()) -> bool:
        """Before sending: store the parts as they will be said. False: it is not to be sent."""
        async with self.core.store.write() as db:
            return await outbox.claim(db, row.id, row.version, list(parts))

    async def progress(self, row: Row, message_ids: Sequence[int]) -> None:
        """Some of the parts are out: all messages of the row so far."""
        async with self.core.store.write() as db:
            await outbox.progress(db, row.id, row.version, list(message_ids))

    async def done(self, row: Row, message_ids: Sequence[int] = ()) -> None:
        """All is out, in these messages."""
        async with self.core.store.write() as db:
            await outbox.finish(db, row.id, row.version, list(message_ids))
            if row.kind in REMEMBERED and message_ids:
                place = row.chat_id if row.person_id is None else row.person_id
                await outbox.remember(
                    db, row.game, row.kind, row.seat or 0, place, list(message_ids)
                )

    async def postpone(self, row: Row, until: datetime | None, unsure: bool = False) -> None:
        """Not before that instant (None: as soon as can be); `unsure`: it may have gone out."""
        async with self.core.store.write() as db:
            await outbox.postpone(db, row.id, row.version, until, unsure)
        self.core.changed()

    async def drop(self, row: Row, why: str) -> None:
        """It will not be said; `why` is a code for whoever looks into the file."""
        async with self.core.store.write() as db:
            await outbox.drop(db, row.id, row.version, why)

    async def lose(self, row: Row, fault: str) -> None:
        """A fault of ours keeps it from being said; it can be asked for again."""
        await self.drop(row, f"{outbox.FAULT}{fault}")

    async def retell(self, game: int) -> int:
        """Say once more what faults kept from being said; returns how many rows that are."""
        async with self.core.store.write() as db:
            found = await outbox.say_again(db, game)
        self.core.changed()
        return found

    async def message_of(self, game: int, kind: str, seat: int = 0) -> Message | None:
        """The messages that stand for the lobby, the status, the last post, a seat's question."""
        async with self.core.store.glance() as db:
            row = await outbox.message(db, game, kind, seat)
        if row is None:
            return None
        return Message(row.chat_id, msgspec.json.decode(row.message_ids))

    async def keep_message(
        self, game: int, kind: str, seat: int, chat_id: int, message_ids: Sequence[int]
    ) -> None:
        """These messages stand for the purpose now; for messages that came of no row."""
        async with self.core.store.write() as db:
            await outbox.remember(db, game, kind, seat, chat_id, list(message_ids))

    async def forget_message(self, game: int, kind: str, seat: int = 0) -> None:
        """The messages are gone (deleted): the next ones are posted anew."""
        async with self.core.store.write() as db:
            await outbox.forget(db, game, kind, seat)
