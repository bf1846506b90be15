"""The chapters of the rules: shared ones once, each variant's own beside them."""

from importlib.resources import files

import pytest

from bot.chat import guide
from bot.chat.split import LIMIT, visible
from bot.games import GAMES
from bot.render.phrases import languages
from rules.lords.data import load

LANGS = ("ru", "en")


def test_every_variant_on_offer_has_chapters() -> None:
    assert guide.variants() == GAMES["lords"].variants


def test_the_languages_have_the_same_files() -> None:
    def found(lang: str) -> set[str]:
        place = files("templates") / lang / "guide"
        return {
            f"{folder.name}/{file.name}"
            for folder in place.iterdir() if folder.name.startswith("rules")
            for file in folder.iterdir()
        }  # fmt: skip

    assert found("ru") == found("en")


@pytest.mark.parametrize("lang", LANGS)
def test_nothing_is_written_twice(lang: str) -> None:
    seen: set[str] = set()
    place = files("templates") / lang / "guide"
    for folder in place.iterdir():
        if not folder.name.startswith("rules"):
            continue
        for file in folder.iterdir():
            lines = [line for line in file.read_text("utf-8").splitlines() if len(line) > 60]
            own = {line for line in lines if not line[:1].isdigit()}  # the steps of a season
            assert not own & seen, file.name
            seen |= own


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("variant", guide.variants())
def test_chapters_are_short_and_tell_the_variants_own_rules(lang: str, variant: str) -> None:
    data, told = load(variant), guide.chapters(lang, variant)
    text = "\n".join(chapter.html for chapter in told)
    from bot.render.phrases import catalogue

    words = catalogue(lang).words
    for kind in load("shoggoth").monsters:
        assert (words.noun(kind).casefold() in text.casefold()) == (kind in data.monsters), kind
    assert ("pets" in [chapter.name for chapter in told]) == bool(data.pets)
    for chapter in told:
        assert visible(guide.page(lang, variant, told.index(chapter))) < LIMIT // 3
        assert chapter.title
        assert "<" not in chapter.title


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("variant", guide.variants())
def test_a_chapter_is_found_by_number_name_or_title(lang: str, variant: str) -> None:
    for at, chapter in enumerate(guide.chapters(lang, variant)):
        assert guide.find(lang, variant, str(at + 1)) == at
        assert guide.find(lang, variant, chapter.name) == at
    assert guide.find(lang, variant, "no such thing") is None


def test_the_guide_speaks_every_language() -> None:
    for lang in languages():
        assert guide.chapters(lang, guide.variants()[0])
