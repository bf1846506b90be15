"""L8.5: paladins come and go in the middle of a round."""

from rules.kernel.facts import Recorder
from rules.lords import combat
from rules.lords.battle import Battle, BattlePlan
from tests.rules.lords.battlefield import field, fight, kinds, party

NINE = "warrior 1/9"


def test_one_paladin_fights_in_two_dungeons_and_takes_his_damage_along():
    # round 5: his magic is too little for a spell; the card brings no fatigue
    state = field(
        [
            {"evil": 10, "monsters": ["troll"], "party": ["elf", NINE]},
            {"evil": 10, "monsters": ["goblin"], "party": [NINE]},
        ],
        round=5,
    )
    facts = fight(state, {1: "troll", 2: "goblin"})
    # troll 3, a heart heals 1; at the conquest seat 1 sinks to 9, seat 2 alone is on the line;
    # the goblin's 2 are his last health, and it bites the next for 1
    assert kinds(facts, "fight", "paladin", "removed") == [
        ("fight", 1), ("paladin", 2), ("fight", 2), ("removed", 2),
    ]  # fmt: skip
    assert party(state, 1) == [("warrior", 0)]
    assert party(state, 2) == [("warrior", 1)]
    assert [hero.kind for hero in state.lord(2).prisoners] == ["elf"]
    assert state.lord(2).removed == 0, "a paladin is not mourned"


def test_he_takes_part_in_every_later_step_of_the_fight_he_comes_to():
    state = field(
        [
            {"evil": 9, "monsters": ["troll"], "party": [NINE, "wizard 1/4/1"]},
            {"evil": 10, "party": ["elf"]},
        ],
        card="word of peace",
    )
    facts = fight(state, {1: "troll; word of peace evil"})
    # evil 10: a tie, the holder keeps him; 11: he comes. troll 3, healed 1, fatigue 2: removed
    assert party(state, 1) == [("warrior", 0), ("wizard", 0)]
    assert [hero.kind for hero in state.lord(1).prisoners] == ["elf"]
    assert kinds(facts, "no fight", "conquered") == [("conquered", 1), ("no fight", 2)]


def test_a_party_left_empty_is_gone_even_if_another_comes_before_its_fight():
    state = field([{"party": ["elf"]}])
    state.turned.append("invisibility")
    state.battle = Battle({1: BattlePlan()}, waiting=[1], gone=[1])
    record = Recorder()
    combat.resolve(state, {}, record)
    assert [(fact.kind, fact.data["reason"]) for fact in record.facts] == [
        ("no fight", "party gone")
    ]
    assert party(state, 1) == [("elf", 0)]
    assert state.battle is None
    assert combat.asks(state) == [1], "he restarts the fight in the next round"


def test_a_swap_leaves_no_party_empty():
    state = field(
        [
            {"evil": 11, "party": ["elf"]},
            {"evil": 11, "party": ["dwarf"]},
        ],
        round=5,
        first=2,
    )
    facts = fight(state, {})
    # seat 2 conquered: 10; the toughest follows the more evil seat 1, the elf goes the other way;
    # seat 1 conquered: a tie of two holders, and the dwarf's counts as more evil
    assert kinds(facts, "conquered", "no fight") == [("conquered", 2), ("conquered", 1)]
    assert party(state, 1) == [("dwarf", 0)]
    assert party(state, 2) == [("elf", 0)]


def test_one_who_comes_after_the_party_is_gone_restarts_the_fight_next_round():
    state = field(
        [
            {"evil": 10, "monsters": ["goblin"], "party": ["warrior 1/2"]},
            {"evil": 10, "party": ["elf"]},
        ],
        round=4,
    )
    facts = fight(state, {1: "goblin"})
    assert kinds(facts, "fight over", "conquered", "paladin") == [
        ("fight over", 1), ("conquered", 2), ("paladin", 1), ("fight over", 2),
    ]  # fmt: skip
    assert party(state, 1) == [("elf", 0)]
    assert not any(tile.conquered for tile in state.lord(1).tiles.values())
    assert combat.asks(state) == [1]


def test_nothing_left_to_conquer_asks_nobody():
    state = field([{"tunnels": ["c1"], "conquered": ["c1"], "party": ["elf"]}, {"party": [NINE]}])
    assert combat.asks(state) == [2]
    facts = fight(state, {})
    assert [f.data["reason"] for f in facts if f.kind == "no fight"] == ["nothing left"]


def test_poison_on_a_hero_no_longer_there_is_lost():
    state = field(
        [
            {"evil": 10, "traps": ["poisoned dart"], "party": ["elf", NINE]},
            {"evil": 10, "party": [NINE]},
        ],
        round=5,
    )
    fight(state, {1: "trap poisoned dart @1"})
    assert party(state, 2) == [("elf", 0), ("warrior", 0)]
    assert party(state, 1) == [("warrior", 0)]


def test_poison_works_where_he_stays():
    state = field([{"evil": 10, "traps": ["poisoned dart"], "party": ["elf", NINE]}], round=5)
    fight(state, {1: "trap poisoned dart @1"})
    assert party(state, 1) == [("elf", 2), ("warrior", 0)]


def test_poison_waits_for_the_end_of_the_round_of_all():
    state = field(
        [
            {"evil": 11, "traps": ["poisoned dart"], "party": ["elf"]},
            {"evil": 10, "monsters": ["troll"], "party": [NINE, "wizard 1/4/1"]},
        ],
        card="detect evil",
    )
    # seat 1: the elf casts too: 13, conquered 12; seat 2: 12, conquered 11: he stays and is sick
    facts = fight(state, {1: "trap poisoned dart @1"})
    assert kinds(facts, "fight", "poisoned") == [("fight", 1), ("fight", 2), ("poisoned", 1)]
    assert kinds(facts, "fight over") == [("fight over", 1)]
    assert party(state, 1) == []


def test_a_phantom_stands_before_a_paladin_who_comes():
    state = field(
        [
            {"evil": 9, "party": ["phantom 0/1", NINE, "wizard 1/4/1"]},
            {"evil": 10, "party": ["elf", NINE]},
        ],
        card="detect evil",
    )
    facts = fight(state, {})
    assert kinds(facts, "paladin") == [("paladin", 1)]
    # 2 fatigue: the phantom takes one, then he
    assert party(state, 1) == [("elf", 1), ("warrior", 0), ("wizard", 0)]


def test_a_phantom_whose_paladin_leaves_vanishes():
    state = field(
        [
            {"evil": 9, "party": [NINE, "wizard 1/4/1"]},
            {"evil": 10, "party": ["phantom 0/1", "elf"]},
        ],
        card="detect evil",
    )
    facts = fight(state, {})
    assert kinds(facts, "paladin", "vanished", "no fight") == [
        ("paladin", 1), ("vanished", 2), ("no fight", 2),
    ]  # fmt: skip
    assert party(state, 2) == []


def test_the_own_conquest_may_drive_the_last_of_a_party_away():
    state = field([{"evil": 10, "party": ["elf"]}, {"evil": 10}], round=4)
    facts = fight(state, {})
    assert kinds(facts, "conquered", "paladin", "fight over") == [
        ("conquered", 1), ("paladin", 2), ("fight over", 1),
    ]  # fmt: skip
    assert combat.asks(state) == [2]


def test_a_muted_paladin_is_muted_where_he_goes_too():
    state = field(
        [
            {"evil": 10, "monsters": ["cockatrice"], "party": ["dwarf", NINE]},
            {"evil": 10, "traps": ["rolling stone"], "party": [NINE]},
        ],
        round=5,
    )
    fight(state, {1: "cockatrice", 2: "trap rolling stone"})
    # 3 by the cockatrice, no hearts; his anti-trap symbols don't count: the stone deals all its 3
    assert [hero.kind for hero in state.lord(2).prisoners] == ["dwarf"]


def test_a_blow_aimed_at_a_paladin_who_left_falls_on_those_behind_him():
    state = field(
        [
            {"evil": 10, "monsters": ["evil eye"], "party": ["elf", NINE, "thief 1/9/1"]},
            {"evil": 9, "party": [NINE, "wizard 1/4/1"]},
        ],
        card="detect evil",
        first=2,
    )
    fight(state, {1: "evil eye @1"})
    # seat 2 rose to 11 and took him; seat 1's own magic is gone with him
    assert party(state, 2)[0][0] == "elf"
    assert party(state, 1) == [("warrior", 4), ("thief", 0)]


def test_a_blow_aimed_at_a_place_never_meant_one_who_came_later():
    state = field(
        [
            {"evil": 9, "monsters": ["evil eye"], "party": [NINE, "wizard 1/4/1"]},
            {"evil": 10, "party": ["elf", NINE]},
        ],
        card="word of peace",
    )
    fight(state, {1: "evil eye @1; word of peace evil"})
    # the elf stands in front and takes the fatigue, healed of nothing; the eye strikes the warrior,
    # whom the elf's heart heals by 1
    assert party(state, 1) == [("elf", 2), ("warrior", 1), ("wizard", 0)]
