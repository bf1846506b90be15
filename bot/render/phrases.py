"""The catalogue of phrases: one-line Jinja2 templates by key, a folder a language.

`templates/<language>/phrases*.toml`, tables nested as one likes: `[chat] joined = "..."` is the key
`chat.joined`. A list holds variants of one phrase; `pick` chooses. Data is escaped, missing data is
an error. `check()` compiles everything and holds the languages to the same keys.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from html import unescape
from importlib.resources import files
from typing import Any

from jinja2 import Environment, StrictUndefined, Template, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from bot.render import filters, words
from bot.render.words import Words

AMBIENT = ("names", "data")
"""What phrases within phrases know as well: the seats' names, the game's data."""


TOGETHER = "+"
"""Stands between the codes of languages that a group wants at once."""


class PhraseError(ValueError):
    """A key that a language lacks, or a phrase that is no template."""


def _flat(table: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, list[str]]]:
    for key, value in table.items():
        match value:
            case dict():
                yield from _flat(value, f"{before}{key}.")
            case str():
                yield before + key, [value]
            case list() if value and all(isinstance(text, str) for text in value):
                yield before + key, value
            case _:
                raise PhraseError(f"{before}{key} is neither a text nor a list of texts")


def sources(lang: str) -> dict[str, list[str]]:
    """Every phrase of a language as written, by key (raises PhraseError for a key given twice)."""
    found: dict[str, list[str]] = {}
    for file in sorted(words.folders()[lang].iterdir(), key=lambda file: file.name):
        if file.name.startswith("phrases") and file.name.endswith(".toml"):
            for key, texts in _flat(tomllib.loads(file.read_text("utf-8"))):
                if key in found:
                    raise PhraseError(f"{lang}: {key} is given twice")
                found[key] = texts
    return found


class Catalogue:
    """One language: its words and its phrases, compiled."""

    def __init__(self, lang: str, texts: Mapping[str, Sequence[str]], nouns: Words) -> None:
        self.lang, self.words = lang, nouns
        self.environment = Environment(
            autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True
        )
        filters.install(self.environment, nouns)
        self.environment.globals["t"] = self._nested
        self.empty = self.environment.from_string("")  # compiled once: for contexts of filters
        self._texts = dict(texts)
        self._phrases: dict[str, list[Template]] = {}

        layout = self.environment.overlay(trim_blocks=True, lstrip_blocks=True)
        folder = files("templates") / "posts"
        self._pages = {
            name: layout.from_string((folder / f"{name}.j2").read_text("utf-8")) for name in pages()
        }

    @property
    def keys(self) -> set[str]:
        """Every key."""
        return set(self._texts)

    def check(self) -> None:
        """Compile every phrase and hold its filters to the language's words.

        Raises FilterError, TemplateSyntaxError. What is only asked for is compiled when it is: a
        command that says one line need not wait for all of them.
        """
        for key in self._texts:
            self._compiled(key)

    def _compiled(self, key: str) -> list[Template]:
        """The variants of a phrase (raises PhraseError, FilterError, TemplateSyntaxError)."""
        found = self._phrases.get(key)
        if found is None:
            if key not in self._texts:
                raise PhraseError(f"{self.lang}: no phrase {key!r}")
            made = self.environment
            trees = [made.parse(text) for text in self._texts[key]]
            filters.check(self.words, key, trees)
            found = self._phrases[key] = [
                Template.from_code(made, made.compile(tree), made.make_globals(None))
                for tree in trees
            ]
        return found

    @pass_context
    def _nested(self, context: Context, key: str, pick: int = 0, **data: Any) -> Markup:
        data = {**{name: context[name] for name in AMBIENT if name in context}, **data}
        return self.phrase(key, pick=pick, **data)

    def variants(self, key: str) -> int:
        """In how many ways a phrase can be said (raises PhraseError)."""
        return len(self._compiled(key))

    def phrase(self, key: str, /, *, pick: int = 0, **data: Any) -> Markup:
        """A phrase as HTML; `pick` chooses among variants (raises PhraseError, UndefinedError)."""
        variants = self._compiled(key)
        return Markup(variants[pick % len(variants)].render(data))

    def page(self, name: str, /, **data: Any) -> str:
        """A page of templates/posts as HTML, without blank lines at its ends, kept from parting."""
        return filters.bound(self._pages[name].render(data).strip())


def pages() -> list[str]:
    """The names of the pages in templates/posts."""
    found = (files("templates") / "posts").iterdir()
    return sorted(file.name.removesuffix(".j2") for file in found if file.name.endswith(".j2"))


def languages() -> list[str]:
    """The languages there are: the folders of templates/ that have words."""
    return sorted(words.folders())


@lru_cache(maxsize=8)
def catalogue(lang: str) -> Catalogue:
    """A language's catalogue, read once (raises ValueError, TemplateSyntaxError).

    Of two languages at once (`ru+en`) it is the first one's: see `bot.render.bilingual`.
    """
    if TOGETHER in lang:
        return catalogue(lang.split(TOGETHER)[0])
    if lang not in languages():
        raise PhraseError(f"no language {lang!r}")
    return Catalogue(lang, sources(lang), words.load(lang))


def check() -> None:
    """Compile every language and hold them all to the same keys and nouns (raises PhraseError)."""
    first, *others = (catalogue(lang) for lang in languages())
    for one in (first, *others):
        one.check()
    for other in others:
        for what, mine, his in (
            ("phrases", first.keys, other.keys),
            ("words", set(first.words.nouns), set(other.words.nouns)),
        ):
            if mine != his:
                raise PhraseError(
                    f"{what}: {first.lang} and {other.lang} differ in {sorted(mine ^ his)}"
                )


def phrase(lang: str, key: str, /, *, pick: int = 0, **data: Any) -> Markup:
    """A phrase of a language as HTML, its data escaped."""
    return catalogue(lang).phrase(key, pick=pick, **data)


def plain(lang: str, key: str, /, *, pick: int = 0, **data: Any) -> str:
    """A phrase without HTML's escapes, for buttons and toasts (the phrase must hold no tags)."""
    return unescape(str(phrase(lang, key, pick=pick, **data)))
