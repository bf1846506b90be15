"""The games this house offers: rules, face and stand-ins, by name."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bot.render.face import Face
from bot.render.house import HouseRules
from rules.kernel.game import Game
from rules.kernel.log import Record
from rules.kernel.standin import StandIn


class Offered(msgspec.Struct, frozen=True):
    """One game on offer; `standins` by kind, the first being the absence rule.

    `seats` are the fewest and most of all its variants; `house` reads and shows house rules,
    `reveal` lays open what a game has kept secret, as plain text in a language.
    """

    game: Game[Any]
    face: Face
    standins: Mapping[str, StandIn]
    variants: tuple[str, ...]
    seats: tuple[int, int]
    house: HouseRules | None = None
    reveal: Callable[[str, Record, Mapping[int, str]], str] | None = None


def _games() -> dict[str, Offered]:
    from bot.render.lords.face import LordsFace
    from bot.render.lords.house import LordsHouse
    from bot.render.lords.revealed import revealed
    from rules.kernel.standin import RandomStandIn
    from rules.lords.data import VARIANTS
    from rules.lords.game import Lords
    from rules.lords.judgement import Judgement

    standins: dict[str, StandIn] = {"judgement": Judgement(), "random": RandomStandIn()}
    return {
        "lords": Offered(Lords(), LordsFace(), standins, VARIANTS, (2, 5), LordsHouse(), revealed)
    }


GAMES: dict[str, Offered] = _games()
