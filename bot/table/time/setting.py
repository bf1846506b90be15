"""Setting the time of a game: paces, holidays, the zone, reminders, the rule for the silent."""

from datetime import datetime
from typing import Any

import msgspec

from bot.store import deadlines, games, times
from bot.store.db import Db
from bot.store.rows import GameRow
from bot.table import telling
from bot.table.core import Core, settings_of
from bot.table.master.book import Book, Patch
from bot.table.records import Refused
from bot.table.resolving import Resolving
from bot.table.time import schedule, steps
from bot.table.time.paces import MARKS, RULES, Pace, Skip

SHORTEST, LONGEST = 60, 60 * 86400
"""Seconds a step may take."""

MOST_SKIPS = 12
MOST = 9
"""Extensions, and missed answers in a row."""

CLOCK = frozenset({"pace", "steps", "zone", "skips"})
"""What moves the deadline at hand."""


def check(changes: dict[str, Any]) -> None:
    """Raise Refused for what time can't be set to."""
    paces = [*changes.get("steps", {}).values(), changes.get("pace")]
    for pace in (pace for pace in paces if pace is not None):
        if not pace.sound or (pace.kind == "period" and not SHORTEST <= pace.seconds <= LONGEST):
            raise Refused("bad period")
    if changes.get("zone", "UTC") not in schedule.zones():
        raise Refused("unknown zone", zone=changes["zone"])
    if not set(changes.get("marks", ())) <= {*MARKS, "quarter"}:
        raise Refused("bad period")
    if changes.get("absence", RULES[0]) not in RULES:
        raise Refused("bad rule", rule=changes["absence"])
    if not all(0 <= changes.get(name, 0) <= MOST for name in ("extensions", "patience")):
        raise Refused("bad number", most=MOST)


class Setting:
    """The master's hand on the clock."""

    def __init__(self, core: Core, book: Book, resolving: Resolving) -> None:
        self.core, self.book, self.resolving = core, book, resolving

    async def set(self, game: int, by: int, *, why: str = "", **changes: Any) -> datetime | None:
        """Change fields of the game's Times; the deadline at hand follows, and is returned.

        Raises Refused: not master, not playing, bad period, unknown zone, bad rule, bad number.
        """
        check(changes)
        async with self.core.lock(game):
            async with self.core.store.write() as db:
                row = await self.book.checked(db, game, by, "lobby", "play")
                at = await self._set(db, row, by, changes, why)
            self.core.changed()
            await self.resolving.go_on(game)
        return at

    async def _set(
        self, db: Db, row: GameRow, by: int, changes: dict[str, Any], why: str
    ) -> datetime | None:
        fields = {f"times__{name}": value for name, value in changes.items()}
        if "pace" in changes and changes["pace"] is not None:
            fields["deadline"] = changes["pace"].seconds or None
        patch = await self.book.set(db, row, by, "time", why, **fields)
        due = {d.kind: d.at for d in await deadlines.of_game(db, row.id)}.get("step")
        if not patch:
            return due
        if row.status == "lobby":
            await telling.lobby(db, row)
            return None
        if CLOCK & set(changes):
            due = await steps.reopen(db, row, self.core.clock.now())
        await times.touch(db, row.id)
        await telling.notice(db, row, "time set", why=why, fields=sorted(changes),
                             at=due.isoformat() if due else "")  # fmt: skip
        await telling.status(db, row)
        return due

    async def pace(
        self, game: int, by: int, pace: Pace | None, kind: str = "", zone: str | None = None,
        why: str = "",
    ) -> datetime | None:  # fmt: skip
        """How long a step may take; with `kind` only such steps, None: like all others.

        With `zone` the game's zone too, as one change. Raises Refused as `set` does.
        """
        also = {} if zone is None else {"zone": zone}
        if not kind:
            return await self.set(game, by, why=why, pace=pace or Pace(), **also)
        async with self.core.store.glance() as db:
            now = settings_of((await self.core.row(db, game)).settings).times.steps
        others = {name: own for name, own in now.items() if name != kind}
        own = others if pace is None else {**others, kind: pace}
        return await self.set(game, by, why=why, steps=own, **also)

    async def again(self, game: int, by: int) -> datetime | None:
        """The step at hand is given a whole period from now on (raises Refused)."""
        async with self.core.lock(game), self.core.store.write() as db:
            row = await self.book.checked(db, game, by, "play")
            at = await steps.whole(db, row, self.core.clock.now())
            old = {d.kind: d.at for d in await deadlines.of_game(db, game)}.get("step")
            await deadlines.arm(db, game, "step", at)
            await times.set_waiting(db, game, False)
            before, after = (None if due is None else due.isoformat() for due in (old, at))
            patch: Patch = {"deadline": (before, after)}
            await self.book.write(db, row, by, "extend", patch=patch)
            await telling.notice(db, row, "time set", fields=[], at=at.isoformat() if at else "")
            await telling.status(db, row)
        self.core.changed()
        return at

    async def skip(self, game: int, by: int, skip: Skip | None, why: str = "") -> tuple[Skip, ...]:
        """These days do not count, besides those that did not before; None: all days count.

        Raises Refused as `set` does, `too many` holidays. Returns the holidays as they are now.
        """
        async with self.core.store.glance() as db:
            row = await self.core.row(db, game)
        times = settings_of(row.settings).times
        today = self.core.clock.now().astimezone(schedule.zone_of(times.zone)).date()
        kept = {old for old in times.skips if old.last >= today}
        skips = () if skip is None else tuple(sorted({*kept, skip}, key=lambda s: s.first))
        if len(skips) > MOST_SKIPS:
            raise Refused("bad number", most=MOST_SKIPS)
        await self.set(game, by, why=why, skips=skips)
        return skips


class Hours:
    """A person's own zone, quiet hours and reminders."""

    def __init__(self, core: Core) -> None:
        self.core = core

    async def of(self, person_id: int) -> times.PersonTimeRow:
        """What a person has said, or what is usual."""
        async with self.core.store.glance() as db:
            return await times.person(db, person_id)

    async def set(self, person_id: int, **changes: Any) -> times.PersonTimeRow:
        """Change fields of what a person has said; his reminders follow (raises Refused)."""
        if changes.get("zone") and changes["zone"] not in schedule.zones():
            raise Refused("unknown zone", zone=changes["zone"])
        async with self.core.store.write() as db:
            row = msgspec.structs.replace(await times.person(db, person_id), asked=True, **changes)
            await times.set_person(db, row)
            await times.touch_person(db, person_id)
        self.core.changed()
        return row

    async def zone(self, person_id: int, game: int | None = None) -> str:
        """The zone to show times in: a person's own, else the game's."""
        async with self.core.store.glance() as db:
            own = (await times.person(db, person_id)).zone
            if own or game is None:
                return own or "UTC"
            row = await games.game(db, game)
        return settings_of(row.settings).times.zone if row else "UTC"
