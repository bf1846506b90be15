"""Moving the game by the master's hand: one new step that holds another state than the rules gave.

Steps are never counted back: an undo is one more step, whose state is that of an earlier one. So
old buttons and old rows stay what they were, and can be told from the new ones.
"""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any

import msgspec

from bot.store import answers, deadlines, deeds, games, logs, outbox
from bot.store.db import Db, dumps
from bot.store.outbox import Draft
from bot.store.rows import AnswerRow, GameRow, SeatRow
from bot.table import telling
from bot.table.core import Core, settings_of
from bot.table.master.book import changed
from bot.table.records import Refused
from bot.table.resolving import Resolving, laid_out, tokens_of
from rules.kernel.facts import Fact
from rules.kernel.game import Game, ask
from rules.kernel.history import Entry
from rules.kernel.log import answers_of
from rules.kernel.notation import NotAnAnswer
from rules.kernel.question import Illegal, Question, Tokens


def fitting(question: Question, tokens: Iterable[str]) -> tuple[Tokens, bool]:
    """As much of an answer as can still be given, and whether it is whole."""
    walk = question.walk()
    whole = True
    for token in tokens:
        try:
            walk.take(token)
        except Illegal:
            whole = False
            break
    return tuple(walk.tokens), whole and walk.complete


class Moving:
    """The one way in which a deed of the master's moves a game."""

    def __init__(self, core: Core, resolving: Resolving) -> None:
        self.core, self.resolving = core, resolving

    async def move(
        self,
        db: Db,
        row: GameRow,
        entry: Entry,
        state: Any,
        facts: list[Fact],
        laid: list[AnswerRow],
        asked: Collection[int] | None = None,
    ) -> None:
        """Write an entry and the step it leads to; `row` follows.

        `laid` are the answers as they lie there; seats not `asked` (None: all are) keep their
        question message, which is drawn anew. Raises Refused when somebody was faster.
        """
        rules = self.core.rules(row)
        status = "over" if rules.over(state) else "play"
        clock = {d.kind: d.at for d in await deadlines.of_game(db, row.id)}
        if not await deeds.move(db, row.id, row.version, status):
            raise Refused("meanwhile")
        now = self.core.clock.now()
        await logs.add_entry(db, row.id, row.step, now, msgspec.json.encode(entry))
        row.step, row.version, row.status = row.step + 1, row.version + 1, status
        await outbox.drop_questions(db, row.id, row.step)
        seats = await games.seats(db, row.id)
        await self.resolving.lay_step(db, row, row.step, state, facts, seats)
        await answers.lay(db, row.id, row.step, laid)
        await self._still_sealed(db, row, entry, seats, laid)
        if asked is not None:
            await self._redraw(db, row, seats, {a.seat for a in laid} - set(asked))
            await self._no_sooner(db, row, clock.get("step"), bool(asked))
            if not asked:
                await telling.no_new_turn(db, row)

    async def _still_sealed(
        self, db: Db, row: GameRow, entry: Entry, seats: list[SeatRow], laid: list[AnswerRow]
    ) -> None:
        """Who has seen what comes has seen it at the new step, too, unless it asks him afresh."""
        settings = settings_of(row.settings)
        if settings.chair.sealed != row.step - 1:
            return
        sent = {answer.seat for answer in laid if answer.sent is not None}
        his = {seat.seat for seat in seats if self.core.is_master(row, seat.person_id or 0)}
        if entry.override is not None or entry.reseed is not None or sent & his:
            await self.seal(db, row)

    async def seal(self, db: Db, row: GameRow) -> None:
        """Who has seen what comes keeps his answer at the step at hand; `row` follows."""
        row.settings = dumps(changed(settings_of(row.settings), "chair.sealed", row.step))
        await games.set_settings(db, row.id, row.settings)

    async def _no_sooner(self, db: Db, row: GameRow, before: datetime | None, asked: bool) -> None:
        """Whoever is asked anew has a whole step, but nobody less time than there was."""
        now = {d.kind: d.at for d in await deadlines.of_game(db, row.id)}.get("step")
        if before is not None and (not asked or (now is not None and now < before)):
            await deadlines.arm(db, row.id, "step", before)

    async def _redraw(
        self, db: Db, row: GameRow, seats: list[SeatRow], same: Collection[int]
    ) -> None:
        """Questions that only change a little are drawn anew where they stand."""
        for seat in telling.heard(seats):
            if seat.seat in same:
                await outbox.drop_seat_questions(db, row.id, seat.seat, "redrawn")
                draft = Draft(row.id, row.step, "redraw", "", seat.person_id, seat.seat,
                              seat.language)  # fmt: skip
                await outbox.put(db, [draft])

    def carried(
        self, rules: Game[Any], before: Any, after: Any, rows: Iterable[AnswerRow]
    ) -> list[AnswerRow]:
        """Answers taken over to a changed state: what still fits counts, the rest are drafts.

        Ready stays with those for whom nothing they see has changed.
        """
        found = laid_out(rules, after)
        given = {row.seat: row for row in rows}
        for row in found:
            old, question = given.get(row.seat), ask(rules, after, row.seat)
            if old is None or question is None or row.ready:
                continue
            if old.sent is not None:
                tokens, whole = fitting(question, tokens_of(old.sent))
                row.draft, row.sent = dumps(tokens), dumps(tokens) if whole else None
                row.ready = old.ready and whole and _same_view(rules, before, after, row.seat)
            if old.draft not in ("[]", old.sent):
                row.draft = dumps(fitting(question, tokens_of(old.draft))[0])
        return found

    def drafted(
        self, rules: Game[Any], state: Any, given: Mapping[int, Iterable[str]]
    ) -> list[AnswerRow]:
        """Answers given earlier come back as drafts, as far as they fit."""
        found = laid_out(rules, state)
        for row in found:
            question = ask(rules, state, row.seat)
            if question is not None and row.seat in given and not row.ready:
                row.draft = dumps(fitting(question, given[row.seat])[0])
        return found

    def given_in(self, rules: Game[Any], state: Any, entry: Entry) -> dict[int, Tokens]:
        """What people themselves had answered in an entry; not what was answered for them."""
        left_out = {*entry.missed, *entry.held}
        try:
            read = answers_of(rules, state, entry.answers)
        except NotAnAnswer:
            return {}
        return {seat: tokens for seat, tokens in read.items() if seat not in left_out}


def _same_view(rules: Game[Any], before: Any, after: Any, seat: int) -> bool:
    old, new = (rules.encode_view(rules.view(state, seat)) for state in (before, after))
    return old == new
