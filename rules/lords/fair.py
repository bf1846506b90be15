"""The fair of the festival: who picks before whom, and the gifts (L6)."""

from collections.abc import Iterable, Mapping, Sequence

from rules.kernel.facts import Recorder
from rules.kernel.question import RANK, Reason
from rules.lords import gifts
from rules.lords.clause import Action, skip
from rules.lords.state import State
from rules.lords.work import Shift

VERB = "fair"

MOST = 20
"""The highest number that is read as a number of imps."""


class Fair:
    """`fair 2 barrel>strong walls c1>masks 3`: imps, then a ranking of gifts with their words."""

    def opens(self, shift: Shift, said: Sequence[Action]) -> Reason | None:
        """At the festival, once, and with an imp at least."""
        if not shift.board.gifts:
            return Reason("no fair")
        if any(action.verb == VERB for action in said):
            return Reason("already said", {"verb": VERB})
        if not shift.fewest:
            return Reason("too few imps", {"needs": 1, "has": 0})
        return None

    def words(self, shift: Shift, parts: list[list[str]]) -> Sequence[str]:
        """A number; then the gift's own words, and a further gift."""
        if not parts:
            return [str(number) for number in range(MOST + 1)]
        if len(parts) == 1:
            return list(shift.data.gifts.gifts)
        return [*self._further(shift, parts[-1]), *(RANK + g for g in shift.data.gifts.gifts)]

    def _further(self, shift: Shift, part: list[str]) -> Sequence[str]:
        gift = shift.data.gifts.gifts[part[0]]
        return gifts.rule(gift).words(shift.board, shift.before, gift, part[1:])

    def likely(self, shift: Shift, parts: list[list[str]]) -> Iterable[str]:
        """Numbers up to the imps that are still idle; gifts laid out and not ranked yet."""
        if not parts:
            return [str(number) for number in range(min(shift.fewest, MOST) + 1)]
        ranked = [part[0] for part in parts[1:]]
        joint = RANK if ranked else ""
        more = [joint + gift for gift in shift.board.gifts if gift not in ranked]
        if not ranked:
            return more if parts[0][0] != "0" else []
        gift = shift.data.gifts.gifts[ranked[-1]]
        return [*gifts.likely(shift.board, shift.before, gift, parts[-1][1:]), *more]

    def why(self, shift: Shift, parts: list[list[str]], token: str) -> Reason | None:
        """More imps than are idle, a gift not laid out, a word the gift can't use."""
        if not parts:
            idle = shift.fewest
            too_many = int(token) > idle
            return Reason("too few imps", {"needs": int(token), "has": idle}) if too_many else None
        gift = token.removeprefix(RANK)
        if len(parts) == 1 or token.startswith(RANK):
            if parts[0][0] == "0":
                return Reason("nobody sent")
            if gift not in shift.board.gifts:
                return Reason("not laid out", {"gift": gift})
            said = any(part[0] == gift for part in parts[1:])
            return Reason("already said", {"verb": gift}) if said else None
        rule = gifts.rule(shift.data.gifts.gifts[parts[-1][0]])
        return rule.why(shift.board, shift.before, token)

    def add(self, shift: Shift, parts: list[list[str]], token: str) -> None:
        """The imps are gone for this season; what they bring home is not counted on."""
        if not parts:
            sent = min(int(token), shift.free)
            shift.free -= sent
            shift.fewest -= min(int(token), shift.fewest)
            parts.append([token])
        elif len(parts) == 1 or token.startswith(RANK):
            parts.append([token.removeprefix(RANK)])
        else:
            parts[-1].append(token)

    def done(self, shift: Shift, parts: list[list[str]]) -> bool:
        """With the number; the gifts may be left to chance."""
        return bool(parts)

    def group(self, shift: Shift, parts: list[list[str]], token: str) -> str:
        """Number, gift, or what the gift asks for."""
        if not parts:
            return "number"
        if len(parts) == 1 or token.startswith(RANK):
            return "gift"
        return gifts.rule(shift.data.gifts.gifts[parts[-1][0]]).group


def hold(
    state: State, visits: Mapping[int, Action], shifts: Mapping[int, Shift], record: Recorder
) -> None:
    """Everyone who sent imps picks a gift, in an order fixed before the first (L6.1).

    More imps pick first, then the more evil (L1.4). The imps are missing in this production.
    """
    sent = {seat: _sent(action, shifts[seat]) for seat, action in visits.items()}
    rank = {seat: n for n, seat in enumerate(state.evil_order())}
    order = sorted((s for s in sent if sent[s]), key=lambda s: (-sent[s], rank[s]))
    for seat in order:
        shift = shifts[seat]
        shift.free -= sent[seat]
        shift.fewest = shift.free
        record("fair", seat=seat, imps=sent[seat])
    for seat in state.turn_order():
        _nobody_went(visits.get(seat), shifts[seat])
    left = list(state.gifts)
    for seat in order:
        if left:
            gift, said = _pick(visits[seat], left)
            left.remove(gift)
            _accept(state, shifts[seat], gift, said, record)
    state.gifts = []


def _sent(action: Action, shift: Shift) -> int:
    """At most the imps he has when production begins (L6.1)."""
    return min(int(action.parts[0][0]), shift.free) if action.parts else 0


def _nobody_went(action: Action | None, shift: Shift) -> None:
    """He wanted to send imps and has none."""
    if action is not None and action.parts and not shift.lord.imps and action.parts[0] != ["0"]:
        why = Reason("too few imps", {"needs": int(action.parts[0][0]), "has": 0})
        skip(shift.lord, VERB, action.parts[0], why, shift.record)


def _pick(action: Action, left: list[str]) -> tuple[str, list[str]]:
    """The first of his ranking still there, else the first left as laid out."""
    for gift, *said in action.parts[1:]:
        if gift in left:
            return gift, said
    return left[0], []


def _accept(state: State, shift: Shift, gift: str, said: Sequence[str], record: Recorder) -> None:
    before = set(shift.lord.tiles)
    gifts.give(state, shift.lord.seat, gift, said, record)
    shift.fresh |= set(shift.lord.tiles) - before
