"""The face of Dungeon Lords: its words, keyboards and pictures (see `bot.render.face.Face`)."""

from collections.abc import Sequence
from typing import Any

from bot.render import bilingual
from bot.render.face import Chapter, Names, Picture
from bot.render.lords import (
    advice,
    answers,
    asks,
    combat_post,
    end_post,
    hand,
    opening_post,
    orders_post,
    posts,
    production_post,
    prompt,
    setup_post,
    story,
    table_text,
)
from bot.render.lords.chronicle import Steps, past
from bot.render.lords.ink import Ink, tell
from bot.render.lords.lexicon import lexicon
from bot.render.lords.pictures.album import album
from bot.render.lords.pictures.planning import DRAWN, planning_picture
from bot.render.lords.telling import capital
from rules.kernel.facts import Fact
from rules.kernel.notation import Lexicon, NotAnAnswer
from rules.kernel.question import Option, Question, Reason, Walk, replay
from rules.lords.data import load
from rules.lords.state import View

WRITERS: dict[str, posts.Writer] = {
    "setup": setup_post.write,
    "opening": opening_post.write,
    "orders": orders_post.write,
    "production": production_post.write,
    "change": production_post.write,
    "combat": combat_post.write,
    "year end": end_post.year_end,
    "attestation": end_post.attestation,
}
"""Who writes the section of a step."""


class LordsFace:
    """Dungeon Lords in words and pictures, in every language there is."""

    def lexicon(self, lang: str) -> Lexicon:
        """The words in which a player may write an answer."""
        return lexicon(lang)

    def prompt(
        self, lang: str, view: Any, question: Question, walk: Walk, names: Names, warn: bool = True
    ) -> str:
        """HTML: the question at hand; with `warn` what would come of it, and likely slips."""
        return prompt.prompt(_ink(lang, view, names), view, question, walk, warn)

    def further(self, lang: str, view: Any, question: Question, walk: Walk, names: Names) -> str:
        """HTML: what may still be added to an answer, in a sentence; empty if nothing."""
        if not answers.offered(walk.options()):
            return ""
        return f"<b>{asks.ask(_ink(lang, view, names), view, question, walk)}</b>"

    def label(
        self, lang: str, view: Any, question: Question, walk: Walk, option: Option, names: Names
    ) -> str:
        """The short plain text of the button of an option that may come next in this walk."""
        return answers.label(_ink(lang, view, names), view, question, walk, option)

    def rows(self, options: Sequence[Option]) -> list[list[Option]]:
        """How options are laid out on the keyboard."""
        return answers.rows(options)

    def receipt(
        self, lang: str, view: Any, question: Question, tokens: Sequence[str], names: Names,
        warn: bool = False,
    ) -> str:  # fmt: skip
        """HTML: what was understood, in words; with `warn` what would come of it as well."""
        ink = _ink(lang, view, names)
        text = answers.receipt(ink, view, question, tokens)
        if not warn:
            return text
        return "\n".join([text, *advice.advice(ink, view, question, replay(question, tokens))])

    def post(
        self, lang: str, view: Any, facts: Sequence[Fact], names: Names, missed: Sequence[int],
        history: Steps = (),
    ) -> str:  # fmt: skip
        """HTML for the group about one advance; with the game's history the end has an epilogue."""

        def attest(ink: Ink, view: View, chapter: posts.Chapter) -> posts.Section:
            told = past(view, history) if history else None
            return end_post.attestation(ink, view, chapter, told)

        writers = {**WRITERS, "attestation": attest}
        return bilingual.told(
            lang, lambda code: posts.post(_ink(code, view, names), view, facts, missed, writers)
        )

    def story(self, lang: str, steps: Steps, names: Names) -> str:
        """HTML: the story so far, as the group knows it; empty before the first step."""
        if not steps:
            return ""
        view = steps[-1][0]
        return bilingual.told(lang, lambda code: story.story(_ink(code, view, names), steps))

    def private(self, lang: str, view: Any, facts: Sequence[Fact], names: Names) -> str:
        """HTML for the viewer: facts addressed to him; empty if there are none."""
        ink = _ink(lang, view, names)
        lines = [
            capital(tell(ink, fact))
            for fact in facts
            if fact.to is not None and fact.known_to(view.viewer)
        ]
        return "\n".join(lines)

    def board(self, lang: str, view: Any, names: Names) -> str:
        """HTML: the whole table as it lies open."""
        return bilingual.told(lang, lambda code: table_text.board(_ink(code, view, names), view))

    def seat(self, lang: str, view: Any, seat: int, names: Names) -> str:
        """HTML: one lord as the viewer may see him."""
        return bilingual.told(
            lang, lambda code: table_text.seat(_ink(code, view, names), view, seat)
        )

    def pictures(self, lang: str, view: Any, facts: Sequence[Fact], names: Names) -> list[Picture]:
        """The table, the dungeons, the fights and the standings, each when it has changed."""
        first, *others = (
            album(_ink(code, view, names), view, facts) for code in bilingual.codes(lang)
        )
        return [
            picture._replace(caption=bilingual.caption([told.caption for told in (picture, *same)]))
            for picture, *same in zip(first, *others, strict=True)
        ]

    def sketches(self, question: Question) -> bool:
        """Whether there is a planning picture for such a question."""
        return question.kind in DRAWN

    def planning_picture(
        self, lang: str, view: Any, question: Question, walk: Walk, names: Names
    ) -> Picture | None:
        """The viewer's draft, drawn for him alone."""
        return planning_picture(_ink(lang, view, names), view, question, walk)

    def reason(self, lang: str, variant: str, reason: Reason) -> str:
        """HTML: why something can't be done now in a game of this variant, begun or not."""
        return str(Ink(lang, load(variant), {}).reason(reason.code, reason.data))

    def error(self, lang: str, variant: str, error: NotAnAnswer) -> str:
        """HTML: what is wrong with an answer written in a game of this variant."""
        return answers.error(Ink(lang, load(variant), {}), error)

    def command(
        self, lang: str, variant: str, question: Question, tokens: Sequence[str], names: Names
    ) -> str:
        """Plain text: a command of the master's hand, whole or begun, as one would type it."""
        return hand.command(Ink(lang, load(variant), names), question, tokens)

    def hand_guide(self, lang: str, variant: str, names: Names) -> list[Chapter]:
        """What the master's hand can do at this table, chapter by chapter."""
        return hand.guide(Ink(lang, load(variant), names))

    def word(self, lang: str, variant: str, token: str, group: str, names: Names) -> str:
        """Plain text: one word of such a command; `group` is its option's."""
        return hand.named(Ink(lang, load(variant), names), token, group)

    def changes(
        self, lang: str, variant: str, found: Sequence[tuple[str, Any, Any]], names: Names
    ) -> list[str]:
        """Plain text, a line each: fields of the state (path, before, after) that change."""
        return hand.changes(Ink(lang, load(variant), names), found)

    def written(self, lang: str, variant: str, text: str, names: Names) -> str:
        """Plain text: an answer as the log keeps it, in words."""
        return hand.written(Ink(lang, load(variant), names), text)

    def step_name(self, lang: str, view: Any) -> str:
        """The step at hand in a few words."""
        return str(
            _ink(lang, view, {}).t("step.named", year=view.year, season=view.season,
                                   round=view.round, step="fight" if view.fighting else view.step)
        )  # fmt: skip


def _ink(lang: str, view: View, names: Names) -> Ink:
    return Ink(lang, view.data, names, view.turn, view.voice)
