"""Words that a refusal names can be typed: each is read back as what it stands for."""

from collections.abc import Iterator
from typing import Any

import pytest

from bot.chat.answers import counts, typed
from bot.games import GAMES
from rules.kernel import notation
from rules.kernel.game import Setup, advance, begin
from rules.kernel.playing import answers
from rules.kernel.question import joint, replay, write
from rules.kernel.standin import RandomStandIn
from rules.lords.game import Lords

GAME, FACE = Lords(), GAMES["lords"].face
NAMES = {1: "Вася", 2: "Ann"}
BEFORE = {";": "; ", ">": " > ", "": " "}


def asked(variant: str, lords: int) -> Iterator[tuple[Any, Any, tuple[str, ...]]]:
    """Every view, question and answer of a random game."""
    standins = {seat: RandomStandIn() for seat in range(1, lords + 1)}
    state = begin(GAME, Setup("lords", variant, lords, "1")).state
    number = 0
    while not GAME.over(state):
        given = answers(GAME, state, "1", standins, number)
        for seat, tokens in given.items():
            view = GAME.view(state, seat)
            yield view, GAME.question(view), tuple(tokens)
        state, number = advance(GAME, state, given).state, number + 1


@pytest.mark.parametrize("lang", ["ru", "en"])
@pytest.mark.parametrize(("variant", "lords"), [("classic", 2), ("shoggoth", 2)])
def test_named_words_are_read_as_their_option(variant: str, lords: int, lang: str) -> None:
    lexicon = FACE.lexicon(lang)
    for view, question, tokens in asked(variant, lords):
        said = tokens[: len(tokens) // 2]
        walk = replay(question, said)
        for option in walk.options()[:12]:
            label = FACE.label(lang, view, question, walk, option, NAMES)
            word = typed(lexicon, option.token, label)
            text = write(said) + BEFORE.get(joint(option.token), " ") + word
            assert notation.read(question, text, lexicon) == (*said, option.token), text


def test_the_word_on_the_button_comes_before_the_usual_one() -> None:
    lexicon = FACE.lexicon("ru")
    assert typed(lexicon, "hold", "⏸ держать строй") == "держать строй"
    assert typed(lexicon, ";keep", "🐾 оставить питомца…") == "оставить питомца"
    assert typed(lexicon, "c1", "c1") == "c1"
    assert typed(lexicon, "@2", "№2: маг") == "@2"


def test_a_bare_number_says_what_it_counts() -> None:
    assert counts("2", "2\u00a0импа") == "импа"
    assert counts("3", "Вася") == "Вася"
    assert counts("1", "раунд 1") == "раунд 1"
    assert counts("c1", "c1") == ""


@pytest.mark.parametrize("word", ["участок", "клетка", "плитка", "место"])
def test_a_tile_goes_by_several_words(word: str) -> None:
    from bot.chat.answers import read
    from bot.table.records import Desk

    for view, question, _ in asked("shoggoth", 2):
        if question.kind == "combat":
            cells = [o.token for o in replay(question, (";tile",)).options()]
            desk = Desk(1, 1, 1, 0, view, question, (), None, False, "empty")
            assert read(FACE, "ru", desk, f"{word} {cells[0].strip()}") == (";tile", cells[0])
            return
    raise AssertionError("no fight was asked about")
