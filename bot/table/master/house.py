"""House rules of a table, until it begins: what is changed of the variant's data."""

from typing import Any

import msgspec

from bot.table.core import Core, settings_of
from bot.table.master.book import Book
from bot.table.records import Refused
from rules.kernel.game import Setup, begin


class HouseRules:
    """Keeps a lobby's changed data; what they may be is for the game to say."""

    def __init__(self, core: Core, book: Book) -> None:
        self.core, self.book = core, book

    async def set_house(
        self, game: int, by: int, house: dict[str, Any], text: str, why: str = ""
    ) -> None:
        """The lobby's game has this data changed from now on; `text` is what was asked for.

        Raises Refused: not lobby, bad house (no game can begin with it).
        """
        async with self.core.lock(game), self.core.store.write() as db:
            row = await self.book.checked(db, game, by, "lobby")
            settings = settings_of(row.settings)
            setup = Setup(settings.game, settings.variant, settings.seats, "0", house)
            try:
                begin(self.core.rules(row), setup)
            except (KeyError, ValueError, msgspec.MsgspecError) as error:
                raise Refused("bad house", text=str(error)) from None
            if await self.book.set(db, row, by, "house", why, house=house):
                await self.book.tell(db, row, "house", why, text=text)
        self.core.changed()
