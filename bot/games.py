"""The games this house offers: rules, face and stand-ins, by name."""

from collections.abc import Mapping
from typing import Any

import msgspec

from bot.render.face import Face
from rules.kernel.game import Game
from rules.kernel.standin import StandIn


class Offered(msgspec.Struct, frozen=True):
    """One game on offer; `standins` by kind, the first being the absence rule.

    `seats` are the fewest and most of all its variants.
    """

    game: Game[Any]
    face: Face
    standins: Mapping[str, StandIn]
    variants: tuple[str, ...]
    seats: tuple[int, int]


def _games() -> dict[str, Offered]:
    from bot.render.lords.face import LordsFace
    from rules.kernel.standin import RandomStandIn
    from rules.lords.game import Lords
    from rules.lords.judgement import Judgement

    standins: dict[str, StandIn] = {"judgement": Judgement(), "random": RandomStandIn()}
    return {"lords": Offered(Lords(), LordsFace(), standins, ("shoggoth", "classic"), (2, 5))}


GAMES: dict[str, Offered] = _games()
