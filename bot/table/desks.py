"""A seat's desk: reading it, writing on it, saying ready."""

from collections.abc import Sequence
from typing import Any

from bot.store import answers
from bot.store.db import dumps
from bot.store.rows import AnswerRow, GameRow, SeatRow
from bot.table import telling
from bot.table.core import Core, settings_of
from bot.table.records import Desk, Refused, Stale
from bot.table.resolving import Resolving, tokens_of
from rules.kernel.question import replay


def mode_of(tokens: Sequence[str], sent: Sequence[str] | None) -> str:
    """What a seat has: empty, draft, sent, or editing when the draft is not what was sent."""
    if sent is None:
        return "draft" if tokens else "empty"
    return "sent" if tuple(tokens) == tuple(sent) else "editing"


class Desks:
    """Answers being written."""

    def __init__(self, core: Core, resolving: Resolving) -> None:
        self.core = core
        self.resolving = resolving

    async def desk(self, game: int, seat: int) -> Desk:
        """What the seat sees, owes and has written (raises Refused)."""
        return (await self._read(game, seat))[0]

    async def _read(self, game: int, seat: int) -> tuple[Desk, GameRow, AnswerRow | None]:
        async with self.core.store.glance() as db:
            found = await answers.desk(db, game, seat)
            if found is None:
                await self.core.row(db, game, "play")
                raise Refused("no seat", seat=seat)
            row, holder, answer = found
            state = await self.core.state(db, row)
        view = self.core.rules(row).view(state, seat)
        return self._desk(row, holder, answer, view), row, answer

    def _desk(self, row: GameRow, holder: SeatRow, answer: AnswerRow | None, view: Any) -> Desk:
        owes = answer is not None and row.status == "play"
        tokens = tokens_of(answer.draft) if answer else ()
        sent = tokens_of(answer.sent) if answer and answer.sent is not None else None
        return Desk(
            game=row.id,
            seat=holder.seat,
            step=row.step,
            revision=answer.revision if answer else 0,
            view=view,
            question=self.core.rules(row).question(view) if owes else None,
            tokens=tokens,
            sent=sent,
            ready=answer.ready if answer else True,
            mode=mode_of(tokens, sent),
            standin=holder.standin,
            person=holder.person_id,
        )

    async def _at(
        self, game: int, seat: int, step: int, *, waiting: bool = False
    ) -> tuple[Desk, GameRow, AnswerRow]:
        """The desk with the question of that step (raises Stale, Refused).

        `waiting`: what was sent is only to be called ready, which a seal doesn't hinder.
        """
        desk, row, answer = await self._read(game, seat)
        if row.status != "play":
            raise Refused("not playing", status=row.status)
        if desk.step != step or answer is None or desk.question is None:
            raise Stale("step", desk)
        if desk.standin:
            raise Refused("held", standin=desk.standin)
        chair = settings_of(row.settings).chair
        if chair.locked:
            raise Refused("locked")
        sealed = chair.sealed == row.step and self.core.is_master(row, desk.person or 0)
        if sealed and not (waiting and desk.mode == "sent"):
            raise Refused("sealed")
        return desk, row, answer

    async def put(
        self, game: int, seat: int, step: int, revision: int, tokens: Sequence[str]
    ) -> Desk:
        """Replace the draft; a complete one is sent at once, and any edit clears ready.

        Raises Stale when the step is over or somebody wrote meanwhile, Illegal when a token can't
        be chosen, Refused.
        """
        async with self.core.lock(game):
            desk, row, answer = await self._at(game, seat, step)
            tokens = tuple(tokens)
            if revision != desk.revision and tokens != desk.tokens:
                raise Stale("revision", desk)
            assert desk.question is not None
            walk = replay(desk.question, tokens)
            sent = tokens if walk.complete else desk.sent
            if (tokens, sent) == (desk.tokens, desk.sent):
                return desk
            written = await self._write(desk, row, answer, tokens, sent, ready=False)
            if desk.sent is None and sent is not None:
                await self.resolving.go_on(game)  # a step may have waited for just this
            return written

    async def ready(self, game: int, seat: int, step: int, on: bool = True) -> Desk:
        """Say that the step need not wait for this seat, or take it back (`on` false).

        Raises Refused, `incomplete` when nothing complete is on the desk; Stale. The desk that
        comes back is the step's own even when everybody was ready and the game went on.
        """
        async with self.core.lock(game):
            desk, row, answer = await self._at(game, seat, step, waiting=on)
            if desk.ready == on:
                return desk
            assert desk.question is not None
            if on and desk.mode != "sent" and not replay(desk.question, desk.tokens).complete:
                raise Refused("incomplete", mode=desk.mode)
            sent = desk.tokens if on else desk.sent
            desk = await self._write(desk, row, answer, desk.tokens, sent, ready=on)
            await self.resolving.go_on(game)
            return desk

    async def _write(
        self,
        desk: Desk,
        row: GameRow,
        answer: AnswerRow,
        tokens: tuple[str, ...],
        sent: tuple[str, ...] | None,
        ready: bool,
    ) -> Desk:
        async with self.core.store.write() as db:
            text = None if sent is None else dumps(sent)
            if not await answers.write(db, row.id, answer, dumps(tokens), text, ready):
                raise Stale("revision", (await self._read(row.id, desk.seat))[0])
            news = (sent is None, ready) != (desk.sent is None, desk.ready)
            if news:
                await telling.status(db, row)
        if news:
            self.core.changed()
        answer.draft, answer.sent, answer.ready = dumps(tokens), text, ready
        return Desk(
            game=desk.game,
            seat=desk.seat,
            step=desk.step,
            revision=desk.revision + (tokens != desk.tokens),
            view=desk.view,
            question=desk.question,
            tokens=tokens,
            sent=sent,
            ready=ready,
            mode=mode_of(tokens, sent),
            standin=desk.standin,
            person=desk.person,
        )
