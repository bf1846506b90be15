"""Every rule of every variant has words in every language, and its words lead back to it."""

import re

import pytest

from bot.games import GAMES
from bot.render.lords import house_words as words
from bot.render.lords.house import LordsHouse, ident
from bot.render.phrases import languages
from rules.lords import house
from rules.lords.house_reading import find, value
from rules.lords.house_rules import FIXED, name_of, rules_of, tables_of

EVERY = [(variant, lang) for variant in GAMES["lords"].variants for lang in languages()]
HOUSE = LordsHouse()

LATIN = re.compile(r"[a-z_]{2,}")
"""A word in Latin letters; Roman numbers are none."""


def keys(node, path=()):
    """Every key of the tables, whether it can be changed or not."""
    if path:
        yield path
    if isinstance(node, dict):
        for key, inner in node.items():
            yield from keys(inner, (*path, key))
    elif isinstance(node, list) and any(isinstance(row, dict | list) for row in node):
        for at, inner in enumerate(node):
            yield from keys(inner, (*path, at))


@pytest.mark.parametrize(("variant", "lang"), EVERY)
def test_words_of_a_rule_lead_back_to_it_and_those_of_its_value_to_its_value(variant, lang):
    base, lexicon = tables_of(variant), words.house_lexicon()
    for rule in rules_of(variant).values():
        stands = house.now(rule, base)
        said = words.value(lang, rule, house.written(rule, stands))
        for between in (" ", ": "):
            text = words.name(lang, rule.name) + between + said
            found = find(base, text, lexicon)
            assert found.path == rule.path, text
            assert value(rule, found.rest, lexicon) == stands, text


@pytest.mark.parametrize("variant", GAMES["lords"].variants)
def test_every_key_of_the_data_has_words_of_its_own_language(variant):
    for path in keys(tables_of(variant)):
        if path[-1] in ("pay", "gain") or path[-2:-1] in (("pay",), ("gain",), ("price",)):
            continue  # goods: told by their value
        assert not LATIN.search(words.name("ru", name_of(path))), path
        assert "_" not in words.name("en", name_of(path)), path


@pytest.mark.parametrize(("variant", "lang"), EVERY)
def test_every_value_and_title_is_in_words(variant, lang):
    base = tables_of(variant)
    for rule in rules_of(variant).values():
        shown = HOUSE.rule(lang, variant, {}, rule.name)
        for text in (shown.title, shown.short, shown.value, shown.right):
            assert text
            assert "_" not in text
            assert lang != "ru" or not LATIN.search(text), text
        assert shown.value == words.value(lang, rule, house.written(rule, house.now(rule, base)))


@pytest.mark.parametrize(("variant", "lang"), EVERY)
def test_names_of_rules_are_told_apart(variant, lang):
    names = [words.name(lang, rule) for rule in rules_of(variant)]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("variant", GAMES["lords"].variants)
def test_every_rule_is_on_a_page_that_the_chapters_lead_to(variant):
    seen, todo = set(), [page.number for page in HOUSE.chapters("ru", variant, {})]
    while todo:
        page = HOUSE.page("ru", variant, {}, todo.pop())
        seen |= {rule.name for rule in page.rules}
        todo += [inner.number for inner in page.inner]
        assert page.rules or page.inner
        shorts = [rule.short for rule in page.rules]
        assert len(set(shorts)) == len(shorts), page.title
    assert seen == set(rules_of(variant))


def test_numbers_on_buttons_stand_for_one_rule_and_fit():
    names = {name for variant in GAMES["lords"].variants for name in rules_of(variant)}
    assert len({ident(name) for name in names}) == len(names)


def test_languages_have_words_for_the_same_things():
    first, *others = (words.tables(lang) for lang in languages())
    for other in others:
        assert {table: set(rows) for table, rows in first.items()} == {
            table: set(rows) for table, rows in other.items()
        }
    assert all(rows[0] for table in first.values() for rows in table.values())


def test_no_word_is_for_what_the_data_has_not():
    known = {str(part) for variant, _ in EVERY for path in keys(tables_of(variant))
             for part in path}  # fmt: skip
    known |= {"copies", "fair", "clerks", *FIXED}
    for table in ("tables", "fields"):
        for key in words.tables("ru")[table]:
            assert key.rpartition(".")[2] in known or key in ("places", "titles"), key


@pytest.mark.parametrize(
    ("text", "path", "after"),
    [
        ("места.еда.IV «2 золота -> 3 еды»", "places.food.IV", "2 gold -> 3 food"),
        ("деревня 4: 3 еды за 2 золота", "places.food.IV", "2 gold -> 3 food"),
        ("город I бесплатно → −2 злобы и разведка", "places.reputation.I",
         "nothing -> -2 evil + 1 spy"),
        ("ярмарка нет", "fair", "off"),
        ("Траур — да", "mourning", "on"),
        ("траур вкл", "mourning", "on"),
        ("копии.тролль 3, 2", "copies.troll", [3, 2]),
        ("тролль копии 3 2", "copies.troll", [3, 2]),
        ("крысы нет", "events.rats", "off"),
        ("события.крысы.выкл", "events.rats", "off"),
        ("старт золото 5", "start.gold", 5),
        ("очки письмо −5", "scoring.letter", -5),
        ("титул Непокорённый нет", "titles.Battle", "off"),
        ("тролль цена еда + ловушка", "monsters.troll.price", "1 food + 1 trap"),
        ("вампир атака 2 урон 5", "monsters.vampire.attacks.2.damage", 5),
        ("монетный двор даёт 2 золотых и 1 провизия", "rooms.mint.gain", "2 gold + 1 food"),
        ("раунды 4", "rounds", 4),
        ("герои паладин-эльф год 2 9 3 4 2", "heroes.paladins.elf.2", [9, 3, 4, 2]),
        ("герои год 1 воин 1 2 / 4", "heroes.year.1.warrior.1", [2, 4]),
        ("чиновники нет", "clerks", "off"),
        ("питомцы нет", "pets", "off"),
        ("крот копии 3", "copies.mole", 3),
        ("tunnelling III: dig 5 + foreman for free", "places.tunnels.III",
         "nothing -> 1 foreman + 5 tunnels"),
        ("mourning yes", "mourning", "on"),
    ],
)  # fmt: skip
def test_typed_as_people_type(text, path, after):
    found = HOUSE.differences("shoggoth", HOUSE.change("shoggoth", text, {}))
    assert [(d.path, d.after) for d in found] == [(path, after)]


@pytest.mark.parametrize(("lang", "usual"), [("ru", "как обычно"), ("en", "as usual")])
def test_a_room_without_a_fee_of_its_own_costs_what_rooms_cost_and_not_nothing(lang, usual):
    base, lexicon = tables_of("shoggoth"), words.house_lexicon()
    own, none = (rules_of("shoggoth")[f"rooms.{room}.trap_fee"] for room in ("labyrinth", "mint"))
    assert words.value(lang, own, house.written(own, house.now(own, base))) == "0"
    assert words.value(lang, none, house.written(none, house.now(none, base))) == usual
    assert value(none, usual, lexicon) is None
