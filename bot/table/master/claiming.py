"""Taking over the chair of a master who is gone: after notice, or with a majority of the lords."""

from datetime import datetime, timedelta

import msgspec

from bot.store import games
from bot.store.db import Db
from bot.store.rows import GameRow
from bot.table.core import Core, settings_of
from bot.table.master.book import AFTER, Book, Line, Patch
from bot.table.records import Person, Refused

NOTICE = timedelta(hours=48)
"""How long a claim stands in the group before it is good."""


class Claim(msgspec.Struct, frozen=True):
    """A claim as it stands: who, until when, who agreed, and how many agreements are enough.

    `taken`: the chair is his now.
    """

    deed: int
    person: int
    due: datetime
    agreed: tuple[int, ...]
    enough: int
    taken: bool = False
    name: str = ""


class Claiming:
    """The group's own way to a new master."""

    def __init__(self, core: Core, book: Book) -> None:
        self.core, self.book = core, book

    async def _open(self, db: Db, row: GameRow) -> Claim | None:
        """The claim that stands; whatever the master does himself ends it."""
        found: Line | None = None
        agreed: set[int] = set()
        for line in await self.book.lines(db, row):
            if line.kind == "claim":
                found, agreed = line, set()
            elif found and line.kind == "vote" and line.data["claim"] == found.deed:
                agreed.add(line.by)
            elif line.deed and self.core.is_master(row, line.by):
                found = None
        if found is None:
            return None
        people = {s.person_id for s in await games.seats(db, row.id) if s.person_id}
        enough = len(people - {row.master_id}) // 2 + 1
        return Claim(found.deed, found.by, found.at + NOTICE, tuple(sorted(agreed)), enough,
                     name=found.data.get("name", ""))  # fmt: skip

    async def claim(self, game: int, person: Person, why: str = "") -> Claim:
        """An admin of the group asks for the chair, or takes it when 48 hours have passed.

        That he is an admin is for the caller to know. Raises Refused: is master.
        """
        async with self.core.lock(game), self.core.store.write() as db:
            row = await self.core.row(db, game)
            if row.status not in ("lobby", "play"):
                raise Refused("not playing", status=row.status)
            if person.id == row.master_id:
                raise Refused("is master")
            claim = await self._open(db, row)
            if claim is None or claim.person != person.id:
                await self.book.write(db, row, person.id, "claim", why, name=person.name)
                claim = await self._open(db, row)
                assert claim is not None
                await self.book.tell(db, row, "claim", why, name=person.name, who=person.id,
                                     due=claim.due.isoformat(), claim=claim.deed,
                                     enough=claim.enough)  # fmt: skip
            elif claim.due <= self.core.clock.now():
                claim = await self._take(db, row, claim, person.name, why)
        self.core.changed()
        return claim

    async def agree(self, game: int, by: int, deed: int) -> Claim:
        """A lord agrees; with a majority the chair changes hands (raises Refused)."""
        async with self.core.lock(game), self.core.store.write() as db:
            row = await self.core.row(db, game)
            if by not in {seat.person_id for seat in await games.seats(db, game)}:
                raise Refused("not joined")
            claim = await self._open(db, row)
            if claim is None or claim.deed != deed:
                raise Refused("no claim")
            if by not in claim.agreed:
                await self.book.write(db, row, by, "vote", claim=deed)
                claim = msgspec.structs.replace(claim, agreed=(*claim.agreed, by))
            if len(claim.agreed) >= claim.enough:
                known = await games.person(db, claim.person)
                name = claim.name or (known.name if known else "?")
                claim = await self._take(db, row, claim, name, "")
        self.core.changed()
        return claim

    async def _take(self, db: Db, row: GameRow, claim: Claim, name: str, why: str) -> Claim:
        """The chair is his; whoever plays is blind, whatever his forerunner had lifted."""
        patch: Patch = {"master": (row.master_id, claim.person)}
        if settings_of(row.settings).chair.sighted:
            patch["settings.chair.sighted"] = (True, False)
        await self.book.apply(db, row, patch, AFTER)
        await self.book.write(db, row, claim.person, "takeover", why, patch=patch)
        await self.book.tell(db, row, "takeover", why, name=name)
        return msgspec.structs.replace(claim, taken=True)
