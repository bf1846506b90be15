"""A stand-in with judgement: it plays from its own view, by worth and need, and plays to win.

One module a question: `orders`, `production`, `combat`; `board` what few variants ask;
`worth` holds what things are worth to it.
Each says what it wants as clauses of tokens; `follow` takes of them what the walk allows.
"""

from collections.abc import Callable

from rules.kernel.question import Question, Tokens, replay
from rules.kernel.stream import Stream
from rules.lords.judgement import board, combat
from rules.lords.judgement.follow import Clauses, finish, follow
from rules.lords.state import View

PLANNERS: dict[str, Callable[[View, Stream], Clauses]] = {
    "setup": board.setup,
    "orders": board.season_orders,
    "production": board.season,
    "combat": combat.plan,
    "spell": board.spell,
    "attacks": board.in_fight,
}


class Judgement:
    """Eats, digs, hires what it can feed, traps the party it will meet, pays what it owes."""

    def answer(self, view: View, question: Question, stream: Stream, draft: Tokens = ()) -> Tokens:
        """A complete answer that begins with the draft (raises Illegal when the draft is not)."""
        walk = replay(question, draft)
        if question.kind in PLANNERS:
            follow(walk, PLANNERS[question.kind](view, stream))
        finish(walk)
        return tuple(walk.tokens)


__all__ = ["Judgement"]
