"""The words in which answers may be written: nouns in every form, and notation.toml's others.

What the bot calls a word of the master's hand (`hand.*`) may be typed too.
"""

import tomllib
from collections.abc import Sequence
from functools import lru_cache

from bot.render import phrases, words
from rules.kernel.notation import Lexicon

ROWS = 4
"""Rows of the largest grid whose cells may be written with other letters."""

FIRST = ("sites", "orders", "actions", "combat", "prisoners")
"""Tables whose words are more usual than the noun of the same id."""


@lru_cache(maxsize=8)
def lexicon(lang: str) -> Lexicon:
    """Each id's accepted spellings in a language, the most usual first."""
    if phrases.TOGETHER in lang:
        return _merged([lexicon(code) for code in lang.split(phrases.TOGETHER)])
    nouns_of = phrases.catalogue(lang).words.nouns
    tables = tomllib.loads((words.folders()[lang] / "notation.toml").read_text("utf-8"))
    found: dict[str, list[str]] = {key: [] for key in nouns_of}
    for key, noun in nouns_of.items():
        found[key] += [*noun.forms.values(), *noun.counted.values()]
    for column, letters in tables.pop("columns").items():
        for row in range(1, ROWS + 1):
            found[f"{column}{row}"] = [f"{letter}{row}" for letter in letters]
    for name, table in tables.items():
        for key, spellings in table.items():
            nouns = found.get(key, [])
            found[key] = [*spellings, *nouns] if name in FIRST else [*nouns, *spellings]
    for key in phrases.catalogue(lang).keys:
        if key.startswith("hand.") and key.count(".") == 2:
            found.setdefault(key.split(".")[2], []).append(phrases.plain(lang, key))
    numbered = {
        f"{key} {n}": [f"{spelling} {n}" for spelling in dict.fromkeys(found[key])]
        for key in tables["monsters"]
        for n in (2, 3, 4)
    }
    return {key: tuple(dict.fromkeys(spelled)) for key, spelled in {**found, **numbered}.items()}


def _merged(lexicons: Sequence[Lexicon]) -> Lexicon:
    """The spellings of several languages, the first one's first."""
    keys = dict.fromkeys(key for each in lexicons for key in each)
    return {
        key: tuple(dict.fromkeys(word for each in lexicons for word in each.get(key, ())))
        for key in keys
    }
