"""Undo and redo: of the game's own steps and of everything else the master did, in one row."""

from collections.abc import Sequence
from typing import Any

import msgspec

from bot.store import answers, deeds, games, logs, outbox
from bot.store.db import Db
from bot.store.rows import AnswerRow, GameRow
from bot.table.core import Core, settings_of
from bot.table.master.book import AFTER, BEFORE, Book, Line, Patch
from bot.table.master.marking import mark
from bot.table.master.moving import Moving
from bot.table.master.renewing import RENEWED, Renewing
from bot.table.records import Refused
from bot.table.resolving import tokens_of
from bot.table.telling import Frozen
from bot.table.time import steps
from rules.kernel.history import Entry, Redo, Undo, course
from rules.kernel.log import fingerprint
from rules.kernel.overriding import Changeable, draw_anew

DUE = "deadline"
"""The instant at which the step at hand is due, as patches name it."""

HELD = "held"
"""How much was left of the step at hand when its clock was stopped, as patches name it."""

STATUS = "status"
"""Whether the game goes on, as patches name it."""

RESOLVED = "answers"
"""The kind of the log's lines in which a step was resolved."""

CLOCK = ("settings.times.", "settings.deadline")
"""What the deadline at hand is set by, as patches name it."""


class Turned(msgspec.Struct, frozen=True):
    """What an undo or redo came to: the log's lines it took back or brought back."""

    lines: list[Line]
    moved: bool


def redoable(lines: Sequence[Line]) -> Line | None:
    """The undo that a redo would take back: the last one, if nothing new came since."""
    stack: list[Line] = []
    for line in lines:
        if line.kind == "undo":
            stack.append(line)
        elif line.kind == "redo":
            stack.pop()
        elif not line.words and line.kind != RENEWED:
            stack.clear()
    return stack[-1] if stack else None


def _landing(entries: Sequence[Entry], first: int) -> int:
    """The entry whose state is come to when `first` and all after it are taken back; 0: none."""
    line = course(entries).line
    at = line.index(first)
    return line[at - 1] if at else 0


def _uncorrected(back: Sequence[Line]) -> list[dict[str, Any]]:
    """What changes back where one correction alone, of what lies open, is undone."""
    if len(back) != 1 or back[0].kind != "set" or back[0].hidden:
        return []
    return [
        change | {"before": change["after"], "after": change["before"]}
        for change in back[0].data["changes"]
    ]


class Turning:
    """Back to any line of the log, and forth again until something new happens."""

    def __init__(self, core: Core, book: Book, moving: Moving, renewing: Renewing) -> None:
        self.core, self.book, self.moving, self.renewing = core, book, moving, renewing

    async def undo(
        self,
        game: int,
        by: int,
        steps: int = 1,
        *,
        line: int | None = None,
        anew: bool = False,
        why: str = "",
    ) -> Turned:
        """Take back so many lines of the log, or all after `line` (0: to the first moment).

        `anew`: cards that were shown are drawn anew. Raises Refused: nothing to undo, fewer to
        undo, no line; seen (who plays and has seen what comes would answer again knowing it).
        """
        async with self.core.lock(game), self.core.store.write() as db:
            row = await self.book.checked(db, game, by)
            lines = await self.book.lines(db, row)
            if line is not None and not 0 <= line <= len(lines):
                raise Refused("no line", line=line, last=len(lines))
            held = [found for found in lines if found.holds]
            if line is not None:
                back = [found for found in held if found.number > line]
                back = [found for found in back if not found.words] or back  # what is said is said
            elif held and steps > len(held):
                raise Refused("fewer to undo", have=len(held), wanted=steps)
            else:
                back = await self._to_a_choice(db, row, held, steps) if steps > 0 else []
            if not back:
                raise Refused("nothing to undo")
            if not anew and any(found.kind == RESOLVED for found in back):
                await self._knows_nothing(db, row, by)
            was = row.status
            state = await self._take_back(db, row, by, back, anew, why)
            state = await self._ended(db, row, by, was, state)
        await self._settled(row, state)
        return Turned(back, any(found.entry for found in back))

    async def _knows_nothing(self, db: Db, row: GameRow, by: int) -> None:
        """Whoever plays and has looked at the step at hand takes no resolve back to the same."""
        chair = settings_of(row.settings).chair
        plays = any(seat.person_id == by for seat in await games.seats(db, row.id))
        if plays and not chair.sighted and chair.sealed == row.step:
            raise Refused("seen")

    async def _to_a_choice(self, db: Db, row: GameRow, held: list[Line], wanted: int) -> list[Line]:
        """The last so many lines, and those before them till there is something to decide.

        A step in which nobody had a choice was resolved by itself: to land there is of no use. What
        resolved nothing is taken back alone, wherever the game stands, its end included.
        """
        rules, entries = self.core.rules(row), await self._entries(db, row)
        for start in range(len(held) - wanted, -1, -1):
            moves = [found.entry for found in held[start:] if found.entry]
            if not any(entries[n - 1].answers for n in moves):
                break
            state = await self._state_after(db, row, _landing(entries, min(moves)))
            if any(steps.decides(rules, state, seat) for seat in rules.owed(state)):
                return held[start:]
        return held[-wanted:]

    async def _take_back(
        self, db: Db, row: GameRow, by: int, back: list[Line], anew: bool, why: str
    ) -> Any:
        moves = [found.entry for found in back if found.entry]
        anew = anew and bool(moves)  # where no step is undone, no card is drawn
        entry, state, number, drafts = None, None, 0, False
        if moves:
            entries = await self._entries(db, row)
            entry, state = await self._undo_entry(db, row, by, entries, min(moves), anew, why)
            laid, asked = await self._laid(db, row, entries, min(moves), state)
            drafts = any(kept.draft != "[]" and kept.sent is None for kept in laid)
            await self.moving.move(db, row, entry, state, [], laid, asked)
            number = row.step
        await self._apply(db, row, back[::-1], BEFORE, bool(moves))
        await self._unspoken(db, row, back)
        patch = await self._hold_if_ready(db, row) if moves else {}
        ids = [found.deed for found in back if found.deed]
        deed = await self.book.write(
            db, row, by, "undo", why, entry=number, patch=patch,
            lines=[found.number for found in back], anew=anew,
        )  # fmt: skip
        await deeds.set_undone(db, ids, deed)
        await self.book.tell(db, row, "undo", why, lines=len(back), moved=bool(moves), anew=anew,
                             held=bool(patch), drafts=drafts,
                             changes=_uncorrected(back))  # fmt: skip
        await self._mark(db, row, moves, True)  # many messages may bear it: the news comes first
        return state

    async def _apply(
        self, db: Db, row: GameRow, lines: Sequence[Line], side: int, moved: bool
    ) -> None:
        """Bring what the lines changed to one side; the deadline at hand follows what it is set by.

        Where the game `moved`, the step is a new one: no instant of another step's is its deadline.
        """
        sighted = settings_of(row.settings).chair.sighted
        turns = [line.number for line in lines if STATUS in line.patch]
        for line in lines:
            out = {DUE, HELD} if moved else set()
            if turns and line.number != turns[-1]:
                out.add(STATUS)  # an end that lies between says nothing and shows nothing
            patch = {name: sides for name, sides in line.patch.items() if name not in out}
            if patch:
                await self.book.apply(db, row, patch, side)
            if row.status == "play" and any(name.startswith(CLOCK) for name in patch):
                await steps.reopen(db, row, self.core.clock.now())
        if settings_of(row.settings).chair.sighted != sighted:  # by whatever road: all must know
            await self.book.tell(db, row, "blind" if sighted else "sight")

    async def _unspoken(self, db: Db, row: GameRow, back: Sequence[Line]) -> None:
        """Words around a post that holds no more are due again, unless they are undone too."""
        posts = [found for found in back if found.entry and found.kind == RESOLVED]
        if not posts:
            return
        body = (await outbox.posts(db, row.id)).get(posts[0].entry, "")
        said = msgspec.json.decode(body, type=Frozen) if body else None
        for name in ("before", "after") if said else ():
            path = f"settings.chair.{name}"
            undone = any(path in line.patch for line in back if line.number < posts[0].number)
            if getattr(said, name) and not undone:
                await self.book.apply(db, row, {path: ("", getattr(said, name))}, AFTER)

    async def _spoken(self, db: Db, row: GameRow, forth: Sequence[Line]) -> None:
        """Words that stand around a post that holds again are not said a second time."""
        for name in ("before", "after"):
            path = f"settings.chair.{name}"
            written = max((line.number for line in forth if path in line.patch), default=0)
            if any(line.number > written for line in forth if line.kind == RESOLVED):
                await self.book.apply(db, row, {path: ("", "")}, AFTER)

    async def _mark(self, db: Db, row: GameRow, moves: list[int], on: bool) -> None:
        """Mark what was told at these steps."""
        if moves:
            await mark(db, row, await deeds.said(db, row.id, moves), on)

    async def _hold_if_ready(self, db: Db, row: GameRow) -> Patch:
        """A table that would go on at once after an undo waits for the master."""
        moment = await self.moving.resolving.moment(db, row.id)
        if moment is None or moment.waits_for_master or not moment.all_ready():
            return {}
        patch: Patch = {"settings.chair.held": (False, True)}
        await self.book.apply(db, row, patch, AFTER)
        return patch

    async def _entries(self, db: Db, row: GameRow) -> list[Entry]:
        return [msgspec.json.decode(text, type=Entry) for text in await logs.entries(db, row.id)]

    async def _state_after(self, db: Db, row: GameRow, number: int) -> Any:
        """The state after an entry: steps and entries go together."""
        data = await logs.snapshot(db, row.id, number)
        if data is None:
            raise Refused("no snapshot", entry=number)
        return self.core.rules(row).decode(data)

    async def _undo_entry(
        self, db: Db, row: GameRow, by: int, entries: list[Entry], first: int, anew: bool, why: str
    ) -> tuple[Entry, Any]:
        """The undo that takes back an entry and all after it, and the state it comes to."""
        rules, now, to = self.core.rules(row), course(entries), _landing(entries, first)
        state = await self._state_after(db, row, to)
        number = 0
        if anew:
            if not isinstance(rules, Changeable):
                raise Refused("no hand")
            number = now.anew + 1
            state = draw_anew(rules, state, number)
        undo = Undo(to, number, why, by)
        return Entry(row.step, undo=undo, hash=fingerprint(rules, state)), state

    async def _laid(
        self, db: Db, row: GameRow, entries: list[Entry], first: int, state: Any
    ) -> tuple[list[AnswerRow], list[int] | None]:
        """Answers given since come back as drafts; who is asked anew (None: all who owe).

        If nothing was resolved since, what lies on the desks stays there as far as it fits.
        """
        rules = self.core.rules(row)
        line = course(entries).line
        since = [n for n in line[line.index(first) :] if entries[n - 1].answers]
        if since:
            before = await self._state_after(db, row, since[0] - 1)
            given = self.moving.given_in(rules, before, entries[since[0] - 1])
            return self.moving.drafted(rules, state, given), None
        before = await self.core.state(db, row)
        laid = self.moving.carried(rules, before, state, await answers.of_game(db, row.id))
        asked = rules.asked_anew(before, state) if isinstance(rules, Changeable) else None
        return laid, asked

    async def redo(self, game: int, by: int, why: str = "") -> Turned:
        """Take the last undo back (raises Refused: nothing to redo)."""
        async with self.core.lock(game), self.core.store.write() as db:
            row = await self.book.checked(db, game, by)
            lines = await self.book.lines(db, row)
            undone = redoable(lines)
            if undone is None:
                raise Refused("nothing to redo")
            forth = [found for found in lines if found.number in undone.data["lines"]]
            was = row.status
            state = await self._bring_back(db, row, by, undone, forth, why)
            state = await self._ended(db, row, by, was, state)
        await self._settled(row, state)
        return Turned(forth, bool(undone.entry))

    async def _bring_back(
        self, db: Db, row: GameRow, by: int, undone: Line, forth: list[Line], why: str
    ) -> Any:
        state, number = None, 0
        if undone.entry:
            rules, now = self.core.rules(row), course(await self._entries(db, row))
            after = now.undone[-1]
            state = await self._state_after(db, row, after[-1] if after else 0)
            entry = Entry(row.step, redo=Redo(why, by), hash=fingerprint(rules, state))
            laid, asked = await self._again(db, row, rules, state, forth)
            await self.moving.move(db, row, entry, state, [], laid, asked)
            if settings_of(row.settings).chair.sealed == undone.entry - 1:
                await self.moving.seal(db, row)  # what was seen before the undo comes again
            number = row.step
        if undone.patch:
            await self.book.apply(db, row, undone.patch, BEFORE)
        await self._apply(db, row, forth, AFTER, bool(undone.entry))
        await self._spoken(db, row, forth)
        await self.book.write(db, row, by, "redo", why, entry=number,
                                     lines=[found.number for found in forth])  # fmt: skip
        await deeds.set_undone(db, [found.deed for found in forth if found.deed], 0)
        moves = [found.entry for found in forth if found.entry]
        await self.book.tell(db, row, "redo", why, lines=len(forth))
        await self._mark(db, row, moves, False)
        return state

    async def _again(
        self, db: Db, row: GameRow, rules: Any, state: Any, forth: list[Line]
    ) -> tuple[list[AnswerRow], list[int] | None]:
        """What lies on the desks after a redo: what was written since, as far as it fits there."""
        now = await answers.of_game(db, row.id)
        if any(line.kind == "answers" for line in forth):
            given = {kept.seat: tokens_of(kept.draft) for kept in now if kept.draft != "[]"}
            return self.moving.drafted(rules, state, given), None
        before = await self.core.state(db, row)
        laid = self.moving.carried(rules, before, state, now)
        return laid, rules.asked_anew(before, state) if isinstance(rules, Changeable) else None

    async def _ended(self, db: Db, row: GameRow, by: int, was: str, state: Any) -> Any:
        """What follows where the game came to its end or back from it; its state if it moved."""
        if not row.setup:
            return state
        if row.status == "over" and was == "play":
            await self.moving.resolving.say_end(db, row, await games.seats(db, row.id))
        return await self.renewing.renew(db, row, by, state)

    async def _settled(self, row: GameRow, state: Any) -> None:
        """All is written; where only settings turned, the table may have become due by it."""
        if state is not None:
            self.core.keep(row.id, row.version, state)
        self.core.changed()
        if state is None:
            async with self.core.lock(row.id):
                await self.moving.resolving.go_on(row.id)
