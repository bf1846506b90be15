"""Answers by the master's hand, calling those who are missing, and the master's own words."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from bot.store import answers, games, times
from bot.store.db import Db, dumps
from bot.store.rows import AnswerRow, GameRow
from bot.table import telling
from bot.table.core import Core
from bot.table.master.book import AFTER, Book, words_said
from bot.table.master.chair import WORDS
from bot.table.records import Refused
from bot.table.resolving import Resolving
from rules.kernel.game import ask
from rules.kernel.question import replay, write

LONGEST = 3000
"""Signs of the master's own words that fit into one message with what stands around them."""


def cleaned(text: str) -> str:
    """The master's words (raises Refused: no words, too long)."""
    text = text.strip()
    if not text:
        raise Refused("no words")
    if len(text) > LONGEST:
        raise Refused("too long", most=LONGEST)
    return text


class Writing:
    """Writes for lords and to lords."""

    def __init__(self, core: Core, book: Book, resolving: Resolving) -> None:
        self.core, self.book, self.resolving = core, book, resolving

    async def write_for(
        self, game: int, by: int, seat: int, tokens: Sequence[str], why: str = ""
    ) -> None:
        """A lord's whole answer, used as if he had sent it and were ready.

        Raises Refused (`incomplete`, `no question`), Illegal.
        """
        async with self.core.lock(game):
            async with self.core.store.write() as db:
                row = await self.book.checked(db, game, by, "play")
                kept = await self._owed(db, row, seat)
                state = await self.core.state(db, row)
                question = ask(self.core.rules(row), state, seat)
                if question is None:
                    raise Refused("no question", seat=seat)
                if not replay(question, tokens).complete:
                    raise Refused("incomplete", mode="draft")
                text = dumps(list(tokens))
                await self._lay(db, row, by, "write", why, kept, (text, text, True), write(tokens))
            self.core.changed()
            await self.resolving.go_on(game)

    async def clear(self, game: int, by: int, seat: int, why: str = "") -> None:
        """Take a lord's answer away: he is asked again (raises Refused: nothing to clear)."""
        async with self.core.lock(game), self.core.store.write() as db:
            row = await self.book.checked(db, game, by, "play")
            kept = await self._owed(db, row, seat)
            if kept.sent is None and kept.draft == "[]":
                raise Refused("nothing to clear", seat=seat)
            await self._lay(db, row, by, "clear", why, kept, ("[]", None, False), "")
        self.core.changed()

    async def _owed(self, db: Db, row: GameRow, seat: int) -> AnswerRow:
        kept = await answers.one(db, row.id, seat)
        if kept is None:
            raise Refused("no question", seat=seat)
        return kept

    async def _lay(
        self, db: Db, row: GameRow, by: int, kind: str, why: str, kept: AnswerRow,
        new: tuple[str, str | None, bool], text: str,
    ) -> None:  # fmt: skip
        patch = {
            f"answer.{kept.seat}": (
                [kept.step, kept.draft, kept.sent, kept.ready], [kept.step, *new],
            )
        }  # fmt: skip
        await self.book.apply(db, row, patch, AFTER)
        await self.book.write(db, row, by, kind, why, patch=patch, hidden=True, seat=kept.seat,
                              text=text)  # fmt: skip
        await self.book.tell(db, row, kind, why, seat=kept.seat)
        await self.book.redraw(db, row, kept.seat)

    async def missing(self, game: int, by: int) -> list[int]:
        """The seats that have sent nothing, stand-ins left out."""
        async with self.core.store.read() as db:
            row = await self.book.checked(db, game, by, "play")
            return await self._missing(db, row)

    async def _missing(self, db: Db, row: GameRow) -> list[int]:
        held = {s.seat for s in await games.seats(db, row.id) if s.standin}
        owed = await answers.of_game(db, row.id)
        return [a.seat for a in owed if a.sent is None and a.seat not in held]

    async def ping(
        self, game: int, by: int, text: str = "", hours: int = 0, why: str = ""
    ) -> list[int]:
        """Call those who have sent nothing, in private; with own words.

        Nobody is called before the step is so many hours old. Returns the seats that were called.
        """
        text = cleaned(text) if text else ""
        async with self.core.lock(game), self.core.store.write() as db:
            row = await self.book.checked(db, game, by, "play")
            step = await times.step(db, game)
            if step is not None and self.core.clock.now() - step.opened < timedelta(hours=hours):
                raise Refused("too early", hours=hours)
            missing = await self._missing(db, row)
            codes: list[str] = []
            seats = {s.seat: s for s in await games.seats(db, game)}
            for seat in missing:
                person = seats[seat].person_id
                if person is not None:
                    codes.append(await telling.notice(db, row, "master called", person,
                                                      seats[seat].language, text=text))  # fmt: skip
            if missing:
                codes.append(await self.book.tell(db, row, "ping", why, seats=missing, text=text))
                await self.book.write(db, row, by, "ping", why, patch=words_said(codes),
                                      seats=missing, text=text)  # fmt: skip
        self.core.changed()
        return missing

    async def broadcast(self, game: int, by: int, text: str, why: str = "") -> None:
        """The master's word to everybody."""
        await self._speak(game, by, "broadcast", cleaned(text), why)

    async def _speak(self, game: int, by: int, kind: str, text: str, why: str) -> None:
        async with self.core.lock(game), self.core.store.write() as db:
            row = await self.book.checked(db, game, by)
            code = await self.book.tell(db, row, kind, why, text=text)
            await self.book.write(db, row, by, kind, why, patch=words_said([code]), text=text)
        self.core.changed()

    async def note(self, game: int, by: int, seat: int, text: str, why: str = "") -> None:
        """The master's word to one lord (raises Refused: nobody)."""
        text = cleaned(text)
        async with self.core.lock(game), self.core.store.write() as db:
            row = await self.book.checked(db, game, by)
            seats = await games.seats(db, game)
            if not 1 <= seat <= len(seats):
                raise Refused("no seat", seat=seat)
            holder = seats[seat - 1]
            if holder.person_id is None:
                raise Refused("nobody", seat=seat)
            codes = [
                await telling.notice(db, row, "master noted", holder.person_id, holder.language,
                                     text=text),
                await self.book.tell(db, row, "note", why, seat=seat),
            ]  # fmt: skip
            await self.book.write(db, row, by, "note", why, patch=words_said(codes), hidden=True,
                                  seat=seat, text=text)  # fmt: skip
        self.core.changed()

    async def words(self, game: int, by: int, which: str, text: str, why: str = "") -> None:
        """The game's name, words around the next post, the epilogue; "" takes one away."""
        assert which in WORDS
        text = cleaned(text) if text.strip() else ""
        async with self.core.lock(game), self.core.store.write() as db:
            row = await self.book.checked(db, game, by)
            if which == "name":
                text = " ".join(text.split())[:64]
            changes: dict[str, Any] = {f"chair__{which}": text}
            if await self.book.set(db, row, by, which, why, **changes):
                shown = text if which in ("name", "epilogue") and row.status != "play" else ""
                await self.book.tell(db, row, which, why, gone=not text,
                                     text=text if which == "name" else shown)  # fmt: skip
        self.core.changed()
