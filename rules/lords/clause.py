"""The clauses of a production plan: which words may follow, what stands against each (L4).

A clause is a verb and its parts: `dig b2 b3` has two, `work tool shed b3` one of two words. The
walk asks the clause for its words; a finished part is tried out on the walk's own shift at once.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol

from rules.kernel.facts import Recorder
from rules.kernel.question import Reason
from rules.lords import dungeon, pets, work
from rules.lords.data import Goods
from rules.lords.state import Lord
from rules.lords.work import Part, Shift


class Action(NamedTuple):
    """One clause as it was written: its verb and its parts."""

    verb: str
    parts: list[list[str]]


def text(verb: str, part: Iterable[str] = ()) -> str:
    """A part of an action in notation."""
    return " ".join((verb, *part))


SECRET = ("discard", "pet")
"""What was not done of these is told to the lord alone: it names hidden cards (L1.5)."""


def skip(lord: Lord, verb: str, part: Iterable[str], why: Reason, record: Recorder) -> None:
    """Tell that a part of an action could not be done (L4)."""
    record("skipped", seat=lord.seat, action=text(verb, part), reason=why.code, data=why.data,
           to=[lord.seat] if verb in SECRET else None)  # fmt: skip


class Further(NamedTuple):
    """What may follow a name: the words, how many of them must and how many may."""

    words: Sequence[str]
    least: int
    most: int


NOTHING = Further((), 0, 0)


class Clause(Protocol):
    """What may be said in one kind of clause."""

    def opens(self, shift: Shift, said: Sequence[Action]) -> Reason | None:
        """What stands against opening such a clause after what has been said."""
        ...

    def words(self, shift: Shift, parts: list[list[str]]) -> Sequence[str]:
        """Every token that is grammatical next."""
        ...

    def likely(self, shift: Shift, parts: list[list[str]]) -> Iterable[str]:
        """Those of the words that may be possible: `why` need not be asked for the others."""
        ...

    def why(self, shift: Shift, parts: list[list[str]], token: str) -> Reason | None:
        """What stands against this word now."""
        ...

    def add(self, shift: Shift, parts: list[list[str]], token: str) -> None:
        """Write the word down, and try out what is finished by it."""
        ...

    def done(self, shift: Shift, parts: list[list[str]]) -> bool:
        """Whether the clause may end here."""
        ...

    def group(self, shift: Shift, parts: list[list[str]], token: str) -> str:
        """What kind of word this is, for the keyboard."""
        ...


class Cells:
    """`dig b2 b3`, `mine c1 c2`: one action a cell."""

    def __init__(
        self, site: str, why_not: "WhyNot", do: "Do", likely: Callable[[Shift], Iterable[str]]
    ) -> None:
        self.site, self.why_not, self.do, self._likely = site, why_not, do, likely

    def opens(self, shift: Shift, said: Sequence[Action]) -> Reason | None:
        """A permit with something left, somebody idle, and a cell that will do."""
        against = work.why_no_permit(shift, self.site)
        if against is None and not any(True for _ in self.likely(shift, [])):
            against = Reason("nowhere", {"site": self.site})
        return against

    def words(self, shift: Shift, parts: list[list[str]]) -> Sequence[str]:
        """Every cell of the grid."""
        return dungeon.cells(shift.data.grid)

    def likely(self, shift: Shift, parts: list[list[str]]) -> Iterable[str]:
        """The cells that will do."""
        if work.why_no_permit(shift, self.site) is None:
            yield from self._likely(shift)

    def why(self, shift: Shift, parts: list[list[str]], token: str) -> Reason | None:
        """As the action itself says."""
        return self.why_not(shift, (token,))

    def add(self, shift: Shift, parts: list[list[str]], token: str) -> None:
        """Every cell is an action of its own."""
        parts.append([token])
        if self.why_not(shift, (token,)) is None:
            self.do(shift, (token,))

    def done(self, shift: Shift, parts: list[list[str]]) -> bool:
        """With one cell at least."""
        return bool(parts)

    def group(self, shift: Shift, parts: list[list[str]], token: str) -> str:
        """Cells."""
        return "cell"


WhyNot = Callable[[Shift, Part], Reason | None]
Do = Callable[[Shift, Part], None]


class Named:
    """`work mint`, `build forge e1`, `pet mole b3`: one thing, then a cell or round if need be.

    `things` are all names, `owned` those of this lord; `further` says what may follow a name:
    the words, how many of them must and how many may.
    """

    def __init__(
        self, kind: str, why_not: WhyNot, do: Do,
        things: Callable[[Shift], Sequence[str]], owned: Callable[[Shift], Iterable[str]],
        further: Callable[[Shift, str], Further],
    ) -> None:  # fmt: skip
        self.kind, self.why_not, self.do = kind, why_not, do
        self.things, self.owned, self.further = things, owned, further

    def opens(self, shift: Shift, said: Sequence[Action]) -> Reason | None:
        """One of them can be done."""
        against = None
        for thing in self.owned(shift):
            why = self.why_not(shift, (thing,))
            if why is None:
                return None
            against = against or why
        return against or Reason(f"no {self.kind}")

    def words(self, shift: Shift, parts: list[list[str]]) -> Sequence[str]:
        """Names first, then what may follow the name."""
        if not parts:
            return self.things(shift)
        further = self.further(shift, parts[0][0])
        return further.words if len(parts[0]) <= further.most else ()

    def likely(self, shift: Shift, parts: list[list[str]]) -> Iterable[str]:
        """The lord's own; legal cells, unseen rounds."""
        if not parts:
            return list(dict.fromkeys(self.owned(shift)))
        return self.words(shift, parts)

    def why(self, shift: Shift, parts: list[list[str]], token: str) -> Reason | None:
        """As the action itself says; a round must be one that he can still see."""
        if not parts:
            return self.why_not(shift, (token,))
        if token.isdigit():
            return self._why_not_round(shift, int(token))
        return self.why_not(shift, (*parts[0], token))

    def _why_not_round(self, shift: Shift, number: int) -> Reason | None:
        # the look itself has been tried out with the default round, which may still be changed
        if number <= len(shift.board.turned):
            return Reason("already turned", {"round": number})
        if number in shift.lord.spied and number != shift.looked:
            return Reason("already seen", {"round": number})
        return None

    def add(self, shift: Shift, parts: list[list[str]], token: str) -> None:
        """Done with the name, or with the last cell that must follow."""
        if not parts:
            parts.append([token])
        else:
            parts[0].append(token)
            if token.isdigit():
                self._look_elsewhere(shift, int(token))
                return
        if not self.done(shift, parts):
            return
        part, seen = tuple(parts[0]), len(shift.lord.spied)
        if self.why_not(shift, part) is None:
            self.do(shift, part)
        shift.looked = shift.lord.spied[-1] if len(shift.lord.spied) > seen else 0

    def _look_elsewhere(self, shift: Shift, number: int) -> None:
        if shift.looked and self._why_not_round(shift, number) is None:
            shift.lord.spied[-1] = shift.looked = number

    def done(self, shift: Shift, parts: list[list[str]]) -> bool:
        """With the name, and the cells that must follow."""
        return bool(parts) and len(parts[0]) > self.further(shift, parts[0][0]).least

    def group(self, shift: Shift, parts: list[list[str]], token: str) -> str:
        """The kind of name; cell or round after it."""
        return self.kind if not parts else "round" if token.isdigit() else "cell"


class Discard:
    """`discard pendulum` for the card drawn beyond those bought (L2.3)."""

    def opens(self, shift: Shift, said: Sequence[Action]) -> Reason | None:
        """As long as he still owes a discard."""
        return self._owed(shift, sum(a.verb == "discard" for a in said))

    def _owed(self, shift: Shift, said: int) -> Reason | None:
        owed = shift.before.discards_owed
        if said >= owed or not shift.before.traps:
            return Reason("nothing to discard", {"owed": owed})
        return None

    def words(self, shift: Shift, parts: list[list[str]]) -> Sequence[str]:
        """All traps there are."""
        return () if parts else list(shift.data.traps.traps)

    def likely(self, shift: Shift, parts: list[list[str]]) -> Iterable[str]:
        """Those of his hand."""
        return () if parts else [trap for trap in self.words(shift, parts) if trap in _hand(shift)]

    def why(self, shift: Shift, parts: list[list[str]], token: str) -> Reason | None:
        """It must be in his hand, where production found him."""
        return None if token in _hand(shift) else Reason("no such trap", {"trap": token})

    def add(self, shift: Shift, parts: list[list[str]], token: str) -> None:
        """Nothing in production depends on it."""
        parts.append([token])

    def done(self, shift: Shift, parts: list[list[str]]) -> bool:
        """With the trap."""
        return bool(parts)

    def group(self, shift: Shift, parts: list[list[str]], token: str) -> str:
        """Traps."""
        return "trap"


def _hand(shift: Shift) -> list[str]:
    return shift.before.traps


def _mineable(shift: Shift) -> list[str]:
    return [
        cell
        for cell, tile in shift.lord.tiles.items()
        if not (tile.conquered or tile.room or cell in shift.fresh or cell in shift.mined)
    ]


def _tunnels(shift: Shift, gain: Goods) -> Further:
    count = gain.get("tunnel", 0)
    return Further(dungeon.cells(shift.data.grid), count, count) if count else NOTHING


def _work_goes_on(shift: Shift, room: str) -> Further:
    gain = shift.data.rooms[room].gain
    if "spy" in gain:
        return Further([str(number) for number in range(1, shift.data.rounds + 1)], 0, 1)
    return _tunnels(shift, gain)


def _build_goes_on(shift: Shift, room: str) -> Further:
    return Further(dungeon.cells(shift.data.grid), 1, 1)


def _pet_goes_on(shift: Shift, pet: str) -> Further:
    return _tunnels(shift, shift.data.pets[pet].gain)


WORKS: dict[str, Clause] = {
    "dig": Cells("tunnels", work.why_not_dig, work.dig, Shift.spots),
    "mine": Cells("gold", work.why_not_mine, work.mine, _mineable),
    "work": Named("room", work.why_not_work, work.work, lambda shift: list(shift.data.rooms),
                  lambda shift: [t.room for t in shift.lord.tiles.values() if t.room],
                  _work_goes_on),
    "build": Named("plan", work.why_not_build, work.build, lambda shift: list(shift.data.rooms),
                   lambda shift: shift.lord.plans, _build_goes_on),
    "pet": Named("pet", pets.why_not_use, pets.use, lambda shift: list(shift.data.pets),
                 lambda shift: shift.lord.pets, _pet_goes_on),
}  # fmt: skip
"""The actions that are done in the lord's own order, in production itself."""
