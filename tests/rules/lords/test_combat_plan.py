"""The combat question: what may be planned, what not and why (L9.1-L9.3, L9.10)."""

import pytest

from rules.kernel import notation
from rules.kernel.question import Illegal, replay, write
from rules.lords.battle import BattlePlan, PlannedAttack, PlannedTrap
from tests.rules.lords.battlefield import ask, field

NINE = "warrior 1/9"
MINT = {"tunnels": ["c2", "c3"], "rooms": {"c1": "mint"}}


def question(lord, **case):
    return ask(field([{"party": [NINE, "priest 1/4/1", NINE], **lord}], **case), 1)


def words(asked, text=""):
    walk = replay(asked, notation.read(asked, text))
    return [option.token for option in walk.options()]


def refused(asked, text):
    with pytest.raises(notation.NotAnAnswer) as caught:
        notation.read(asked, text)
    assert caught.value.kind == "illegal", caught.value
    return caught.value.data["reason"].code


def plan_of(asked, text, force=False):
    walk = replay(asked, notation.read(asked, text, force=force), force)
    assert walk.complete
    return walk.result


def test_an_empty_plan_is_complete():
    assert question({}).walk().complete
    assert plan_of(question({}), "") == BattlePlan()


def test_a_whole_plan():
    asked = question(
        {**MINT, "monsters": ["witch", "goblin", "ghost"], "traps": ["poisoned dart"],
         "pets": ["bat"]},
    )  # fmt: skip
    text = (
        "tile c1; trap poisoned dart @2; witch two @1 @3; ghost @2; goblin; pet bat; "
        "word of peace evil; suggestion withdraw"
    )
    assert plan_of(asked, text) == BattlePlan(
        tile="c1",
        traps=[PlannedTrap("poisoned dart", 2)],
        attacks=[
            PlannedAttack("witch", way="two", targets=[1, 3]),
            PlannedAttack("ghost", targets=[2]),
            PlannedAttack("goblin"),
        ],
        pets=["bat"],
        replies={"word of peace": "evil", "suggestion": "withdraw"},
    )
    assert write(notation.read(asked, text)) == text


def test_one_may_go_on_after_any_clause_that_is_whole():
    asked = question({"monsters": ["troll"], "traps": ["pendulum", "poisoned dart"]})
    assert words(asked, "trap") == ["pendulum", "poisoned dart"]
    assert words(asked, "trap poisoned dart")[:3] == ["@1", "@2", "@3"]
    assert words(asked, "troll")[:3] == ["fed", ";tile", ";trap"]


def test_a_target_is_a_place_of_the_party_without_its_phantom():
    asked = ask(field([{"party": ["phantom 0/1", NINE], "traps": ["poisoned dart"]}]), 1)
    assert [w for w in words(asked, "trap poisoned dart") if w[0] == "@"] == ["@1"]


def test_a_hero_who_cannot_be_struck_is_no_target():
    asked = question({"monsters": ["vampire", "ghost"]})
    assert [w for w in words(asked, "vampire") if w[0] == "@"] == ["@1", "@3"]
    assert [w for w in words(asked, "ghost") if w[0] == "@"] == ["@2", "@3"]
    assert refused(asked, "vampire @2") == "never"
    assert refused(asked, "ghost @1") == "front"


def test_the_tile_is_one_of_the_nearest():
    asked = question({"tunnels": ["c1", "c2", "b1", "c3"], "conquered": ["c1"]})
    assert words(asked, "tile") == ["c2", "b1"]
    assert refused(asked, "tile c3") == "not the nearest"
    assert refused(asked, "tile c2; tile b1") == "already said"


def test_limits_are_those_of_the_tile_said():
    lord = {
        "tunnels": ["c1", "b1"], "rooms": {"d1": "mint"}, "conquered": ["c1"],
        "monsters": ["goblin", "troll", "witch"], "traps": ["pendulum", "trapdoor"],
    }  # fmt: skip
    asked = question(lord)
    assert refused(asked, "goblin; troll") == "too many monsters"
    assert plan_of(asked, "tile d1; goblin; troll").tile == "d1"
    assert refused(asked, "tile d1; goblin; troll; witch") == "too many monsters"
    assert refused(asked, "trap pendulum; trap trapdoor") == "too many traps"
    assert refused(asked, "tile d1; goblin; troll; tile b1") == "already said"


def test_a_tile_too_small_for_what_is_sent_is_refused():
    lord = {
        "tunnels": ["c1", "d1"], "rooms": {"b1": "mint"}, "conquered": ["c1"],
        "monsters": ["goblin", "troll"],
    }  # fmt: skip
    asked = question(lord)
    assert refused(asked, "goblin; troll; tile d1") == "too many monsters"


def test_ghosts_are_not_counted():
    asked = question({"monsters": ["ghost", "goblin", "ghost", "troll"]})
    assert len(plan_of(asked, "ghost; goblin; ghost 2").attacks) == 3
    assert refused(asked, "ghost; goblin; ghost 2; troll") == "too many monsters"


def test_a_second_of_a_kind_is_named_by_number():
    asked = question({**MINT, "monsters": ["goblin", "goblin"]})
    walk = replay(asked, [";goblin", ";goblin"])
    assert walk.complete
    assert [attack.number for attack in walk.result.attacks] == [1, 2]
    assert plan_of(asked, "goblin; goblin 2").attacks[1].number == 2
    assert plan_of(asked, "goblin 2; goblin").attacks[0].number == 2
    assert refused(asked, "goblin 2; goblin 2") == "already sent"


def test_the_drilled_one_is_named_first_then_the_ready_ones():
    state = field([{**MINT, "monsters": ["goblin", "goblin", "goblin"], "party": [NINE]}])
    state.lord(1).monsters[2].drilled = True
    state.lord(1).monsters[0].exhausted = True
    assert ask(state, 1).named["goblin"] == [2, 1, 0]
    assert refused(ask(state, 1), "goblin 3") == "exhausted"


def test_the_tired_and_the_strikers_stay():
    lord = {"monsters": ["troll", "witch"], "exhausted": ["troll"], "striking": ["witch"]}
    assert refused(question(lord), "troll") == "exhausted"
    assert refused(question(lord), "witch") == "striking"
    assert plan_of(question(lord, round=2), "witch").attacks == [PlannedAttack("witch")]


def test_what_cannot_be_paid_is_refused():
    lord = {**MINT, "gold": 1, "traps": ["cursed ring", "pendulum", "poisoned meal"], "food": 1}
    asked = question({**lord, "monsters": ["troll"]})
    assert words(asked, "trap") == ["pendulum", "poisoned meal"]
    assert refused(asked, "trap cursed ring") == "too little"
    assert refused(asked, "trap poisoned meal; troll fed") == "too little"
    assert refused(asked, "troll fed; trap poisoned meal") == "too little"


def test_a_fee_too_dear_for_the_tile():
    lord = {
        "tunnels": ["c1", "b1"], "rooms": {"d1": "mint"}, "conquered": ["c1"], "gold": 0,
        "traps": ["pendulum"],
    }  # fmt: skip
    assert refused(question(lord), "trap pendulum; tile d1") == "too little"
    assert refused(question(lord), "tile d1; trap pendulum") == "too little"


def test_what_is_not_there():
    asked = question({"traps": ["pendulum"], "pets": ["mole"], "monsters": ["goblin"]})
    assert refused(asked, "troll") == "not yours"
    assert refused(asked, "trap trapdoor") == "not yours"
    assert refused(asked, "trap pendulum; trap pendulum") == "too many traps"
    assert refused(asked, "pet mole") == "no pets"
    assert refused(question({"pets": ["bat"]}), "pet mouse") == "not yours"
    assert refused(question({"pets": ["bat"]}), "pet bat; pet bat") == "no pets"


def test_replies_are_asked_for_while_their_card_may_come():
    lord = {"monsters": ["goblin"], "prisoners": ["warrior"]}
    replies = {";word of peace", ";suggestion", ";victim", ";escapes"}
    assert replies & set(words(question(lord))) == {";word of peace", ";suggestion"}
    assert replies & set(words(question(lord, year=2))) == {";escapes"}
    assert refused(question(lord, year=2), "suggestion pay") == "not this card"
    assert refused(question({}), "suggestion pay") == "no monsters"
    assert refused(question({}, year=2), "escapes warrior") == "no prisoners"


def test_who_has_spied_is_asked_for_no_other_reply():
    state = field([{"monsters": ["goblin"], "party": [NINE]}], card="suggestion")
    state.lord(1).spied = [1]
    assert ";suggestion" in words(ask(state, 1))
    assert ";word of peace" not in words(ask(state, 1))


def test_a_card_that_lies_open_is_not_waited_for():
    state = field([{"monsters": ["goblin"], "party": [NINE]}], round=2)
    state.cards[0] = state.turned[0] = "suggestion"
    assert ";suggestion" not in words(ask(state, 1))


def test_a_victim_is_asked_for_where_two_may_fight():
    lord = {"monsters": ["goblin", "troll", "goblin"]}
    assert refused(question(lord, year=2), "victim troll") == "no choice"
    asked = question({**lord, **MINT}, year=2)
    assert plan_of(asked, "victim goblin 2").replies == {"victim": "goblin 2"}
    assert refused(asked, "victim witch") == "not yours"


def test_who_escapes_is_somebody_in_prison_or_at_the_gate():
    asked = question({"prisoners": ["bard", "paladin elf"]}, year=2)
    assert words(asked, "escapes") == ["warrior", "priest", "bard", "paladin elf"]
    assert plan_of(asked, "escapes paladin elf").replies == {"escapes": "paladin elf"}


def test_no_word_of_the_game_at_this_place():
    asked = question({"monsters": ["goblin"]})
    for tokens in ([";dig"], ["goblin"], [";goblin", "fed"], [";tile", ";goblin"], [">goblin"]):
        with pytest.raises(Illegal) as caught:
            replay(asked, tokens, force=True)
        assert caught.value.reason.code == "unknown word"


def test_everything_grammatical_is_offered_with_what_stands_against_it():
    asked = question({"monsters": ["goblin"]})
    offered = {option.token: option.why for option in asked.walk().options(every=True)}
    assert {f";{kind}" for kind in asked.data.monsters} <= offered.keys()
    assert offered[";goblin"] is None
    assert offered[";troll"] is not None
    assert offered[";pet"] is not None


def test_a_master_may_write_what_will_fail():
    asked = question({})
    plan = plan_of(asked, "tile c3; trap pendulum; troll fed; pet bat; suggestion pay", force=True)
    assert plan.attacks == [PlannedAttack("troll", way="fed")]
    assert plan.traps == [PlannedTrap("pendulum")]
