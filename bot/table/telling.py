"""What is put into the outbox: one function for each thing the table has to say."""

from collections.abc import Sequence
from typing import Any

import msgspec

from bot.store import deadlines, games, outbox
from bot.store.db import Db
from bot.store.outbox import Draft
from bot.store.rows import GameRow, SeatRow
from bot.table.core import settings_of
from rules.kernel.facts import Fact, for_viewer
from rules.kernel.game import Game

MASTER_TURN = "master turn"
"""The word to the master that the table waits for him."""


class Frozen(msgspec.Struct, omit_defaults=True):
    """The body of a post, album or private row: facts and the view they are shown with.

    `before` and `after` are the master's words around a post, plain text.
    """

    facts: list[Fact]
    view: msgspec.Raw
    missed: tuple[int, ...] = ()
    before: str = ""
    after: str = ""


async def lobby(db: Db, row: GameRow) -> None:
    """The lobby post, edited in place; what it shows is read when it goes out."""
    draft = Draft(row.id, 0, "lobby", language=settings_of(row.settings).language)
    await outbox.put_anew(db, draft)


async def status(db: Db, row: GameRow) -> None:
    """The status post, edited in place; what it shows is read when it goes out."""
    draft = Draft(row.id, 0, "status", language=settings_of(row.settings).language)
    await outbox.put_anew(db, draft)


async def standing(db: Db, row: GameRow) -> None:
    """The post that tells where a game stands: of one that never began it is the lobby's."""
    await (status if row.setup else lobby)(db, row)


async def notice(
    db: Db, row: GameRow, code: str, person: int | None = None, language: str = "", **data: Any
) -> str:
    """A short word to the group, or to one person; each is said once. Returns the row's code."""
    number = await outbox.count(db, row.id, "notice")
    body = msgspec.json.encode({"code": code, **data})
    settings = settings_of(row.settings)
    language = language or (settings.private_language if person else settings.language)
    draft = Draft(row.id, row.step, "notice", f"{code} {number}", person, None, language, body)
    await outbox.put(db, [draft])
    return draft.code


async def goes_on(db: Db, row: GameRow) -> None:
    """A game that stood still goes on: the group is told, and by when it is to answer."""
    due = {d.kind: d.at for d in await deadlines.of_game(db, row.id)}.get("step")
    await notice(db, row, "goes on", at=due.isoformat() if due else "")


async def unreachable(db: Db, row: GameRow, seat: SeatRow) -> None:
    """The person of a seat can't be written to: the group and the master have to know."""
    await notice(db, row, "unreachable", seat=seat.seat)
    if row.master_id > 0 and row.master_id != seat.person_id:
        master = await games.person(db, row.master_id)
        language = master.language if master else ""
        await notice(db, row, "unreachable", row.master_id, language, seat=seat.seat)


async def once(db: Db, row: GameRow, code: str, person: int, language: str = "") -> None:
    """A short word to one person that is said once a step, however often there is cause."""
    language = language or settings_of(row.settings).private_language
    body = msgspec.json.encode({"code": code})
    await outbox.put(db, [Draft(row.id, row.step, "notice", code, person, None, language, body)])


async def no_new_turn(db: Db, row: GameRow) -> None:
    """A deed that asks nobody anew leaves the master where he was called: he isn't called again."""
    await outbox.said_before(db, row.id, "notice", MASTER_TURN, row.step)


def _seat_language(row: GameRow, seat: SeatRow) -> str:
    return seat.language or settings_of(row.settings).private_language


def question(row: GameRow, step: int, seat: SeatRow, turn: int = 0) -> Draft:
    """The question a seat has to be shown; what it shows is read when it goes out.

    `turn` makes another row of it when the same question has to be shown again.
    """
    code = f"again {turn}" if turn else ""
    language = _seat_language(row, seat)
    return Draft(row.id, step, "question", code, seat.reader, seat.seat, language)


def advance(
    game: Game[Any],
    row: GameRow,
    step: int,
    state: Any,
    facts: Sequence[Fact],
    seats: Sequence[SeatRow],
    missed: tuple[int, ...] = (),
) -> list[Draft]:
    """All that one advance has to say: private news, the post with its album, then questions."""
    said = []
    for seat in heard(seats):
        own = [fact for fact in facts if fact.to is not None and seat.seat in fact.to]
        if own:
            body = _frozen(game, state, own, seat.seat, ())
            said.append(Draft(row.id, step, "private", "", seat.reader, seat.seat,
                              _seat_language(row, seat), body))  # fmt: skip
    said += forwarded(game, row, step, state, facts, seats)
    language = settings_of(row.settings).language
    chair = settings_of(row.settings).chair
    words = (chair.before, chair.after) if facts else ("", "")
    shared = for_viewer(facts, None)
    body = _frozen(game, state, shared, None, missed, words)
    said.append(Draft(row.id, step, "post", language=language, body=body))
    if shared:  # else there is no news to be seen, only where the game stands
        said.append(Draft(row.id, step, "album", language=language))
    owed = game.owed(state)
    said += [question(row, step, seat) for seat in heard(seats) if seat.seat in owed]
    return said


def forwarded(
    game: Game[Any],
    row: GameRow,
    step: int,
    state: Any,
    facts: Sequence[Fact],
    seats: Sequence[SeatRow],
) -> list[Draft]:
    """Private news and questions of seats without an account, for the master to pass on."""
    said: list[Draft] = []
    whom = messenger(row, seats)
    if whom is None:
        return said
    language = settings_of(row.settings).private_language
    for seat in seats:
        if not is_name(seat):
            continue
        own = [fact for fact in facts if fact.to is not None and seat.seat in fact.to]
        if own or seat.seat in game.owed(state):
            body = _frozen(game, state, own, seat.seat, ())
            said.append(Draft(row.id, step, "forward", f"{seat.seat}", whom, seat.seat,
                              language, body))  # fmt: skip
    return said


def messenger(row: GameRow, seats: Sequence[SeatRow]) -> int | None:
    """Who passes on what lords without an account get: the master, or a deputy in his stead.

    Whoever plays and is blind passes nothing on: he may not read it. None: there is nobody.
    """
    chair, playing = settings_of(row.settings).chair, {seat.person_id for seat in seats}
    hands = [person for person in (row.master_id, *chair.deputies) if person > 0]
    return next((person for person in hands if chair.sighted or person not in playing), None)


def is_name(seat: SeatRow) -> bool:
    """Whether a seat belongs to a name without an account."""
    return seat.person_id is None and not seat.standin and bool(seat.name)


def heard(seats: Sequence[SeatRow]) -> list[SeatRow]:
    """The seats that a person holds now."""
    return [seat for seat in seats if seat.person_id is not None and not seat.standin]


def _frozen(
    game: Game[Any],
    state: Any,
    facts: list[Fact],
    viewer: int | None,
    missed: tuple[int, ...],
    words: tuple[str, str] = ("", ""),
) -> bytes:
    view = msgspec.Raw(game.encode_view(game.view(state, viewer)))
    return msgspec.json.encode(Frozen(facts, view, missed, *words))
