"""Stand-ins: players that answer for a seat that has nobody, seeing only that seat's view."""

from typing import Any, Protocol

from rules.kernel.question import CLAUSE, Question, Tokens, joint, replay
from rules.kernel.stream import Stream

LONGEST = 60
"""No answer of a random stand-in grows past this many tokens."""


class StandIn(Protocol):
    """One who answers a question from a view, going on from a draft."""

    def answer(self, view: Any, question: Question, stream: Stream, draft: Tokens = ()) -> Tokens:
        """A complete answer that begins with the draft."""
        ...


class RandomStandIn:
    """Plays random legal answers; stops at a complete one with a chance of one in `stop`."""

    def __init__(self, stop: int = 5) -> None:
        self.stop = stop

    def answer(self, view: Any, question: Question, stream: Stream, draft: Tokens = ()) -> Tokens:
        """A random complete answer that begins with the draft."""
        walk = replay(question, draft)
        while len(walk.tokens) < LONGEST:
            if walk.complete and stream.below(self.stop) == 0:
                break
            options = walk.options()
            if not options:
                break
            walk.take(stream.choice(options).token)
        while not walk.complete:
            # too long: end the clause at hand, opening no new one where that can be helped
            options = walk.options()
            going_on = [option for option in options if joint(option.token) != CLAUSE]
            walk.take((going_on or options)[0].token)
        return tuple(walk.tokens)
