"""How a reply is written: one word, a number, or a monster; what he can still have by then (L5).

An event comes after all production, so a reply is held against what the lord could have by then:
his goods after the plan so far, and what his idle imps, permits, pets and the fair might add.
"""

from collections.abc import Callable, Iterable, Sequence

from rules.kernel.question import Reason
from rules.lords import cost, lair
from rules.lords.clause import Action
from rules.lords.data import EventKind, Goods
from rules.lords.events.dues import left_after
from rules.lords.work import MINED, Shift

MOST = 20
"""The highest number that is read as an amount."""


def reach(shift: Shift, good: str) -> int:
    """The most of a good (traps: `trap`) that he can still have when the event comes."""
    lord, data = shift.lord, shift.data
    most = len(lord.traps) if good == "trap" else int(getattr(lord, good))
    for room in {tile.room for tile in lord.tiles.values() if not tile.conquered} | {*lord.plans}:
        if room:
            times = data.room_uses[shift.board.year - 1] - shift.runs.get(room, 0)
            able = min(times, shift.hands(rooms=True) // max(1, data.rooms[room].imps))
            most += able * data.rooms[room].gain.get(good, 0)
    for pet in lord.pets:
        most += data.pets[pet].gain.get(good, 0)
    if good == "gold":
        most += MINED * min(shift.left.get("gold", 0), shift.hands())
    if shift.board.gifts:
        kinds = [data.gifts.gifts[gift] for gift in shift.board.gifts]
        most += max([data.gifts.useless.get(good, 0), *(k.gain.get(good, 0) for k in kinds)])
        most += sum(k.keep for k in kinds) if good == "trap" else 0
    return most


def _most_evil(shift: Shift) -> int:
    """How much evil can still be paid when the event comes (L1.3)."""
    lord, data = shift.lord, shift.data
    softer = sum(
        data.room_uses[shift.board.year - 1] * -min(0, data.rooms[tile.room].gain.get("evil", 0))
        for tile in lord.tiles.values()
        if tile.room
    )
    softer += sum(-data.gifts.gifts[gift].own for gift in shift.board.gifts)
    return data.evilometer.most - max(data.evilometer.kindest, lord.evil - softer)


def _strikes(shift: Shift) -> int:
    """What the parrots he has could strike out (L7.2)."""
    return sum(shift.data.pets[pet].strikes_out for pet in shift.lord.pets)


def lacks(shift: Shift, spent: Goods, price: Goods) -> Reason | None:
    """What he can't have for a price once so much is spent, in the best case."""
    for good, amount in left_after(cost.both(spent, price), _strikes(shift)).items():
        if good == "monster" or good not in price:
            continue
        has = _most_evil(shift) if good == "evil" else reach(shift, good)
        if amount > has and good == "evil":
            return Reason("too evil", {"needs": price[good], "evil": shift.lord.evil})
        if amount > has:
            left = max(0, has - spent.get(good, 0))
            return Reason("too little", {"good": good, "needs": price[good], "has": left})
    return None


class Bare:
    """A reply of one word: `evil`, `pay`, `letter`, `buy`."""

    def __init__(
        self,
        against: Callable[[Shift, EventKind], Reason | None],
        idle: Callable[[Shift], bool] = lambda shift: False,
    ) -> None:
        self.against, self.idle = against, idle

    def needless(self, shift: Shift) -> bool:
        """Whether it could change nothing: it may be written, but there is nothing to decide."""
        return self.idle(shift)

    def opens(self, shift: Shift, said: Sequence[Action]) -> Reason | None:
        """Whatever stands against the reply itself."""
        return self.against(shift, event_of(shift))

    def words(self, shift: Shift, parts: list[list[str]]) -> Sequence[str]:
        """Nothing follows."""
        return ()

    def likely(self, shift: Shift, parts: list[list[str]]) -> Iterable[str]:
        """Nothing follows."""
        return ()

    def why(self, shift: Shift, parts: list[list[str]], token: str) -> Reason | None:
        """Nothing follows."""
        return Reason("unknown word", {"word": token})

    def add(self, shift: Shift, parts: list[list[str]], token: str) -> None:
        """Nothing follows."""

    def done(self, shift: Shift, parts: list[list[str]]) -> bool:
        """At once."""
        return True

    def group(self, shift: Shift, parts: list[list[str]], token: str) -> str:
        """Nothing follows."""
        return ""


class Amount(Bare):
    """A reply with a number: `tax 2`, `pay 2`: at most so much."""

    def __init__(self, good: str, due: Callable[[Shift, EventKind], int]) -> None:
        super().__init__(lambda shift, event: None)
        self.good, self.due = good, due

    def needless(self, shift: Shift) -> bool:
        """With nothing but nought to choose."""
        return len(list(self.likely(shift, []))) < 2

    def words(self, shift: Shift, parts: list[list[str]]) -> Sequence[str]:
        """Numbers."""
        return () if parts else [str(number) for number in range(MOST + 1)]

    def likely(self, shift: Shift, parts: list[list[str]]) -> Iterable[str]:
        """Up to what can fall due and be had by then."""
        if parts:
            return ()
        most = min(self.due(shift, event_of(shift)), reach(shift, self.good), MOST)
        return [str(number) for number in range(most + 1)]

    def why(self, shift: Shift, parts: list[list[str]], token: str) -> Reason | None:
        """More than can fall due, or than he can have by then."""
        due, has = self.due(shift, event_of(shift)), reach(shift, self.good)
        if int(token) > due:
            return Reason("more than due", {"due": due})
        if int(token) > has:
            return Reason("too little", {"good": self.good, "needs": int(token), "has": has})
        return None

    def add(self, shift: Shift, parts: list[list[str]], token: str) -> None:
        """Written down; it is paid when the event comes."""
        parts.append([token])

    def done(self, shift: Shift, parts: list[list[str]]) -> bool:
        """With the number."""
        return bool(parts)

    def group(self, shift: Shift, parts: list[list[str]], token: str) -> str:
        """Numbers."""
        return "number"


class Give(Bare):
    """`give troll`: the witch hunt's monster (L5.4)."""

    def __init__(self) -> None:
        super().__init__(lambda shift, event: None)

    def opens(self, shift: Shift, said: Sequence[Action]) -> Reason | None:
        """With a monster to give."""
        has = cost.monsters_only(shift.data, shift.lord)
        return None if has else Reason("no such monster")

    def words(self, shift: Shift, parts: list[list[str]]) -> Sequence[str]:
        """Monsters."""
        return () if parts else lair.words(shift.data, shift.lord)

    def likely(self, shift: Shift, parts: list[list[str]]) -> Iterable[str]:
        """His own, ghosts aside."""
        own = lair.names(shift.data, shift.lord, spirits=False)
        return () if parts else [name for name, _ in own]

    def why(self, shift: Shift, parts: list[list[str]], token: str) -> Reason | None:
        """He does not have it, or it is a ghost."""
        return why_not_his(shift, token, spirits=False)

    def add(self, shift: Shift, parts: list[list[str]], token: str) -> None:
        """Written down; it goes when the event comes."""
        parts.append([token])

    def done(self, shift: Shift, parts: list[list[str]]) -> bool:
        """With the monster."""
        return bool(parts)

    def group(self, shift: Shift, parts: list[list[str]], token: str) -> str:
        """Monsters."""
        return "monster"


def why_not_his(shift: Shift, name: str, *, spirits: bool) -> Reason | None:
    """What stands against a monster of that name: not his, or a ghost (L5.4)."""
    if lair.named(shift.data, shift.lord, name, spirits=spirits) is not None:
        return None
    if lair.named(shift.data, shift.lord, name, spirits=True) is not None:
        return Reason("a ghost", {"monster": name})
    return Reason("no such monster", {"monster": name})


def event_of(shift: Shift) -> EventKind:
    """The season's event in numbers."""
    return shift.data.events[shift.board.event]
