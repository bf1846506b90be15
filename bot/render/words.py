"""Nouns of a language with gender and all their forms, from `templates/<language>/words.toml`.

A language says its cases and which plural categories its numerals have (Babel's rules); every noun
must then have every form, or the language does not load: a missing form is an error at the start
and never a blank in a post.
"""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

from babel import Locale

from templates import languages

NUMBERS = ("sg", "pl")

ROOTS: list[Traversable] = [files("templates")]
"""Where languages are looked for, a folder a language."""


class WordError(ValueError):
    """A noun, form or gender that the language's words.toml does not have."""


class Noun(NamedTuple):
    """One noun: gender, forms by (case, number), and its form with a numeral by category."""

    gender: str
    forms: Mapping[tuple[str, str], str]
    counted: Mapping[str, str]


class Words:
    """The nouns of one language."""

    def __init__(self, lang: str, tables: Mapping[str, Any]) -> None:
        self.lang = lang
        self.cases: tuple[str, ...] = tuple(tables["language"]["cases"])
        self.genders: tuple[str, ...] = tuple(tables["language"]["genders"])
        self.native: str = tables["language"]["name"]
        self._numerals: dict[str, str] = tables["language"]["numerals"]
        self._rule = Locale.parse(lang).plural_form
        self.nouns = {
            key: self._noun(key, table)
            for group, nouns in tables.items()
            if group != "language"
            for key, table in nouns.items()
        }

    def _noun(self, key: str, table: Mapping[str, str]) -> Noun:
        forms: dict[tuple[str, str], str] = {}
        for number in NUMBERS:
            spelled = table[number].split("/")
            if len(spelled) != len(self.cases):
                raise WordError(f"{self.lang}: {key}.{number} has {len(spelled)} forms")
            forms.update({(c, number): form for c, form in zip(self.cases, spelled, strict=True)})
        if table["gender"] not in self.genders:
            raise WordError(f"{self.lang}: {key} has the gender {table['gender']!r}")
        counted = {}
        spelled = table["count"].split("/") if "count" in table else []
        if spelled and len(spelled) != len(self._numerals):
            raise WordError(f"{self.lang}: {key}.count has {len(spelled)} forms")
        for at, (category, form) in enumerate(self._numerals.items()):
            case, _, number = form.partition(" ")
            counted[category] = spelled[at] if spelled else forms[case, number]
        return Noun(table["gender"], forms, counted)

    def get(self, key: str) -> Noun:
        """The noun of an id (raises WordError)."""
        try:
            return self.nouns[key]
        except KeyError:
            raise WordError(f"{self.lang}: no noun {key!r}") from None

    def noun(self, key: str, case: str = "nom", number: str = "sg") -> str:
        """One form of a noun (raises WordError)."""
        form = self.get(key).forms.get((case, number))
        if form is None:
            raise WordError(f"{self.lang}: no form {case} {number}")
        return form

    def count(self, number: int, key: str) -> str:
        """A number with its noun: 1 имп, 2 импа, 5 импов, 21 имп (the sign does not count).

        A line breaks neither between them nor within the noun.
        """
        form = self.get(key).counted[self._rule(abs(number))]
        return f"{number}".replace("-", "−") + f" {form}".replace(" ", "\u00a0")

    def agree(self, key: str, forms: str) -> str:
        """The one of `|`-separated forms for the noun's gender, in the language's order of genders.

        Forms left out at the end count as the last one given.
        """
        given = forms.split("|")
        return given[min(self.genders.index(self.get(key).gender), len(given) - 1)]

    def plural(self, number: int, forms: str) -> str:
        """The one of `|`-separated forms for the number, in the order of plural categories."""
        given = forms.split("|")
        at = list(self._numerals).index(self._rule(abs(number)))
        return given[min(at, len(given) - 1)]


def folders() -> dict[str, Traversable]:
    """The folders of all languages there are, by code: those that have words."""
    return {code: folder for root in ROOTS for code, folder in languages(root).items()}


def load(lang: str) -> Words:
    """The words of a language (raises WordError for a missing form)."""
    text = (folders()[lang] / "words.toml").read_text("utf-8")
    return Words(lang, tomllib.loads(text))
