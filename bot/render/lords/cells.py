"""Which cells a lord may choose: drawn in his picture, marked on the map of a prompt."""

from collections.abc import Sequence

from bot.render.lords.ink import Ink
from rules.kernel.question import CLAUSE, Illegal, Question, Walk, joint, replay, word


def legal(ink: Ink, question: Question, walk: Walk) -> frozenset[str]:
    """The cells that may be chosen now; if there are none, those that may be named next: with
    the clause at hand, or between clauses with any other."""
    here = now(ink, walk)
    if here:
        return frozenset(here)
    if not walk.complete:
        return frozenset(_beyond(ink, question, walk.tokens))
    found: set[str] = set()
    for opener in [o.token for o in walk.options() if joint(o.token) == CLAUSE]:
        if word(opener) in WITH_CELLS:
            found |= _beyond(ink, question, [*walk.tokens, opener])
    return frozenset(found)


WITH_CELLS = ("dig", "mine", "build", "tile")
"""Clauses that are about cells; a room or pet that asks for one asks when it is named."""


def _beyond(ink: Ink, question: Question, tokens: Sequence[str]) -> set[str]:
    """The cells a clause may name, behind each of its things if they come first."""
    try:
        walk = replay(question, tokens)
    except Illegal:
        return set()
    found = now(ink, walk)
    if found:
        return found
    for option in walk.options():
        if joint(option.token) != CLAUSE:
            found |= now(ink, replay(question, [*tokens, option.token]))
    return found


def now(ink: Ink, walk: Walk) -> set[str]:
    """The cells among the words that may come next."""
    return {option.token for option in walk.options() if option.token in ink.cells}
