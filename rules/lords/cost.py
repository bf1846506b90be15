"""Prices: whether a lord can pay, what it counts, and paying (L1.3, L2.4, L5.2)."""

from rules.kernel.facts import Recorder
from rules.kernel.question import Reason
from rules.lords import evil
from rules.lords.data import Data, Goods
from rules.lords.state import Board, Lord, Monster, State

PURSE = ("gold", "food", "imps")
"""Goods that are simply counted."""


def units(price: Goods) -> int:
    """What a price counts: each gold, food, evil, trap or monster is one (L5.2)."""
    return sum(price.values())


def both(one: Goods, other: Goods) -> Goods:
    """Two prices as one."""
    return {good: one.get(good, 0) + other.get(good, 0) for good in {**one, **other}}


def monsters_only(data: Data, lord: Lord) -> list[Monster]:
    """The lord's monsters without ghosts, oldest first (L5.5)."""
    return [monster for monster in lord.monsters if not data.monsters[monster.kind].spirit]


def cheapest(data: Data, monsters: list[Monster]) -> Monster | None:
    """The monster with the lowest price, then owned longest (L2.9); None if there is none."""
    return min(monsters, key=lambda m: units(data.monsters[m.kind].price), default=None)


def why_not_pay(board: Board, lord: Lord, price: Goods) -> Reason | None:
    """What he lacks for the price; None when he can pay."""
    for good in PURSE:
        if price.get(good, 0) > getattr(lord, good):
            return Reason("too little", {"good": good, "needs": price[good],
                                         "has": getattr(lord, good)})  # fmt: skip
    if "evil" in price and not evil.fits(board, lord.seat, price["evil"]):
        return Reason("too evil", {"needs": price["evil"], "evil": lord.evil})
    if price.get("trap", 0) > len(lord.traps):
        return Reason("too little", {"good": "trap", "needs": price["trap"],
                                     "has": len(lord.traps)})  # fmt: skip
    eaten = len(monsters_only(board.data, lord))
    if price.get("monster", 0) > eaten:
        return Reason("too little", {"good": "monster", "needs": price["monster"], "has": eaten})
    return None


def whole(why: Reason | None, price: Goods) -> Reason | None:
    """The same reason, telling the whole price besides the part that is lacking."""
    several = sum(amount > 0 for amount in price.values()) > 1
    if why is None or why.code != "too little" or not several:
        return why
    return Reason(why.code, {**why.data, "price": dict(price)})


def pay(
    board: Board, lord: Lord, price: Goods, why: str, record: Recorder,
    *, trap: str | None = None, eats: Monster | None = None,
) -> None:  # fmt: skip
    """Take the price from the lord, who can pay it; `trap` and `eats` name what he gives.

    Default: the trap held longest; the monster with the lowest price, then owned longest (L2.9).
    """
    for good in PURSE:
        if good in price:
            setattr(lord, good, getattr(lord, good) - price[good])
    if price.get("evil"):
        evil.change(board, lord.seat, price["evil"], why, record)
    if price.get("trap"):
        given = trap if trap in lord.traps else lord.traps[0]
        discard_trap(board, lord, given)
        record("trap given", seat=lord.seat, trap=given, why=why, to=[lord.seat])
    if price.get("monster"):
        victim = eats or cheapest(board.data, monsters_only(board.data, lord))
        assert victim is not None
        lose_monster(lord, victim)
        record("eaten", seat=lord.seat, monster=victim.kind)


def lose_monster(lord: Lord, monster: Monster) -> None:
    """Take this very monster out of the lair."""
    lord.monsters[:] = [other for other in lord.monsters if other is not monster]


def discard_trap(board: Board, lord: Lord, trap: str, *, newest: bool = False) -> None:
    """Put one trap of the hand on the discards: of two alike the one held longest, or the newest.

    Which one matters, for the others keep their age (L2.9).
    """
    at = len(lord.traps) - 1 - lord.traps[::-1].index(trap) if newest else lord.traps.index(trap)
    del lord.traps[at]
    if isinstance(board, State):
        board.trap_discards.append(trap)
