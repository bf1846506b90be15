"""Every page of house rules keeps to Telegram's limits, in every language and variant."""

from types import SimpleNamespace

import pytest

from bot.chat.buttons import LONGEST
from bot.chat.house import in_lobby, told
from bot.chat.master.call import Call
from bot.chat.master.house import INNER, LISTED, Pages, leaves
from bot.chat.master.house import RULES as RULES_OF_A_PART
from bot.chat.split import LIMIT, split
from bot.games import GAMES
from bot.render.phrases import languages
from bot.table.records import Person, Settings
from rules.kernel.question import Illegal
from rules.lords.house_rules import rules_of

BUTTONS = 100
"""Telegram bears no more under a message."""

RULES = GAMES["lords"].house


def pages(lang, variant, house, may=True):
    """Every page with its parts, as the master sees them: text and buttons."""
    settings = Settings(game="lords", variant=variant, seats=4, language=lang, house=house)
    info = SimpleNamespace(id=10**9, settings=settings, status="lobby" if may else "play")
    office = SimpleNamespace(games=GAMES)
    call = Call(office, Person(1, "Mia", lang), lang, info, name="house", text="", chat=1)
    made, seen, todo = Pages(call, RULES, may), set(), [(0, 0)]
    while todo:
        at = todo.pop()
        if at in seen:
            continue
        seen.add(at)
        text, rows = made.page(*at)
        yield text, rows
        for row in rows:
            for button in row:
                verb, _, *numbers = button.callback_data.split(":")
                if verb == "m-housepage":
                    todo.append(tuple(int(number, 36) for number in numbers))


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("variant", GAMES["lords"].variants)
def test_every_page_fits(lang, variant):
    count = 0
    for text, rows in pages(lang, variant, {}):
        buttons = [button for row in rows for button in row]
        assert len(split(text)) == 1
        assert len(text) < LIMIT
        assert len(buttons) <= BUTTONS
        assert all(len(button.callback_data.encode()) <= LONGEST for button in buttons)
        assert all(0 < len(button.text) <= 60 for button in buttons)
        count += 1
    assert count > 100


@pytest.mark.parametrize("lang", languages())
def test_with_very_many_differences_too(lang):
    house = {}
    for rule in ("years 1", "rounds 4", "bribe 2", "start.gold 9", "start.food 9", "start.imps 9",
                 "start.evil 3", "fair off", "mourning on", "events.taxes off",
                 "monsters.troll off", "scoring.room 5",
                 "places.food.I 1 gold -> 9 food"):  # fmt: skip
        house = RULES.change("shoggoth", rule, house)
    for monster in ("goblin", "slime", "witch", "vampire", "golem", "dragon", "demon"):
        house = RULES.change("shoggoth", f"copies.{monster} 1 1", house)
    assert len(RULES.differences("shoggoth", house)) == 20
    for text, _ in pages(lang, "shoggoth", house):
        assert len(split(text)) == 1


def test_a_whole_house_turned_over_is_told_in_short():
    house = {}
    for rule in rules_of("shoggoth").values():
        if rule.kind == "number":
            try:
                house = RULES.change("shoggoth", f"{rule.name} {rule.standard + 1}", house)
            except Illegal:
                continue
    changed = len(RULES.differences("shoggoth", house))
    assert changed > 200
    text = next(pages("ru", "shoggoth", house))[0]
    assert len(split(text)) == 1
    assert f"… и ещё {changed - LISTED}" in text
    settings = Settings(game="lords", variant="shoggoth", house=house)
    info, office = SimpleNamespace(settings=settings), SimpleNamespace(games=GAMES)
    said = told(office, info, "ru", {}, house)
    assert said[-1] == f"… и ещё {changed - len(said) + 1}: /house"
    assert len(" ".join(said)) < 1000
    assert len(in_lobby(office, info, "ru")) < 1500


def test_who_may_not_change_anything_has_no_buttons_that_do():
    verbs = {
        button.callback_data.partition(":")[0]
        for _, rows in pages("ru", "classic", {}, may=False)
        for row in rows
        for button in row
    }
    assert verbs == {"m-housepage"}


def test_what_a_card_has_stands_apart_from_what_it_could_be_given():
    """A gift of ten rules: a few say what it is, the others stand at nought on a part apart."""
    rule = next(name for name in rules_of("shoggoth") if "gifts." in name and name.count(".") == 2)
    card = RULES.page("ru", "shoggoth", {}, RULES.rule("ru", "shoggoth", {}, rule).page)
    (start, used), (again, count) = leaves(card)
    assert (start, again, count) == (0, used, len(card.rules))
    assert {rule.value for rule in card.rules[used:]} <= {"0", "ничего", "нет"}
    assert not {rule.value for rule in card.rules[:used]} & {"0", "ничего", "нет"}
    texts = [text for text, _ in pages("ru", "shoggoth", {}) if f"<b>{card.title}</b>" in text]
    assert [("Чего здесь нет" in text) for text in sorted(texts)] == [False, True]


def test_no_rule_of_a_page_is_left_out():
    waiting, seen = list(RULES.chapters("en", "shoggoth", {})), 0
    while waiting:
        page = RULES.page("en", "shoggoth", {}, waiting.pop().number)
        parts = leaves(page)
        assert [at for start, end in parts for at in range(start, end)] == [*range(len(page.rules))]
        assert len(parts) * INNER >= len(page.inner)
        assert all(end - start <= RULES_OF_A_PART for start, end in parts)
        seen, waiting = seen + len(page.rules), waiting + list(page.inner)
    assert seen == len(rules_of("shoggoth"))


def test_the_places_of_monsters_say_that_the_monsters_own_price_is_paid_as_well():
    said = {text for text, _ in pages("ru", "classic", {}) if "Сверх цены места" in text}
    assert len(said) == 1
    assert "1. I: бесплатно → 1\u00a0монстр" in said.pop()
