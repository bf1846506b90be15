"""The dice of a game: the lobby's, and new ones wherever it went on after its secret was shown."""

from collections.abc import Sequence

import msgspec

from bot.store import logs
from bot.store.db import Db
from bot.store.rows import GameRow, SeatRow
from bot.table.core import Core, settings_of, setup_of
from rules.kernel.history import Entry, Reseed, course
from rules.kernel.log import Proof, commitment, seed_of

SECRET = 32
"""Bytes of a secret that dice are made of."""


def given(row: GameRow) -> bool:
    """Whether the seed was given, so that no secret was ever kept."""
    return bool(settings_of(row.settings).seed)


def proof_of(row: GameRow, seats: Sequence[SeatRow]) -> Proof | None:
    """How the game's first seed came about; None when it was given."""
    if given(row):
        return None
    return Proof(row.secret, commitment(row.secret), tuple(seat.nonce for seat in seats))


def made(secret: str, seats: Sequence[SeatRow]) -> Reseed:
    """The dice that a secret (hex) and everybody's nonces come to."""
    return Reseed(seed_of(secret, [seat.nonce for seat in seats]), secret, commitment(secret))


def drawn(core: Core, seats: Sequence[SeatRow]) -> Reseed:
    """New dice."""
    return made(core.draw(SECRET).hex(), seats)


async def every(db: Db, row: GameRow) -> list[tuple[int, Reseed]]:
    """All dice the game has had, each with the entry that brought it (0: the beginning).

    Those by which it draws now stand last. Dice of a given seed have no secret.
    """
    seed = setup_of(row.setup).seed if row.setup else ""
    bound = ("", "") if given(row) else (row.secret, commitment(row.secret))
    found = [(0, Reseed(seed, *bound))]
    if row.shown < 0:  # only a game that has ended can have gone on with new ones
        return found
    entries = [msgspec.json.decode(text, type=Entry) for text in await logs.entries(db, row.id)]
    found += [(n, entry.reseed) for n, entry in enumerate(entries, 1) if entry.reseed is not None]
    line = {0, *course(entries).line}
    now = max(number for number, _ in found if number in line)
    return sorted(found, key=lambda dice: (dice[0] == now, dice[0]))


async def later(db: Db, row: GameRow) -> list[Reseed]:
    """All dice that came after the first ones, oldest first."""
    found = sorted(await every(db, row), key=lambda dice: dice[0])
    return [dice for number, dice in found if number]
