"""What a table decides for itself: anybody proposes a pause or an extension, and all vote."""

from datetime import timedelta

import msgspec

from bot.store import deadlines, games, leaves, outbox, times
from bot.store.db import Db
from bot.store.leaves import VoteRow
from bot.store.outbox import Draft
from bot.store.rows import GameRow, SeatRow
from bot.store.times import TimerRow
from bot.table import telling
from bot.table.core import Core, settings_of
from bot.table.records import Refused
from bot.table.resolving import Resolving
from bot.table.time.absence import language_of
from bot.table.time.pauses import MONTH, Pauses
from bot.table.time.vacation import Vacation

OPEN_FOR = timedelta(hours=24)
"""So long a table may think about a proposal."""

KINDS = ("pause", "resume", "extend", "slow")

LONGEST = 365 * 86400
"""Seconds of the longest pause or extension."""


class Ballot(msgspec.Struct, frozen=True):
    """A proposal as anybody may see it; `voters` is how many may vote."""

    id: int
    game: int
    kind: str
    amount: int
    by: int
    state: str
    yes: int
    no: int
    voters: int


class Votes:
    """Proposals: more than half of the persons at the table decide."""

    def __init__(
        self, core: Core, pauses: Pauses, vacation: Vacation, resolving: Resolving
    ) -> None:
        self.core, self.pauses, self.vacation = core, pauses, vacation
        self.resolving = resolving

    async def propose(self, game: int, by: int, kind: str, amount: int = 0) -> Ballot:
        """Propose a pause (so many seconds, 0: open), going on, an extension, slowing down.

        The proposer has voted for it; one proposal of a kind at a time. Raises Refused: not
        joined, no deadline, already (paused or not), bad period.
        """
        if kind not in KINDS or not 0 <= amount <= LONGEST:
            raise Refused("bad period")
        async with self.core.lock(game):
            async with self.core.store.write() as db:
                row = await self.core.row(db, game, "play")
                voter = voter_of(await games.seats(db, game), by)
                await self._check(db, row, kind, amount)
                vote = await leaves.open_vote(db, game, kind)
                if vote is None or (kind == "slow" and vote.amount != amount):
                    closes = self.core.clock.now() + OPEN_FOR
                    vote = VoteRow(0, game, kind, amount, by, closes, "open")
                    vote.id = await leaves.add_vote(db, vote)
                    await times.set_timer(db, TimerRow(game, "vote", vote.id, "", closes))
                ballot = await self._cast(db, row, vote, voter, True)
            self.core.changed()
            await self.resolving.go_on(game)
        return ballot

    async def _check(self, db: Db, row: GameRow, kind: str, amount: int) -> None:
        paused = settings_of(row.settings).chair.paused
        due = {d.kind: d.at for d in await deadlines.of_game(db, row.id)}.get("step")
        if kind == "resume" and not paused:
            raise Refused("not paused")
        if kind in ("pause", "extend") and paused:
            raise Refused("stopped")
        if kind == "extend" and due is None:
            raise Refused("no deadline")
        if kind == "extend" and not amount:
            raise Refused("bad period")

    async def vote(self, vote_id: int, by: int, yes: bool) -> Ballot:
        """Vote, or vote anew (raises Refused: not joined, settled)."""
        async with self.core.store.glance() as db:
            found = await leaves.vote(db, vote_id)
        if found is None:
            raise Refused("settled")
        async with self.core.lock(found.game_id):
            async with self.core.store.write() as db:
                row = await self.core.row(db, found.game_id, "play")
                voter = voter_of(await games.seats(db, found.game_id), by)
                vote = await leaves.vote(db, vote_id)
                if vote is None or vote.state != "open":
                    raise Refused("settled")
                ballot = await self._cast(db, row, vote, voter, yes)
            self.core.changed()
            await self.resolving.go_on(found.game_id)
        return ballot

    async def _cast(self, db: Db, row: GameRow, vote: VoteRow, voter: int, yes: bool) -> Ballot:
        await leaves.cast(db, vote.id, voter, yes)
        count = await self._count(db, vote)
        if count.yes * 2 > count.voters:
            await self._pass(db, row, vote)
        elif count.no * 2 >= count.voters:
            await leaves.close_vote(db, vote.id, "failed")
        await self._show(db, row, vote)
        return await self._count(db, vote)

    async def _count(self, db: Db, vote: VoteRow) -> Ballot:
        seats = await games.seats(db, vote.game_id)
        may = {seat.person_id for seat in seats if seat.person_id is not None}
        cast = {who: yes for who, yes in (await leaves.ballots(db, vote.id)).items() if who in may}
        now = await leaves.vote(db, vote.id)
        return Ballot(vote.id, vote.game_id, vote.kind, vote.amount, vote.by_id,
                      now.state if now else "void", sum(cast.values()),
                      len(cast) - sum(cast.values()), len(may))  # fmt: skip

    async def _show(self, db: Db, row: GameRow, vote: VoteRow) -> None:
        """The proposal's post, edited in place; what it shows is read when it goes out."""
        language = settings_of(row.settings).language
        draft = Draft(row.id, 0, "vote", str(vote.id), None, vote.id, language)
        await outbox.put_anew(db, draft)

    async def _pass(self, db: Db, row: GameRow, vote: VoteRow) -> None:
        """The table agrees; what would last more than a month is the master's to allow."""
        long = vote.kind == "pause" and timedelta(seconds=vote.amount) > MONTH
        asks = long and row.master_id > 0
        if not await leaves.close_vote(db, vote.id, "master" if asks else "passed"):
            return
        await times.drop_timers(db, row.id, "vote", vote.id)
        if asks:
            language = await language_of(db, row.master_id)
            await telling.notice(db, row, "pause asked", row.master_id, language,
                                 vote=vote.id, days=vote.amount // 86400)  # fmt: skip
        else:
            await self._do(db, row, vote)

    async def _do(self, db: Db, row: GameRow, vote: VoteRow) -> None:
        now, span = self.core.clock.now(), timedelta(seconds=vote.amount)
        match vote.kind:
            case "pause":
                await self.pauses.stop(db, row, 0, now + span if vote.amount else None)
            case "resume":
                await self.pauses.go(db, row, 0)
            case "extend":
                due = {d.kind: d.at for d in await deadlines.of_game(db, row.id)}.get("step")
                if due is not None:
                    await deadlines.arm(db, row.id, "step", due + span)
                    await telling.notice(db, row, "agreed", at=(due + span).isoformat())
                    await telling.status(db, row)
            case "slow":
                await self.vacation.slow(db, row, vote.amount)

    async def allow(self, vote_id: int, by: int, yes: bool) -> Ballot:
        """The master allows a long pause that the table wants, or does not (raises Refused)."""
        async with self.core.store.write() as db:
            vote = await leaves.vote(db, vote_id)
            if vote is None or vote.state != "master":
                raise Refused("settled")
            row = await self.core.row(db, vote.game_id, "play")
            self.core.check_master(row, by)
            await leaves.close_vote(db, vote_id, "passed" if yes else "failed", "master")
            if yes:
                await self._do(db, row, vote)
            await self._show(db, row, vote)
            ballot = await self._count(db, vote)
        self.core.changed()
        return ballot

    async def see(self, vote_id: int) -> Ballot | None:
        """A proposal as it stands."""
        async with self.core.store.read() as db:
            vote = await leaves.vote(db, vote_id)
            return None if vote is None else await self._count(db, vote)

    async def fire(self, timer: TimerRow) -> bool:
        """Time is up: what has no majority by now has none."""
        async with self.core.store.write() as db:
            if not await times.take_timer(db, timer):
                return False
            row, vote = await games.game(db, timer.game_id), await leaves.vote(db, timer.ref)
            if (
                row is not None
                and vote is not None
                and await leaves.close_vote(db, vote.id, "failed")
            ):
                await self._show(db, row, vote)
        return True


def voter_of(seats: list[SeatRow], person: int) -> int:
    """For whom somebody votes: himself, or the person he is the deputy of (raises Refused)."""
    for seat in seats:
        if seat.person_id is not None and person in (seat.person_id, seat.deputy_id):
            return seat.person_id
    raise Refused("not joined")
