"""What a game's face offers to everyone who shows the game: words, keyboards, pictures."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from rules.kernel.facts import Fact
from rules.kernel.notation import Lexicon, NotAnAnswer
from rules.kernel.question import Option, Question, Reason, Walk

Names = Mapping[int, str]
"""Seat -> display name as plain text: the face escapes it and never declines it."""


class Picture(NamedTuple):
    """One picture of an album: SVG text, an HTML caption (at most 1024 units), size in pixels."""

    svg: str
    caption: str
    width: int
    height: int


class Face(Protocol):
    """One game in words and pictures; every HTML text is Telegram's HTML."""

    def lexicon(self, lang: str) -> Lexicon:
        """The words in which a player may write an answer."""
        ...

    def prompt(
        self, lang: str, view: Any, question: Question, walk: Walk, names: Names, warn: bool = True
    ) -> str:
        """HTML: the question at hand, what one needs to decide, what has been chosen so far.

        With `warn` also what would come of it, as far as one may know, and likely slips.
        """
        ...

    def label(self, lang: str, view: Any, question: Question, option: Option) -> str:
        """The short plain text of an option's button."""
        ...

    def rows(self, options: Sequence[Option]) -> list[list[Option]]:
        """How options are laid out on the keyboard."""
        ...

    def receipt(
        self, lang: str, view: Any, question: Question, tokens: Sequence[str], names: Names,
        warn: bool = False,
    ) -> str:  # fmt: skip
        """HTML: what was understood, in words; with `warn` what would come of it as well."""
        ...

    def post(
        self, lang: str, view: Any, facts: Sequence[Fact], names: Names, missed: Sequence[int],
        history: Sequence[tuple[Any, Sequence[Fact]]] = (),
    ) -> str:  # fmt: skip
        """HTML for the group about one advance; `view` is the group's, after it.

        `history` holds the group's view after, and the facts of, every advance so far, this one
        among them: what a game's last post looks back on.
        """
        ...

    def story(self, lang: str, steps: Sequence[tuple[Any, Sequence[Fact]]], names: Names) -> str:
        """HTML: the story so far from every advance's view and facts; of the views the last counts.

        Several languages at once (`ru+en`) are told one beneath the other, as in `post`, `board`
        and `seat`; what one person reads is in one language, here the first.
        """
        ...

    def private(self, lang: str, view: Any, facts: Sequence[Fact], names: Names) -> str:
        """HTML for the view's viewer alone: facts addressed to him; empty if there are none."""
        ...

    def board(self, lang: str, view: Any, names: Names) -> str:
        """HTML: the whole table as it lies open."""
        ...

    def seat(self, lang: str, view: Any, seat: int, names: Names) -> str:
        """HTML: one seat as this viewer may see it."""
        ...

    def pictures(self, lang: str, view: Any, facts: Sequence[Fact], names: Names) -> list[Picture]:
        """The album that goes with the post of one advance; may be empty."""
        ...

    def sketches(self, question: Question) -> bool:
        """Whether there is a planning picture for such a question."""
        ...

    def planning_picture(
        self, lang: str, view: Any, question: Question, walk: Walk, names: Names
    ) -> Picture | None:
        """What the viewer has drafted, drawn for him alone; None where there is nothing to draw."""
        ...

    def reason(self, lang: str, variant: str, reason: Reason) -> str:
        """HTML: why something can't be done now in a game of this variant, begun or not."""
        ...

    def error(self, lang: str, variant: str, error: NotAnAnswer) -> str:
        """HTML: what is wrong with an answer written in a game of this variant."""
        ...

    def step_name(self, lang: str, view: Any) -> str:
        """The step at hand in a few words."""
        ...
