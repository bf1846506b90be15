"""The face of Dungeon Lords: its words, keyboards and pictures (see `bot.render.face.Face`)."""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from bot.render import phrases
from bot.render.face import Names, Picture
from bot.render.lords import (
    answers,
    combat_post,
    end_post,
    opening_post,
    orders_post,
    picture,
    posts,
    production_post,
    prompt,
    table_text,
)
from bot.render.lords.ink import Ink, tell
from bot.render.lords.lexicon import lexicon
from rules.kernel.facts import Fact
from rules.kernel.notation import Lexicon, NotAnAnswer
from rules.kernel.question import Option, Question, Reason, Walk
from rules.lords.data import load
from rules.lords.state import View

WRITERS: dict[str, posts.Writer] = {
    "opening": opening_post.write,
    "orders": orders_post.write,
    "production": production_post.write,
    "change": production_post.write,
    "combat": combat_post.write,
    "year end": end_post.year_end,
    "attestation": end_post.attestation,
}
"""Who writes the section of a step."""

PLAIN = "shoggoth"
"""The variant whose data stands in where a text has no game at hand (reasons, errors)."""


class LordsFace:
    """Dungeon Lords in words and pictures, in every language there is."""

    def __init__(self) -> None:
        phrases.check()

    def lexicon(self, lang: str) -> Lexicon:
        """The words in which a player may write an answer."""
        return lexicon(lang)

    def prompt(self, lang: str, view: Any, question: Question, walk: Walk, names: Names) -> str:
        """HTML: the question at hand."""
        return prompt.prompt(_ink(lang, view, names), view, question, walk)

    def label(self, lang: str, view: Any, question: Question, option: Option) -> str:
        """The short plain text of an option's button."""
        return answers.label(_ink(lang, view, {}), view, question, option)

    def rows(self, options: Sequence[Option]) -> list[list[Option]]:
        """How options are laid out on the keyboard."""
        return answers.rows(options)

    def receipt(
        self, lang: str, view: Any, question: Question, tokens: Sequence[str], names: Names
    ) -> str:
        """HTML: what was understood, in words."""
        return answers.receipt(_ink(lang, view, names), view, question, tokens)

    def post(
        self, lang: str, view: Any, facts: Sequence[Fact], names: Names, missed: Sequence[int]
    ) -> str:
        """HTML for the group about one advance."""
        return posts.post(_ink(lang, view, names), view, facts, missed, WRITERS)

    def private(self, lang: str, view: Any, facts: Sequence[Fact], names: Names) -> str:
        """HTML for the viewer: facts addressed to him; empty if there are none."""
        ink = _ink(lang, view, names)
        lines = [
            _capital(tell(ink, fact))
            for fact in facts
            if fact.to is not None and fact.known_to(view.viewer)
        ]
        return "\n".join(lines)

    def board(self, lang: str, view: Any, names: Names) -> str:
        """HTML: the whole table as it lies open."""
        return table_text.board(_ink(lang, view, names), view)

    def seat(self, lang: str, view: Any, seat: int, names: Names) -> str:
        """HTML: one lord as the viewer may see him."""
        return table_text.seat(_ink(lang, view, names), view, seat)

    def pictures(self, lang: str, view: Any, facts: Sequence[Fact], names: Names) -> list[Picture]:
        """The dungeons after a second resolve and after each round of combat."""
        return picture.album(_ink(lang, view, names), view, facts)

    def reason(self, lang: str, reason: Reason) -> str:
        """HTML: why something can't be done now."""
        return str(_bare(lang).reason(reason.code, reason.data))

    def error(self, lang: str, error: NotAnAnswer) -> str:
        """HTML: what is wrong with a written answer."""
        return answers.error(_bare(lang), error)

    def step_name(self, lang: str, view: Any) -> str:
        """The step at hand in a few words."""
        return str(
            _ink(lang, view, {}).t("step.named", year=view.year, season=view.season,
                                   round=view.round, step=view.step)
        )  # fmt: skip


def _ink(lang: str, view: View, names: Names) -> Ink:
    return Ink(lang, view.data, names, view.turn)


def _bare(lang: str) -> Ink:
    return Ink(lang, load(PLAIN), {})


def _capital(text: Markup) -> Markup:
    return text if text[:1] == "<" else Markup(text[:1].upper() + text[1:])
