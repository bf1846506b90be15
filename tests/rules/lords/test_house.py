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
    ],
)  # fmt: skip
def test_one_rule(text: str, difference: tuple[str, Any, Any]) -> None:
    assert told(of(text)) == [difference]


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
        ("copies.trol 3 2", "no such rule", {"text": "trol", "near": ["troll"]}),
        ("places.food.V 1 gold", "no such rule", {"text": "v"}),
        ("places.food 3", "which of them", {"path": "places.food"}),
        ("start", "which of them", {"path": "start"}),
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


def whole_game(rules: House, variant: str = "shoggoth", seats: int = 3) -> Iterator[Any]:
    setup = Setup("lords", variant, seats, "house", rules)
    yield from play(GAME, setup, {seat: RandomStandIn() for seat in range(1, seats + 1)})


@pytest.mark.parametrize("variant", ["shoggoth", "classic"])
def test_a_whole_game_with_everything_off(variant: str) -> None:
    off = ("pets off", "clerks off", "events.taxes off", "events.rats off", "mourning on")
    known = [text for text in off if variant == "shoggoth" or "rats" not in text]
    rules = of("fair off", *known, variant=variant)
    kinds = set()
    for turn in whole_game(rules, variant):
        assert audit.faults(turn.state) == []
        kinds.update(fact.kind for fact in turn.facts)
    assert not kinds & {"gifts laid", "fair", "gift", "pets dealt", "pet kept", "clerks", "tax"}
    assert "scores" in kinds


def test_a_title_switched_off_is_held_by_nobody() -> None:
    state = begin(GAME, Setup("lords", "shoggoth", 3, "house", of("titles.Imps off"))).state
    assert "Imps" not in scoring.titles(state)


def test_places_and_start_goods_as_the_house_has_them() -> None:
    rules = of("start.gold 9", "places.food.I 2 gold -> 5 food")
    state = begin(GAME, Setup("lords", "shoggoth", 3, "house", rules)).state
    assert [lord.gold for lord in state.lords] == [9, 9, 9]
    assert state.data.sites["food"].places[0].gain == {"food": 5}


REFUSALS = {"out of range", "fixed rule", "one card a site", "not that value"}


def numbers(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every number, list of numbers and switch of the tables, with its path."""
    if isinstance(node, bool | int) or (
        isinstance(node, list) and node and all(isinstance(n, int) for n in node)
    ):
        yield path, node
    elif isinstance(node, dict):
        for key, value in node.items():
            yield from numbers(value, (*path, key))
    elif isinstance(node, list):
        for n, value in enumerate(node, start=1):
            yield from numbers(value, (*path, n))


def typed(path: tuple[Any, ...], value: Any) -> str:
    text = ".".join(map(str, path))
    if isinstance(value, bool):
        return f"{text} {'off' if value else 'on'}"
    return f"{text} {' '.join(str(n + 1) for n in (value if isinstance(value, list) else [value]))}"


@pytest.mark.parametrize("variant", ["shoggoth", "classic"])
def test_any_number_can_be_changed_or_says_why_not(variant: str) -> None:
    changed, refused = 0, {}
    every = list(numbers(house.tables_of(variant)))
    for path, value in random.Random(1).sample(every, 120):
        try:
            rules = house.change(variant, typed(path, value))
        except Illegal as error:
            refused[path] = error.reason.code
        else:
            assert len(told(rules, variant)) == 1, path
            changed += 1
    assert set(refused.values()) <= REFUSALS
    assert changed > 8 * len(refused)


@pytest.mark.parametrize("seed", range(12))
def test_a_game_with_many_numbers_changed_ends(seed: int) -> None:
    choice = random.Random(seed)
    variant = "classic" if seed % 3 == 0 else "shoggoth"
    every = list(numbers(house.tables_of(variant)))
    rules: House = {}
    for path, value in choice.sample(every, 25):
        try:
            rules = house.change(variant, typed(path, value), rules)
        except Illegal:
            continue
    assert GAME.over(list(whole_game(rules, variant, 2 + seed % 3))[-1].state)
