"""The games this house offers: rules, face and stand-ins, by name."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import msgspec

from bot.render.face import Face
from rules.kernel.game import Game
from rules.kernel.log import Record
from rules.kernel.notation import Lexicon
from rules.kernel.overriding import Difference
from rules.kernel.standin import StandIn


class House(Protocol):
    """How a game's house rules are read and shown."""

    def change(
        self, variant: str, text: str, house: dict[str, Any] | None, lexicon: Lexicon | None
    ) -> dict[str, Any]:
        """The house rules with one more, as it was written (raises Illegal)."""
        ...

    def differences(self, variant: str, house: dict[str, Any] | None) -> list[Difference]:
        """What the house has otherwise."""
        ...


class Offered(msgspec.Struct, frozen=True):
    """One game on offer; `standins` by kind, the first being the absence rule.

    `seats` are the fewest and most of all its variants; `house` reads and shows house rules,
    `reveal` lays open what a game has kept secret.
    """

    game: Game[Any]
    face: Face
    standins: Mapping[str, StandIn]
    variants: tuple[str, ...]
    seats: tuple[int, int]
    house: House | None = None
    reveal: Callable[[Record], Any] | None = None


def _games() -> dict[str, Offered]:
    from bot.render.lords.face import LordsFace
    from rules.kernel.standin import RandomStandIn
    from rules.lords import house
    from rules.lords.game import Lords
    from rules.lords.judgement import Judgement
    from rules.lords.reveal import reveal

    standins: dict[str, StandIn] = {"judgement": Judgement(), "random": RandomStandIn()}
    variants = ("shoggoth", "classic")
    return {"lords": Offered(Lords(), LordsFace(), standins, variants, (2, 5), house, reveal)}


GAMES: dict[str, Offered] = _games()
