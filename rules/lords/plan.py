"""The production plan: what may be written in it, word by word, tried out as it grows (L4)."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import msgspec

from rules.kernel.facts import Silence
from rules.kernel.question import CLAUSE, RANK, Illegal, Option, Reason
from rules.lords import fair, inaccessible
from rules.lords.clause import WORKS, Action, Clause, Discard
from rules.lords.events.answers import Bare
from rules.lords.events.payroll import Pay
from rules.lords.events.replies import REPLIES
from rules.lords.state import Board, Lord, View
from rules.lords.work import Shift

Plan = tuple[Action, ...]
"""A plan as it was written: its clauses in order."""


class OutOfSeason:
    """A reply to an event that is not this season's: words, none of which can be chosen (L5.1)."""

    def __init__(self, verb: str, clause: Clause) -> None:
        self.verb, self.clause = verb, clause

    def opens(self, shift: Shift, said: Sequence[Action]) -> Reason | None:
        """Never."""
        return Reason("not this season", {"verb": self.verb, "event": shift.board.event})

    def words(self, shift: Shift, parts: list[list[str]]) -> Sequence[str]:
        """As in its season."""
        return self.clause.words(shift, parts)

    def likely(self, shift: Shift, parts: list[list[str]]) -> Iterable[str]:
        """Never."""
        return ()

    def why(self, shift: Shift, parts: list[list[str]], token: str) -> Reason | None:
        """Never."""
        return self.opens(shift, ())

    def add(self, shift: Shift, parts: list[list[str]], token: str) -> None:
        """As in its season."""
        self.clause.add(shift, parts, token)

    def done(self, shift: Shift, parts: list[list[str]]) -> bool:
        """At any time: one verb may reply to several events, with words or without."""
        return True

    def group(self, shift: Shift, parts: list[list[str]], token: str) -> str:
        """As in its season."""
        return self.clause.group(shift, parts, token)


def replies_to(board: Board) -> Mapping[str, Bare]:
    """The replies to the season's event by their verb."""
    events = board.data.events
    return REPLIES.get(events[board.event].kind, {}) if board.event in events else {}


def clauses(board: Board) -> Mapping[str, Clause]:
    """All clauses by their verb, replies to other seasons' events among them."""
    data = board.data
    kind = data.events[board.event].kind if board.event in data.events else ""
    return _clauses(
        kind, data.cells_with_orders, bool(data.pets), bool(data.gifts.gifts), data.inaccessible > 0
    )


@lru_cache(maxsize=64)
def _clauses(
    kind: str, cells_with_orders: bool, pets: bool, gifts: bool, returns: bool
) -> Mapping[str, Clause]:
    """Those that have any use in the variant; then the replies."""
    useless = {"dig": cells_with_orders, "mine": cells_with_orders, "pet": not pets}
    found: dict[str, Clause] = {"discard": Discard()}
    found.update({verb: clause for verb, clause in WORKS.items() if not useless.get(verb)})
    if gifts:
        found[fair.VERB] = fair.Fair()
    if returns:
        found[inaccessible.VERB] = inaccessible.Return()
    found.update(REPLIES.get(kind, {}))
    for verbs in REPLIES.values():
        for verb, clause in verbs.items():
            found.setdefault(verb, OutOfSeason(verb, clause))
    return found


def on_trial(view: View) -> Shift:
    """A shift on a copy of the viewer's own lord, for trying a plan out."""
    me = view.me
    copy = msgspec.structs.replace(
        me, tiles=dict(me.tiles), monsters=list(me.monsters), traps=list(me.traps),
        pets=list(me.pets), used_pets=list(me.used_pets), plans=list(me.plans),
        spied=list(me.spied),
    )  # fmt: skip
    lords: list[Lord] = [copy if lord.seat == me.seat else lord for lord in view.lords]
    board = msgspec.structs.replace(view, lords=lords)
    return Shift(board, copy, Silence(), me)


class PlanWalk:
    """A production plan being written; every finished action is tried out at once."""

    def __init__(self, view: View) -> None:
        self.tokens: list[str] = []
        self._actions: list[Action] = []
        self._shift = on_trial(view)
        self._clauses = clauses(view)
        self._replies = replies_to(view)
        self._open: frozenset[str] = frozenset()

    @property
    def complete(self) -> bool:
        """Whether the plan may end here; an empty one may."""
        return not self._actions or self._ended()

    @property
    def result(self) -> Plan:
        """The clauses of the plan."""
        return tuple(self._actions)

    @property
    def tried(self) -> Shift:
        """What the plan has come to so far, tried out on a copy of the lord."""
        return self._shift

    def options(self, every: bool = False) -> list[Option]:
        """Words that go on with the clause at hand, then the verbs of further clauses."""
        found = self._words(every)
        if self.complete:
            found += self._verbs(every)
        self._open = frozenset(option.token for option in found if option.why is None)
        return found

    def take(self, token: str, force: bool = False) -> None:
        """Choose a word or open a clause (raises Illegal; with `force` only for no word at all)."""
        if token not in self._open:
            why = self._why(token)
            if why is not None and (why.code == "unknown word" or not force):
                raise Illegal(why)
        self._open = frozenset()
        if token.startswith(CLAUSE):
            self._actions.append(Action(token[1:], []))
        else:
            action = self._actions[-1]
            self._clauses[action.verb].add(self._shift, action.parts, token)
        self.tokens.append(token)

    def _ended(self) -> bool:
        verb, parts = self._actions[-1]
        return self._clauses[verb].done(self._shift, parts)

    def _words(self, every: bool) -> list[Option]:
        if not self._actions:
            return []
        shift, (verb, parts) = self._shift, self._actions[-1]
        clause = self._clauses[verb]
        found = []
        for token in clause.words(shift, parts) if every else clause.likely(shift, parts):
            why = clause.why(shift, parts, token)
            if every or why is None:
                group = clause.group(shift, parts, token)
                found.append(Option(token, group, why, self._note(verb, group, token)))
        return found

    def _verbs(self, every: bool) -> list[Option]:
        found = []
        for verb in self._clauses:
            why = self._why_not_open(verb)
            if every or why is None:
                reply = self._replies.get(verb)
                idle = why is None and reply is not None and reply.needless(self._shift)
                note = {"needless": True} if idle else {}
                found.append(Option(CLAUSE + verb, "reply" if reply else "action", why, note))
        return found

    def _why(self, token: str) -> Reason | None:
        if token.startswith(CLAUSE):
            if self.complete and token[1:] in self._clauses:
                return self._why_not_open(token[1:])
        elif self._actions:
            shift, (verb, parts) = self._shift, self._actions[-1]
            clause = self._clauses[verb]
            if token in clause.words(shift, parts):
                return clause.why(shift, parts, token)
        return Reason("unknown word", {"word": token})

    def _why_not_open(self, verb: str) -> Reason | None:
        if verb in self._replies:
            for action in self._actions:
                if action.verb in self._replies:
                    return Reason("already said", {"verb": action.verb})
        return self._clauses[verb].opens(self._shift, self._actions)

    def _note(self, verb: str, group: str, token: str) -> dict[str, object]:
        """What helps to decide: a room's imps, price and gain, what a monster wants."""
        data = self._shift.data
        if verb == "work" and group == "room":
            room = data.rooms[token]
            return {"imps": room.imps, "pay": room.pay, "gain": room.gain}
        clause = self._clauses[verb]
        if group == "monster" and isinstance(clause, Pay):
            return {"pay": clause.price(self._shift, token)}
        return {"effect": group} if token.startswith(RANK) else {}


class PlanQuestion:
    """What everybody owes each season: a production plan, made from his own view."""

    kind = "production"

    def __init__(self, view: View) -> None:
        assert view.viewer is not None
        self.id, self.seat, self._view = f"t{view.turn}", view.viewer, view

    def walk(self) -> PlanWalk:
        """An empty plan."""
        return PlanWalk(self._view)
