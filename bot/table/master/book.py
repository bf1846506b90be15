"""The master's book: what he did, with who, when and why; and changes that can be taken back.

A change that does not touch the game itself is a patch: names of what it changed, each with its
value before and after. What moved the game itself stands in the log of entries.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from bot.store import deadlines, deeds, games, outbox
from bot.store.db import Db, dumps
from bot.store.outbox import Draft
from bot.store.rows import DeedRow, GameRow, SeatRow
from bot.table import telling
from bot.table.core import Core, settings_of
from bot.table.master.marking import mark
from bot.table.records import Refused, Settings
from bot.table.time import steps
from rules.kernel.history import Entry, course

Patch = dict[str, tuple[Any, Any]]
"""What changed -> before and after: `settings.chair.mode`, `seat.2`, `master`, `status`."""

FOLLOWS = frozenset({"set", "reseed"})
"""Deeds that are in force as long as the entry that they wrote."""

SAID = "said."
"""What stands before a notice's code in a patch: whether it holds."""

BEFORE, AFTER = 0, 1

Turn = Callable[[Db, GameRow, int, Any], Awaitable[None]]
"""Brings something of a seat to a value that a patch has kept."""


class Line(msgspec.Struct, frozen=True):
    """One line of a game's log as the master may read it.

    `kind` is `answers` or a deed's; `entry` the entry it wrote (0 none); `undone`: not in force.
    """

    number: int
    step: int
    at: datetime
    by: int
    kind: str
    why: str
    hidden: bool
    data: dict[str, Any]
    patch: Patch
    entry: int
    deed: int
    undone: bool

    @property
    def holds(self) -> bool:
        """Whether it can be undone now."""
        return not self.undone and bool(self.entry or self.patch) and self.kind not in (
            "undo", "redo", "reseed",
        )  # fmt: skip

    @property
    def words(self) -> bool:
        """Whether it is nothing but words: what was changed can stand or fall without them."""
        return not self.entry and all(name.startswith(SAID) for name in self.patch)


def words_said(codes: Iterable[str]) -> Patch:
    """The patch of words that went out in these notices: an undo marks them as taken back."""
    return {f"{SAID}{code}": (False, True) for code in codes}


def seat_value(seat: SeatRow) -> list[Any]:
    """Who holds a seat, as a patch keeps it."""
    return [seat.person_id, seat.name, seat.standin]


def changed(settings: Settings, path: str, value: Any) -> Settings:
    """Settings with one of them changed: `deadline`, `chair.mode`."""
    first, _, rest = path.partition(".")
    if rest:
        value = msgspec.structs.replace(getattr(settings, first), **{rest: value})
    return msgspec.structs.replace(settings, **{first: value})


def standing(settings: Settings, path: str) -> Any:
    """What one of the settings stands at."""
    value: Any = settings
    for name in path.split("."):
        value = getattr(value, name)
    return value


class Book:
    """Writes deeds, applies patches, and reads the log of both kinds as one."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.turns: dict[str, Turn] = {}
        """What else a patch may name of a seat -> how it is brought to a value."""

    async def write(
        self,
        db: Db,
        row: GameRow,
        by: int,
        kind: str,
        why: str = "",
        *,
        patch: Patch | None = None,
        hidden: bool = False,
        entry: int = 0,
        step: int | None = None,
        **data: Any,
    ) -> int:
        """Note a deed; returns its id."""
        now = self.core.clock.now()
        deed = DeedRow(0, row.id, row.step if step is None else step, now, by, kind, why, hidden,
                       dumps(data), dumps(patch or {}), entry)  # fmt: skip
        return await deeds.add(db, deed)

    async def tell(self, db: Db, row: GameRow, kind: str, why: str = "", **data: Any) -> str:
        """One line to the group about a deed, and the status as it is now; returns its code."""
        code = await telling.notice(db, row, f"master {kind}", why=why, **data)
        await telling.standing(db, row)
        return code

    async def set(
        self, db: Db, row: GameRow, by: int, kind: str, why: str, **changes: Any
    ) -> Patch:
        """Change settings (`__` stands for a dot), note it; returns the patch (empty: no news)."""
        settings = settings_of(row.settings)
        patch: Patch = {}
        for name, value in changes.items():
            path = name.replace("__", ".")
            old = standing(settings, path)
            if old != value:
                patch[f"settings.{path}"] = (old, value)
        if patch:
            await self.apply(db, row, patch, AFTER)
            await self.write(db, row, by, kind, why, patch=patch)
        return patch

    async def apply(
        self, db: Db, row: GameRow, patch: Mapping[str, Sequence[Any]], side: int
    ) -> None:
        """Bring everything a patch names to one of its sides; `row` follows."""
        settings = settings_of(row.settings)
        for name, sides in patch.items():
            first, _, rest = name.partition(".")
            value = sides[side]
            match first:
                case "settings":
                    settings = changed(settings, rest, value)
                case "seat":
                    person, shown, standin = value
                    await deeds.set_seat(db, row.id, int(rest), person, shown, standin)
                    await self._hand_over(db, row, int(rest), sides[1 - side][0], person)
                case "master":
                    await deeds.set_master(db, row.id, value)
                    row.master_id = value
                case "status":
                    await self._restatus(db, row, value)
                case "places":
                    await deeds.set_places(db, row.id, value)
                case "deadline":
                    at = None if value is None else datetime.fromisoformat(value)
                    await deadlines.arm(db, row.id, "step", at)
                case "member":
                    await deeds.set_member(db, row.id, int(rest), value)
                case "said":
                    await mark(db, row, await deeds.noticed(db, row.id, rest), not value)
                case "held":
                    await deadlines.set_held(db, row.id, "step", value)
                case "answer":
                    await deeds.set_answer(db, row.id, int(rest), *value)
                case _:
                    await self.turns[first](db, row, int(rest), value)
        if any(name.startswith("settings.") for name in patch):
            plain = msgspec.json.encode(settings)
            row.settings = plain.decode()
            await games.set_settings(db, row.id, row.settings)
            await self._clocks(db, row, patch)

    async def _hand_over(
        self, db: Db, row: GameRow, seat: int, before: int | None, after: int | None
    ) -> None:
        """The old holder hears no more of it; the new one is asked, with a full period."""
        await outbox.drop_seat_questions(db, row.id, seat, "replaced")
        turn = 1 + await outbox.count(db, row.id, "question")
        if before != after:
            stood = await outbox.message(db, row.id, "question", seat)
            await outbox.forget(db, row.id, "question", seat)
            if before is not None:
                await outbox.drop_for(db, row.id, before, "replaced")
                ids = msgspec.json.decode(stood.message_ids) if stood else []
                known = await games.person(db, before)
                house = settings_of(row.settings).language
                gone = Draft(row.id, row.step, "lost", f"{seat} {turn}", before, None,
                             (known.language if known else "") or house,
                             msgspec.json.encode({"messages": ids}))  # fmt: skip
                await outbox.put(db, [gone])
        if row.status == "play":
            await self._welcome(db, row, seat, turn, before != after)

    async def _welcome(self, db: Db, row: GameRow, seat: int, turn: int, is_new: bool) -> None:
        """The holder is told what his seat knows and owes."""
        seated = await games.seats(db, row.id)
        holder = seated[seat - 1]
        if holder.standin or (holder.person_id is None and not holder.name):
            return
        whom = telling.messenger(row, seated) if holder.person_id is None else holder.person_id
        if is_new and whom is not None:
            language = holder.language or settings_of(row.settings).private_language
            recap = Draft(row.id, row.step, "recap", f"{seat} {turn}", whom, seat, language)
            await outbox.put(db, [recap])
        if seat not in self.core.rules(row).owed(await self.core.state(db, row)):
            return
        if telling.heard([holder]):
            await outbox.put(db, [telling.question(row, row.step, holder, turn)])
        at = await steps.whole(db, row, self.core.clock.now())
        clock = {d.kind: d.at for d in await deadlines.of_game(db, row.id)}
        standing = clock.get("step")
        if is_new and at is not None and standing is not None and standing < at:
            await deadlines.arm(db, row.id, "step", at)

    async def _restatus(self, db: Db, row: GameRow, status: str) -> None:
        """The game ends, or goes on from where it stood."""
        if row.status == status:
            return
        await games.set_status(db, row.id, status)
        row.status = status
        if status != "play":
            await deadlines.clear(db, row.id)
            await outbox.drop_questions(db, row.id, row.step + 1)
            return
        at = await steps.whole(db, row, self.core.clock.now())
        await deadlines.arm(db, row.id, "step", at)
        owed = self.core.rules(row).owed(await self.core.state(db, row))
        turn = 1 + await outbox.count(db, row.id, "question")
        seats = telling.heard(await games.seats(db, row.id))
        await outbox.put(
            db, [telling.question(row, row.step, seat, turn) for seat in seats if seat.seat in owed]
        )

    async def _clocks(self, db: Db, row: GameRow, patch: Mapping[str, Any]) -> None:
        """Let the clock stand or run where a patch paused or resumed the game."""
        if "settings.chair.paused" not in patch or row.status != "play":
            return
        now = self.core.clock.now()
        if settings_of(row.settings).chair.paused:
            await deadlines.hold(db, row.id, now)
        elif not await games.paused(db, row.chat_id):
            await deadlines.release(db, row.id, now)

    async def redraw(self, db: Db, row: GameRow, seat: int) -> None:
        """Have a seat's question message show what lies on its desk now."""
        holder = (await games.seats(db, row.id))[seat - 1]
        for shown in telling.heard([holder]):
            turn = 1 + await outbox.count(db, row.id, "redraw")
            draft = Draft(row.id, row.step, "redraw", f"{turn}", shown.person_id, seat,
                          shown.language)  # fmt: skip
            await outbox.put(db, [draft])

    async def lines(self, db: Db, row: GameRow) -> list[Line]:
        """The whole log, oldest first: entries and deeds in the order in which they came."""
        written = await deeds.entries(db, row.id)
        entries = [msgspec.json.decode(e.body, type=Entry) for e in written]
        in_force = set(course(entries).line)
        found: list[tuple[tuple[int, int, int], Line]] = []
        for n, (kept, entry) in enumerate(zip(written, entries, strict=True), 1):
            if entry.override or entry.undo or entry.redo or entry.reseed:
                continue  # a deed stands for it
            data = {"answers": entry.answers, "missed": entry.missed, "held": entry.held}
            line = Line(0, kept.step, kept.at, 0, "answers", "", False, data, {}, n, 0,
                        n not in in_force)  # fmt: skip
            found.append(((n, 0, 0), line))
        for deed in await deeds.of_game(db, row.id):
            undone = bool(deed.undone) or bool(
                deed.entry and deed.kind in FOLLOWS and deed.entry not in in_force
            )
            data = msgspec.json.decode(deed.data)
            patch = msgspec.json.decode(deed.patch, type=Patch)
            line = Line(0, deed.step, deed.at, deed.by, deed.kind, deed.why, deed.hidden,
                        data, patch, deed.entry, deed.id, undone)  # fmt: skip
            found.append(((deed.step, 1, deed.id), line))
        found.sort(key=lambda pair: pair[0])
        return [msgspec.structs.replace(line, number=n) for n, (_, line) in enumerate(found, 1)]

    async def checked(self, db: Db, game: int, by: int, *states: str) -> GameRow:
        """The game, if this person has the master's hand in it (raises Refused)."""
        row = await self.core.row(db, game)
        self.core.check_master(row, by)
        if states and row.status not in states:
            raise Refused("not lobby" if states == ("lobby",) else "not playing", status=row.status)
        return row
