"""What a question asks: no button stands without a sentence that says what it is for."""

import msgspec
import pytest

from bot.render.lords.answers import rows
from bot.render.lords.face import LordsFace
from bot.render.lords.ink import Ink
from rules.kernel.game import Setup, advance, begin
from rules.kernel.playing import answers
from rules.kernel.question import Question, replay
from rules.kernel.standin import RandomStandIn
from rules.lords.data import load
from rules.lords.game import Lords
from rules.lords.mid_fight import CHOICES
from rules.lords.state import Monster, State, Tile, View
from tests.rules.lords.battlefield import ask, field

GAME, FACE = Lords(), LordsFace()
NAMES = {1: "Вася", 2: "Аня", 3: "Пётр"}


@pytest.fixture(scope="module")
def festival() -> State:
    """A festival's production: gifts of every sort lie on the stalls."""
    standins = {seat: RandomStandIn() for seat in NAMES}
    state, number = begin(GAME, Setup("lords", "shoggoth", 3, "5")).state, 0
    while (state.season, state.step) != ("festival", "production"):
        state = advance(GAME, state, answers(GAME, state, "1", standins, number)).state
        number += 1
    state.gifts = ["masks", "crystal ball", "barrel", "trap crate"]
    return state


@pytest.fixture(scope="module")
def winter() -> View:
    """The orders of the first winter."""
    return GAME.view(begin(GAME, Setup("lords", "shoggoth", 3, "5")).state, 1)


def asked(view: View, *tokens: str, lang: str = "ru") -> str:
    question = GAME.question(view)
    assert question is not None
    text = FACE.prompt(lang, view, question, replay(question, tokens), NAMES, False)
    return text.replace("\u00a0", " ")


def receipt(view: View, *tokens: str, lang: str = "ru") -> str:
    question = GAME.question(view)
    assert question is not None
    return FACE.receipt(lang, view, question, tokens, NAMES).replace("\u00a0", " ")


def test_the_fair_asks_step_by_step(festival: State) -> None:
    view = GAME.view(festival, 1)
    assert "<b>Сколько импов пойдёт на ярмарку?" in asked(view, ";fair")
    assert "<b>Какой подарок взять? Называйте по порядку" in asked(view, ";fair", "1")
    barrel = asked(view, ";fair", "1", "barrel")
    assert "<b>Какой подарок взять, если названные разберут?</b>" in barrel
    masks = asked(view, ";fair", "1", "masks")
    assert "маски: кому злобы +1? Не назовёте — себе −2." in masks
    assert "Или назовите следующий подарок" in masks
    crate = asked(view, ";fair", "1", "trap crate", lang="en")
    assert "which trap do you keep?" in crate
    assert "Or name the next gift" in crate


def test_the_ball_says_how_many_cards_are_still_to_name(festival: State) -> None:
    view = GAME.view(festival, 1)
    assert "Назвать можно ещё 2;" in asked(view, ";fair", "1", "crystal ball")
    assert "Назвать можно ещё 1;" in asked(view, ";fair", "1", "crystal ball", "2")
    assert "2 still to name;" in asked(view, ";fair", "1", "crystal ball", lang="en")
    assert receipt(view, ";fair", "1", "crystal ball", "2", "4").endswith("раунд 2, раунд 4")


def test_a_room_that_spies_asks_for_the_round_and_tells_it(festival: State) -> None:
    state = msgspec.convert(msgspec.to_builtins(festival), State)
    state.lord(1).tiles["c3"] = Tile(room="listening post")
    state.lord(1).imps = 5
    view = GAME.view(state, 1)
    text = asked(view, ";work", "listening post")
    assert "<b>Пост прослушки: карту какого раунда подсмотреть?" in text
    said = receipt(view, ";work", "listening post", "3")
    assert said == "Работа: пост прослушки — раунд 3"
    assert "Пост прослушки: карту" not in asked(view, ";work", "listening post", "3")


def test_buttons_of_the_servant_before_are_said_to_be_his(winter: View) -> None:
    text = asked(winter, ";food")
    assert "<b>Куда пойдёт второй слуга?</b>" in text
    assert "Первые кнопки — ещё о предыдущем слуге: «Провизия»." in text
    assert "the servant before: “Food”." in asked(winter, ";food", lang="en")
    site = next(site for site in ("food", "tunnels", "gold") if 0 not in winter.places[site])
    one = asked(winter, f";{site}", "only", "I", "II", "III")
    assert "Первая кнопка — ещё о предыдущем слуге" in one
    assert "предыдущем слуге" not in asked(winter)
    last = asked(winter, ";food", ";imps", ";tunnels")
    assert "<b>Дополните приказ «Тоннели»" in last
    assert "добавьте другое" in last  # a pet is still to be kept
    assert "добавьте другое" not in asked(winter, ";keep", winter.me.dealt[0], ";food", ";imps",
                                          ";tunnels")  # fmt: skip


def test_all_places_of_a_site_are_no_limit(winter: View) -> None:
    for site, held in winter.places.items():
        free = [place for place, seat in zip(("I", "II", "III", "IV"), held, strict=True)
                if seat is None]  # fmt: skip
        order = (f";{site}", "only")
        assert receipt(winter, *order, *free) == receipt(winter, f";{site}")
        assert receipt(winter, *order, *free[::-1][:2]).endswith(f"{free[-2]}, {free[-1]}")
    assert any(0 in held for held in winter.places.values())  # one of them by a clerk


def tiles_offered(question: Question) -> bool:
    return any(option.token == ";tile" for row in rows(question.walk().options()) for option in row)


def test_the_only_tile_is_not_asked_for() -> None:
    state = field([{"party": ["warrior 1/9"], "monsters": ["troll"]}, {}])
    question, view = ask(state, 1), GAME.view(state, 1)
    assert not tiles_offered(question)
    replay(question, (";tile", "c1"))  # it may still be written
    text = FACE.prompt("ru", view, question, question.walk(), NAMES)
    assert "<b>Как встречаем гостей на c1?</b>" in text
    idle = field([{"party": ["warrior 1/9"]}, {}])
    text = FACE.prompt("ru", GAME.view(idle, 1), ask(idle, 1), ask(idle, 1).walk(), NAMES)
    assert "<b>Решать тут нечего: осталось нажать «Готово».</b>" in text
    assert "Можно ничего не выбирать" not in text
    state.lord(1).tiles["c1"].conquered = True
    state.lord(1).tiles["b1"] = Tile()
    state.lord(1).tiles["d1"] = Tile()
    question, view = ask(state, 1), GAME.view(state, 1)
    assert tiles_offered(question)
    text = FACE.prompt("ru", view, question, question.walk(), NAMES)
    assert "<b>Где и как встречаем гостей?</b>" in text


def test_the_signs_of_the_map_are_told_as_far_as_they_stand_there(winter: View) -> None:
    assert "На карте: □ тоннель.</i>" in asked(winter)
    state = field([{"party": ["warrior 1/9"]}, {}])
    tiles = state.lord(1).tiles
    tiles["c1"].conquered, tiles["c3"].room = True, "mint"
    view = GAME.view(state, 1)
    text = FACE.prompt("en", view, ask(state, 1), ask(state, 1).walk(), NAMES)
    assert "□ tunnel, ■ room, ✖ conquered." in text.replace("\u00a0", " ")


def test_what_a_clause_waits_for_is_asked_in_a_sentence(winter: View) -> None:
    assert "<b>Какой питомец остаётся?" in asked(winter, ";keep")
    assert "<b>На каких местах слуге действовать?" in asked(winter, ";food", "only")
    kind = winter.offer.monsters[0]
    first = asked(winter, ";monster")
    assert "<b>Кого нанять? Называйте по порядку" in first
    assert "Или дальше: куда пойдёт второй слуга?</b>" in first
    assert "<b>Кого нанять, если названных разберут?" in asked(winter, ";monster", kind)
    last = asked(winter, ";food", ";imps", ";room")
    assert "<b>Какое помещение взять? Называйте по порядку" in last
    assert "Или жмите «Готово».</b>" in last


def test_nothing_is_asked_of_imps_that_can_do_nothing(festival: State) -> None:
    state = msgspec.convert(msgspec.to_builtins(festival), State)
    state.event, state.lord(1).imps, state.lord(1).gold = "taxes", 0, 0
    state.lord(1).traps, state.lord(1).pets, state.gifts = [], [], []
    text = asked(GAME.view(state, 1))
    assert "<b>Решать тут нечего" in text  # no gold, so no tax to choose
    assert receipt(GAME.view(state, 1)) == "Решать было нечего."
    state.lord(1).gold = 2
    text = asked(GAME.view(state, 1))
    assert "<b>Импы при деле. Что решите об остальном?</b>" in text
    assert "Можно ничего не выбирать: тогда налог уплатим, сколько сможем." in text
    assert "<b>Сколько золота уплатить?" in asked(GAME.view(state, 1), ";tax")


def test_a_reply_that_could_change_nothing_gets_no_button(festival: State) -> None:
    state = msgspec.convert(msgspec.to_builtins(festival), State)
    me = state.lord(1)
    me.monsters, me.plans, me.gold, me.imps = [], [], 0, 0
    me.tiles = {cell: Tile() for cell in ("c1", "c2")}
    state.gifts = []
    for event in ("witch hunt", "fire inspection", "taxes", "imp union"):
        state.event = event
        question = GAME.question(GAME.view(state, 1))
        assert question is not None
        walk = question.walk()
        assert not [o for row in rows(walk.options()) for o in row if o.group == "reply"], event
        assert [o for o in walk.options() if o.group == "reply"]  # though it may be written


def test_orders_tell_the_bribes_they_agree_to(winter: View) -> None:
    """L2.5: sending it, also to hold, is agreeing to the bribe."""
    view = msgspec.convert(msgspec.to_builtins(winter), View)
    view.me.barred, view.me.gold = ["gold"], 1
    orders = (";food", ";gold", "hold", ";imps")
    lines = receipt(view, *orders).splitlines()
    assert [("взятка — 1 золотой" in line) for line in lines] == [False, True, False]
    assert "взятка" not in receipt(winter, *orders)


def test_a_pet_that_strikes_the_whole_event_out_is_told(festival: State) -> None:
    """L7.2: three tiles are taxed with two gold, and the parrot strikes both out."""
    state = msgspec.convert(msgspec.to_builtins(festival), State)
    me = state.lord(1)
    state.event, me.gold, me.pets, me.plans = "taxes", 1, ["parrot"], []
    me.tiles = {cell: Tile() for cell in ("c1", "c2", "c3")}
    view = GAME.view(state, 1)
    question = GAME.question(view)
    assert question is not None
    walk = replay(question, (";pet", "parrot"))
    text = FACE.prompt("ru", view, question, walk, NAMES)
    assert "Налоги, если оставить так:</b> питомец всё вычеркнет" in text
    assert "вычеркнет\n" not in FACE.prompt("ru", view, question, question.walk(), NAMES)


def test_who_has_nobody_to_meet_the_guests_with_is_asked_for_what_is_left() -> None:
    """The tile they get, or who is set free; not how they are met (L9.1, L9.9)."""
    lord = {"party": ["warrior 1/9"], "prisoners": ["thief", "priest"]}
    state = field([lord, {}], card="invisibility", year=2)

    def said() -> str:
        view, question = GAME.view(state, 1), ask(state, 1)
        return FACE.prompt("ru", view, question, question.walk(), NAMES).replace("\u00a0", " ")

    assert "Встретить гостей на c1 некем и нечем" in said()
    assert "тогда сбежит тот" in said()
    state.lord(1).tiles["c1"].conquered = True
    state.lord(1).tiles["b1"] = Tile()
    state.lord(1).tiles["d1"] = Tile()
    assert "Какой участок им отдадим?" in said()
    assert "тогда это будет b1" in said()
    state.lord(1).monsters = [Monster("troll")]
    assert "Где и как встречаем гостей?" in said()


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_every_spell_that_asks_says_what(lang: str) -> None:
    keys = Ink(lang, load("classic"), NAMES).catalogue.keys
    assert {f"ask.spell {card}" for card in CHOICES} <= keys


def test_the_seasons_end_is_told_where_the_event_does_not_tell_it_all(festival: State) -> None:
    state = msgspec.convert(msgspec.to_builtins(festival), State)
    me = state.lord(1)
    state.event, me.gold, me.plans, me.permits = "taxes", 3, [], {"gold": 2}
    me.tiles, me.imps = {cell: Tile() for cell in ("c1", "c2", "c3")}, 2
    view = GAME.view(state, 1)
    question = GAME.question(view)
    assert question is not None
    idle = FACE.prompt("ru", view, question, question.walk(), NAMES).replace("\u00a0", " ")
    assert "Налоги, если оставить так:</b> −2 золотых" in idle
    assert "К концу сезона" not in idle
    walk = replay(question, (";mine", "c1"))
    busy = FACE.prompt("ru", view, question, walk, NAMES).replace("\u00a0", " ")
    assert "К концу сезона:</b> 💰 3 → 2" in busy


def test_evil_that_the_event_alone_moves_is_told_once(festival: State) -> None:
    state = msgspec.convert(msgspec.to_builtins(festival), State)
    me = state.lord(1)
    state.event, me.gold, me.food, me.evil, me.plans = "pay day", 0, 0, 1, []
    me.monsters, me.permits = [Monster("troll")], {"gold": 2}
    me.tiles, me.imps = {cell: Tile() for cell in ("c1", "c2", "c3")}, 2
    view = GAME.view(state, 1)
    question = GAME.question(view)
    assert question is not None
    walk = replay(question, (";mine", "c1"))
    told = FACE.prompt("en", view, question, walk, NAMES).replace("\u00a0", " ")
    assert "Pay day, if left so:</b> evil 1 → 2; unpaid, will leave: troll" in told
    assert "By the season's end:</b> 💰 0 → 1\n" in told
