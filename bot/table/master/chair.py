"""What the master has set at his table; a part of a game's settings."""

from collections.abc import Sequence
from typing import TypeVar

import msgspec

MODES = ("ready", "deadline", "master")
"""When a step resolves: as soon as all are ready; at the deadline; when the master approves."""

WORDS = ("name", "before", "after", "epilogue")
"""What the master may write: the game's name, words around the next post, words at the end."""


class Chair(msgspec.Struct, frozen=True, omit_defaults=True):
    """How steps resolve, who helps, what stands still, and the master's own words.

    `mode` is one of MODES; `deputies` have the master's hand; `locked`: nobody may send; `held`: a
    table that is ready waits; `paused`: the clock stands; `sighted`: a master who plays sees all;
    `sealed`: the step (-1 none) at which a blind master has seen what comes, so that his own answer
    stands; `name`, `before`, `after` and `epilogue` are plain text;
    `guests` are names without an account that sit down at the start, at the seats `spots` (as many,
    from 1; what is not there yet is after all others); `form` is how a game without a group is
    copied for a forum.
    """

    mode: str = "ready"
    deputies: tuple[int, ...] = ()
    locked: bool = False
    held: bool = False
    paused: bool = False
    sighted: bool = False
    sealed: int = -1
    name: str = ""
    before: str = ""
    after: str = ""
    epilogue: str = ""
    guests: tuple[str, ...] = ()
    spots: tuple[int, ...] = ()
    form: str = "bbcode"


Seated = TypeVar("Seated")


def seated(chair: Chair, people: Sequence[Seated], seats: int) -> list[Seated | str]:
    """Who sits at which seat of a lobby: people in the order of coming, and names among them.

    Names have their seats for certain; whoever comes when the others are taken, waits.
    """
    names = chair.guests[:seats]
    found: list[Seated | str] = list(people[: seats - len(names)])
    spots = (*chair.spots, *(seats for _ in names[len(chair.spots) :]))
    for spot, name in sorted(zip(spots, names, strict=False), key=lambda pair: pair[0]):
        found.insert(spot - 1, name)
    return found
