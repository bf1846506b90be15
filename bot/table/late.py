"""What could not be said at once and came of no outbox row: kept over restarts."""

from bot.store import late
from bot.store.late import RedrawRow, ReplyRow
from bot.table.core import Core


class Late:
    """Answers to people and question messages that wait."""

    def __init__(self, core: Core) -> None:
        self.core = core

    async def replies(self) -> list[ReplyRow]:
        """Answers that wait, oldest first."""
        async with self.core.store.glance() as db:
            return await late.replies(db)

    async def keep_reply(self, row: ReplyRow) -> int:
        """Keep an answer (id 0: a new one) and return its id."""
        async with self.core.store.write() as db:
            return await late.put_reply(db, row)

    async def drop_reply(self, row: ReplyRow) -> None:
        """An answer that waits no more."""
        async with self.core.store.write() as db:
            await late.drop_reply(db, row.id)

    async def redraws(self) -> list[RedrawRow]:
        """Question messages that have to be drawn."""
        async with self.core.store.glance() as db:
            return await late.redraws(db)

    async def keep_redraw(self, row: RedrawRow) -> None:
        """Have a question message drawn later."""
        async with self.core.store.write() as db:
            await late.put_redraw(db, row)

    async def drop_redraw(self, row: RedrawRow) -> None:
        """A question message that is drawn."""
        async with self.core.store.write() as db:
            await late.drop_redraw(db, row.game_id, row.person_id)
