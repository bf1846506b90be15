"""How and when steps resolve: modes, the preview and its approval, holding, locking, pausing."""

from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

import msgspec

from bot.store import answers, deadlines, games, times
from bot.store.db import Db, dumps
from bot.store.outbox import Draft
from bot.store.rows import GameRow
from bot.table import telling
from bot.table.core import Core, settings_of
from bot.table.master.book import AFTER, Book, Patch, changed
from bot.table.master.chair import MODES
from bot.table.records import Refused, Row
from bot.table.resolving import Moment, Resolving
from bot.table.telling import Frozen
from bot.table.time import absence, steps
from rules.kernel.game import Game


class Previewed(msgspec.Struct, frozen=True):
    """What a resolve would say now: rows as the outbox would hold them, none of them stored.

    `seal` names exactly this state and these answers; an approval that carries another is refused.
    `more`: the table would go on by itself even further than `rows` tell.
    """

    seal: str
    step: int
    rows: list[Row]
    missed: tuple[int, ...]
    blind: bool
    more: bool = False


FURTHER = 4
"""So many steps that follow by themselves are previewed after the one at hand."""


def seal_of(moment: Moment) -> str:
    """A name for the state and the answers at hand: sixteen hex digits."""
    answers = [[a.seat, a.draft, a.sent] for a in moment.answers]
    held = [[s.seat, s.standin, s.name] for s in moment.seats]
    settings = moment.settings
    words = [settings.chair.before, settings.chair.after, settings.chair.name]
    text = dumps([moment.row.version, answers, held, words, settings.times.absence])
    return sha256(text.encode()).hexdigest()[:16]


class Stepping:
    """The master's hand on the course of steps."""

    def __init__(self, core: Core, book: Book, resolving: Resolving) -> None:
        self.core, self.book, self.resolving = core, book, resolving

    async def _set(
        self, game: int, by: int, kind: str, why: str, told: dict[str, Any], **changes: Any
    ) -> bool:
        """Change settings of the chair, tell the group, go on if that sets the table free."""
        async with self.core.lock(game):
            async with self.core.store.write() as db:
                row = await self.book.checked(db, game, by, "lobby", "play")
                patch = await self.book.set(db, row, by, kind, why, **changes)
                if patch:
                    await self.book.tell(db, row, kind, why, **told)
                    await self._clock_again(db, row)
            self.core.changed()
            await self.resolving.go_on(game)
        return bool(patch)

    async def _clock_again(self, db: Db, row: GameRow) -> None:
        """A step whose deadline passed while it waited for the master gets a new one."""
        chair = settings_of(row.settings).chair
        running = any(d.kind == "step" for d in await deadlines.of_game(db, row.id))
        if row.status == "play" and not running and not chair.held and not chair.paused:
            at = await steps.whole(db, row, self.core.clock.now())
            await deadlines.arm(db, row.id, "step", at)
            await times.set_waiting(db, row.id, False)

    async def set_mode(self, game: int, by: int, mode: str, why: str = "") -> bool:
        """How steps resolve from now on (raises Refused: bad mode)."""
        if mode not in MODES:
            raise Refused("bad mode", mode=mode)
        return await self._set(game, by, "mode", why, {"mode": mode}, chair__mode=mode)

    async def hold(self, game: int, by: int, on: bool = True, why: str = "") -> bool:
        """A table that is ready waits (or, `on` false, waits no more)."""
        return await self._set(game, by, "hold" if on else "release", why, {}, chair__held=on)

    async def lock_sending(self, game: int, by: int, on: bool = True, why: str = "") -> bool:
        """Nobody may send or change an answer (or may again)."""
        return await self._set(game, by, "lock" if on else "unlock", why, {}, chair__locked=on)

    async def pause(self, game: int, by: int, on: bool = True, why: str = "") -> bool:
        """The clock stands (or runs on with what was left)."""
        kind = "pause" if on else "resume"
        return await self._set(game, by, kind, why, {}, chair__paused=on)

    async def lift(self, game: int, by: int, on: bool = True, why: str = "") -> bool:
        """A master who plays sees everything from now on (or no more); the group is told."""
        kind = "sight" if on else "blind"
        return await self._set(game, by, kind, why, {}, chair__sighted=on)

    async def set_form(self, game: int, by: int, form: str, why: str = "") -> bool:
        """How the posts of a game without a group are copied for a forum."""
        async with self.core.lock(game), self.core.store.write() as db:
            row = await self.book.checked(db, game, by)
            return bool(await self.book.set(db, row, by, "form", why, chair__form=form))

    async def extend(self, game: int, by: int, seconds: int, why: str = "") -> datetime:
        """Move this step's deadline by so many seconds (raises Refused: no deadline).

        While the clock stands, what was left of it grows.
        """
        async with self.core.lock(game), self.core.store.write() as db:
            row = await self.book.checked(db, game, by, "play")
            clock = {d.kind: d for d in await deadlines.of_game(db, game)}.get("step")
            now, patch = self.core.clock.now(), Patch()
            if clock is not None and clock.at is not None:
                new = max(clock.at + timedelta(seconds=seconds), now)
                patch["deadline"] = (clock.at.isoformat(), new.isoformat())
            elif clock is not None and clock.held is not None:  # the clock stands
                left = max(0.0, clock.held + seconds)
                new = now + timedelta(seconds=left)
                patch["held"] = (clock.held, left)
            else:
                raise Refused("no deadline")
            await self.book.apply(db, row, patch, AFTER)
            await self.book.write(db, row, by, "extend", why, patch=patch, seconds=seconds)
            await self.book.tell(db, row, "extend", why)
        self.core.changed()
        return new

    async def resolve(self, game: int, by: int, why: str = "", *, step: int | None = None) -> bool:
        """Resolve now; who has sent nothing is answered for by the absence rule.

        With `step`, only that step is resolved; false if it is over already. Raises Refused, `must
        preview` among them.
        """
        async with self.core.lock(game):
            async with self.core.store.write() as db:
                row = await self.book.checked(db, game, by, "play")
                if await games.paused(db, row.chat_id):
                    raise Refused("paused")
                if settings_of(row.settings).chair.mode == "master":
                    raise Refused("must preview")
                if step is not None and step != row.step:
                    return False
                seats, owed = await games.seats(db, game), await answers.of_game(db, game)
                missing = absence.missing_seats(seats, owed)
                await self.book.write(db, row, by, "resolve", why)
                await self.book.tell(db, row, "resolve", why, seats=missing)
            return await self.resolving.go_on(game, row.step, hand=True)

    async def preview(self, game: int, by: int) -> Previewed:
        """What a resolve would say now; changes nothing of the game.

        A blind master sees what the group would, once everything is sealed: all are ready, or
        sending is locked; from then on his own answer stands. Raises Refused: not sealed.
        """
        async with self.core.lock(game):
            async with self.core.store.read() as db:
                await self.book.checked(db, game, by, "play")
                moment = await self.resolving.moment(db, game)
            assert moment is not None
            blind = self._blind(moment, by)
            if blind:
                await self._seal(moment)
            rows, missed, more = self._foretold(moment)
        seen = [row for row in rows if row.person_id is None or not blind]
        return Previewed(seal_of(moment), moment.row.step, seen, missed, blind, more)

    def _foretold(self, moment: Moment) -> tuple[list[Row], tuple[int, ...], bool]:
        """What would be said, who is missing at this step, and if the table would go on further."""
        rules, resolving = self.core.rules(moment.row), self.resolving
        rows: list[Row] = []
        missing: list[tuple[int, ...]] = []
        after: Moment | None = moment
        while after is not None and len(missing) <= FURTHER:
            at_hand = after
            _, missed, came = resolving.work_out(at_hand)
            drafts = telling.advance(rules, at_hand.row, at_hand.row.step + 1, came.state,
                                     came.facts, at_hand.seats, missed)  # fmt: skip
            rows += rows_of(rules, at_hand.row, drafts)
            missing.append(missed)
            after = resolving.following(at_hand, came.state)
        return rows, missing[0], after is not None

    def _blind(self, moment: Moment, by: int) -> bool:
        plays = any(seat.person_id == by for seat in moment.seats)
        return plays and not moment.settings.chair.sighted

    async def _seal(self, moment: Moment) -> None:
        settings = moment.settings
        if not settings.chair.locked and not moment.all_ready():
            raise Refused("not sealed")
        if settings.chair.sealed != moment.row.step:
            settings = changed(settings, "chair.sealed", moment.row.step)
            async with self.core.store.write() as db:
                await games.set_settings(db, moment.row.id, dumps(settings))

    async def approve(self, game: int, by: int, seal: str, why: str = "") -> bool:
        """Let the previewed step go out (raises Refused: other answers than were previewed)."""
        async with self.core.lock(game):
            async with self.core.store.write() as db:
                row = await self.book.checked(db, game, by, "play")
                if await games.paused(db, row.chat_id):
                    raise Refused("paused")
                moment = await self.resolving.moment(db, game)
                if moment is None or not seal.startswith(seal_of(moment)):
                    raise Refused("preview again")
                await self.book.write(db, row, by, "approve", why, seal=seal)
            return await self.resolving.go_on(game, row.step, hand=True)


def rows_of(rules: Game[Any], row: GameRow, drafts: list[Draft]) -> list[Row]:
    """Drafts of posts, albums and private news as the sender would get them.

    The news of a lord without an account are private ones too: the master passes them on.
    """
    shared = next(draft.body for draft in drafts if draft.kind == "post")
    found = []
    for draft in drafts:
        if draft.kind not in ("post", "album", "private", "forward"):
            continue
        kind = "private" if draft.kind == "forward" else draft.kind
        frozen = msgspec.json.decode(draft.body or shared or b"", type=Frozen)
        words = {"before": frozen.before, "after": frozen.after}
        found.append(
            Row(0, row.id, draft.step, kind, draft.code, row.chat_id, row.topic_id,
                draft.person_id, draft.seat, draft.language, frozen.facts,
                rules.decode_view(bytes(frozen.view)), frozen.missed, words, [], [], 0, False,
                None, 0)
        )  # fmt: skip
    return found
