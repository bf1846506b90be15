"""Who is away and who plays for him, games that stand still, and what a table votes on."""

from datetime import datetime

import msgspec

from bot.store.db import Db, columns, instant


class AwayRow(msgspec.Struct, array_like=True):
    """A seat whose person is away; `how` is stand-in, deputy or slow."""

    game_id: int
    seat: int
    person_id: int
    until: datetime
    how: str
    deputy_id: int | None = None


class PauseRow(msgspec.Struct, array_like=True):
    """A game that stands still; `until` None: until somebody says so."""

    game_id: int
    since: datetime
    until: datetime | None


class VoteRow(msgspec.Struct, array_like=True):
    """A proposal: `kind` is pause, resume, extend or slow, `amount` seconds."""

    id: int
    game_id: int
    kind: str
    amount: int
    by_id: int
    closes: datetime
    state: str


async def away(db: Db, game_id: int) -> list[AwayRow]:
    """Who is away in a game, by seat."""
    sql = f"SELECT {columns(AwayRow)} FROM away WHERE game_id = ? ORDER BY seat"
    return await db.all(AwayRow, sql, game_id)


async def away_at(db: Db, game_id: int, seat: int) -> AwayRow | None:
    """Whether the person of a seat is away."""
    sql = f"SELECT {columns(AwayRow)} FROM away WHERE game_id = ? AND seat = ?"
    return await db.one(AwayRow, sql, game_id, seat)


async def set_away(db: Db, row: AwayRow) -> None:
    """Somebody is away from now on."""
    sql = """
        INSERT OR REPLACE INTO away (game_id, seat, person_id, until, how, deputy_id)
        VALUES (?, ?, ?, ?, ?, ?)"""
    await db.run(sql, row.game_id, row.seat, row.person_id, instant(row.until), row.how,
                 row.deputy_id)  # fmt: skip


async def end_away(db: Db, game_id: int, seat: int) -> None:
    """He is back."""
    await db.run("DELETE FROM away WHERE game_id = ? AND seat = ?", game_id, seat)


async def pause(db: Db, game_id: int) -> PauseRow | None:
    """Whether a game stands still."""
    sql = f"SELECT {columns(PauseRow)} FROM pause WHERE game_id = ?"
    return await db.one(PauseRow, sql, game_id)


async def set_pause(db: Db, row: PauseRow) -> None:
    """A game stands still from now on."""
    sql = "INSERT OR REPLACE INTO pause (game_id, since, until) VALUES (?, ?, ?)"
    until = None if row.until is None else instant(row.until)
    await db.run(sql, row.game_id, instant(row.since), until)


async def end_pause(db: Db, game_id: int) -> bool:
    """A game goes on; false if it did not stand still."""
    return await db.run("DELETE FROM pause WHERE game_id = ?", game_id) == 1


async def add_vote(db: Db, row: VoteRow) -> int:
    """A new proposal; its id is drawn here."""
    sql = "INSERT INTO vote (game_id, kind, amount, by_id, closes) VALUES (?, ?, ?, ?, ?)"
    return await db.insert(sql, row.game_id, row.kind, row.amount, row.by_id, instant(row.closes))


async def vote(db: Db, vote_id: int) -> VoteRow | None:
    """A proposal, if there is one."""
    return await db.one(VoteRow, f"SELECT {columns(VoteRow)} FROM vote WHERE id = ?", vote_id)


async def open_vote(db: Db, game_id: int, kind: str) -> VoteRow | None:
    """The proposal of a kind that a game's table is voting on."""
    sql = f"SELECT {columns(VoteRow)} FROM vote WHERE game_id = ? AND kind = ? AND state = 'open'"
    return await db.one(VoteRow, sql, game_id, kind)


async def close_vote(db: Db, vote_id: int, state: str, was: str = "open") -> bool:
    """Settle a proposal; false if it was settled already."""
    sql = "UPDATE vote SET state = ? WHERE id = ? AND state = ?"
    return await db.run(sql, state, vote_id, was) == 1


async def ballots(db: Db, vote_id: int) -> dict[int, bool]:
    """Who has voted, and how."""
    rows = await db.rows("SELECT person_id, yes FROM ballot WHERE vote_id = ?", vote_id)
    return {person: bool(yes) for person, yes in rows}


async def cast(db: Db, vote_id: int, person_id: int, yes: bool) -> bool:
    """Somebody votes, or votes anew; returns whether that is news."""
    sql = """
        INSERT INTO ballot (vote_id, person_id, yes) VALUES (?, ?, ?)
        ON CONFLICT (vote_id, person_id) DO UPDATE SET yes = excluded.yes
        WHERE yes <> excluded.yes"""
    return await db.run(sql, vote_id, person_id, yes) == 1


async def unnoted_pauses(db: Db) -> tuple[list[int], list[int]]:
    """The games that were stopped, and those that were let go on, without a word here."""
    begun = await db.rows(
        """
        SELECT id FROM game INDEXED BY game_paused
        WHERE json_extract(settings, '$.chair.paused') = 1 AND status = 'play'
        AND id NOT IN (SELECT game_id FROM pause)"""
    )
    ended = await db.rows(
        """
        SELECT p.game_id FROM pause p CROSS JOIN game g ON g.id = p.game_id
        WHERE coalesce(json_extract(g.settings, '$.chair.paused'), 0) = 0"""
    )
    return [game for (game,) in begun], [game for (game,) in ended]
