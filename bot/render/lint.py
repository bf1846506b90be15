"""Compares the languages' catalogues, key by key: `python -m bot.render.lint`.

A phrase that leaves out something which the same phrase tells in another language is a fault:
somebody reads less. Words that only help grammar, and the few phrases that rightly differ, are
named here.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources.abc import Traversable
from typing import Any

from jinja2 import Environment, nodes

from bot.render.lords.house_words import tables
from bot.render.phrases import catalogue, languages, sources
from bot.render.words import folders

GRAMMAR = ("agree", "plural")
"""Filters that choose a form and tell nothing by themselves."""


def problems() -> list[str]:
    """Everything in which the catalogues of all languages differ, one line each."""
    first, *others = languages()
    found = [line for lang in (first, *others) for line in variants(lang)]
    for other in others:
        found += _keys(first, other) + _nouns(first, other) + _told(first, other)
        found += _files(first, other) + _house(first, other)
    return found


def _files(one: str, other: str) -> list[str]:
    """Texts of guides that one of the languages has and the other has not."""
    mine, his = (set(_texts(folders()[lang] / "guide")) for lang in (one, other))
    return [f"{other}: no guide/{name}" for name in sorted(mine - his)] + [
        f"{one}: no guide/{name}" for name in sorted(his - mine)
    ]


def _texts(folder: Traversable, before: str = "") -> Iterator[str]:
    """The names of the texts in a folder and those within it."""
    for file in folder.iterdir() if folder.is_dir() else ():
        if file.is_dir():
            yield from _texts(file, f"{before}{file.name}/")
        elif file.name.endswith((".md", ".html")):
            yield before + file.name


def _house(one: str, other: str) -> list[str]:
    """Words of house rules that one of the languages has and the other has not."""
    mine, his = (
        {(table, key) for table, rows in house(lang).items() for key in rows}
        for lang in (one, other)
    )
    return [
        f"{other}: no {key} of [{table}] in house.toml" for table, key in sorted(mine - his)
    ] + [f"{one}: no {key} of [{table}] in house.toml" for table, key in sorted(his - mine)]


def house(lang: str) -> Mapping[str, Mapping[str, Any]]:
    """The words of a language's house rules; none where it has no such file."""
    return tables(lang) if (folders()[lang] / "house.toml").is_file() else {}


def _keys(one: str, other: str) -> list[str]:
    mine, his = catalogue(one).keys, catalogue(other).keys
    return [f"{other}: no {key}" for key in sorted(mine - his)] + [
        f"{one}: no {key}" for key in sorted(his - mine)
    ]


def _nouns(one: str, other: str) -> list[str]:
    mine, his = set(catalogue(one).words.nouns), set(catalogue(other).words.nouns)
    return [f"{other}: no noun {key}" for key in sorted(mine - his)] + [
        f"{one}: no noun {key}" for key in sorted(his - mine)
    ]


def _told(one: str, other: str) -> list[str]:
    mine, his = sources(one), sources(other)
    found = []
    for key in sorted(mine.keys() & his.keys()):
        here, there = told(one, mine[key][0]), told(other, his[key][0])
        for lang, lacks in ((other, here - there), (one, there - here)):
            found += [f"{lang}: {key} does not tell {name}" for name in sorted(lacks)]
    return found


def variants(lang: str) -> list[str]:
    """Variants of one phrase that tell different things."""
    found = []
    for key, texts in sources(lang).items():
        everything = [told(lang, text) for text in texts]
        most = set().union(*everything)
        for number, names in enumerate(everything):
            if loose(key):
                continue
            found += [
                f"{lang}: {key}, variant {number + 1} does not tell {name}"
                for name in sorted(most - names)
            ]
    return found


def loose(key: str) -> bool:
    """Whether variants of a phrase may tell different things: sayings at a game's end may."""
    return key.startswith(("epilogue.", "flavour."))


def told(lang: str, text: str) -> set[str]:
    """The data that a phrase tells: names with their fields, those only for grammar left out."""
    environment: Environment = catalogue(lang).environment
    tree = environment.parse(text)
    names = set(_names(tree.body))
    local = {name.name for name in tree.find_all(nodes.Name) if name.ctx == "store"}  # of loops
    return {name for name in names if name.split(".")[0] not in local | {"t", "loop"}}


def _names(body: Iterable[nodes.Node]) -> Iterable[str]:
    for node in body:
        match node:
            case nodes.Filter(name=name) if name in GRAMMAR:
                continue
            case nodes.Getattr(node=nodes.Name(name=name), attr=attr):
                yield f"{name}.{attr}"
            case nodes.Name(name=name):
                yield name
            case _:
                yield from _names(node.iter_child_nodes())


def main() -> int:
    """Print what differs; 1 if anything does."""
    found = problems()
    for line in found:
        print(line)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
