"""House rules: read from words, told as differences, refused when no game could be played."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from bot.render.lords.lexicon import lexicon
from rules.kernel.game import Setup, begin
from rules.kernel.playing import play
from rules.kernel.question import Illegal
from rules.kernel.standin import RandomStandIn
from rules.lords import audit, house, scoring
from rules.lords.game import Lords
from rules.lords.house import House
from rules.lords.house_rules import CHAPTERS, FIXED, Rule

GAME = Lords()


def of(*texts: str, variant: str = "shoggoth") -> House:
    rules: House = {}
    for text in texts:
        rules = house.change(variant, text, rules)
    return rules


def told(rules: House, variant: str = "shoggoth") -> list[tuple[str, Any, Any]]:
    return [(d.path, d.before, d.after) for d in house.differences(variant, rules)]


@pytest.mark.parametrize(
    ("text", "difference"),
    [
        ('places.food.IV "2 gold -> 3 food"',
         ("places.food.IV", "3 evil -> 4 food + 1 gold", "2 gold -> 3 food")),
        ("places.traps.2 1 gold → 2 traps", ("places.traps.II", "nothing -> 1 trap",
                                             "1 gold -> 2 trap")),
        ("fair off", ("fair", "on", "off")),
        ("mourning on", ("mourning", "off", "on")),
        ("pets off", ("pets", "on", "off")),
        ("clerks off", ("clerks", "on", "off")),
        ("copies.troll 3 2", ("copies.troll", [2, 1], [3, 2])),
        ("copies.evil eye 1 0", ("copies.evil eye", [2, 1], [1, 0])),
        ("copies.pendulum 5", ("copies.pendulum", 3, 5)),
        ("start.gold 4", ("start.gold", 3, 4)),
        ("scoring.monster 2", ("scoring.monster", 1, 2)),
        ("scoring.letter -5", ("scoring.letter", -3, -5)),
        ("titles.Battle off", ("titles.Battle", "on", "off")),
        ("Titles.dark deeds off", ("titles.Dark Deeds", "on", "off")),
        ("events.rats off", ("events.rats", "on", "off")),
        ("rooms.smugglers' den.imps 3", ("rooms.smugglers' den.imps", 2, 3)),
        ("rooms.mint.no spells on", ("rooms.mint.no_spells", "off", "on")),
        ("rooms.mint.gain 2 gold + 1 food", ("rooms.mint.gain", "1 gold", "2 gold + 1 food")),
        ("monsters.troll.attacks.1.damage 4", ("monsters.troll.attacks.1.damage", 3, 4)),
        ("traps.pendulum.price 1 gold", ("traps.pendulum.price", "nothing", "1 gold")),
        ("heroes.year.1.warrior.1 2 4", ("heroes.year.1.warrior.1", [1, 3], [2, 4])),
        ("evilometer.line 9", ("evilometer.line", 10, 9)),
        ("room uses 2 2", ("room_uses", [1, 2], [2, 2])),
        ("gifts.barrel.gain 4 food", ("gifts.barrel.gain", "3 food", "4 food")),
        ("place food 4: 3 food for 2 gold", ("places.food.IV", "3 evil -> 4 food + 1 gold",
                                             "2 gold -> 3 food")),
        ("troll price food and trap", ("monsters.troll.price", "2 food", "1 food + 1 trap")),
        ("rats off", ("events.rats", "on", "off")),
        ("labyrinth monsters none", ("rooms.labyrinth.monsters", 1, "nothing")),
        ("show dog points 5", ("pets.show dog.points", 3, 5)),
        ("pets dealt 1", ("pets_dealt", 2, 1)),
    ],
)  # fmt: skip
def test_one_rule(text: str, difference: tuple[str, Any, Any]) -> None:
    assert told(of(text)) == [difference]


def test_a_deep_rule_by_its_own_words_where_nothing_else_is_called_so() -> None:
    assert told(of("goblin damage 3")) == [("monsters.goblin.attacks.1.damage", 2, 3)]
    with pytest.raises(Illegal) as caught:
        of("troll damage 3")
    assert caught.value.reason.code == "which of them"
    assert caught.value.reason.data["near"] == [
        "monsters.troll.attacks.1.damage", "monsters.troll.attacks.2.damage",
    ]  # fmt: skip


def test_all_is_taken_back_at_once_or_a_whole_table() -> None:
    rules = of("start.gold 4", "start.food 5", "events.rats off")
    assert told(house.change("shoggoth", "start default", rules)) == [("events.rats", "on", "off")]
    assert house.change("shoggoth", "default", rules) == {}


def test_what_changed_between_two_houses() -> None:
    first, second = of("start.gold 4", "fair off"), of("start.gold 5", "mourning on")
    found = house.differences("shoggoth", second, first)
    assert [(d.path, d.before, d.after) for d in found] == [
        ("fair", "off", "on"), ("mourning", "off", "on"), ("start.gold", 4, 5),
    ]  # fmt: skip


def test_the_board_game_has_no_fair_and_no_pets_to_switch() -> None:
    for text in ("fair on", "pets off"):
        with pytest.raises(Illegal, match="no such thing here"):
            of(text, variant="classic")
    assert "fair" not in house.rules_of("classic")


def test_every_table_and_field_is_in_a_chapter_or_fixed() -> None:
    placed = [field for fields in CHAPTERS.values() for field in fields]
    assert len(placed) == len(set(placed))
    for variant in ("shoggoth", "classic"):
        assert set(house.tables_of(variant)) == {*placed, *(f for f in FIXED if "." not in f)}


def test_what_is_told_can_be_typed_again() -> None:
    rules = of('places.food.IV "2 gold -> 3 food"', "copies.troll 3 2", "titles.Battle off",
               "fair off", "rooms.mint.no_spells on", "heroes.year.1.warrior.1 2 4")  # fmt: skip
    again: House = {}
    for path, _, after in told(rules):
        value = " ".join(map(str, after)) if isinstance(after, list) else after
        again = house.change("shoggoth", f"{path} {value}", again)
    assert again == rules


def test_a_rule_is_taken_back() -> None:
    rules = of("start.gold 4", "events.rats off", "fair off", "places.food.I 2 gold -> 3 food")
    for text in ("start.gold default", "events.rats on", "fair on", "places.food.I default"):
        rules = house.change("shoggoth", text, rules)
    assert rules == {}


def test_two_rules_about_one_site_stand_together() -> None:
    rules = of("places.food.I 2 gold -> 3 food", "places.food.II 1 gold -> 1 food")
    assert [path for path, _, _ in told(rules)] == ["places.food.I", "places.food.II"]


@pytest.mark.parametrize(
    ("text", "code", "data"),
    [
        ("golf 3", "no such rule", {"text": "golf"}),
        ("copies.trlol 3 2", "no such rule", {"text": "trlol", "near": ["copies.troll"]}),
        ("places.food.V 1 gold", "no such rule", {"text": "v", "path": "sites.food"}),
        ("places.food 3", "no value", {"path": "places.food.III", "kind": "place"}),
        ("gold 4", "which of them", {"text": "gold", "near": ["sites.gold", "start.gold"]}),
        ("start", "which of them", {"path": "start", "near": ["start.gold"]}),
        ("copies", "which of them", {"path": "copies", "near": ["copies.goblin"]}),
        ("fair maybe", "not that value", {"path": "fair", "kind": "switch", "text": "maybe"}),
        ("titles.Battle 2", "not that value", {"path": "titles.Battle", "kind": "row"}),
        ("events.rats maybe", "no such rule", {"text": "maybe", "path": "events.rats"}),
        ("events.rats.gold 2", "no effect", {"path": "events.rats.gold"}),
        ("events.rats.base on", "no effect", {"path": "events.rats.base"}),
        ("rooms.mint.zone edge", "fixed rule", {"path": "rooms.mint.zone"}),
        ("start.gold many", "not that value", {"path": "start.gold", "text": "many"}),
        ("start.gold -1", "not that value", {"path": "start.gold"}),
        ("copies.troll 3", "not that value", {"path": "copies.troll"}),
        ("seats 2 6", "fixed rule", {"path": "seats"}),
        ("execution 3", "fixed rule", {"path": "execution"}),
        ("rounds 12", "out of range", {"path": "rounds", "most": 9, "rule": "L9"}),
        ("evilometer.line 40", "out of range", {"path": "evilometer.line", "rule": "L1.3"}),
        ("events.taxes.tiles 0", "out of range", {"path": "events.taxes.tiles"}),
        ("places.monster.I 1 gold -> 2 food", "one card a site", {"site": "monster"}),
        ("places.food.I 1 gold -> 2 mine", "not that good", {"good": "mine"}),
        ("places.food.I 1 gold -> 2 cakes", "not that good", {"good": "cakes"}),
        ("slime attacks 2 holds off", "does nothing", {"path": "monsters.slime.attacks.2"}),
        ("witch attacks 1 pay 1 gold", "first is free", {"path": "monsters.witch.attacks.1.pay"}),
        ("gifts.barrel.gain nothing", "does nothing", {"path": "gifts.barrel"}),
    ],
)
def test_what_can_not_be(text: str, code: str, data: dict[str, Any]) -> None:
    with pytest.raises(Illegal) as caught:
        of(text)
    reason = caught.value.reason
    assert reason.code == code
    found = {key: reason.data[key][: len(value)] if key == "near" else reason.data[key]
             for key, value in data.items()}  # fmt: skip
    assert found == data


def test_what_another_rule_switched_off() -> None:
    with pytest.raises(Illegal, match="switched off"):
        of("fair off", "gifts.barrel.gain 4 food")


def test_in_russian() -> None:
    rules = house.change("shoggoth", "copies.тролль 3 2", None, lexicon("ru"))
    assert told(rules) == [("copies.troll", [2, 1], [3, 2])]
    rules = house.change(
        "shoggoth", "копии тролль 3 2", None, lexicon("ru") | {"copies": ("копии",)}
    )
    assert told(rules) == [("copies.troll", [2, 1], [3, 2])]


def whole_game(rules: House, variant: str = "shoggoth", seats: int = 3) -> Iterator[Any]:
    setup = Setup("lords", variant, seats, "house", rules)
    yield from play(GAME, setup, {seat: RandomStandIn() for seat in range(1, seats + 1)})


@pytest.mark.parametrize("variant", ["shoggoth", "classic"])
def test_a_whole_game_with_everything_off(variant: str) -> None:
    off = ("clerks off", "events.taxes off")
    ours = ("fair off", "pets off", "events.rats off", "mourning on")
    rules = of(*off, *(ours if variant == "shoggoth" else ()), variant=variant)
    kinds = set()
    for turn in whole_game(rules, variant):
        assert audit.faults(turn.state) == []
        kinds.update(fact.kind for fact in turn.facts)
    assert not kinds & {"gifts laid", "fair", "gift", "pets dealt", "pet kept", "clerks", "tax"}
    assert "scores" in kinds


@pytest.mark.parametrize("text", ["mourning on", "rooms.mint.pet_points 2", "fair off"])
def test_the_board_game_has_no_rule_about_what_it_has_not(text: str) -> None:
    with pytest.raises(Illegal):
        of(text, variant="classic")
    of(text)


def test_a_title_switched_off_is_held_by_nobody() -> None:
    state = begin(GAME, Setup("lords", "shoggoth", 3, "house", of("titles.Imps off"))).state
    assert "Imps" not in scoring.titles(state)


def test_places_and_start_goods_as_the_house_has_them() -> None:
    rules = of("start.gold 9", "places.food.I 2 gold -> 5 food")
    state = begin(GAME, Setup("lords", "shoggoth", 3, "house", rules)).state
    assert [lord.gold for lord in state.lords] == [9, 9, 9]
    assert state.data.sites["food"].places[0].gain == {"food": 5}


REFUSALS = {"out of range", "one card a site", "does nothing", "first is free"}


def other(rule: Rule) -> str:
    """A rule with another value than the variant's, as it is typed."""
    match rule.kind:
        case "switch" | "row" | "yes":
            return f"{rule.name} {'off' if rule.standard else 'on'}"
        case "place":
            return f"{rule.name} 7 gold -> {house.written(rule, rule.standard).partition('> ')[2]}"
        case "goods":
            return f"{rule.name} 7 gold"
        case "maybe":
            return f"{rule.name} {'none' if rule.standard is not None else 1}"
    numbers = rule.standard if rule.kind == "numbers" else [rule.standard]
    return f"{rule.name} {' '.join(str(number + 1) for number in numbers)}"


@pytest.mark.parametrize("variant", ["shoggoth", "classic"])
def test_any_rule_can_be_changed_or_says_why_not(variant: str) -> None:
    changed, refused = 0, {}
    every = list(house.rules_of(variant).values())
    for rule in random.Random(1).sample(every, 150):
        try:
            rules = house.change(variant, other(rule))
        except Illegal as error:
            refused[rule.name] = error.reason.code
        else:
            assert [path for path, _, _ in told(rules, variant)] == [rule.name]
            assert house.change(variant, f"{rule.name} default", rules) == {}
            changed += 1
    assert set(refused.values()) <= REFUSALS, refused
    assert changed > 10 * len(refused)


@pytest.mark.parametrize("seed", range(12))
def test_a_game_with_many_rules_changed_ends(seed: int) -> None:
    choice = random.Random(seed)
    variant = "classic" if seed % 3 == 0 else "shoggoth"
    rules: House = {}
    for rule in choice.sample(list(house.rules_of(variant).values()), 25):
        try:
            rules = house.change(variant, other(rule), rules)
        except Illegal:
            continue
    assert GAME.over(list(whole_game(rules, variant, 2 + seed % 3))[-1].state)
