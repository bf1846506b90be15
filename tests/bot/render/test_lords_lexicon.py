"""Answers in players' own words: write and read are inverses in every language."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest

from bot.render.lords.face import LordsFace
from rules.kernel.game import Setup, begin
from rules.kernel.notation import NotAnAnswer, read
from rules.kernel.question import Question, joint, word, write
from rules.lords.game import Lords

GAME = Lords()
FACE = LordsFace()


def in_words(tokens: Sequence[str], lexicon: Mapping[str, Sequence[str]], pick: int) -> str:
    """The answer written with one of the accepted spellings of each word."""
    said = []
    for n, token in enumerate(tokens):
        spelled = lexicon.get(word(token)) or [word(token)]
        said.append(joint(token) + spelled[(pick * 7 + n) % len(spelled)])
    return write(said)


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_what_is_written_in_words_is_read_back(
    lang: str, play: Callable[..., Iterator[Any]]
) -> None:
    lexicon, tried = FACE.lexicon(lang), 0
    tables = [(seats, "shoggoth") for seats in (2, 3, 4, 5)]
    for seats, variant in [*tables, (2, "classic"), (3, "classic"), (4, "classic")]:
        for moment in play(f"lexicon {seats}", seats, variant):
            for seat, tokens in moment.answers.items():
                question = GAME.question(GAME.view(moment.before, seat))
                assert question is not None
                for pick in range(3):
                    text = in_words(tokens, lexicon, pick)
                    assert read(question, text, lexicon) == tokens, text
                    tried += 1
    assert tried > 500


def orders() -> Question:
    """Orders of a rich lord, with a dragon, a troll and a ghost on offer."""
    state = begin(GAME, Setup("lords", "shoggoth", 4, "words")).state
    state.offer.monsters = ["dragon", "troll", "ghost"]
    state.offer.rooms = ["forge", "mint"]
    lord = state.lord(1)
    lord.food, lord.gold, lord.evil = 9, 9, 3
    question = GAME.question(GAME.view(state, 1))
    assert question is not None
    return question


@pytest.mark.parametrize(
    ("lang", "text", "meant"),
    [
        ("ru", "еда, тоннели, монстр дракон>тролль", "food; tunnels; monster dragon>troll"),
        ("ru", "Еда; ТУННЕЛЬ; монстра дракона → тролля → любого",
         "food; tunnels; monster dragon>troll>any"),
        ("ru", "провизия — занять очередь; комната кузница>монетный; репа шпион 2",
         "food hold; room forge>mint; reputation spy 2"),
        ("ru", "«деревня», город, биржа тролль", "food; reputation; monster troll"),
        ("ru", "пров\nтонн\nзолот", "food; tunnels; gold"),
        ("ru", "еда только II III; золото; импы", "food only II III; gold; imps"),
        ("en", "eat; dig; hire dragon -> any", "food; tunnels; monster dragon>any"),
        ("en", "food, tunnels, monster dragon>troll", "food; tunnels; monster dragon>troll"),
    ],
)  # fmt: skip
def test_as_people_type(lang: str, text: str, meant: str) -> None:
    assert write(read(orders(), text, FACE.lexicon(lang))) == meant


@pytest.mark.parametrize(
    ("lang", "text", "kind", "told"),
    [
        ("ru", "еда; еда", "illegal", "отделы должны быть разные"),
        ("ru", "еда; фыва", "invalid", "«фыва»"),
        ("ru", "еда; монстр шоггот", "illegal", "не предлагают"),
        ("en", "food; monster shoggoth", "illegal", "not on offer"),
        ("en", "food; nonsense", "invalid", "nonsense"),
        ("ru", "еда; дракон", "invalid", "Может быть: монстр дракон?"),
        ("en", "food; dragon", "invalid", "Did you mean: monsters dragon?"),
    ],
)
def test_errors_say_what_is_wrong(lang: str, text: str, kind: str, told: str) -> None:
    with pytest.raises(NotAnAnswer) as error:
        read(orders(), text, FACE.lexicon(lang))
    assert error.value.kind == kind
    assert told in FACE.error(lang, "shoggoth", error.value)


def test_cells_in_russian_letters_only_where_they_can_t_be_mistaken() -> None:
    lexicon = FACE.lexicon("ru")
    assert lexicon["c1"] == ("с1", "ц1")
    assert lexicon["a2"] == ("а2",)
    assert not any("в1" in spelled or "г1" in spelled for spelled in lexicon.values())
