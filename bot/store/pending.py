"""What people have begun and not ended, so that a restart takes nothing out of their hands."""

from bot.store.db import Db


async def keep(db: Db, person_id: int, kind: str, game_id: int, body: str) -> None:
    """This is what he has begun now; an older one of its kind at this game is gone."""
    sql = "INSERT OR REPLACE INTO pending (person_id, kind, game_id, body) VALUES (?, ?, ?, ?)"
    await db.run(sql, person_id, kind, game_id, body)


async def of(db: Db, person_id: int, kind: str, game_id: int) -> str | None:
    """What he has begun at this game, if anything."""
    sql = "SELECT body FROM pending WHERE person_id = ? AND kind = ? AND game_id = ?"
    found = await db.rows(sql, person_id, kind, game_id)
    return str(found[0][0]) if found else None


async def every(db: Db, kind: str) -> list[tuple[int, int, str]]:
    """All of a kind: the person, the game, what he has begun."""
    sql = "SELECT person_id, game_id, body FROM pending WHERE kind = ? ORDER BY 1, 2"
    return [(person, game, body) for person, game, body in await db.rows(sql, kind)]


async def forget(db: Db, person_id: int, kind: str, game_id: int | None = None) -> None:
    """It is ended, at this game (None: at all of them)."""
    sql = "DELETE FROM pending WHERE person_id = ?1 AND kind = ?2 AND (?3 IS NULL OR game_id = ?3)"
    await db.run(sql, person_id, kind, game_id)
