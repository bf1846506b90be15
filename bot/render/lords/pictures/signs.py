"""Captions of pictures: what each sign means, told only where the sign is drawn."""

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from bot.render.lords.ink import Ink
from bot.render.lords.pictures.canvas import Block
from bot.render.lords.telling import capital

Signs = Mapping[str, bool]
"""Which signs a picture has, in the order in which its caption explains them."""

Drawn = tuple[list[Block], Signs]
"""What a picture shows of a draft, and which signs are in it."""


def explained(ink: Ink, signs: Signs) -> Markup:
    """A sentence behind another: every sign that is there with its meaning; nothing where there is
    none."""
    told = [ink.t(f"picture_sign.{sign}") for sign, there in signs.items() if there]
    return Markup(". ") + capital(Markup("; ").join(told)) if told else Markup("")


def captioned(ink: Ink, key: str, signs: Signs, **data: Any) -> str:
    """A caption: the phrase of that key with its signs explained."""
    return str(ink.t(key, signs=explained(ink, signs), **data))
