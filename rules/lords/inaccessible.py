"""Orders in hand and out of it: the draw at the start, and which order comes back (L2.12, L2.15).

The step `setup` stands before the first season. What is inaccessible is barred, and there is no
bribe for it.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.kernel.facts import Recorder
from rules.kernel.question import Question, Reason
from rules.lords import decks
from rules.lords.clause import Action, skip
from rules.lords.picks import PickQuestion, out_of
from rules.lords.state import Errands, Lord, State, View
from rules.lords.work import Shift

VERB = "return"
"""The word of the production plan that says which order comes back."""


def draw(state: State, record: Recorder) -> None:
    """At the start everyone draws orders at random, of which he will pick some (L2.12).

    Until then all those drawn count as inaccessible.
    """
    data = state.data
    for lord in state.lords if data.inaccessible else ():
        lord.barred = decks.shuffled(state, "orders", list(data.sites))[: data.drawn_at_setup]
        lord.errands = Errands()
        record("orders drawn", seat=lord.seat, sites=list(lord.barred))


def asks(state: State) -> list[int]:
    """Every lord picks which orders begin inaccessible."""
    return [lord.seat for lord in state.lords]


def question(view: View) -> Question | None:
    """Which of the orders drawn stay inaccessible."""
    most = view.data.inaccessible
    words = out_of(view.me.barred, list(view.data.sites), most, "not drawn", "site")
    return PickQuestion(view, "setup", "site", words, lambda picked: picked == most)


def resolve(state: State, answers: Mapping[int, Any], record: Recorder) -> bool:
    """The others go back to hand; unsaid, the first drawn stay out (L2.17). It is always over."""
    for lord in state.lords:
        picked = [site for site in answers.get(lord.seat, ()) if site in lord.barred]
        rest = [site for site in lord.barred if site not in picked]
        lord.barred = [*picked, *rest][: state.data.inaccessible]
        record("inaccessible", seat=lord.seat, sites=list(lord.barred))
    return True


def shut(lord: Lord, inaccessible: int) -> Sequence[str]:
    """The sites to which he can't send anyone, whatever he pays (L2.12)."""
    return lord.barred if inaccessible else ()


def returnable(lord: Lord) -> list[str]:
    """The sent orders of which one may come back: the first, or one not executed (L2.15)."""
    sent = lord.errands.sent if lord.errands else []
    return [site for n, site in enumerate(sent) if n == 0 or site not in lord.executed]


def take_back(state: State, lord: Lord, action: Action | None, record: Recorder) -> None:
    """Both inaccessible orders come back, and one of those sent; the others go (L2.15).

    Unsaid, or when what he said can't be, the first sent comes back (L2.17).
    """
    if not lord.errands or not lord.errands.sent:
        return
    may = returnable(lord)
    wanted = action.parts[0][0] if action is not None and action.parts else may[0]
    if wanted not in may:
        skip(lord, VERB, (wanted,), _why_not(lord, wanted), record)
        wanted = may[0]
    back, sent = [*lord.barred, wanted], lord.errands.sent
    lord.barred = [site for site in sent if site != wanted]
    lord.errands = Errands()
    record("orders back", seat=lord.seat, back=back, inaccessible=list(lord.barred))


def _why_not(lord: Lord, site: str) -> Reason:
    sent = lord.errands.sent if lord.errands else []
    return Reason("was executed" if site in sent else "not sent", {"site": site})


class Return:
    """`return traps`: the order that comes back instead of the first sent (L2.15)."""

    def opens(self, shift: Shift, said: Sequence[Action]) -> Reason | None:
        """Once, and if there is anything to choose."""
        if any(action.verb == VERB for action in said):
            return Reason("already said", {"verb": VERB})
        return None if len(returnable(shift.lord)) > 1 else Reason("no choice")

    def words(self, shift: Shift, parts: list[list[str]]) -> Sequence[str]:
        """Sites."""
        return () if parts else list(shift.data.sites)

    def likely(self, shift: Shift, parts: list[list[str]]) -> Iterable[str]:
        """Those that may come back."""
        return () if parts else returnable(shift.lord)

    def why(self, shift: Shift, parts: list[list[str]], token: str) -> Reason | None:
        """Not sent, or executed and not sent first."""
        return None if token in returnable(shift.lord) else _why_not(shift.lord, token)

    def add(self, shift: Shift, parts: list[list[str]], token: str) -> None:
        """Nothing in production depends on it."""
        parts.append([token])

    def done(self, shift: Shift, parts: list[list[str]]) -> bool:
        """With the site."""
        return bool(parts)

    def group(self, shift: Shift, parts: list[list[str]], token: str) -> str:
        """Sites."""
        return "site"
