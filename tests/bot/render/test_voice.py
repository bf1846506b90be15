"""Languages: a made-up third one, two at once, the linter, forms, variants that do not repeat."""

import re
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from jinja2 import nodes

from bot.render import bilingual, lint, phrases, words
from bot.render.lords.face import LordsFace
from bot.render.lords.voice import first_variant, season_number
from rules.kernel.notation import NotAnAnswer, read
from rules.lords.data import load
from rules.lords.game import Lords, Moment, calendar
from rules.lords.state import voice
from tests.bot.render import pseudo

GAME = Lords()
FACE = LordsFace()
NAMES = {seat: f"№{seat}" for seat in range(1, 6)}
TAG = re.compile(r"<[^>]*>")
Play = Callable[[str, int], Iterator[Any]]


def plain(html: str) -> str:
    return unescape(TAG.sub(" ", html))


def test_a_language_is_a_folder(third: str) -> None:
    assert third in phrases.languages()
    phrases.check()
    assert lint.problems() == []


def test_no_word_is_outside_the_catalogues(third: str, play: Play) -> None:
    """A whole game in the made-up language: whatever is not wide letters comes from elsewhere."""
    history: list[tuple[Any, Any]] = []
    for moment in play("no word outside", 5):
        for text in everything(third, moment, history):
            assert not (found := pseudo.strays(plain(text))), (found, plain(text))


def everything(lang: str, moment: Any, history: list[tuple[Any, Any]]) -> Iterator[str]:
    """All that is read after one advance, and what was asked before it."""
    state = moment.state
    group = GAME.view(state, None)
    history.append((group, moment.facts))
    yield FACE.post(lang, group, moment.facts, NAMES, [1], history if GAME.over(state) else ())
    yield FACE.story(lang, history, NAMES)
    yield FACE.board(lang, group, NAMES)
    yield FACE.step_name(lang, group)
    for picture in FACE.pictures(lang, group, moment.facts, NAMES):
        yield picture.caption
    for lord in state.lords:
        view = GAME.view(state, lord.seat)
        yield FACE.private(lang, view, moment.facts, NAMES)
        yield FACE.seat(lang, view, lord.seat, NAMES)
    for seat, tokens in moment.answers.items():
        yield from asked(lang, GAME.view(moment.before, seat), tokens)


def asked(lang: str, view: Any, tokens: tuple[str, ...]) -> Iterator[str]:
    question = GAME.question(view)
    assert question is not None
    walk = question.walk()
    yield FACE.prompt(lang, view, question, walk, NAMES)
    for token in tokens:
        for option in walk.options(every=True):
            yield FACE.label(lang, view, question, walk, option, NAMES)
            if option.why is not None:
                yield FACE.reason(lang, "shoggoth", option.why)
        walk.take(token)
    yield FACE.prompt(lang, view, question, walk, NAMES)
    yield FACE.receipt(lang, view, question, tokens, NAMES, warn=True)


def test_the_made_up_language_is_not_english(third: str) -> None:
    assert pseudo.strays(phrases.plain(third, "good.gold", n=3)) == []
    assert pseudo.strays("two words") == ["two", "words"]
    assert pseudo.strays("c1 IV") == []


def test_the_linter_finds_what_one_language_leaves_out() -> None:
    assert lint.problems() == []
    told = lint.told("en", "{{ pay|goods }} {{ r.needs|count('gold') }} {{ n|plural('a|b') }}")
    assert told == {"pay", "r.needs"}
    assert lint.told("en", "{% for h in party %}{{ h|hero }}{% endfor %}") == {"party"}


# two at once


def test_two_languages_at_once_read_one_beneath_the_other(play: Play, check: Any) -> None:
    history: list[tuple[Any, Any]] = []
    for moment in play("both", 3):
        group = GAME.view(moment.state, None)
        history.append((group, moment.facts))
        for tell in (
            lambda lang, g=group, m=moment: FACE.post(lang, g, m.facts, NAMES, []),
            lambda lang, g=group: FACE.board(lang, g, NAMES),
            lambda lang, h=history: FACE.story(lang, h, NAMES),
        ):
            both, russian, english = tell("ru+en"), tell("ru"), tell("en")
            assert both.startswith(russian)
            apart = check(russian) + check(english)
            assert "".join(check(both).split()) == "".join(apart.split())


def test_an_answer_may_be_written_in_either_language() -> None:
    spelled = FACE.lexicon("ru+en")
    assert {"goblin", "гоблин"} <= set(spelled["goblin"])


def test_buttons_are_in_the_first_language() -> None:
    assert phrases.phrase("ru+en", "good.gold", n=2) == phrases.phrase("ru", "good.gold", n=2)
    with pytest.raises(ValueError, match="xx"):
        bilingual.codes("ru+xx")
    assert bilingual.codes("ru+en+ru") == ["ru", "en"]


# forms


def asked_forms(lang: str) -> set[tuple[str, str]]:
    """Every case and number that a phrase of the language asks of a noun it is given."""
    found = {("nom", "sg")}
    environment = phrases.catalogue(lang).environment
    for texts in phrases.sources(lang).values():
        for text in texts:
            for call in environment.parse(text).find_all(nodes.Filter):
                if call.name in ("noun", "hero", "nouns") and call.args:
                    given = [arg.value for arg in call.args if isinstance(arg, nodes.Const)]
                    if given:
                        found.add((given[0], given[1] if len(given) > 1 else "sg"))
    return found | {(str(phrases.phrase(lang, key)), "sg")
                    for key in phrases.sources(lang) if key.startswith("case.")}  # fmt: skip


COUNTED = (1, 2, 5, 11, 21)

GOLDEN = Path(__file__).parent / "golden"


def noun_table(lang: str) -> str:
    """Every noun's gender, every form the phrases ask for, numbers: to be read by people."""
    table, forms = words.load(lang), sorted(asked_forms(lang))
    lines = [
        "\t".join(["id", "gender", *(f"{case} {number}" for case, number in forms), "with numbers"])
    ]
    for key in table.nouns:
        said = [table.noun(key, case, number) for case, number in forms]
        counted = ", ".join(table.count(n, key).replace("\u00a0", " ") for n in COUNTED)
        lines.append("\t".join([key, table.get(key).gender, *said, counted]))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_every_noun_in_every_form_the_phrases_use(lang: str) -> None:
    """The table was read line by line; `python -m tests.bot.render.test_voice` writes it anew."""
    assert noun_table(lang) == (GOLDEN / f"nouns.{lang}.txt").read_text("utf-8")


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_forms_of_a_noun_look_alike(lang: str) -> None:
    """A form pasted into another noun's row would begin with another letter."""
    table = words.load(lang)
    for key, noun in table.nouns.items():
        letters = {
            form[:1].replace("ё", "е") for form in (*noun.forms.values(), *noun.counted.values())
        }
        assert len(letters) == 1 or key == "year", (key, letters)


@pytest.mark.parametrize("group", ["monsters", "rooms", "traps", "pets", "gifts"])
def test_russian_counts_as_russians_do(group: str) -> None:
    """1 and 21 as one, 2 to 4 as the genitive singular, 5 to 20 as the genitive plural."""
    data, table = load("shoggoth"), words.load("ru")
    cards = {"monsters": data.monsters, "rooms": data.rooms, "traps": data.traps.traps,
             "pets": data.pets, "gifts": data.gifts.gifts}[group]  # fmt: skip
    for key in cards:
        noun = table.get(key)
        if noun.gender == "p" or noun.counted["few"] != noun.forms["gen", "sg"]:
            continue  # plural only, or with forms of its own
        form = {n: table.count(n, key).replace("\u00a0", " ").split(" ", 1)[1]
                for n in (1, 2, 5, 11, 12, 21, 22, 25)}  # fmt: skip
        assert form[1] == form[21] == noun.forms["nom", "sg"]
        assert form[2] == form[22] == noun.forms["gen", "sg"]
        assert form[5] == form[11] == form[12] == form[25] == noun.forms["gen", "pl"]


def test_verbs_have_a_form_for_every_gender() -> None:
    """`agree` in Russian names all genders, or ends in what holds for the rest."""
    genders = len(words.load("ru").genders)
    for key, texts in phrases.sources("ru").items():
        for text in texts:
            for forms in re.findall(r"agree\('([^']*)'\)", text):
                assert forms.count("|") == genders - 1, key
            for forms in re.findall(r"plural\('([^']*)'\)", text):
                assert forms.count("|") in (2, 3), (key, "one, few, many; fractions if wanted")


# variants


VARIED = ("orders", "production", "combat")


def sayings(lang: str, seed: str, step: str) -> list[int]:
    """Which variant of a step's flavour is heard, in the game's order."""
    data, texts = load("shoggoth"), phrases.sources(lang)[f"flavour.{step}"]
    moments = [moment for moment in calendar(data) if moment.step == step]
    first = first_variant(voice(seed), f"flavour.{step}")
    return [(first + season_number(data, moment)) % len(texts) for moment in moments]


def test_a_game_does_not_repeat_its_sayings() -> None:
    """As many variants as a game has use for: no saying comes twice, whatever the seed."""
    data = load("shoggoth")
    for lang in phrases.languages():
        texts = phrases.sources(lang)
        for seed in ("42", "ab" * 32, ""):
            for step in VARIED:
                heard = sayings(lang, seed, step)
                assert len(set(heard)) == len(heard)
        for season in data.seasons:
            assert len(set(texts[f"flavour.{season}"])) >= data.years


def test_the_same_people_hear_another_game_begin_otherwise() -> None:
    """Of games with other seeds few begin alike, and every variant opens some of them."""
    begin = [tuple(sayings("ru", f"game {n}", step)[0] for step in VARIED) for n in range(200)]
    assert len(set(begin)) > 100
    for at, step in enumerate(VARIED):
        every = range(len(phrases.sources("ru")[f"flavour.{step}"]))
        assert {first[at] for first in begin} == set(every)


def test_a_post_says_what_the_seed_says(play: Play) -> None:
    """Two games with the same people: the same facts are told in other words."""
    moment = next(iter(play("reads", 3)))
    said = set()
    for seed in map(str, range(12)):
        moment.state.seed = seed
        said.add(FACE.post("ru", GAME.view(moment.state, None), moment.facts, NAMES, []))
    assert len(said) > 1
    assert season_number(load("shoggoth"), Moment(2, "winter", 0, "orders")) == 5


def test_answers_in_the_made_up_language_are_read(third: str, play: Play) -> None:
    moment = next(iter(play("reads", 2)))
    view = GAME.view(moment.state, 1)
    question = GAME.question(view)
    assert question is not None
    gold = phrases.plain(third, "good.gold", n=1).split("\u00a0")[1]
    with pytest.raises(NotAnAnswer):
        read(question, "nonsense", FACE.lexicon(third))
    assert gold in FACE.lexicon(third)["gold"]


if __name__ == "__main__":
    for language in ("ru", "en"):
        (GOLDEN / f"nouns.{language}.txt").write_text(noun_table(language), "utf-8")
