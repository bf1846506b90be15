"""What seats have written at the step at hand."""

from bot.store.db import Db, columns, convert
from bot.store.rows import AnswerRow, GameRow, SeatRow

_ANSWER = f"SELECT {columns(AnswerRow, 'a')} FROM answer a"


async def lay(db: Db, game_id: int, step: int, rows: list[AnswerRow]) -> None:
    """Empty answers for all who owe one at a new step; the last step's go."""
    await db.run("DELETE FROM answer WHERE game_id = ?", game_id)
    await db.many(
        """
        INSERT INTO answer (game_id, seat, step, revision, draft, sent, ready)
        VALUES (?, ?, ?, ?, ?, ?, ?)""",
        [(game_id, r.seat, step, r.revision, r.draft, r.sent, r.ready) for r in rows],
    )


async def of_game(db: Db, game_id: int) -> list[AnswerRow]:
    """All answers owed now, by seat."""
    return await db.all(AnswerRow, f"{_ANSWER} WHERE a.game_id = ? ORDER BY a.seat", game_id)


async def one(db: Db, game_id: int, seat: int) -> AnswerRow | None:
    """One seat's answer, if it owes one."""
    sql = f"{_ANSWER} WHERE a.game_id = ? AND a.seat = ?"
    return await db.one(AnswerRow, sql, game_id, seat)


async def write(
    db: Db, game_id: int, row: AnswerRow, draft: str, sent: str | None, ready: bool
) -> bool:
    """Replace what `row` held; false if somebody was faster or the step is over."""
    changed = await db.run(
        """
        UPDATE answer SET draft = ?, sent = ?, ready = ?, revision = revision + ?
        WHERE game_id = ? AND seat = ? AND step = ? AND revision = ? AND ready = ?
          AND EXISTS (SELECT 1 FROM game WHERE id = ? AND status = 'play' AND step = ?)""",
        draft, sent, ready, draft != row.draft,
        game_id, row.seat, row.step, row.revision, row.ready, game_id, row.step,
    )  # fmt: skip
    return changed == 1


_DESK = f"""
    SELECT {columns(GameRow, "g")},
           s.seat, s.person_id, s.name, s.standin, s.nonce, 1, '', '', NULL,
           a.seat, a.step, a.revision, a.draft, a.sent, a.ready
    FROM game g JOIN seat s ON s.game_id = g.id
    LEFT JOIN answer a ON a.game_id = g.id AND a.seat = s.seat AND a.step = g.step
    WHERE g.id = ? AND s.seat = ?"""
_GAMES, _SEATS = len(GameRow.__struct_fields__), len(SeatRow.__struct_fields__)


async def desk(db: Db, game_id: int, seat: int) -> tuple[GameRow, SeatRow, AnswerRow | None] | None:
    """A seat with its game and answer, in one trip."""
    found = await db.rows(_DESK, game_id, seat)
    if not found:
        return None
    row = found[0]
    cut = _GAMES + _SEATS
    return (
        convert(row[:_GAMES], GameRow),
        convert(row[_GAMES:cut], SeatRow),
        None if row[cut] is None else convert(row[cut:], AnswerRow),
    )
