"""Going on: everybody's answers become one log entry, one snapshot and what is to be said.

The new state is worked out first; one transaction then commits it if nobody moved the game or
touched an answer meanwhile. So a step resolves once, whatever fires together.
"""

from typing import Any

import msgspec

from bot.store import answers, deadlines, deeds, games, logs, outbox, times
from bot.store.db import Db, dumps
from bot.store.rows import AnswerRow, GameRow, SeatRow
from bot.store.times import AttendanceRow, StepTimeRow
from bot.table import dice, telling
from bot.table.core import Core, settings_of
from bot.table.records import Settings
from bot.table.time import absence, steps
from bot.table.time.steps import due_at
from rules import RULES_VERSION
from rules.kernel.facts import Fact
from rules.kernel.game import Advance, Game, advance, ask
from rules.kernel.log import Entry, fingerprint
from rules.kernel.question import Tokens, write
from rules.kernel.stream import Stream


class Moment(msgspec.Struct):
    """A game as it was read: what a resolve is worked out from and compared with."""

    row: GameRow
    seats: list[SeatRow]
    answers: list[AnswerRow]
    state: Any
    paused: bool
    time: StepTimeRow | None = None
    attendance: dict[int, AttendanceRow] = {}
    seed: str = ""

    @property
    def settings(self) -> Settings:
        """The game's settings."""
        return settings_of(self.row.settings)

    def seat(self, seat: int) -> SeatRow:
        """One seat."""
        return self.seats[seat - 1]

    @property
    def waits_for_master(self) -> bool:
        """Whether nothing but the master's word takes the game on."""
        chair = self.settings.chair
        return chair.paused or chair.held or chair.mode == "master"

    def all_ready(self) -> bool:
        """Whether nothing more has to be waited for.

        A game whose seats are all held by stand-ins waits for the master or the deadline, unless
        it was set to go on alone: else it would run to its end at one stroke.
        """
        if not self.settings.alone and all(seat.standin for seat in self.seats):
            return False
        return all(row.ready or self.seat(row.seat).standin for row in self.answers)


def tokens_of(text: str) -> Tokens:
    """Stored tokens."""
    return tuple(msgspec.json.decode(text, type=list[str]))


def laid_out(game: Game[Any], state: Any) -> list[AnswerRow]:
    """Empty answers for all who owe one; where nothing is to decide, it is given and ready."""
    found = []
    for seat in game.owed(state):
        question = ask(game, state, seat)
        if question is None:
            continue
        walk = question.walk()
        nothing = walk.complete and not walk.options()
        found.append(AnswerRow(seat, 0, 0, "[]", "[]" if nothing else None, nothing))
    return found


class Resolving:
    """Takes games from step to step."""

    def __init__(self, core: Core) -> None:
        self.core = core

    async def go_on(self, game: int, must: int | None = None, hand: bool = False) -> bool:
        """Resolve the step at hand if it can be, and all that follow so; `must`: a step's number.

        That step is resolved whoever is missing, unless it is over by now or waits for its master;
        `hand` is the master's own word. The caller holds the game's lock. Returns whether anything
        was resolved.
        """
        done = False
        while await self._step(game, must, hand):
            done = True
        return done

    async def _step(self, game: int, must: int | None, hand: bool) -> bool:
        async with self.core.store.read() as db:
            moment = await self.moment(db, game)
        if moment is None or moment.paused:
            return False
        forced = moment.row.step == must
        if moment.waits_for_master and not (forced and hand):
            if (forced or moment.all_ready()) and not moment.settings.chair.paused:
                await self._call_master(moment, forced)
            return False
        rules = self.core.rules(moment.row)
        if not forced and not self._may_go(moment, rules):
            return False
        used, missed, came = self.work_out(moment)
        entry = Entry(
            step=moment.row.step,
            answers={seat: write(tokens) for seat, tokens in sorted(used.items())},
            missed=missed,
            held=tuple(seat.seat for seat in moment.seats if seat.standin),
            hash=fingerprint(rules, came.state),
        )
        async with self.core.store.write() as db:
            if not await self._commit(db, moment, rules, entry, came):
                return False
        self.core.keep(game, moment.row.version + 1, came.state)
        self.core.changed()
        return True

    async def _call_master(self, moment: Moment, passed: bool) -> None:
        """Tell the master, once a step, that it is his turn; a deadline that passed is over."""
        row = moment.row
        async with self.core.store.write() as db:
            if passed:
                await deadlines.arm(db, row.id, "step", None)
            if row.master_id > 0:
                known = await games.person(db, row.master_id)
                await telling.once(db, row, telling.MASTER_TURN, row.master_id,
                                   known.language if known else "")  # fmt: skip
        self.core.changed()

    def work_out(self, moment: Moment) -> tuple[dict[int, Tokens], tuple[int, ...], Advance[Any]]:
        """The answers a resolve would use now, the seats that are missing, and what comes of it."""
        rules = self.core.rules(moment.row)
        used, missed = self._answers(moment, rules)
        return used, missed, advance(rules, moment.state, used)

    async def moment(self, db: Db, game: int) -> Moment | None:
        """A game being played as it is now; None when it is not."""
        row = await games.game(db, game)
        if row is None or row.status != "play":
            return None
        return Moment(
            row,
            await games.seats(db, game),
            await answers.of_game(db, game),
            await self.core.state(db, row),
            await games.paused(db, row.chat_id),
            await times.step(db, game),
            await times.attendance(db, game),
            (await dice.every(db, row))[-1][1].seed,
        )

    def following(self, moment: Moment, state: Any) -> Moment | None:
        """The step that would follow by itself on one that came to this state, if one would."""
        rules, settings = self.core.rules(moment.row), moment.settings
        chair = msgspec.structs.replace(settings.chair, before="", after="")
        step, owed = moment.row.step + 1, laid_out(rules, state)
        row = msgspec.structs.replace(
            moment.row, step=step, version=moment.row.version + 1,
            settings=dumps(msgspec.structs.replace(settings, chair=chair)),
        )  # fmt: skip
        time = StepTimeRow(row.id, step, steps.kind_of(rules, state), self.core.clock.now())
        after = msgspec.structs.replace(moment, row=row, answers=owed, state=state, time=time)
        if rules.over(state) or moment.paused or after.waits_for_master:
            return None
        return after if self._may_go(after, rules) else None

    def _may_go(self, moment: Moment, rules: Game[Any]) -> bool:
        """Whether a step goes on before its deadline, or after one at which it was to wait."""
        if moment.time is not None and moment.time.waiting:
            return not absence.missing_seats(moment.seats, moment.answers)
        if not moment.all_ready():
            return False
        pace = steps.pace_of(moment.settings, moment.time.kind if moment.time else "")
        if pace.early and moment.settings.chair.mode != "deadline":
            return True
        held = {seat.seat for seat in moment.seats if seat.standin}
        return all(a.seat in held for a in self._deciding(moment, rules))

    def _deciding(self, moment: Moment, rules: Game[Any]) -> list[AnswerRow]:
        """The answers in which there is anything to decide."""
        return [
            row for row in moment.answers
            if row.draft != "[]" or row.sent != "[]"
            or steps.decides(rules, moment.state, row.seat)
        ]  # fmt: skip

    def _answers(
        self, moment: Moment, rules: Game[Any]
    ) -> tuple[dict[int, Tokens], tuple[int, ...]]:
        """What is used for each seat that owes, and the seats that were missing."""
        used: dict[int, Tokens] = {}
        missed = []
        for row in moment.answers:
            if row.sent is not None:
                used[row.seat] = tokens_of(row.sent)
                continue
            held = moment.seat(row.seat).standin
            if not held:
                missed.append(row.seat)
            used[row.seat] = self._absent(moment, rules, row, held)
        return used, tuple(missed)

    def _absent(self, moment: Moment, rules: Game[Any], row: AnswerRow, held: str) -> Tokens:
        """The answer of a seat that has sent none: its holder's, or by the absence rule."""
        if not held and moment.settings.times.absence == "last":
            known = moment.attendance.get(row.seat, AttendanceRow(row.seat))
            last = msgspec.json.decode(known.last, type=dict[str, str])
            kind = moment.time.kind if moment.time else ""
            found = absence.repeated(rules, moment.state, row.seat, last.get(kind, ""))
            if found is not None:
                return found
        return self._stand_in(moment, rules, row, held)

    def _stand_in(self, moment: Moment, rules: Game[Any], row: AnswerRow, kind: str) -> Tokens:
        """A stand-in's answer, going on from the draft."""
        view = rules.view(moment.state, row.seat)
        question = rules.question(view)
        assert question is not None
        standin = self.core.standins[self.core.standin(moment.settings, kind)]
        stream = Stream(moment.seed, f"stand-in {row.seat} step {row.step}")
        return standin.answer(view, question, stream, tokens_of(row.draft))

    async def _commit(
        self, db: Db, moment: Moment, rules: Game[Any], entry: Entry, came: Advance[Any]
    ) -> bool:
        """The one transaction of a resolve; false if the game is not as it was read."""
        row, step = moment.row, moment.row.step + 1
        over = rules.over(came.state)
        if await answers.of_game(db, row.id) != moment.answers:
            return False
        if not await games.advance(db, row.id, row.version, "over" if over else "play"):
            return False
        now = self.core.clock.now()
        await logs.add_entry(db, row.id, entry.step, now, msgspec.json.encode(entry))
        deciding = {answer.seat for answer in self._deciding(moment, rules)}
        kind = moment.time.kind if moment.time else ""
        absent = await steps.attended(db, row, kind, entry, moment.answers, deciding, now)
        await absence.tell_master(db, row, absent)
        await outbox.drop_questions(db, row.id, step)
        await self.lay_step(db, row, step, came.state, came.facts, moment.seats, entry.missed)
        await self._words_spoken(db, row)
        if over:
            await self._end(db, row, moment.seats)
        return True

    async def lay_step(
        self,
        db: Db,
        row: GameRow,
        step: int,
        state: Any,
        facts: list[Fact],
        seats: list[SeatRow],
        missed: tuple[int, ...] = (),
    ) -> None:
        """Write all that a new step consists of: snapshot, questions, things to say, deadline."""
        rules = self.core.rules(row)
        await logs.add_snapshot(db, row.id, step, RULES_VERSION, rules.encode(state))
        await answers.lay(db, row.id, step, laid_out(rules, state))
        now, kind = self.core.clock.now(), steps.kind_of(rules, state)
        heard = None if rules.over(state) else seats
        await steps.open_step(db, row, step, kind, now, heard)
        await outbox.put(db, telling.advance(rules, row, step, state, facts, seats, missed))
        await telling.status(db, row)

    async def _words_spoken(self, db: Db, row: GameRow) -> None:
        """The master's words around a post are said once."""
        settings = settings_of(row.settings)
        chair = settings.chair
        if chair.before or chair.after:
            chair = msgspec.structs.replace(chair, before="", after="")
            row.settings = dumps(msgspec.structs.replace(settings, chair=chair))
            await games.set_settings(db, row.id, row.settings)

    async def _end(self, db: Db, row: GameRow, seats: list[SeatRow]) -> None:
        """The game is over: the dice may be checked now."""
        await deadlines.clear(db, row.id)
        await self.say_end(db, row, seats)

    async def say_end(self, db: Db, row: GameRow, seats: list[SeatRow]) -> None:
        """What is said at the end: the master's epilogue, and how the dice came about."""
        epilogue = settings_of(row.settings).chair.epilogue
        if epilogue:
            await telling.notice(db, row, "epilogue", text=epilogue)
        hidden = [msgspec.json.decode(deed.data) | {"kind": deed.kind}
                  for deed in await deeds.of_game(db, row.id)
                  if deed.hidden and not deed.undone and deed.kind in ("set", "write")]  # fmt: skip
        if hidden:
            await telling.notice(db, row, "hidden deeds", deeds=hidden)
        if not dice.given(row):
            first = dice.made(row.secret, seats)
            later = [msgspec.to_builtins(new) for new in await dice.later(db, row)]
            await telling.notice(db, row, "proof", secret=first.secret, hash=first.hash,
                                 nonces=[seat.nonce for seat in seats], seed=first.seed,
                                 later=later)  # fmt: skip


__all__ = ["Moment", "Resolving", "due_at", "laid_out", "tokens_of"]
