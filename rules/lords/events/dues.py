"""What falls due in an event, and the parrot that strikes the first of it out (L5, L7.2)."""

from rules.kernel.facts import Recorder
from rules.kernel.question import Reason
from rules.lords import cost, evil
from rules.lords.clause import Action, skip
from rules.lords.data import Data, EventKind, Goods
from rules.lords.state import Lord, Monster, State

STRUCK = ("gold", "food", "evil", "imps")
"""What the parrot strikes out; a monster, trap or letter it does not (L7.2)."""


class Dues:
    """One lord in the season's event: his reply, and what his parrots can still strike out."""

    def __init__(
        self, state: State, lord: Lord, reply: Action | None, strikes: int, record: Recorder
    ) -> None:
        self.state, self.lord, self.reply, self.record = state, lord, reply, record
        self.strikes = strikes
        self.saved: Goods = {}

    @property
    def data(self) -> Data:
        """The variant's data."""
        return self.state.data

    @property
    def event(self) -> EventKind:
        """The season's event in numbers."""
        return self.state.data.events[self.state.event]

    @property
    def verb(self) -> str:
        """The word he replied with, or nothing."""
        return self.reply.verb if self.reply else ""

    def rest(self, price: Goods) -> Goods:
        """What would be left of a price after the parrot (nothing is struck out yet)."""
        return left_after(price, self.strikes)

    def strike(self, price: Goods) -> Goods:
        """Strike out what can be struck out; what is left to pay or lose."""
        rest = self.rest(price)
        for good in STRUCK:
            spared = price.get(good, 0) - rest.get(good, 0)
            if spared:
                self.strikes -= spared
                self.saved[good] = self.saved.get(good, 0) + spared
        return rest

    def why_not_pay(self, price: Goods) -> Reason | None:
        """What he lacks for a price after the parrot.

        The reason speaks of the whole price: a parrot that is kept stays secret (L1.5).
        """
        if cost.why_not_pay(self.state, self.lord, self.rest(price)) is None:
            return None
        return cost.why_not_pay(self.state, self.lord, price)

    def pay(self, price: Goods) -> Goods:
        """Pay a price after the parrot; what was paid."""
        rest = self.strike(price)
        cost.pay(self.state, self.lord, rest, self.state.event, self.record)
        return rest

    def lose(self, good: str, amount: int) -> int:
        """Lose so much of a good, as far as he has it, after the parrot; how much it was."""
        here = {good: min(amount, getattr(self.lord, good))}
        lost = self.strike(here).get(good, 0)
        setattr(self.lord, good, getattr(self.lord, good) - lost)
        return lost

    def move(self, amount: int) -> None:
        """Evil happens to him; it stops at the evilometer's ends (L1.3). The parrot comes first."""
        meter = self.data.evilometer
        sign = 1 if amount > 0 else -1
        room = meter.most - self.lord.evil if amount > 0 else self.lord.evil - meter.kindest
        rest = self.strike({"evil": min(abs(amount), room)}).get("evil", 0)
        evil.change(self.state, self.lord.seat, sign * rest, self.state.event, self.record)

    def hit(self, lost: Goods, gained: Goods | None = None) -> None:
        """Tell what the event took and gave, if anything."""
        lost = {good: amount for good, amount in lost.items() if amount}
        gained = {good: amount for good, amount in (gained or {}).items() if amount}
        if lost or gained:
            self.record("event hit", seat=self.lord.seat, lost=lost, gained=gained)

    def skip(self, why: Reason, part: tuple[str, ...] = ()) -> None:
        """A reply, or a part of it, that can't be done: its default follows (L5.4)."""
        skip(self.lord, self.verb, part, why, self.record)

    def lose_monster(self, monster: Monster) -> None:
        """This monster goes away."""
        cost.lose_monster(self.lord, monster)
        self.record("left", seat=self.lord.seat, monster=monster.kind)


def left_after(price: Goods, strikes: int) -> Goods:
    """A price, in the order it is written, with the first so many units struck out (L7.2)."""
    rest: Goods = {}
    for good, amount in price.items():
        spared = min(strikes, amount) if good in STRUCK else 0
        strikes -= spared
        if amount > spared:
            rest[good] = amount - spared
    return rest
