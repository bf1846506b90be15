"""Random house rules, and games played to their end by them, told in both languages."""

from itertools import islice
from random import Random

import pytest

from bot.commands.fuzz import LONGEST, faults, table_of
from bot.commands.terminal import lords_face, post
from bot.render.phrases import languages
from rules.kernel.game import Setup
from rules.kernel.playing import play
from rules.kernel.question import Illegal
from rules.lords.game import Lords
from rules.lords.house import change, rules_of
from rules.lords.house_reading import GOODS
from rules.lords.state import view

NUMBERS = (0, 1, 1, 2, 3, 4, 5, 7, 12, 20, 99, -1)
ONCE_BROKEN = [
    ("classic", 2, ["missing_lords_under 3"]),
    ("classic", 2, ["missing_lords_under 5"]),
    ("shoggoth", 2, ["pets.monkey.hands 0", "pets.magpie.gain nothing"]),
]
"""Tables that fell over a house rule, once."""


def goods(random):
    return " + ".join(
        f"{random.choice(NUMBERS[1:7])} {good}"
        for good in random.sample(GOODS, random.choice((1, 1, 2)))
    )


def value(random, kind):
    """Some value of a kind, sensible or not."""
    match kind:
        case "switch" | "row" | "yes":
            return random.choice(("on", "off"))
        case "goods":
            return random.choice(("nothing", goods(random)))
        case "place":
            return f"{random.choice(('nothing', goods(random)))} -> {goods(random)}"
        case "numbers":
            return " ".join(str(random.choice(NUMBERS)) for _ in range(random.choice((2, 3))))
    return str(random.choice(NUMBERS))


def changed(variant, random, many):
    """House rules of so many random changes, and how many were refused."""
    rules = list(rules_of(variant).values())
    broad = [rule for rule in rules if rule.page in ("switches", "course", "start")]
    house, refused = {}, 0
    while many:
        rule = random.choice(broad if random.random() < 0.5 else rules)
        try:
            house = change(variant, f"{rule.name} {value(random, rule.kind)}", house)
            many -= 1
        except Illegal:
            refused += 1
    return house, refused


def play_out(variant, seats, house, seed):
    """Play a game to its end, checking and telling every step."""
    game, face, history, before = Lords(), lords_face(), [], None
    setup = Setup("lords", variant, seats, str(seed), house)
    for turn in islice(play(game, setup, table_of(seed, seats)), LONGEST):
        assert next(faults(game, before, turn), "") == "", (turn.number, house)
        history.append((view(turn.state, None), turn.facts))
        for lang in languages():
            post(face, lang, turn.state, turn.facts, history)
        before = turn.state
    assert game.over(before), house


@pytest.mark.parametrize(("variant", "seats", "texts"), ONCE_BROKEN)
def test_a_table_that_fell_over_a_rule_plays_on(variant, seats, texts):
    house = {}
    for text in texts:
        house = change(variant, text, house)
    play_out(variant, seats, house, 1)


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["shoggoth", "classic"])
def test_whatever_the_house_allows_can_be_played_and_told(variant):
    refused = 0
    for seed in range(1, 6):
        random = Random(f"{variant} {seed}")
        house, no = changed(variant, random, random.randrange(2, 9))
        refused += no
        play_out(variant, 2 + seed % 3, house, seed)
    assert refused


@pytest.mark.parametrize("text", ["pets.magpie.hands 1", "pets.monkey.gain 2 gold"])
def test_a_pet_of_production_does_one_thing(text):
    with pytest.raises(Illegal, match="no effect"):
        change("shoggoth", text)


@pytest.mark.parametrize("text", ["years 0", "years -1", "years 99"])
def test_a_game_of_no_years_is_refused(text):
    with pytest.raises(Illegal):
        change("shoggoth", text)
