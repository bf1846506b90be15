"""A battle plan drawn and told: what it can't do, and what a known card makes of it."""

import re
import xml.etree.ElementTree as ElementTree

from bot.gallery.worst import NAMES, full, ink, table
from bot.render.lords import prompt
from bot.render.lords.ink import Ink
from bot.render.lords.pictures.canvas import FAR
from bot.render.lords.pictures.planning import planning_picture
from rules.kernel.game import advance
from rules.kernel.question import Question, Walk, replay
from rules.lords import decks
from rules.lords.battle_plan import BattleQuestion
from rules.lords.game import Lords
from rules.lords.state import State, View, view
from tests.rules.lords.battlefield import ask, field


def fought(card: str = "") -> State:
    """Round one of the second year in the fullest dungeon, its card spied or not."""
    state = table("", "combat", 2)
    state.year, state.round = 2, 1
    state.cards = [card or "metamorphosis", *["illusion"] * 4]
    lord = full(state)
    lord.spied = [1] if card else []
    lord.party = [decks.hero(cls, 4, 6, 3) for cls in ("wizard", "priest", "thief")]
    state.owing = [2]
    return state


def asked(state: State, *tokens: str) -> tuple[View, Question, Walk]:
    seen = view(state, 2)
    question = Lords().question(seen)
    assert question is not None
    return seen, question, replay(question, list(tokens))


def drawn(state: State, *tokens: str) -> str:
    picture = planning_picture(ink("en"), *asked(state, *tokens))
    assert picture is not None
    return picture.svg


def said(state: State, *tokens: str) -> str:
    text = prompt.prompt(Ink("en", state.data, NAMES), *asked(state, *tokens))
    return re.sub("<[^>]+>", "", text).replace("\u00a0", " ")


def texts(svg: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(svg).iter() if node.text]


def aims(svg: str) -> int:
    """The marks of those who strike, below the heroes."""
    return len(re.findall('class="tag"[^>]*fill="#8a1c1c"', svg))


PLAN = (";golem", ";vampire", "@1")


def test_a_monster_that_a_known_card_keeps_back_strikes_nobody() -> None:
    """L9.10: metamorphosis takes the cheapest of those sent, or the one he names."""
    free = drawn(fought(), *PLAN)
    assert aims(free) == 2
    assert not any("will not strike" in text for text in texts(free))
    kept = drawn(fought("metamorphosis"), *PLAN)
    assert aims(kept) == 1
    (note,) = [text for text in texts(kept) if "will not strike" in text]
    other = drawn(fought("metamorphosis"), *PLAN, ";victim",
                  "golem" if "vampire" in note else "vampire")  # fmt: skip
    (turned,) = [text for text in texts(other) if "will not strike" in text]
    assert turned != note
    assert "will not strike: metamorphosis is in the way" in said(fought("metamorphosis"), *PLAN)
    assert "is in the way" not in said(fought(), *PLAN)


def marks(svg: str) -> list[tuple[float, str]]:
    """Where each mark of those who strike stands, and the number on it."""
    found = re.findall(r'class="tag" x="([\d.]+)"[^>]*"#8a1c1c"[^>]*/><text[^>]*>(\d+)<', svg)
    return [(float(x), number) for x, number in found]


def test_a_known_card_that_turns_the_line_moves_the_marks() -> None:
    """L9.10: through the gate the last hero comes to the front before the golem strikes."""
    plain, turned = fought(), fought("dimensional gate")
    for state in (plain, turned):
        state.lord(2).party[0].magic = 9
    (before,), (after,) = marks(drawn(plain, ";golem")), marks(drawn(turned, ";golem"))
    assert before[1] == after[1] == "1"
    assert after[0] > before[0]


def test_two_heroes_who_are_alike_are_struck_each_in_his_place() -> None:
    state = fought()
    state.lord(2).party = [decks.hero("thief", 4, 6, 3) for _ in range(3)]
    places = [marks(drawn(state, ";vampire", f"@{n}"))[0][0] for n in (1, 2, 3)]
    assert places == sorted(set(places))


def test_a_blow_that_is_chosen_in_mid_fight_is_drawn_pale() -> None:
    """L9.3: in the board game's way attacks are aimed once the card is turned."""
    pale = 'fill="#ffffff" stroke="#8a1c1c"'
    state = fought()
    assert pale not in drawn(state, *PLAN[:2])
    state.house = '{"choices_in_fight":true}'
    svg = drawn(state, *PLAN[:2])
    assert svg.count(pale) == 1  # the vampire's: the golem always strikes the front
    assert aims(svg) == 1


def test_the_only_tile_is_no_cell_to_choose() -> None:
    state = fought()
    asks = asked(state)[1]
    assert isinstance(asks, BattleQuestion)
    assert (CORNERS in drawn(state)) == (len(asks.nearest) > 1)
    for cell, tile in state.lord(2).tiles.items():
        tile.conquered = cell != asks.nearest[0]
    alone = asked(state)[1]
    assert isinstance(alone, BattleQuestion)
    assert len(alone.nearest) == 1
    assert CORNERS not in drawn(state)


CORNERS = "h11v11M"


def test_pets_that_are_not_for_combat_say_what_they_are_for() -> None:
    state = fought()
    state.lord(2).pets = ["mole", "mouse", "show dog"]
    found = texts(drawn(state))
    assert {"mouse", "mole · for production", "show dog · for the score"} <= set(found)


def test_pets_that_are_not_for_production_say_so() -> None:
    state = table("spring", "production", 2)
    state.lord(2).pets = ["mole", "mouse", "show dog"]
    state.owing = [2]
    found = texts(drawn(state))
    assert {"mole", "mouse · for combat", "show dog · for the score"} <= set(found)


def test_traps_that_can_not_be_paid_are_red_and_say_why() -> None:
    """L9.2: a poisoned meal takes food; what else is planned counts."""
    state = fought()
    lord = state.lord(2)
    lord.traps, lord.food = ["poisoned meal", "poisoned meal", "pendulum"], 1
    for tile in lord.tiles.values():
        tile.room = ""
    second = (";trap", "poisoned meal")
    assert f'fill="{FAR}"' not in drawn(state)
    assert "out of reach" not in said(state)
    assert f'fill="{FAR}"' in drawn(state, *second)
    told = [line for line in said(state, *second).split("\n") if line.startswith("• ")]
    (line,) = [line for line in told if "out of reach" in line]
    assert line.startswith("• poisoned meal")
    assert "2 food" in line


def amid(*words: str) -> str:
    """The picture of what is said of the attacks in mid-fight, a poisoned thief in the middle."""
    lord = {"traps": ["poisoned dart"], "monsters": ["witch"],
            "party": ["warrior 1/9", "thief 1/3", "thief 1/3"]}  # fmt: skip
    game, state = Lords(), field([lord, {}], card="fireball", variant="classic")
    asks = ask(state, 1)
    plan = replay(asks, (";trap", "poisoned dart", "@2", ";witch"))
    state = advance(game, state, {1: tuple(plan.tokens)}).state
    seen = game.view(state, 1)
    assert seen.fight is not None
    question = game.question(seen)
    assert question is not None
    picture = planning_picture(ink("en"), seen, question, replay(question, list(words)))
    assert picture is not None
    assert "Your attacks" in picture.caption
    return picture.svg


def test_in_mid_fight_the_attacks_are_drawn_at_those_they_strike() -> None:
    """L9.3: the trap is sprung, the card lies open; the places are those of the round's begin."""
    assert aims(amid()) == 0
    assert "fireball: fatigue 1, slow" in texts(amid())
    assert "In store" not in texts(amid())
    front, twice = amid(";witch"), amid(";witch", "two", "@2", "@3")
    assert [number for _, number in marks(front)] == ["1"]
    assert [number for _, number in marks(twice)] == ["1", "1"]
    assert marks(twice)[0][0] > marks(front)[0][0]
    assert 'fill="#ffffff" stroke="#8a1c1c"' not in twice


def test_a_trap_for_the_second_in_line_says_that_there_is_none() -> None:
    state = fought()
    state.lord(2).traps = ["pendulum"]
    lone = "pendulum — 3 to the second in line; there is no second at the gate now"
    assert lone not in said(state)
    state.lord(2).party = state.lord(2).party[:1]
    assert lone in said(state)
