"""How long pictures take, as a ratio to an empty picture of the same size in the same run."""

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from bot.gallery.worst import PICTURES
from bot.render.face import Picture
from bot.render.png import png


class Pace(NamedTuple):
    """Seconds for a picture's SVG and its PNG, and for the PNG of an empty SVG of its size."""

    name: str
    drawn: float
    rendered: float
    empty: float

    @property
    def ratio(self) -> float:
        """How many times as long as an empty one the picture takes, SVG and PNG together."""
        return (self.drawn + self.rendered) / self.empty


def empty(picture: Picture) -> str:
    """An SVG of the picture's size with nothing in it."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{picture.width}"'
        f' height="{picture.height}"></svg>'
    )


def best(work: Callable[[], object], times: int) -> float:
    """The shortest of several runs in seconds of the processor's time."""
    took = []
    for _ in range(times):
        began = time.process_time()
        work()
        took.append(time.process_time() - began)
    return min(took)


def paces(lang: str = "ru", times: int = 3) -> Iterator[Pace]:
    """Every kind of picture at its worst, measured."""
    for name, draw in PICTURES.items():
        picture = draw(lang)
        nothing = empty(picture)
        yield Pace(
            name,
            best(partial(draw, lang), times),
            best(partial(png, picture.svg, picture.width), times),
            best(partial(png, nothing, picture.width), times),
        )
