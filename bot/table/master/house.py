"""House rules of a table, until it begins: what is changed of the variant's data."""

from collections.abc import Callable
from typing import Any

import msgspec

from bot.table.core import Core, settings_of
from bot.table.master.book import Book
from bot.table.records import Refused
from rules.kernel.game import Setup, begin

House = dict[str, Any]


class HouseRules:
    """Keeps a lobby's changed data; what they may be is for the game to say."""

    def __init__(self, core: Core, book: Book) -> None:
        self.core, self.book = core, book

    async def set_house(
        self, game: int, by: int, change: Callable[[House], House], why: str = ""
    ) -> None:
        """The lobby's game is played by changed data from now on: `change` makes it of what is.

        Raises Refused: not lobby, no change, bad house (no game can begin with it); and whatever
        `change` raises.
        """
        async with self.core.lock(game), self.core.store.write() as db:
            row = await self.book.checked(db, game, by, "lobby")
            settings = settings_of(row.settings)
            before, house = settings.house, change(settings.house)
            setup = Setup(settings.game, settings.variant, settings.seats, "0", house)
            try:
                begin(self.core.rules(row), setup)
            except (KeyError, ValueError, msgspec.MsgspecError) as error:
                raise Refused("bad house", text=str(error)) from None
            if not await self.book.set(db, row, by, "house", why, house=house):
                raise Refused("no change")
            await self.book.tell(db, row, "house", why, house=[before, house])
        self.core.changed()
