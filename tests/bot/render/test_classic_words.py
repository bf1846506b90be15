"""What is told of the board game speaks of nothing that it has not; nothing is told twice."""

import re
from collections.abc import Sequence
from typing import Any

import pytest

from bot.render import phrases
from bot.render.lords.face import LordsFace
from bot.render.lords.orders_post import together
from rules.kernel.facts import Fact
from rules.kernel.game import Setup, begin
from rules.kernel.notation import NotAnAnswer, read
from rules.kernel.playing import play
from rules.kernel.question import replay
from rules.kernel.standin import RandomStandIn
from rules.lords.cases import production
from rules.lords.cases.table import state_of
from rules.lords.data import load
from rules.lords.game import Lords

GAME, FACE = Lords(), LordsFace()
NAMES = {1: "Аня", 2: "Боб", 3: "Вера"}
ABSENT = {"ru": ("питом", "скреб", "бард", "ярмарк", "фестивал", "взятк", "конверт"),
          "en": ("pet ", "scratch", "paws", "bard", "festival", "fair ", "bribe",
                 "envelope")}  # fmt: skip


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
    """L9.3: a round that waits for a lord's word comes in several posts, its card in each."""
    on = [text for text in (post("ru", turn) for turn in game) if "раунд" in text]
    assert any("продолжение" in text for text in on)
    assert all(text.count("Карта раунда") == 1 for text in on if "⚔" in text)


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


def test_who_was_not_heard_from_is_named_with_the_step_he_missed(game: list[Any]) -> None:
    texts = [post("ru", turn, (1,)) for turn in game]
    texts = [text for text in texts if "Второй резолв" in text and "Начало сезона" in text]
    assert texts
    for text in texts:
        before, _, after = text.partition("Не дождались: Аня")
        assert "Второй резолв" in before
        assert "Начало сезона" in after


def test_a_refusal_says_now_once() -> None:
    view = GAME.view(begin(GAME, Setup("lords", "shoggoth", 2, "5")).state, 1)
    question = GAME.question(view)
    assert question is not None
    absent = next(
        kind for kind in ("dragon", "demon", "shoggoth") if kind not in view.offer.monsters
    )
    with pytest.raises(NotAnAnswer) as caught:
        read(question, f"monster {absent}")
    assert FACE.error("ru", "shoggoth", caught.value).count("сейчас") == 1


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_a_sign_on_a_button_or_a_price_is_explained(lang: str) -> None:
    view = GAME.view(begin(GAME, Setup("lords", "shoggoth", 2, "5")).state, 1)
    told = set()
    for gold in (0, 9):
        view.me.gold = view.me.food = gold
        question = GAME.question(view)
        assert question is not None
        for tokens in ((), (";monster",)):
            walk = replay(question, tokens)
            labels = [
                FACE.label(lang, view, question, walk, option, NAMES) for option in walk.options()
            ]
            marked = any("🔴" in label for label in labels)
            text = FACE.prompt(lang, view, question, walk, NAMES, False)
            unfolded = re.sub("<blockquote.*?</blockquote>", "", text, flags=re.DOTALL)
            above, _, hints = unfolded.partition("</b>\n<i>")
            marked = marked or "🔴" in above
            assert ("🔴" in hints) == marked
            told.add(marked)
    assert told == {True, False}


def test_a_table_of_two_reads_whose_clerk_stands_where() -> None:
    """L2.16: each lord runs a clerk, and may not send it where that one stands."""
    two = {1: "Аня", 2: "Боб"}
    standins = {seat: RandomStandIn() for seat in two}
    turns = list(play(GAME, Setup("lords", "classic", 2, "5"), standins))
    posts = [FACE.post("ru", GAME.view(turn.state, None), turn.facts, two, []) for turn in turns]
    shown = [
        text.partition("Чиновники уже в очередях:")[2] for text in posts if "Чиновники" in text
    ]
    assert shown
    assert all("Аня\u00a0— " in text and "Боб\u00a0— " in text for text in shown)


def test_what_is_paid_to_be_let_in_first_is_no_bribe() -> None:
    """L2.14."""
    standins = {seat: RandomStandIn() for seat in NAMES}
    texts = []
    for seed in range(1, 6):
        for turn in play(GAME, Setup("lords", "classic", len(NAMES), str(seed)), standins):
            texts.append(post("ru", turn))
    assert any("За вход первым" in text for text in texts)
    assert not any("Взятки" in text for text in texts)


def test_what_failed_alike_is_told_once() -> None:
    def failed(action: str, has: int) -> Fact:
        data = {"needs": 1, "has": has}
        return Fact(
            "skipped", {"seat": 1, "action": action, "reason": "too few imps", "data": data}
        )

    dug = Fact("dug", {"seat": 1, "cells": ["b3"], "by": "permit"})
    told = together([failed("mine b3", 0), failed("mine b4", 0), dug, failed("dig a3", 0)])
    assert [fact.data.get("action") for fact in told] == ["mine b3 b4", None, "dig a3"]
    assert len(together([failed("mine b3", 0), failed("mine b4", 1)])) == 2


def test_a_monsters_place_is_not_called_free() -> None:
    view = GAME.view(begin(GAME, Setup("lords", "classic", 2, "5")).state, 1)
    question = GAME.question(view)
    assert question is not None
    text = FACE.prompt("ru", view, question, replay(question, ()), NAMES, False)
    text = text.replace("\u00a0", " ")
    assert "I цена монстра; II цена монстра; III цена монстра и 1 провизия" in text


def asked(lang: str, step: str, *lords: dict[str, Any], tokens: Sequence[str] = ()) -> str:
    """What the first of these lords is asked, some words said."""
    state = state_of({"variant": "classic"}, lords, step)
    state.clerks = [["food", "gold"], ["imps", "room"]]
    state.owing = [1]
    view = GAME.view(state, 1)
    question = GAME.question(view)
    assert question is not None
    return FACE.prompt(lang, view, question, replay(question, tokens), NAMES)


def test_the_plan_says_which_orders_come_back_and_which_may_instead() -> None:
    """L2.15."""
    me = {"sent": ["food", "gold", "traps"], "executed": ["gold"], "barred": ["imps", "room"]}
    text = asked("ru", "production", me, {})
    assert "Импы и Помещения; из посланных\u00a0— первый (Провизия)" in text
    assert "Вместо него можно вернуть неисполненный: Ловушки" in text
    text = asked("en", "production", {**me, "executed": ["food", "gold", "traps"]}, {})
    assert "and the first of those sent (Food)" in text
    assert "Instead" not in text
    assert "Coming back" not in asked("en", "production", {}, {})


def test_where_a_clerk_goes_unless_one_says_is_told_to_who_runs_it() -> None:
    """L2.17."""
    assert "не скажете\u00a0— «Репутация»" in asked("ru", "orders", {}, {})
    assert "Ваш чиновник" not in asked("ru", "orders", {}, {}, {})
    assert "In which queue does your clerk stand?" in asked(
        "en", "orders", {}, {}, tokens=(";clerk",)
    )


def test_one_of_two_picked_is_not_yet_all() -> None:
    """L2.12."""
    me = {"barred": ["food", "gold", "imps"]}
    for lang, more in (("ru", "отправить так"), ("en", "send")):
        assert more not in asked(lang, "setup", me, {}, tokens=(";gold",))
    assert "первые два из вытянутых" in asked("ru", "setup", me, {})


def test_a_plan_lost_is_told_with_the_lords_work_and_not_with_the_event() -> None:
    """L4.5."""
    case = {"variant": "classic", "season": "spring", "event": "taxes", "plan": [],
            "lord": {"plans": ["mint"]}, "others": [{}]}  # fmt: skip
    outcome = production.play(case)
    kinds = [fact.kind for fact in outcome.facts]
    assert kinds.index("plans lost") < kinds.index("event")


def test_prices_are_those_of_the_orders_in_hand_and_a_fee_that_stops_is_told() -> None:
    """L2.12, L2.14."""
    poor = asked("ru", "orders", {"barred": ["food", "imps"], "gold": 0}, {})
    prices = poor[poor.index("Цены на местах") :]
    assert "<b>Ловушки</b>" in prices
    assert "<b>Провизия</b>" not in prices
    assert "<b>Импы</b>" not in prices
    assert "Монстры: первым слугой нельзя, за него берут ещё" in poor
    assert "первым слугой нельзя" not in asked("ru", "orders", {"gold": 1}, {})
    assert "первым слугой нельзя" not in asked("ru", "orders", {"gold": 0}, {}, tokens=(";traps",))
    barred = {"barred": ["monster", "imps"], "gold": 0}
    assert "первым слугой нельзя" not in asked("ru", "orders", barred, {})


def test_where_cells_are_named_with_an_order_they_are_asked_for() -> None:
    """L2.17."""
    first = asked("ru", "orders", {}, {}, tokens=(";tunnels",))
    assert "<b>Где рыть? Называйте по порядку" in first
    assert "Или дальше: куда пойдёт второй слуга?</b>" in first
    assert "<b>Где ещё рыть? Или" in asked("ru", "orders", {}, {}, tokens=(";tunnels", "b3"))
    last = asked("en", "orders", {}, {}, tokens=(";food", ";traps", ";gold"))
    assert "<b>Where do they mine gold? Name the cells in order" in last
    assert "Or press Ready.</b>" in last


def test_where_building_is_free_it_is_asked_for_and_no_imps_are() -> None:
    """L4.5."""
    me = {"sent": ["food", "gold", "traps"], "executed": ["food", "gold", "traps"],
          "plans": ["hatchery"]}  # fmt: skip
    text = asked("ru", "production", me, {})
    assert "<b>Что построить и что решить об остальном?</b>" in text
    assert "импы отдыхают" not in text
