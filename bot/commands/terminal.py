"""What the group would read, as plain text for a terminal."""

import sys
from collections.abc import Sequence
from html.parser import HTMLParser
from typing import TYPE_CHECKING

from rules.kernel.facts import Fact, for_viewer
from rules.lords.state import State, View, view

if TYPE_CHECKING:
    from bot.render.face import Face

BOLD = {"b", "strong", "u"}


class _Plain(HTMLParser):
    def __init__(self, colour: bool) -> None:
        super().__init__()
        self.colour = colour
        self.parts: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag in BOLD and self.colour:
            self.parts.append("\x1b[1m")

    def handle_endtag(self, tag: str) -> None:
        if tag in BOLD and self.colour:
            self.parts.append("\x1b[0m")

    def handle_data(self, data: str) -> None:
        self.parts.append(data)


def plain(html: str, colour: bool = False) -> str:
    """The text of a post without its marks; with `colour` bold stays bold."""
    parser = _Plain(colour)
    parser.feed(html)
    parser.close()
    return "".join(parser.parts)


def names(lang: str, seats: int) -> dict[int, str]:
    """Names of the lords of a game that nobody sits at, by seat."""
    from bot.render.phrases import plain as phrase

    return {seat: phrase(lang, "stage.lords", pick=seat - 1) for seat in range(1, seats + 1)}


def lords_face() -> "Face":
    """The words of Dungeon Lords (loaded when they are wanted: it takes a moment)."""
    from bot.games import GAMES

    return GAMES["lords"].face


def post(
    face: "Face", lang: str, state: State, facts: Sequence[Fact],
    history: Sequence[tuple[View, Sequence[Fact]]] = (),
) -> str:  # fmt: skip
    """The group's post for one step, as text; the last one looks back on the history."""
    seats = names(lang, len(state.lords))
    html = face.post(lang, view(state, None), for_viewer(facts, None), seats, (), history)
    return plain(html, sys.stdout.isatty()).strip()
