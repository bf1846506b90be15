"""The master's hand: every field of the state can be set by a typed command.

`HandQuestion(state)` offers the commands as any question does; `read` reads one as it was typed;
`change` does it. What would be impossible is refused with the rule it breaks, unless forced.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from rules.kernel.facts import Recorder
from rules.kernel.question import CLAUSE, Illegal, Question, Reason, joint
from rules.lords.hand.forms import DERIVED
from rules.lords.hand.grammar import HARD, breaks
from rules.lords.hand.question import HandQuestion, command_of, read
from rules.lords.hand.when import moment_of
from rules.lords.state import State, view


def change(state: State, tokens: Sequence[str], force: bool, record: Recorder) -> None:
    """Do a command in place.

    Raises Illegal when it breaks a rule and has no `force`, or for one of the reasons in HARD.
    """
    command = command_of(state, tokens)
    why = command.form.why_not(state, command.said)
    if why is None and not force:
        why = HandQuestion(state).why_not(command)
    if why is not None and (why.code in HARD or not force):
        raise Illegal(why)
    command.form.do(state, command.said, record)


ENOUGH = 60
"""No answer needs more words than this."""


def why_unanswerable(question: Question) -> Reason | None:
    """Even a forced command must leave a question that has an answer."""
    walk = question.walk()
    while not walk.complete:
        options = walk.options()
        if not options or len(walk.tokens) > ENOUGH:
            return breaks("unplayable", "L2", seat=question.seat)
        going_on = [option for option in options if joint(option.token) != CLAUSE]
        walk.take((going_on or options)[0].token)
    return None


NOT_ASKED_BY = (
    "turn", "at", "owing", "first", "next_event", "heroes", "next_heroes", "tent", "result",
    "house", "lords",
)  # fmt: skip
"""What a view holds that no question depends on; of other lords it is their evil alone."""


def asked_of(state: State, seat: int) -> Any:
    """All that the question of a seat is made of, as plain values."""
    seen = view(state, seat)
    table = {
        name: value
        for name in seen.__struct_fields__
        if name not in NOT_ASKED_BY and (value := getattr(seen, name)) is not msgspec.UNSET
    }
    evils = [lord.evil for lord in seen.lords] if seen.gifts else []
    return msgspec.to_builtins({**table, "me": seen.me, "evils": evils}, str_keys=True)


def asked_anew(before: State, after: State) -> list[int]:
    """The seats that owe something now that they did not owe before in the same way."""
    return [
        seat
        for seat in after.owing
        if seat not in before.owing or asked_of(before, seat) != asked_of(after, seat)
    ]


__all__ = [
    "DERIVED",
    "HandQuestion",
    "asked_anew",
    "change",
    "moment_of",
    "read",
    "why_unanswerable",
]
