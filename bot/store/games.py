"""Games, chats, people, lobbies and seats."""

from bot.store.db import Db, columns
from bot.store.rows import GameRow, MemberRow, PersonRow, SeatRow

_GAME = f"SELECT {columns(GameRow, 'g')} FROM game g"
_SEAT = """
    SELECT s.seat, s.person_id, s.name, s.standin, s.nonce, coalesce(p.reachable, 1),
           coalesce(p.language, ''), coalesce(o.gender, ''), d.deputy_id
    FROM seat s
    LEFT JOIN away d ON d.game_id = s.game_id AND d.seat = s.seat AND d.person_id = s.person_id
    LEFT JOIN person o ON o.id = s.person_id
    LEFT JOIN person p ON p.id = coalesce(d.deputy_id, s.person_id)"""


async def put_person(db: Db, person: PersonRow) -> None:
    """Remember somebody; an empty language or gender leaves what is known."""
    await db.run(
        """
        INSERT INTO person (id, name, language, gender, reachable) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET
            name = excluded.name, reachable = excluded.reachable,
            language = CASE excluded.language WHEN '' THEN language ELSE excluded.language END,
            gender = CASE excluded.gender WHEN '' THEN gender ELSE excluded.gender END""",
        person.id, person.name, person.language, person.gender, person.reachable,
    )  # fmt: skip


async def person(db: Db, person_id: int) -> PersonRow | None:
    """Somebody, if known."""
    sql = f"SELECT {columns(PersonRow)} FROM person WHERE id = ?"
    return await db.one(PersonRow, sql, person_id)


async def set_reachable(db: Db, person_id: int, reachable: bool) -> bool:
    """Note whether somebody can be written to; returns whether that is news."""
    sql = "UPDATE person SET reachable = ? WHERE id = ? AND reachable <> ?"
    return await db.run(sql, reachable, person_id, reachable) > 0


async def set_hints(db: Db, person_id: int, hints: bool) -> None:
    """Note whether somebody wants hints and warnings."""
    await db.run("UPDATE person SET hints = ? WHERE id = ?", hints, person_id)


async def next_number(db: Db, chat_id: int) -> int:
    """A new game's short number in its chat."""
    number: int = await db.value(
        """
        INSERT INTO chat (id, games) VALUES (?, 1)
        ON CONFLICT (id) DO UPDATE SET games = games + 1 RETURNING games""",
        chat_id,
    )
    return number


async def paused(db: Db, chat_id: int) -> bool:
    """Whether the bot can't speak in this chat."""
    return bool(await db.value("SELECT paused FROM chat WHERE id = ?", chat_id))


async def set_paused(db: Db, chat_id: int, is_paused: bool) -> bool:
    """Note whether the bot can speak in this chat; returns whether that is news."""
    sql = "UPDATE chat SET paused = ? WHERE id = ? AND paused <> ?"
    return await db.run(sql, is_paused, chat_id, is_paused) > 0


async def move_chat(db: Db, old_id: int, new_id: int) -> bool:
    """Carry all games of a chat over to its new id; returns whether there were any."""
    sql = "SELECT id, number FROM game WHERE chat_id = ? ORDER BY number"
    moving = await db.rows(sql, old_id)
    taken = {n for (n,) in await db.rows("SELECT number FROM game WHERE chat_id = ?", new_id)}
    for game_id, number in moving:
        while number in taken:
            number += 1
        taken.add(number)
        sql = "UPDATE game SET chat_id = ?, number = ? WHERE id = ?"
        await db.run(sql, new_id, number, game_id)
    if not moving:
        return False
    await db.run(
        """
        INSERT INTO chat (id, games, paused)
        VALUES (?, ?, coalesce((SELECT paused FROM chat WHERE id = ?), 0))
        ON CONFLICT (id) DO UPDATE SET games = max(games, excluded.games)""",
        new_id, max(taken), old_id,
    )  # fmt: skip
    await db.run("DELETE FROM chat WHERE id = ?", old_id)
    return True


async def add(db: Db, row: GameRow) -> int:
    """A new game; its id is drawn here."""
    return await db.insert(
        """
        INSERT INTO game (chat_id, topic_id, number, status, settings, opener_id, master_id, secret,
                          parent_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)""",
        row.chat_id, row.topic_id, row.number, row.status, row.settings, row.opener_id,
        row.master_id, row.secret, row.parent_id,
    )  # fmt: skip


async def game(db: Db, game_id: int) -> GameRow | None:
    """A game, if there is one."""
    return await db.one(GameRow, f"{_GAME} WHERE g.id = ?", game_id)


async def games(db: Db, ids: list[int]) -> list[GameRow]:
    """Games by id, in the order of their ids."""
    marks = ", ".join("?" * len(ids))
    return await db.all(GameRow, f"{_GAME} WHERE g.id IN ({marks}) ORDER BY g.id", *ids)


async def in_chat(db: Db, chat_id: int) -> list[int]:
    """The ids of all games of a chat, oldest first."""
    sql = "SELECT id FROM game WHERE chat_id = ? ORDER BY id"
    return [n for (n,) in await db.rows(sql, chat_id)]


async def of_person(db: Db, person_id: int) -> list[int]:
    """The ids of all games where somebody has a seat or a place in the lobby."""
    found = await db.rows(
        """
        SELECT game_id FROM seat WHERE person_id = ?1
        UNION SELECT a.game_id FROM away a JOIN seat s ON s.game_id = a.game_id
              AND s.seat = a.seat AND s.person_id = a.person_id WHERE a.deputy_id = ?1
        UNION SELECT m.game_id FROM member m JOIN game g ON g.id = m.game_id
              WHERE m.person_id = ?1 AND g.status = 'lobby'
        ORDER BY 1""",
        person_id,
    )
    return [n for (n,) in found]


async def playing(db: Db) -> list[int]:
    """The ids of all games being played."""
    return [n for (n,) in await db.rows("SELECT id FROM game WHERE status = 'play' ORDER BY 1")]


async def child(db: Db, game_id: int) -> int | None:
    """A lobby that was opened as the next game after this one and is still open."""
    sql = "SELECT id FROM game WHERE parent_id = ? AND status = 'lobby'"
    found: int | None = await db.value(sql, game_id)
    return found


async def set_status(db: Db, game_id: int, status: str) -> None:
    """Move a game to another part of its life."""
    await db.run("UPDATE game SET status = ? WHERE id = ?", status, game_id)


async def set_settings(db: Db, game_id: int, settings: str) -> None:
    """Change a game's settings (JSON)."""
    await db.run("UPDATE game SET settings = ? WHERE id = ?", settings, game_id)


async def begin(db: Db, game_id: int, setup: str) -> None:
    """From the lobby into play."""
    sql = "UPDATE game SET status = 'play', setup = ? WHERE id = ? AND status = 'lobby'"
    await db.run(sql, setup, game_id)


async def advance(db: Db, game_id: int, version: int, status: str) -> bool:
    """To the next step, if nobody moved the game since this version was read."""
    sql = """
        UPDATE game SET version = version + 1, step = step + 1, status = ?
        WHERE id = ? AND version = ? AND status = 'play'"""
    return await db.run(sql, status, game_id, version) == 1


async def members(db: Db, game_id: int) -> list[MemberRow]:
    """Who is in the lobby, in the order of coming."""
    return await db.all(
        MemberRow,
        """
        SELECT m.person_id, p.name, p.gender, m.nonce
        FROM member m JOIN person p ON p.id = m.person_id WHERE m.game_id = ? ORDER BY m.place""",
        game_id,
    )


async def add_member(db: Db, game_id: int, person_id: int, nonce: str) -> None:
    """One more in the lobby, after all others."""
    await db.run(
        """
        INSERT INTO member (game_id, person_id, place, nonce)
        SELECT ?1, ?2, coalesce(max(place), 0) + 1, ?3 FROM member WHERE game_id = ?1""",
        game_id, person_id, nonce,
    )  # fmt: skip


async def set_nonce(db: Db, game_id: int, person_id: int, nonce: str) -> None:
    """The nonce of somebody in the lobby who had none yet."""
    sql = "UPDATE member SET nonce = ? WHERE game_id = ? AND person_id = ? AND nonce = ''"
    await db.run(sql, nonce, game_id, person_id)


async def remove_member(db: Db, game_id: int, person_id: int) -> None:
    """One less in the lobby."""
    await db.run("DELETE FROM member WHERE game_id = ? AND person_id = ?", game_id, person_id)


async def seats(db: Db, game_id: int) -> list[SeatRow]:
    """All seats of a game in their order."""
    return await db.all(SeatRow, f"{_SEAT} WHERE s.game_id = ? ORDER BY s.seat", game_id)


async def add_seats(db: Db, game_id: int, rows: list[SeatRow]) -> None:
    """The seats of a game that begins."""
    await db.many(
        "INSERT INTO seat (game_id, seat, person_id, name, standin, nonce) VALUES (?,?,?,?,?,?)",
        [(game_id, row.seat, row.person_id, row.name, row.standin, row.nonce) for row in rows],
    )


async def hold_seat(db: Db, game_id: int, seat: int, person_id: int | None, standin: str) -> None:
    """Who holds a seat from now on."""
    sql = "UPDATE seat SET person_id = ?, standin = ? WHERE game_id = ? AND seat = ?"
    await db.run(sql, person_id, standin, game_id, seat)
