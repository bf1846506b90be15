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


class Chapter(NamedTuple):
    """A chapter of what the master's hand can do: a button's label, HTML, the verbs it is about."""

    title: str
    html: str
    verbs: tuple[str, ...]


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

    def further(self, lang: str, view: Any, question: Question, walk: Walk, names: Names) -> str:
        """HTML: what may still be added to an answer, in a sentence; empty if nothing."""
        ...

    def label(
        self, lang: str, view: Any, question: Question, walk: Walk, option: Option, names: Names
    ) -> str:
        """The short plain text of the button of an option that may come next in this walk."""
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

    def command(
        self, lang: str, variant: str, question: Question, tokens: Sequence[str], names: Names
    ) -> str:
        """Plain text: a command of the master's hand, whole or begun, as one would type it."""
        ...

    def hand_guide(self, lang: str, variant: str, names: Names) -> list[Chapter]:
        """What the master's hand can do at this table, chapter by chapter."""
        ...

    def word(self, lang: str, variant: str, token: str, group: str, names: Names) -> str:
        """Plain text: one word of such a command; `group` is its option's."""
        ...

    def changes(
        self, lang: str, variant: str, found: Sequence[tuple[str, Any, Any]], names: Names
    ) -> list[str]:
        """Plain text, a line each: fields of the state (path, before, after) that change."""
        ...

    def written(self, lang: str, variant: str, text: str, names: Names) -> str:
        """Plain text: an answer as the log keeps it, in words."""
        ...

    def step_name(self, lang: str, view: Any) -> str:
        """The step at hand in a few words."""
        ...
