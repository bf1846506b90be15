import re

import pytest

from bot.render import phrases, words
from bot.render.words import NUMBERS, WordError, Words

RU = words.load("ru")
EN = words.load("en")


@pytest.mark.parametrize(
    ("number", "key", "text"),
    [
        (1, "imp", "1 имп"), (2, "imp", "2 импа"), (5, "imp", "5 импов"), (11, "imp", "11 импов"),
        (21, "imp", "21 имп"), (22, "imp", "22 импа"), (0, "imp", "0 импов"),
        (-1, "imp", "−1 имп"), (-3, "food", "−3 провизии"),
        (1, "gold", "1 золотой"), (3, "gold", "3 золотых"), (7, "gold", "7 золотых"),
        (2, "letter", "2 злобных письма"), (6, "letter", "6 злобных писем"),
        (4, "evil eye", "4 злых глаза"), (2, "bat", "2 летучие мыши"), (5, "point", "5 очков"),
        (1, "year", "1 год"), (2, "year", "2 года"), (5, "year", "5 лет"), (3, "hour", "3 часа"),
    ],
)  # fmt: skip
def test_a_number_takes_the_right_form(number: int, key: str, text: str) -> None:
    assert RU.count(number, key).replace("\u00a0", " ") == text


def test_english_numbers() -> None:
    assert EN.count(1, "witch") == "1\u00a0witch"
    assert EN.count(2, "witch") == "2\u00a0witches"
    assert EN.count(5, "gold") == "5\u00a0gold"
    assert EN.count(1, "letter") == "1\u00a0nasty\u00a0letter"


@pytest.mark.parametrize(
    ("key", "forms"),
    [
        ("goblin", "гоблин гоблина гоблину гоблина гоблином гоблине"),
        ("witch", "ведьма ведьмы ведьме ведьму ведьмой ведьме"),
        ("slime", "слизь слизи слизи слизь слизью слизи"),
        ("golem", "голем голема голему голема големом големе"),
        ("imp", "имп импа импу импа импом импе"),
        ("servant", "слуга слуги слуге слугу слугой слуге"),
        ("hedgehog", "ёж ежа ежу ежа ежом еже"),
        ("cafeteria", "столовая столовой столовой столовую столовой столовой"),
        ("room", "помещение помещения помещению помещение помещением помещении"),
    ],
)
def test_russian_cases(key: str, forms: str) -> None:
    assert [RU.noun(key, case) for case in RU.cases] == forms.split()


def test_two_words_decline_together() -> None:
    assert RU.noun("evil eye", "acc") == "злого глаза"
    assert RU.noun("kamikaze imp", "ins") == "импом-камикадзе"
    assert RU.noun("dwarf", "gen", "pl") == "паладинов-гномов"


def test_verbs_agree_in_gender() -> None:
    assert [RU.agree(key, "нанят|нанята|нанято|наняты") for key in ("troll", "witch")] == [
        "нанят", "нанята",
    ]  # fmt: skip
    assert RU.agree("masks", "пришёл|пришла|пришло|пришли") == "пришли"
    assert RU.plural(21, "рана|раны|ран|раны") == "рана"


def test_every_form_of_every_noun_is_there_and_in_its_own_letters() -> None:
    for noun in RU.nouns.values():
        assert set(noun.forms) == {(case, number) for case in RU.cases for number in NUMBERS}
        for form in (*noun.forms.values(), *noun.counted.values()):
            assert re.fullmatch(r"[а-яё][а-яё -]*", form), form
    for noun in EN.nouns.values():
        for form in (*noun.forms.values(), *noun.counted.values()):
            assert re.fullmatch(r"[a-z][a-z '-]*", form), form


def test_animate_nouns_have_the_genitive_for_accusative() -> None:
    for key in ("goblin", "ghost", "imp", "warrior", "mole", "shoggoth", "evil eye"):
        assert RU.noun(key, "acc") == RU.noun(key, "gen")
        assert RU.noun(key, "acc", "pl") == RU.noun(key, "gen", "pl")
    for key in ("pendulum", "labyrinth", "gold"):
        assert RU.noun(key, "acc") == RU.noun(key, "nom")


def test_an_unknown_noun_or_form_is_an_error() -> None:
    with pytest.raises(WordError):
        RU.noun("unicorn")
    with pytest.raises(WordError):
        RU.noun("goblin", "vocative")


def test_a_noun_without_all_its_forms_does_not_load() -> None:
    language = {
        "name": "Русский", "cases": ["nom", "gen"], "genders": ["m"],
        "numerals": {"one": "nom sg", "few": "gen sg", "many": "gen pl", "other": "gen sg"},
    }  # fmt: skip
    good = {"gender": "m", "sg": "имп/импа", "pl": "импы/импов"}
    Words("ru", {"language": language, "goods": {"imp": good}})
    for broken in ({"sg": "имп"}, {"gender": "x"}, {"count": "имп/импа"}):
        with pytest.raises(WordError):
            Words("ru", {"language": language, "goods": {"imp": {**good, **broken}}})


def test_the_languages_have_the_same_nouns() -> None:
    phrases.check()
    assert set(RU.nouns) == set(EN.nouns)
