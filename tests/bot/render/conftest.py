"""Whole random games to tell, and what Telegram's HTML mode accepts."""

import re
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bot.chat import guide as rules
from bot.chat import panel
from bot.chat.master import guide as masters
from bot.render import phrases, words
from bot.render.lords import house_words, lexicon
from rules.kernel.facts import Fact
from rules.kernel.game import Setup, advance, begin
from rules.kernel.standin import RandomStandIn
from rules.kernel.stream import Stream
from rules.lords.game import Lords
from tests.bot.render import pseudo

GAME = Lords()


class Moment(NamedTuple):
    """One advance: the state after it, its facts, and the answers that led to it."""

    state: Any
    facts: list[Fact]
    before: Any
    answers: dict[int, tuple[str, ...]]


def moments(seed: str, seats: int, variant: str = "shoggoth") -> Iterator[Moment]:
    """A game among random stand-ins, advance by advance; the opening first."""
    player = RandomStandIn()
    opened = begin(GAME, Setup("lords", variant, seats, seed))
    state = opened.state
    yield Moment(state, opened.facts, None, {})
    while not GAME.over(state):
        answers = {}
        for seat in GAME.owed(state):
            view = GAME.view(state, seat)
            question = GAME.question(view)
            stream = Stream(seed, f"{state.turn}.{seat}")
            answers[seat] = tuple(player.answer(view, question, stream))
        advanced = advance(GAME, state, answers)
        yield Moment(advanced.state, advanced.facts, state, answers)
        state = advanced.state


TAG = re.compile(r"<(/?)([a-z-]+)((?:\s[^<>]*)?)>")
ALLOWED = {"b", "i", "u", "s", "code", "pre", "a", "blockquote", "tg-spoiler"}


def check_html(html: str) -> str:
    """Raise AssertionError unless Telegram would take it; returns the text without tags."""
    open_tags: list[str] = []
    rest = TAG.sub("", html)
    assert "<" not in rest, rest[max(0, rest.find("<") - 40) :][:80]
    assert ">" not in rest, rest[max(0, rest.find(">") - 40) :][:80]
    assert not re.search(r"&(?!(?:lt|gt|amp|quot|#\d+|#x[0-9a-f]+);)", rest), rest
    for closing, name, attributes in TAG.findall(html):
        assert name in ALLOWED, name
        if closing:
            assert open_tags, html
            assert open_tags.pop() == name, html
            continue
        assert name != "blockquote" or "blockquote" not in open_tags, "quotations can't be nested"
        assert not attributes.strip() or attributes.strip() == "expandable", attributes
        open_tags.append(name)
    assert not open_tags, open_tags
    return unescape(rest)


CACHES = (
    phrases.catalogue, lexicon.lexicon, house_words.tables, house_words.house_lexicon,
    rules.chapters, rules.variants, masters.guide, panel.tongues,
)  # fmt: skip
"""What keeps languages, or which there are."""


@pytest.fixture
def third(tmp_path: Path) -> Iterator[str]:
    """A third language, which is nothing but a folder."""
    pseudo.write(tmp_path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(words, "ROOTS", [*words.ROOTS, tmp_path])
        for cache in CACHES:
            cache.cache_clear()
        yield pseudo.CODE
    for cache in CACHES:
        cache.cache_clear()


@pytest.fixture
def play() -> Callable[..., Iterator[Moment]]:
    """A whole random game by seed and seats, advance by advance."""
    return moments


@pytest.fixture
def check() -> Callable[[str], str]:
    """Telegram's view of an HTML text: fails where it would refuse, gives the plain text."""
    return check_html
