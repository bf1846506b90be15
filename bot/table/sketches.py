"""Which planning picture stands in whose chat, so that it can be drawn anew and taken away."""

from bot.store import sketches
from bot.store.rows import SketchRow
from bot.table.core import Core


class Sketches:
    """Keeps one picture a seat in mind, over restarts."""

    def __init__(self, core: Core) -> None:
        self.core = core

    async def of(self, game: int, seat: int) -> SketchRow | None:
        """The seat's picture, if one stands."""
        async with self.core.store.glance() as db:
            return await sketches.of_seat(db, game, seat)

    async def past(self, game: int, step: int | None) -> list[SketchRow]:
        """A game's pictures of other steps than this one (None: all)."""
        async with self.core.store.glance() as db:
            return await sketches.past(db, game, step)

    async def keep(self, sketch: SketchRow) -> None:
        """This is the seat's picture now."""
        async with self.core.store.write() as db:
            await sketches.keep(db, sketch)

    async def forget(self, sketch: SketchRow) -> None:
        """The picture is gone."""
        async with self.core.store.write() as db:
            await sketches.forget(db, sketch)
