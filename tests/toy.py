"""A small game in everything unlike Dungeon Lords: turn by turn, on an open board.

All bid at once for the order of turns. In his turn one takes a cell; if it is another's, that one
is asked in the middle of the step to yield or to fight with his secret strength. Most cells win.
"""

from types import MappingProxyType
from typing import Any

import msgspec

from rules.kernel.question import Illegal, Option, Reason
from rules.kernel.stream import Stream

CELLS = ("north", "east", "south", "west", "middle")
ROUNDS = {"plain": 3, "alone": 3, "short": 1}


class Toy(msgspec.Struct, kw_only=True):
    seats: int
    turns: int
    step: str = "bid"
    owing: list[int] = []
    order: list[int] = []
    turn: int = 0
    cells: dict[str, int] = {}
    wanted: str = ""
    seed: str = ""
    strength: dict[int, int] = {}
    viewer: int | None = None


class Walk:
    def __init__(self, tree: dict[str, Any], taken: Any) -> None:
        self.tokens: list[str] = []
        self._tree, self._taken = tree, taken

    @property
    def complete(self) -> bool:
        return not self._tree

    @property
    def result(self) -> str:
        return self.tokens[-1].lstrip(";") if self.tokens else ""

    def options(self, every: bool = False) -> list[Option]:
        why = {t: Reason("own cell") for t in self._tree if t in self._taken}
        found = [Option(t, why=why.get(t)) for t in self._tree]
        return [o for o in found if every or o.why is None]

    def take(self, token: str, force: bool = False) -> None:
        if token not in self._tree:
            raise Illegal(Reason("unknown word", {"token": token}))
        if token in self._taken and not force:
            raise Illegal(Reason("own cell"))
        self.tokens.append(token)
        self._tree = self._tree[token]


class Question(msgspec.Struct):
    id: str
    kind: str
    seat: int
    tree: dict[str, Any]
    taken: list[str]

    def walk(self) -> Walk:
        return Walk(self.tree, self.taken)


class ToyGame:
    name = "toy"

    def seats(self, variant):
        return {"plain": (2, 4), "alone": (1, 4), "short": (2, 4)}[variant]

    def new(self, setup, record):
        if setup.seats > 4:
            raise ValueError("too many")
        dice = Stream(setup.seed, "strength")
        turns = ROUNDS[setup.variant] * setup.seats
        state = Toy(seats=setup.seats, turns=turns, seed=setup.seed)
        for seat in range(1, setup.seats + 1):
            state.strength[seat] = dice.below(6)
            record("strength", to=[seat], points=state.strength[seat])
        state.owing = list(state.strength)
        record("begin", seats=setup.seats)
        return state

    amid = MappingProxyType({})

    def owed(self, state):
        return state.owing

    def over(self, state):
        return state.step == "over"

    def view(self, state, viewer):
        own = {s: n for s, n in state.strength.items() if s == viewer}
        return msgspec.structs.replace(state, seed="", strength=own, viewer=viewer)

    def question(self, view):
        if view.viewer not in view.owing:
            return None
        own = [f";{cell}" for cell, seat in view.cells.items() if seat == view.viewer]
        tree = {
            "bid": {";bid": {str(n): {} for n in range(1, 4)}},
            "take": {f";{cell}": {} for cell in CELLS},
            "defend": {";yield": {}, ";fight": {}},
        }[view.step]
        full = len(own) == len(CELLS)
        return Question(f"t{view.turn}", view.step, view.viewer, {} if full else tree, own)

    def resolve(self, state, answers, record):
        if state.step == "bid":
            bids = {seat: int(bid) for seat, bid in answers.items()}
            state.order = sorted(bids, key=lambda seat: (-bids[seat], seat))
            record("order", seats=state.order)
            state.step = "take"
        elif state.step == "take":
            [(seat, cell)] = answers.items()
            if state.cells.get(cell, seat) != seat:
                state.step, state.wanted, state.owing = "defend", cell, [state.cells[cell]]
                return
            self._take(state, seat, cell, record)
        else:
            attacker = state.order[state.turn % state.seats]
            [(owner, how)] = answers.items()
            won = how == "yield" or state.strength[attacker] >= state.strength[owner]
            record("fight", attacker=attacker, owner=owner, how=how, won=won)
            self._take(state, attacker if won else owner, state.wanted, record)
        if state.turn == state.turns:
            state.step, state.owing = "over", []
            record("over", cells=state.cells)
        else:
            state.owing = [state.order[state.turn % state.seats]]

    def _take(self, state, seat, cell, record):
        if cell:
            state.cells[cell] = seat
        record("taken", seat=seat, cell=cell)
        state.turn, state.step, state.wanted = state.turn + 1, "take", ""

    def reseed(self, state, seed):
        state.seed = seed

    def encode(self, state):
        return msgspec.json.encode(state)

    def decode(self, data):
        return msgspec.json.decode(data, type=Toy)

    encode_view, decode_view = encode, decode
