"""Taking of a plan what the walk allows: the plan may be wrong, the answer never is."""

from collections.abc import Iterable, Sequence

from rules.kernel.question import CLAUSE, Walk, joint

Clauses = Iterable[Sequence[str]]
"""What is wanted: rows of tokens, each row opening a clause of the answer."""

LONGEST = 80
"""No plan makes an answer longer than this many tokens."""


def legal(walk: Walk) -> set[str]:
    """The tokens that can be chosen now."""
    return {option.token for option in walk.options()}


def follow(walk: Walk, clauses: Clauses) -> None:
    """Write the clauses one after the other; one that can't be begun is left out.

    A clause is ended where a token of it can't be chosen, and finished if it can't stand so.
    """
    for clause in clauses:
        if len(walk.tokens) >= LONGEST:
            return
        if not clause or clause[0] not in legal(walk):
            continue
        for token in clause:
            if token not in legal(walk):
                break
            walk.take(token)
        close(walk)


def close(walk: Walk) -> None:
    """Finish a clause that was broken off, until a new one may begin or the answer may stand."""
    while not walk.complete:
        options = [option.token for option in walk.options()]
        if not options or any(joint(token) == CLAUSE for token in options):
            return
        walk.take(options[0])


def finish(walk: Walk) -> None:
    """Make the answer complete with whatever can be chosen, opening a clause only if it must."""
    while not walk.complete:
        options = [option.token for option in walk.options()]
        going_on = [token for token in options if joint(token) != CLAUSE]
        walk.take((going_on or options)[0])
