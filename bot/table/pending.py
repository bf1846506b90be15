"""What people have begun and not ended, kept over restarts."""

from typing import Any

import msgspec

from bot.store import pending
from bot.store.db import dumps
from bot.table.core import Core


class Pending:
    """Small plain values by person, kind and game."""

    def __init__(self, core: Core) -> None:
        self.core = core

    async def keep(self, person: int, kind: str, game: int, body: Any) -> None:
        """He has begun this at a game; what he had begun of the kind there is gone."""
        async with self.core.store.write() as db:
            await pending.keep(db, person, kind, game, dumps(body))

    async def keep_only(self, person: int, kind: str, game: int, body: Any) -> None:
        """He has begun this; what he had begun of the kind at any game is gone."""
        async with self.core.store.write() as db:
            await pending.forget(db, person, kind)
            await pending.keep(db, person, kind, game, dumps(body))

    async def of(self, person: int, kind: str, game: int) -> Any:
        """What he has begun there; None: nothing."""
        async with self.core.store.glance() as db:
            body = await pending.of(db, person, kind, game)
        return None if body is None else msgspec.json.decode(body)

    async def every(self, kind: str) -> list[tuple[int, int, Any]]:
        """All of a kind: the person, the game, what he has begun."""
        async with self.core.store.glance() as db:
            found = await pending.every(db, kind)
        return [(person, game, msgspec.json.decode(body)) for person, game, body in found]

    async def forget(self, person: int, kind: str, game: int | None = None) -> None:
        """It is ended, at this game (None: at all of them)."""
        async with self.core.store.write() as db:
            await pending.forget(db, person, kind, game)
