import re

import pytest
from jinja2 import UndefinedError
from markupsafe import Markup

from bot.render import phrases, words
from bot.render.filters import FilterError
from bot.render.phrases import Catalogue, PhraseError, phrase, plain

GAME_WORDS = {"fact", "reason", "post", "state", "say", "label", "how", "why", "effect", "good"}
"""Tables of the game itself; the chat's own speak of commands too."""


def catalogue(**texts: str) -> Catalogue:
    return Catalogue("ru", {key: [text] for key, text in texts.items()}, words.load("ru"))


def test_all_languages_compile_and_have_the_same_keys() -> None:
    phrases.check()
    assert {"ru", "en"} <= set(phrases.languages())


def test_data_is_escaped_and_tags_of_the_phrase_are_not() -> None:
    told = catalogue(line="<b>{{ name }}</b>").phrase("line", name="<i>&")
    assert told == "<b>&lt;i&gt;&amp;</b>"


def test_missing_data_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        catalogue(line="{{ name }}").phrase("line")


def test_a_missing_key_is_an_error() -> None:
    with pytest.raises(PhraseError):
        phrase("ru", "no.such.key")
    with pytest.raises(PhraseError):
        phrase("xx", "good.gold", n=1)


@pytest.mark.parametrize(
    "text", ["{{ 'goblin'|noun('vocative') }}", "{{ 'unicorn'|noun }}", "{{ 2|count('unicorn') }}"]
)
def test_a_form_that_is_not_there_is_found_at_the_start(text: str) -> None:
    with pytest.raises(FilterError):
        catalogue(line=text).check()


def test_variants_go_by_number_and_come_round() -> None:
    made = Catalogue("en", {"line": ["one", "two"]}, words.load("en"))
    assert [str(made.phrase("line", pick=n)) for n in range(3)] == ["one", "two", "one"]


def test_phrases_within_phrases_know_the_names() -> None:
    made = catalogue(inner="{{ seat|name }}", outer="({{ t('inner', seat=2) }})")
    assert made.phrase("outer", names={2: "A&B"}) == "(A&amp;B)"


def test_plain_text_for_buttons_has_no_entities() -> None:
    assert plain("en", "title.Dark Deeds") == "Master of Dark Deeds"
    assert "&" not in plain("en", "state.zoned", id="smugglers' den", zone="")


def test_no_cyrillic_in_english_and_no_latin_words_in_russian_posts() -> None:
    for key, texts in phrases.sources("en").items():
        assert not re.search("[а-яё]", " ".join(texts), re.I), key
    for key, texts in phrases.sources("ru").items():
        for text in texts:
            bare = re.sub(r"\{\{.*?\}\}|\{%.*?%\}|<[^>]*>|https?://\S+|/\w+|@\w+|&\w+;", "", text)
            if key.split(".")[0] in GAME_WORDS:
                assert not re.search(r"[a-z]{3,}", bare, re.I), (key, bare)


def test_texts_hold_only_tags_that_telegram_knows() -> None:
    allowed = {"b", "i", "u", "s", "code", "pre", "a", "blockquote", "tg-spoiler", "tg-time"}
    for lang in phrases.languages():
        for key, texts in phrases.sources(lang).items():
            for tag in re.findall(r"</?([a-z-]+)", " ".join(texts)):
                assert tag in allowed, (lang, key, tag)


def test_a_phrase_is_markup() -> None:
    assert isinstance(phrase("en", "good.gold", n=2), Markup)
