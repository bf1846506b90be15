"""Gains of rooms, gifts, pets and events: goods, evil, traps drawn, cards spied (L2.2, L2.4)."""

from collections.abc import Iterable, Sequence

from rules.kernel.facts import Recorder
from rules.kernel.question import Reason
from rules.lords import decks, evil
from rules.lords.data import Goods
from rules.lords.state import Board, Lord, State

COUNTED = ("gold", "food", "imps", "letters")
"""Goods that are simply added."""


def traps_there(board: Board) -> int:
    """How many traps can still be drawn, the discards included (L2.4)."""
    if isinstance(board, State):
        return len(board.trap_deck) + len(board.trap_discards)
    return decks.traps_left(board)


def why_not_gain(board: Board, gain: Goods) -> Reason | None:
    """Fewer traps left than this gives: then nothing is paid and nothing gained (L2.4)."""
    wanted = gain.get("trap", 0)
    if wanted and traps_there(board) < wanted:
        return Reason("no traps left", {"left": traps_there(board)})
    return None


def receive(
    board: Board, lord: Lord, gain: Goods, why: str, record: Recorder, wanted: int = 0
) -> None:
    """Give the lord all goods of a gain; `wanted` is the round he would spy on (0: any).

    What is no good (a tunnel) is left to whoever knows where it goes.
    """
    for good in COUNTED:
        if good in gain:
            setattr(lord, good, getattr(lord, good) + gain[good])
    if gain.get("evil"):
        evil.change(board, lord.seat, gain["evil"], why, record)
    if gain.get("trap"):
        draw(board, lord, gain["trap"], why, record)
    if gain.get("spy"):
        look(board, lord, gain["spy"], (wanted,), record)


def draw(board: Board, lord: Lord, count: int, why: str, record: Recorder) -> list[str]:
    """The lord draws so many traps; only he is told which (L1.5)."""
    drawn = decks.draw_traps(board, count)
    lord.traps += drawn
    record("traps drawn", seat=lord.seat, traps=drawn, why=why, to=[lord.seat])
    return drawn


def look(
    board: Board, lord: Lord, count: int, wanted: Sequence[int], record: Recorder
) -> list[int]:
    """The lord looks at so many cards, those of the wanted rounds first (L2.2); which he saw."""
    seen = [number for number in _looks(board, lord, count, wanted) if number]
    if seen and isinstance(board, State):
        cards = [board.cards[number - 1] for number in seen]
        record("spied", seat=lord.seat, rounds=seen, cards=cards, to=[lord.seat])
    return seen


def _looks(board: Board, lord: Lord, count: int, wanted: Sequence[int]) -> Iterable[int]:
    for n in range(count):
        number = wanted[n] if n < len(wanted) else 0
        if isinstance(board, State):
            yield decks.spy(board, lord.seat, number)
            continue
        unseen = decks.unseen_rounds(board, lord.seat)
        if unseen:
            lord.spied.append(number if number in unseen else unseen[0])
            yield lord.spied[-1]
