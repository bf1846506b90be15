"""A fight as it is told, what stays hidden in it, and house rules."""

import msgspec

from rules.kernel.facts import Recorder, for_viewer
from rules.lords import combat, spells
from rules.lords.battle import Battle, BattlePlan
from rules.lords.data import load
from rules.lords.facts import FACTS
from rules.lords.game import Lords
from rules.lords.state import HIDDEN, view
from tests.rules.lords.battlefield import field, fight, kinds

NINE = "warrior 1/9"


def told(facts, seat=1):
    return [fact.kind for fact in facts if fact.data.get("seat") == seat]


def test_every_card_has_its_spell():
    assert spells.SPELLS.keys() == load("shoggoth").cards.keys()


def test_a_fight_is_told_step_by_step_with_its_numbers():
    state = field(
        [
            {
                "monsters": ["troll"], "traps": ["rolling stone"], "pets": ["hedgehog"],
                "party": [NINE, "thief 1/4/1", "priest 1/4/1", "wizard 1/4/1", "bard 1/4/1"],
            }
        ],
        card="graffiti",
    )  # fmt: skip
    facts = fight(state, {1: "trap rolling stone; troll fed; pet hedgehog"})
    assert told(facts) == [
        "fight", "courage", "pet used", "hit", "trap sprung", "hit", "attack", "hit", "spell",
        "healed", "fatigue", "conquered", "evil",
    ]  # fmt: skip
    hits = [fact.data for fact in facts if fact.kind == "hit"]
    assert [(hit["by"], hit["damage"], hit["stopped"], hit["dealt"]) for hit in hits] == [
        ("hedgehog", 1, {}, 1),
        ("rolling stone", 3, {"anti-trap": 1, "courage": 1}, 1),
        ("troll", 4, {}, 4),
    ]
    assert [hit["hero"]["wounds"] for hit in hits] == [1, 2, 6]
    assert all(set(fact.data) == set(FACTS[fact.kind]) for fact in facts)


def test_a_trap_that_stays_in_hand_is_told_to_nobody_else():
    state = field(
        [{"gold": 0, "traps": ["cursed ring"], "pets": ["mouse"], "party": [NINE]}, {}]
    )  # fmt: skip
    facts = fight(state, {1: "trap cursed ring; pet mouse"})
    for viewer in (None, 2):
        text = msgspec.json.encode(for_viewer(facts, viewer)).decode()
        assert "cursed ring" not in text
        assert "mouse" not in text
        assert HIDDEN in text
    assert "cursed ring" in msgspec.json.encode(for_viewer(facts, 1)).decode()


def test_plans_are_in_nobodys_view():
    state = field([{"party": [NINE]}, {}])
    state.battle = Battle({1: BattlePlan(tile="c1")}, [1])
    assert not hasattr(view(state, 2), "battle")
    assert not hasattr(view(state, 1), "battle")


def test_a_state_in_mid_round_survives_its_json():
    state = field([{"party": [NINE], "monsters": ["goblin"]}])
    state.battle = Battle({1: BattlePlan(tile="c1", replies={"victim": "goblin"})}, [1])
    game = Lords()
    assert game.decode(game.encode(state)).battle == state.battle


def test_nothing_of_a_round_outlives_it():
    state = field(
        [{"traps": ["poisoned dart"], "monsters": ["cockatrice"],
          "party": ["wizard 1/9/1", NINE, "bard 1/4/1", "thief 1/4/1"]}],
    )  # fmt: skip
    fight(state, {1: "trap poisoned dart @2; cockatrice"})
    for hero in state.lord(1).party:
        assert (hero.courage, hero.poison, hero.spent) == (0, 0, 0)
        assert not hero.muted
        assert not hero.invisible
    assert state.turned == ["invisibility"]


def test_strikers_come_back_after_round_one():
    lord = {"monsters": ["troll"], "striking": ["troll"], "party": [NINE]}
    state = field([lord])
    facts = fight(state, {1: "troll"})
    assert ("ignored", 1) in kinds(facts, "ignored")
    assert not state.lord(1).monsters[0].striking


def test_lords_fight_in_turn_order_from_the_first_player():
    state = field([{"party": [NINE]}, {"party": [NINE]}, {"party": [NINE]}], first=2)
    assert kinds(fight(state, {}), "fight") == [("fight", 2), ("fight", 3), ("fight", 1)]


def test_who_has_nobody_at_the_gate_does_not_fight():
    state = field([{}, {"party": [NINE]}])
    assert combat.asks(state) == [2]
    assert kinds(fight(state, {}), "no fight", "fight") == [("no fight", 1), ("fight", 2)]


def test_the_card_is_turned_though_nobody_fights():
    state = field([{}, {}])
    record = Recorder()
    assert combat.asks(state) == []
    assert combat.resolve(state, {}, record)
    assert record.facts[0].kind == "card turned"
    assert state.turned == ["invisibility"]


def test_the_last_tile_and_the_last_round_end_a_fight():
    state = field([{"tunnels": ["c1"], "party": [NINE]}, {"party": [NINE]}], round=5)
    over = {f.data["seat"]: f.data["reason"] for f in fight(state, {}) if f.kind == "fight over"}
    assert over == {1: "nothing left", 2: "last round"}


def test_mourning_is_off_unless_the_house_says_so():
    party = [NINE, NINE, "bard 1/9/2"]
    for house, dealt in (("", [0, 0, 1]), ('{"mourning":true}', [0, 1, 1])):
        state = field([{"monsters": ["slime"], "party": party}])
        state.house = house
        state.lord(1).removed = 1
        fight(state, {1: "slime"})
        assert [hero.wounds for hero in state.lord(1).party] == dealt


def test_bards_in_mourning_have_at_least_no_lutes():
    state = field([{"monsters": ["slime"], "party": [NINE, NINE, "bard 1/9/2"]}])
    state.house = '{"mourning":true}'
    state.lord(1).removed = 3
    fight(state, {1: "slime"})
    assert [hero.wounds for hero in state.lord(1).party] == [1, 1, 1]


def test_removed_heroes_are_counted_for_the_year():
    state = field([{"monsters": ["goblin"], "party": ["warrior 1/2", "warrior 1/1", NINE]}])
    fight(state, {1: "goblin"})
    assert state.lord(1).removed == 2
