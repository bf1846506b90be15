"""How it is written who is paid: on pay day, and in the monsters' strike (L5.2, L5.4)."""

from collections.abc import Iterable, Sequence

from rules.kernel.question import Reason
from rules.lords import cost, lair
from rules.lords.clause import Action
from rules.lords.data import Goods
from rules.lords.events.answers import Give, event_of, lacks, why_not_his
from rules.lords.events.wages import NONE, strike_price
from rules.lords.state import HIDDEN
from rules.lords.work import Shift


class Pay(Give):
    """`pay goblin demon eats slime golem with pendulum`: only these, in this order (L5.2, L5.4)."""

    def __init__(self, *, wages: bool) -> None:
        super().__init__()
        self.wages = wages

    def opens(self, shift: Shift, said: Sequence[Action]) -> Reason | None:
        """With anybody to pay."""
        own = lair.names(shift.data, shift.lord, spirits=self.wages)
        return None if own else Reason("no such monster")

    def words(self, shift: Shift, parts: list[list[str]]) -> Sequence[str]:
        """Monsters; `none`; after a demon or golem how its price is paid."""
        if parts and parts[0][0] == NONE:
            return ()
        monsters = lair.words(shift.data, shift.lord)
        if not parts:
            return [*monsters, NONE]
        last = parts[-1]
        if last[-1] == "eats":
            return monsters
        if last[-1] == "with":
            return list(shift.data.traps.traps)
        return [*self._choices(shift, last), *monsters]

    def _choices(self, shift: Shift, part: list[str]) -> list[str]:
        """The words that open a choice in the price of the monster just named."""
        kind = part[0].rstrip(" 0123456789")
        price = shift.data.monsters[kind].price if self.wages and len(part) == 1 else {}
        return [word for good, word in CHOICE.items() if good in price]

    def likely(self, shift: Shift, parts: list[list[str]]) -> Iterable[str]:
        """Those he has; `why` sorts out the rest."""
        if not parts:
            return [*self._own(shift), NONE]
        if parts[0][0] == NONE:
            return ()
        last = parts[-1]
        if last[-1] == "with":
            return list(dict.fromkeys(_known_traps(shift)))
        if last[-1] == "eats":
            return self._own(shift)
        return [*self._choices(shift, last), *self._own(shift)]

    def _own(self, shift: Shift) -> list[str]:
        return [name for name, _ in lair.names(shift.data, shift.lord, spirits=self.wages)]

    def why(self, shift: Shift, parts: list[list[str]], token: str) -> Reason | None:
        """Not his, named already, or more than he can have by then."""
        if token == NONE:
            return None
        last = parts[-1] if parts else [""]
        if token in CHOICE.values():
            return self._why_no_choice(shift, parts, token)
        if last[-1] == "with":
            held = token in shift.lord.traps
            return None if held else Reason("no such trap", {"trap": token})
        if last[-1] == "eats":
            return _why_not_eaten(shift, parts, token)
        return (
            why_not_his(shift, token, spirits=self.wages)
            or self._why_not_again(parts, token)
            or lacks(shift, self._spent(shift, parts), self.price(shift, token))
            or self._why_alone(shift, parts, token)
        )

    def _why_no_choice(self, shift: Shift, parts: list[list[str]], token: str) -> Reason | None:
        if token == "with":
            return None if _known_traps(shift) else Reason("no such trap")
        if any(_why_not_eaten(shift, parts, name) is None for name in self._own(shift)):
            return None
        return Reason("no such monster")

    def _why_not_again(self, parts: list[list[str]], token: str) -> Reason | None:
        if any(part[0] == token for part in parts):
            return Reason("already said", {"verb": token})
        if any(part[-2:] == ["eats", token] for part in parts):
            return Reason("eaten", {"monster": token})
        return None

    def _why_alone(self, shift: Shift, parts: list[list[str]], token: str) -> Reason | None:
        """A demon needs another monster to eat, one that nobody has eaten yet."""
        if not self.price(shift, token).get("monster"):
            return None
        eaters = 1 + sum("monster" in self.price(shift, part[0]) for part in parts)
        has = len(cost.monsters_only(shift.data, shift.lord)) - eaters
        if has < 1:
            return Reason("too little", {"good": "monster", "needs": 1, "has": max(0, has)})
        return None

    def price(self, shift: Shift, name: str) -> Goods:
        """What this one wants now: its wage, or as a striker a part of it (L5.2, L5.4)."""
        price = shift.data.monsters[name.rstrip(" 0123456789")].price
        return price if self.wages else strike_price(event_of(shift), price)

    def _spent(self, shift: Shift, parts: list[list[str]]) -> Goods:
        spent: Goods = {}
        for part in parts:
            spent = cost.both(spent, self.price(shift, part[0]))
        return spent

    def add(self, shift: Shift, parts: list[list[str]], token: str) -> None:
        """Written down; it is paid when the event comes."""
        goes_on = parts and (parts[-1][-1] in CHOICE.values() or token in CHOICE.values())
        if goes_on:
            parts[-1].append(token)
        else:
            parts.append([token])

    def done(self, shift: Shift, parts: list[list[str]]) -> bool:
        """With a monster or `none`, and not after `eats` or `with`."""
        return bool(parts) and parts[-1][-1] not in CHOICE.values()

    def group(self, shift: Shift, parts: list[list[str]], token: str) -> str:
        """Monsters, traps, or the words between."""
        if token in CHOICE.values() or token == NONE:
            return "how"
        return "trap" if parts and parts[-1][-1] == "with" else "monster"


CHOICE = {"monster": "eats", "trap": "with"}
"""The word that opens the choice in a price of this good (L2.9)."""


def _known_traps(shift: Shift) -> list[str]:
    """The traps of his hand but those that he only hopes to draw."""
    return [trap for trap in shift.lord.traps if trap != HIDDEN]


def _why_not_eaten(shift: Shift, parts: list[list[str]], token: str) -> Reason | None:
    """A demon eats another monster than himself, no ghost, and none that is eaten already."""
    if token == parts[-1][0]:
        return Reason("yourself")
    eaten = any(part[-2:] == ["eats", token] for part in parts)
    return Reason("eaten", {"monster": token}) if eaten else why_not_his(
        shift, token, spirits=False
    )  # fmt: skip
