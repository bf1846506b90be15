"""What only reading aloud finds: the gender of whatever is on offer, who is idle, a paladin who
walks in while blows fall, what is told where it no longer holds."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from bot.render import bilingual
from bot.render.lords.chronicle import Past
from bot.render.lords.combat_post import steps
from bot.render.lords.face import LordsFace
from bot.render.lords.ink import Ink
from bot.render.lords.posts import Chapter
from bot.render.lords.story import blocks
from rules.kernel.facts import Fact
from rules.kernel.game import Setup, begin
from rules.kernel.question import replay
from rules.lords.battle_plan import BattleQuestion
from rules.lords.data import load
from rules.lords.game import Lords, Moment

GAME, FACE = Lords(), LordsFace()
NAMES = {1: "Вася", 2: "Аня", 3: "Пётр"}
INK = Ink("ru", load("shoggoth"), NAMES)
STATE = begin(GAME, Setup("lords", "shoggoth", 3, "5")).state


def label_of(token: str, *before: str) -> str:
    view = GAME.view(STATE, 1)
    question = GAME.question(view)
    assert question is not None
    walk = replay(question, before)
    option = next(option for option in walk.options() if option.token.endswith(token))
    return FACE.label("ru", view, question, walk, option, NAMES)


def test_whatever_is_on_offer_is_who_for_monsters_and_what_for_rooms() -> None:
    view = GAME.view(STATE, 1)
    question = GAME.question(view)
    assert question is not None
    told = FACE.receipt("ru", view, question, (";monster", "any", ";room", "any", ";imps"), NAMES)
    assert "Монстры: любой, кто есть" in told
    assert "Помещения: любое, какое есть" in told
    assert FACE.receipt("ru", view, question, (";room",), NAMES).endswith("любое, какое есть")
    assert "любой, кто есть" in label_of("any", ";monster")
    assert "любое, какое есть" in label_of("any", ";room")


def test_a_place_on_a_button_is_called_one() -> None:
    assert label_of("IV", ";food", "only") == "место IV"


@pytest.mark.parametrize(("n", "told"), [(1, "Свободен"), (3, "Свободны"), (5, "Свободно")])
def test_the_idle_agree_with_their_number(n: int, told: str) -> None:
    assert f"<b>{told}:</b>" in INK.t("ask.hands", n=n, trolls=0, permits=[])


def hero(kind: str = "", **more: Any) -> Mapping[str, Any]:
    found = {"cls": "paladin" if kind else "wizard", "kind": kind, "strength": 1, "health": 6,
             "wounds": 0, "symbols": 0, "place": 1}  # fmt: skip
    return {**found, **more}


def walk(source: int, seat: int, paladin: str = "dwarf") -> Fact:
    return Fact("paladin", {"paladin": paladin, "source": source, "seat": seat})


def test_a_paladin_who_comes_in_mid_fight_is_told_where_he_comes() -> None:
    facts = [
        Fact("fight", {"seat": 1, "tile": "c1", "room": "", "party": [hero()]}),
        Fact("paid again", {"seat": 1, "monster": "vampire", "pay": {"evil": 2}}),
        Fact("evil", {"seat": 1, "before": 11, "after": 13, "reason": "price"}),
        walk(2, 1),
        walk(1, 3, "human"),
        walk(3, 2, "elf"),
        Fact("fatigue", {"seat": 1, "hero": hero("dwarf", place=0, wounds=2), "points": 2}),
    ]
    told = [str(line).replace("\u00a0", " ") for line in steps(INK, 1, facts)]
    assert told[1].endswith("злоба 11 → 13")
    assert "Паладин-гном приходит" in told[2]
    assert "Паладин-человек уходит" in told[3]
    assert told[4] == "Усталость: паладин-гном ♥ 6 → 4"
    assert len(told) == 5  # the elf walks between two others


def test_a_pet_that_stops_healing_is_told_once() -> None:
    facts = [
        Fact("fight", {"seat": 1, "tile": "c1", "room": "", "party": [hero()]}),
        Fact("pet used", {"seat": 1, "pet": "bat", "how": {"no_healing": 1}}),
        Fact("no healing", {"seat": 1, "reason": "bat"}),
    ]
    told = [str(line) for line in steps(INK, 1, facts)]
    assert sum("летучая мышь" in line for line in told) == 1


def test_the_story_tells_of_paladins_who_are_elsewhere_in_the_end() -> None:
    facts = [walk(1, 2), walk(0, 3, "elf"), walk(2, 1)]
    past = Past([Chapter(Moment(1, "", 2, "combat"), facts)], {})
    told = str(blocks(INK, past)[0][1])
    assert "Паладин-эльф" in told
    assert "гном" not in told


def test_combat_has_no_event() -> None:
    state = msgspec.structs.replace(STATE, event="pay day", season="festival")
    assert "день зарплаты" in FACE.board("ru", GAME.view(state, 1), NAMES)
    state = msgspec.structs.replace(state, season="", step="combat", round=1)
    assert "день зарплаты" not in FACE.board("ru", GAME.view(state, 1), NAMES)


def test_a_second_language_keeps_its_paragraphs_apart() -> None:
    html = "Head\n<blockquote expandable>One\ntwo</blockquote>\nFoot"
    assert bilingual.folds(html) == ["Head\n\nOne\ntwo\nFoot"]


def test_what_a_trap_does_stands_under_its_name_and_pets_below() -> None:
    state = msgspec.structs.replace(STATE, season="", step="combat", round=1, event="")
    view = GAME.view(state, 1)
    view.me.traps, view.me.pets, view.me.dealt = ["pendulum"], ["mouse"], []
    question = BattleQuestion(view)
    told = FACE.prompt("ru", view, question, question.walk(), NAMES)
    assert told.index("<b>Ловушки:</b>") < told.index("• маятник") < told.index("<b>Питомцы:</b>")
