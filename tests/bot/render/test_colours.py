"""The lords' badges are told apart without colour, and with the colours the colour-blind see."""

import math
import re
from itertools import combinations

import pytest

from bot.render.lords.pictures import canvas

BLINDNESS = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}  # fmt: skip
"""What is seen of linear red, green and blue (Machado, Oliveira and Fernandes, 2009)."""

XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
WHITE = (0.9505, 1.0, 1.089)
LEAST = 11.0
"""How far apart two fills must be; 2.3 can just be seen side by side."""

Triple = tuple[float, float, float]


def times(matrix: tuple[Triple, ...], vector: Triple) -> Triple:
    a, b, c = (sum(m * v for m, v in zip(row, vector, strict=True)) for row in matrix)
    return a, b, c


def linear(colour: str) -> Triple:
    """Linear light of `#rrggbb`, each from 0 to 1."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    r, g, b = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
    return r, g, b


def lab(colour: str, kind: str) -> Triple:
    """Where a colour lies in CIE Lab as seen with a kind of blindness."""
    r, g, b = (min(1.0, max(0.0, x)) for x in times(BLINDNESS[kind], linear(colour)))
    x, y, z = (
        v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116
        for v in (n / w for n, w in zip(times(XYZ, (r, g, b)), WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def contrast(one: str, other: str) -> float:
    """WCAG's contrast, from 1 to 21."""
    light, dark = sorted((times(XYZ, linear(c))[1] for c in (one, other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("kind", BLINDNESS)
def test_no_two_lords_look_alike_to_the_colour_blind(kind: str) -> None:
    close = {
        (one, other): round(math.dist(lab(one, kind), lab(other, kind)), 1)
        for one, other in combinations(canvas.SEATS[:5], 2)
    }
    assert min(close.values()) > LEAST, close


def test_every_lord_has_a_shape_besides() -> None:
    known = canvas.symbols()
    shapes = [re.sub(r' id="[^"]+"', "", known[f"seat-{seat}"]) for seat in range(1, 6)]
    assert len(set(shapes)) == 5


def test_letters_stand_out_from_what_they_stand_on() -> None:
    """On a badge, large and bold: 3 to 1; in red on a card: 4.5 to 1."""
    for fill, ink in zip(canvas.SEATS, canvas.INKS, strict=True):
        assert contrast(fill, ink) > 3, fill
    assert contrast(canvas.FAR, "#fbf6ea") > 4.5
    assert contrast(canvas.INK, "#fbf6ea") > 7


def test_the_measures_are_right() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert lab("#ffffff", "none") == pytest.approx((100, 0, 0), abs=0.1)
    red, green = "#d7191c", "#5c9c1c"
    assert math.dist(lab(red, "none"), lab(green, "none")) > 80
    assert math.dist(lab(red, "deuteranopia"), lab(green, "deuteranopia")) < 40
