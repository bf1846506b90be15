"""Seeds that differ in everything but what lies open of them."""

from functools import cache
from itertools import count

from rules.lords.state import voice


@cache
def of_the_same_voice(seed: str) -> str:
    """Another seed with the same voice (`View.voice`), the only thing that is shown of a seed."""
    others = (f"another {n}" for n in count())
    return next(other for other in others if voice(other) == voice(seed))
