"""The master's hand on the state: tried out first, then done, as one entry of the log."""

from typing import Any

import msgspec

from bot.store import answers, games
from bot.store.rows import GameRow
from bot.table.core import Core, settings_of
from bot.table.master.book import Book
from bot.table.master.moving import Moving
from bot.table.master.renewing import Renewing
from bot.table.records import Refused
from rules.kernel.game import Game
from rules.kernel.history import Entry, Override
from rules.kernel.log import fingerprint
from rules.kernel.overriding import Difference, changeable, differences, plain, preview
from rules.kernel.question import Question


class Tried(msgspec.Struct, frozen=True):
    """What a command would change, as its master may see it; nothing has been changed yet.

    `seen` are the differences he may know, `open` those the group will be told; `hidden`: more
    changes than the group may know. `version` ties a confirmation to what was tried.
    """

    text: str
    seen: list[Difference]
    open: list[Difference]
    hidden: bool
    asked: list[int]
    version: int


class Setting:
    """Tries the master's commands out, and does them."""

    def __init__(self, core: Core, book: Book, moving: Moving, renewing: Renewing) -> None:
        self.core, self.book, self.moving, self.renewing = core, book, moving, renewing

    async def hand(self, game: int, by: int, grammar_only: bool = False) -> Question:
        """The commands there are now, as a question (raises Refused; Illegal: no hand).

        With `grammar_only` no word is refused before the whole is.
        """
        async with self.core.store.read() as db:
            row = await self.book.checked(db, game, by, "play", "over")
            state = await self.core.state(db, row)
        return changeable(self.core.rules(row)).hand(state, grammar_only)

    async def viewer(self, game: int, by: int) -> tuple[bool, int | None]:
        """Whether this master is blind, and the seat he plays (None: he does not)."""
        async with self.core.store.read() as db:
            row = await self.book.checked(db, game, by)
            seats = await games.seats(db, game)
        seat = next((s.seat for s in seats if s.person_id == by), None)
        return seat is not None and not settings_of(row.settings).chair.sighted, seat

    async def attempt(self, game: int, by: int, text: str, force: bool = False) -> Tried:
        """What the command would change (raises Refused, NotAnAnswer, Illegal with its rule)."""
        blind, seat = await self.viewer(game, by)
        async with self.core.store.read() as db:
            row = await self.book.checked(db, game, by, "play", "over")
            state = await self.core.state(db, row)
        rules = self.core.rules(row)
        tried = preview(rules, state, text, force)
        seen = tried.differences
        if blind:
            seen = _as_seen(rules, state, tried.state, seat)
            _check_seen(tried.differences, seen)
        return Tried(text, seen, tried.open, bool(tried.hidden), tried.asked, row.version)

    async def set(
        self, game: int, by: int, text: str, why: str, *, force: bool = False,
        version: int | None = None,
    ) -> Tried:  # fmt: skip
        """Do the command. With `version`, only if the game is still as it was tried.

        Raises Refused (`meanwhile` among them), NotAnAnswer, Illegal with the rule it breaks.
        """
        blind, seat = await self.viewer(game, by)
        async with self.core.lock(game):
            async with self.core.store.write() as db:
                row = await self.book.checked(db, game, by, "play", "over")
                if version is not None and version != row.version:
                    raise Refused("meanwhile")
                before = await self.core.state(db, row)
                rules = self.core.rules(row)
                tried = preview(rules, before, text, force)
                if not tried.differences:
                    raise Refused("no change")
                if blind:
                    seen = _as_seen(rules, before, tried.state, seat)
                    _check_seen(tried.differences, seen)
                done = Tried(text, tried.differences, tried.open, bool(tried.hidden), tried.asked,
                             row.version)  # fmt: skip
                entry = Entry(row.step, hash=fingerprint(rules, tried.state),
                              override=Override(text, force, why, by))  # fmt: skip
                laid = self.moving.carried(
                    rules, before, tried.state, await answers.of_game(db, game)
                )
                await self.moving.move(db, row, entry, tried.state, tried.facts, laid, tried.asked)
                await self._note(db, row, by, why, done, force)
                state = await self.renewing.renew(db, row, by, tried.state)
            self.core.keep(game, row.version, state)
            self.core.changed()
            await self.moving.resolving.go_on(game)  # who was waited for may owe nothing any more
        return done

    async def _note(
        self, db: Any, row: GameRow, by: int, why: str, done: Tried, force: bool
    ) -> None:
        changes = [msgspec.to_builtins(difference) for difference in done.open]
        secret = [msgspec.to_builtins(difference) for difference in done.seen]
        await self.book.write(
            db, row, by, "set", why, hidden=done.hidden, entry=row.step, text=done.text,
            changes=changes, all=secret, forced=force,
        )  # fmt: skip
        await self.book.tell(db, row, "set", why, changes=changes, hidden=done.hidden, forced=force)


def _check_seen(whole: list[Difference], seen: list[Difference]) -> None:
    """Raise Refused for a change that a blind master can't see: whether it works tells a secret."""
    if any(difference not in seen for difference in whole):
        raise Refused("blind")


def _as_seen(rules: Game[Any], before: Any, after: Any, seat: int | None) -> list[Difference]:
    """The differences as one seat would see them."""
    old, new = (plain(rules.view(state, seat)) for state in (before, after))
    return differences(old, new, rows=True)
