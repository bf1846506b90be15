"""The rules in the chat: of the variant that is played, of the one the reader picks."""

import pytest

from bot.render.phrases import languages, plain

pytestmark = pytest.mark.lords


async def seated(person, words, group):
    await person.say(f"/newgame {words}", group)
    await person.press("Сесть за стол", person.find("Сесть за стол", group))


async def test_a_group_reads_the_rules_of_its_own_game(house, ann):
    group = house.group(ann)
    await seated(ann, "classic 2 ru", group)
    await ann.say("/rules", group)
    shown = ann.see(group)
    assert shown.text.startswith("Лорды подземелий (классика)")
    assert "Питомцы и ярмарка" not in shown.labels
    await ann.press("Приказы", shown)
    assert "четвёртый идёт домой" in shown.text
    await ann.say("/rules питомцы", group)
    assert "Такой главы нет" in ann.see(group).text


async def test_a_press_leads_to_the_same_chapter_of_the_other_variant(house, ann):
    group = house.group(ann)
    await seated(ann, "classic 2 ru", group)
    await ann.say("/rules приказы", group)
    shown = ann.see(group)
    await ann.press_data(shown, shown.buttons[-2]["callback_data"])
    assert "пятый идёт домой" in shown.text
    assert shown.labels[-2:] == ["• Лорды подземелий", "Лорды подземелий (классика)"]
    await ann.press("Питомцы", shown)
    await ann.press("классика", shown)  # it has no such chapter: its contents
    assert "Что открыть?" in shown.text


async def test_of_two_games_the_one_named_is_read_and_else_the_reader_picks(house, ann):
    group = house.group(ann)
    await seated(ann, "classic 2 ru", group)
    await seated(ann, "shoggoth 2 ru", group)
    await ann.say("/rules", group)
    assert ann.see(group).labels == ["Лорды подземелий", "Лорды подземелий (классика)"]
    await ann.say("/rules #1 приказы", group)
    assert "четвёртый идёт домой" in ann.see(group).text
    await ann.say("/rules #2 приказы", group)
    assert "пятый идёт домой" in ann.see(group).text
    await ann.say("/rules #9", group)
    assert "Игры #9 тут нет. Есть: #1; #2." in ann.see(group).text


async def test_in_private_the_rules_are_those_of_ones_game(house, ann, bob):
    group = house.group(ann, bob)
    await seated(ann, "classic 2 ru", group)
    await ann.say("/rules бой")
    assert "Раундов четыре" in ann.see().text
    await bob.start()
    await bob.say("/rules")
    shown = bob.see()
    assert "Какой игры?" in shown.text
    await bob.press("классика", shown)
    assert "Когда лордов мало" in shown.labels


def test_the_game_has_one_name_everywhere():
    for lang, name in (("ru", "Лорды подземелий"), ("en", "Dungeon Lords")):
        assert plain(lang, "variant.shoggoth") == name
        assert plain(lang, "variant.classic").startswith(name)
    assert languages() == ["en", "ru"]
