"""Words that a refusal names can be typed: each is read back as what it stands for."""

from collections.abc import Iterator
from typing import Any

import pytest

from bot.chat.answers import SEATS, counts, typed, with_names
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
            assert read(FACE, "ru", desk, f"{word} {cells[0].strip()}", {}) == (";tile", cells[0])
            return
    raise AssertionError("no fight was asked about")


@pytest.mark.parametrize(("text", "seat"), [
    ("fair 1 masks Борис", "2"), ("fair 1 masks борис", "2"), ("fair 1 masks бор", "2"),
    ("fair 1 masks o'neill sons", "3"), ("fair 1 masks o'neill", "3"), ("fair 1 masks 3", "3"),
])  # fmt: skip
def test_a_neighbour_is_named_by_his_name(text: str, seat: str) -> None:
    names = {1: "Вася", 2: "Борис", 3: "O'Neill & Sons"}
    _, question = fair(3)
    assert notation.read(question, text, with_names(FACE.lexicon("ru"), names))[-1] == seat


def test_names_mean_nobody_elsewhere_and_namesakes_go_by_number() -> None:
    _, question = fair(3)
    lexicon = with_names(FACE.lexicon("en"), {1: "Al", 2: "Bo", 3: "Cy"})
    with pytest.raises(notation.NotAnAnswer):
        notation.read(question, "fair Bo", lexicon)  # two imps are no Bo
    with pytest.raises(notation.NotAnAnswer):
        notation.read(question, "fair 1 masks Bo",
                      with_names(FACE.lexicon("en"), {1: "Al", 2: "Bo", 3: "Bo"}))  # fmt: skip
    names = {1: "Al", 2: "Bo", 3: "\U0001f419"}  # nothing that can be typed as a word
    walk = replay(question, (";fair", "1", "masks"))
    spelled = with_names(FACE.lexicon("en"), names)
    lords = [option for option in walk.options() if option.group == SEATS]
    assert [typed(spelled, lord.token, "", lord.group) for lord in lords] == ["bo", "3"]


def fair(lords: int) -> tuple[Any, Any]:
    """The first lord's view and question at a festival with masks on the stalls."""
    standins = {seat: RandomStandIn() for seat in range(1, lords + 1)}
    state, number = begin(GAME, Setup("lords", "shoggoth", lords, "5")).state, 0
    while (state.season, state.step) != ("festival", "production"):
        state = advance(GAME, state, answers(GAME, state, "1", standins, number)).state
        number += 1
    state.gifts = ["masks", "crystal ball", "barrel"]
    view = GAME.view(state, 1)
    return view, GAME.question(view)
