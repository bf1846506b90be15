"""What is told of the board game speaks of nothing that it has not; nothing is told twice."""

from typing import Any

import pytest

from bot.render import phrases
from bot.render.lords.face import LordsFace
from rules.kernel.game import Setup, begin
from rules.kernel.notation import NotAnAnswer, read
from rules.kernel.playing import play
from rules.kernel.question import replay
from rules.kernel.standin import RandomStandIn
from rules.lords.data import load
from rules.lords.game import Lords

GAME, FACE = Lords(), LordsFace()
NAMES = {1: "Аня", 2: "Боб", 3: "Вера"}
ABSENT = {"ru": ("питом", "скреб", "бард", "ярмарк", "фестивал"),
          "en": ("pet ", "scratch", "paws", "bard", "festival", "fair ")}  # fmt: skip


@pytest.fixture(scope="module")
def game() -> list[Any]:
    standins = {seat: RandomStandIn() for seat in NAMES}
    return list(play(GAME, Setup("lords", "classic", len(NAMES), "5"), standins))


def post(lang: str, turn: Any, missed: tuple[int, ...] = ()) -> str:
    return FACE.post(lang, GAME.view(turn.state, None), turn.facts, NAMES, missed)


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_posts_of_the_board_game_name_no_pets_bards_or_fairs(lang: str, game: list[Any]) -> None:
    for turn in game:
        text = post(lang, turn).casefold()
        assert not [word for word in ABSENT[lang] if word in text], text


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_every_saying_goes_by_the_data(lang: str) -> None:
    data = load("classic")
    keys = [f"flavour.{name}" for name in (*data.seasons, "combat", "orders", "production")]
    for key in keys:
        for pick in range(10):
            text = str(phrases.phrase(lang, key, pick=pick, data=data)).casefold()
            assert not [word for word in ABSENT[lang] if word in text], text


def test_a_fight_that_goes_on_is_headed_so(game: list[Any]) -> None:
    """L9.3: a round that waits for a lord's word comes in several posts, its card in the first."""
    on = [text for text in (post("ru", turn) for turn in game) if "раунд" in text]
    assert any("продолжение" in text for text in on)
    assert all(("продолжение" in text) != ("Карта раунда" in text) for text in on if "⚔" in text)


def test_what_was_drawn_and_what_is_out_of_hand_are_headed_apart() -> None:
    first = begin(GAME, Setup("lords", "classic", 2, "5"))
    text = FACE.post("ru", GAME.view(first.state, None), first.facts, NAMES, [])
    assert "Вытянуты три приказа" in text
    assert "вытянуто:" not in text


def test_one_who_was_not_heard_from_is_spoken_of_as_one(game: list[Any]) -> None:
    for missed in ((1,), (1, 2)):
        text = post("ru", game[3], missed)
        assert "Не дождались: Аня" in text
        assert "За них" not in text


def test_a_refusal_says_now_once() -> None:
    view = GAME.view(begin(GAME, Setup("lords", "shoggoth", 2, "5")).state, 1)
    question = GAME.question(view)
    assert question is not None
    absent = next(
        kind for kind in ("dragon", "demon", "shoggoth") if kind not in view.offer.monsters
    )
    with pytest.raises(NotAnAnswer) as caught:
        read(question, f"monster {absent}")
    assert FACE.error("ru", caught.value).count("сейчас") == 1


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_a_warning_sign_on_a_button_is_explained(lang: str) -> None:
    view = GAME.view(begin(GAME, Setup("lords", "shoggoth", 2, "5")).state, 1)
    told = set()
    for gold in (0, 9):
        view.me.gold = view.me.food = gold
        question = GAME.question(view)
        assert question is not None
        for tokens in ((), (";monster",)):
            walk = replay(question, tokens)
            labels = [FACE.label(lang, view, question, option) for option in walk.options()]
            marked = any("⚠" in label for label in labels)
            text = FACE.prompt(lang, view, question, walk, NAMES, False)
            assert ("⚠" in text) == marked
            told.add(marked)
    assert told == {True, False}
