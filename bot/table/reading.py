"""Reading: games as anybody may see them, views, and the export."""

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec

from bot.store import answers, deadlines, games, leaves, logs, outbox, times
from bot.store.db import Db
from bot.store.rows import AnswerRow, GameRow, SeatRow
from bot.table.core import Core, settings_of, setup_of
from bot.table.dice import every, proof_of
from bot.table.lobby import room
from bot.table.records import GameInfo, MemberInfo, Refused, SeatInfo
from bot.table.telling import Frozen
from bot.table.time.steps import BETWEEN
from rules import RULES_VERSION
from rules.kernel.facts import Fact
from rules.kernel.game import Game
from rules.kernel.history import course
from rules.kernel.log import Entry, Record, fingerprint

ENDED = ("over", "cancelled", "expired")


def _seat_info(seat: SeatRow, answer: AnswerRow | None, away: str) -> SeatInfo:
    return SeatInfo(
        seat=seat.seat,
        person_id=seat.person_id,
        name=seat.name,
        standin=seat.standin,
        owes=answer is not None,
        sent=answer is not None and answer.sent is not None,
        ready=answer is None or answer.ready or bool(seat.standin),
        reachable=seat.reachable,
        gender=seat.gender,
        deputy_id=seat.deputy_id,
        away=away,
    )


def _told(rules: Game[Any], bodies: Sequence[str]) -> list[tuple[Any, list[Fact]]]:
    """The frozen bodies of posts as views and facts."""
    frozen = [msgspec.json.decode(body, type=Frozen) for body in bodies]
    return [(rules.decode_view(bytes(post.view)), post.facts) for post in frozen]


class Reading:
    """Says how things stand and changes nothing."""

    def __init__(self, core: Core) -> None:
        self.core = core

    async def info(self, game: int) -> GameInfo:
        """A game as anybody may see it (raises Refused)."""
        async with self.core.store.read() as db:
            return await self._info(db, await self.core.row(db, game))

    async def games_in(self, chat_id: int) -> list[GameInfo]:
        """All games of a chat, oldest first."""
        async with self.core.store.read() as db:
            return await self._infos(db, await games.in_chat(db, chat_id))

    async def games_of(self, person_id: int) -> list[GameInfo]:
        """All games where somebody has a seat or a place in the lobby, oldest first."""
        async with self.core.store.read() as db:
            return await self._infos(db, await games.of_person(db, person_id))

    async def find(self, chat_id: int, number: int) -> GameInfo | None:
        """The game of a chat that goes by this short number."""
        found = [info for info in await self.games_in(chat_id) if info.number == number]
        return found[0] if found else None

    async def _infos(self, db: Db, ids: Sequence[int]) -> list[GameInfo]:
        return [await self._info(db, row) for row in await games.games(db, list(ids))]

    async def _info(self, db: Db, row: GameRow) -> GameInfo:
        settings = settings_of(row.settings)
        owed = {a.seat: a for a in await answers.of_game(db, row.id)} if row.setup else {}
        if row.status != "play":
            owed = {}
        at = {d.kind: d.at for d in await deadlines.of_game(db, row.id)}
        members = await games.members(db, row.id)
        ended = row.status in ENDED
        away = {(a.seat, a.person_id): a.how for a in await leaves.away(db, row.id)}
        step, pause = await times.step(db, row.id), await leaves.pause(db, row.id)
        least, _ = self.core.rules(row).seats(settings.variant)
        dice = [found for _, found in await every(db, row)]
        return GameInfo(
            id=row.id,
            chat_id=row.chat_id,
            topic_id=row.topic_id,
            number=row.number,
            status=row.status,
            settings=settings,
            opener_id=row.opener_id,
            master_id=row.master_id,
            step=row.step,
            seats=[
                _seat_info(s, owed.get(s.seat), away.get((s.seat, s.person_id or 0), ""))
                for s in await games.seats(db, row.id)
            ],
            members=[
                MemberInfo(m.person_id, m.name, n >= room(settings), m.gender)
                for n, m in enumerate(members)
            ],
            deadline=at.get("step"),
            expires=at.get("lobby"),
            paused=await games.paused(db, row.chat_id),
            kind=step.kind.rpartition(BETWEEN)[2] if step else "",
            waiting=bool(step and step.waiting and row.status == "play"),
            until=pause.until if pause and settings.chair.paused else None,
            least=least,
            proof=dice[-1].hash,
            secret=dice[-1].secret if ended else "",
            seed=dice[-1].seed if ended else "",
            dice=dice if ended else [],
        )

    async def view(self, game: int, viewer: int | None = None) -> Any:
        """What this seat (None: the group) may see of the game now (raises Refused)."""
        async with self.core.store.glance() as db:
            row = await self.core.row(db, game)
            return self.core.rules(row).view(await self.core.state(db, row), viewer)

    async def state_hash(self, game: int) -> str:
        """The fingerprint of the state at hand: sixteen hex digits (raises Refused)."""
        async with self.core.store.glance() as db:
            row = await self.core.row(db, game)
            return fingerprint(self.core.rules(row), await self.core.state(db, row))

    async def history(self, game: int) -> list[tuple[Any, list[Fact]]]:
        """The group's view after each advance that holds, and what it was told (raises Refused).

        It is what the posts were made of: nothing is played again, so newer rules change nothing.
        """
        async with self.core.store.read() as db:
            row = await self.core.row(db, game)
            rules = self.core.rules(row)
            log = [msgspec.json.decode(e, type=Entry) for e in await logs.entries(db, game)]
            bodies = await outbox.posts(db, game)
        steps = (0, *course(log).line)
        return await asyncio.to_thread(_told, rules, [bodies[n] for n in steps if n in bodies])

    async def export(self, game: int, running: bool = False) -> Record:
        """The whole game as a record: anybody can replay it, and check its seed.

        A game that goes on is refused unless `running`: its seed would give everything away.
        """
        async with self.core.store.read() as db:
            row = await self.core.row(db, game)
            if not row.setup:
                raise Refused("not playing", status=row.status)
            if row.status == "play" and not running:
                raise Refused("going on")
            state = await self.core.state(db, row)
            entries = [msgspec.json.decode(e, type=Entry) for e in await logs.entries(db, game)]
            proof = proof_of(row, await games.seats(db, game))
        end = fingerprint(self.core.rules(row), state)
        return Record(RULES_VERSION, setup_of(row.setup), entries, end, proof)
