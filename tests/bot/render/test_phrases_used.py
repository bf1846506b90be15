"""No phrase lies about that nothing says: its key stands in the code, or can be made there."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import bot
import rules
import templates
from bot.render.phrases import sources

CODE = [Path(package.__path__[0]) for package in (bot, rules)]
WORDS = Path(templates.__path__[0])
QUOTED = re.compile(r"'([^'\n]+)'")
GLUED = re.compile(r"'([^'\n]+)' ?~")

HOLE = "(.+?)"

READ_WHOLE = ("chair.alias.",)
"""Tables whose keys are what people type, not what the code says."""


def in_code(tree: ast.AST) -> Iterator[str]:
    """Texts and names of the code, its docstrings apart."""
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in docs:
                yield text
            case ast.keyword(arg=str(name)) | ast.arg(arg=name) | ast.Attribute(attr=name):
                yield name
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name


def in_data(table: Any) -> Iterator[str]:
    """Keys and texts of a data file."""
    match table:
        case dict():
            for key, value in table.items():
                yield key
                yield from in_data(value)
        case list():
            for value in table:
                yield from in_data(value)
        case str():
            yield table


def patterns(tree: ast.AST) -> Iterator[str]:
    """What the code makes of other texts: f-strings that look like keys, and sums."""
    for node in ast.walk(tree):
        match node:
            case ast.JoinedStr(values=parts):
                texts = [str(p.value) if isinstance(p, ast.Constant) else "" for p in parts]
                if texts[0] or any(re.search(r"[a-z]\.", text) for text in texts):
                    yield "".join(re.escape(text) or HOLE for text in texts)
            case ast.BinOp(left=ast.Constant(value=str(start)), op=ast.Add()):
                yield re.escape(start) + HOLE


def plain(text: str) -> str:
    """A code as it stands in a key."""
    return text.replace(" ", "_").replace("-", "_")


@cache
def said() -> tuple[set[str], list[re.Pattern[str]]]:
    texts: set[str] = set()
    made: set[str] = set()
    for folder in CODE:
        for file in folder.rglob("*.py"):
            tree = ast.parse(file.read_text("utf-8"))
            texts |= set(in_code(tree))
            made |= set(patterns(tree))
        for file in folder.rglob("*.toml"):
            texts |= set(in_data(tomllib.loads(file.read_text("utf-8"))))
    for file in (*WORDS.rglob("*.j2"), *WORDS.rglob("phrases*.toml")):
        text = file.read_text("utf-8")
        texts |= set(QUOTED.findall(text))
        made |= {re.escape(start) + HOLE for start in GLUED.findall(text)}
    made |= {way.replace(r"\ ", "_") for way in made}
    return texts | {plain(text) for text in texts}, [re.compile(way) for way in sorted(made)]


@cache
def can_be_said(key: str) -> bool:
    """Whether the text is there, or a pattern makes it of texts that are."""
    texts, made = said()
    words = [word for word in re.split(r"[ +]", key) if word and not word.isdecimal()]
    if key in texts or all(plain(word) in texts for word in words):
        return True
    found = (way.fullmatch(key) for way in made)
    return any(all(map(can_be_said, way.groups())) for way in found if way)


def test_every_phrase_is_said_somewhere() -> None:
    keys = sources("en")
    assert len(keys) > 1000
    silent = {key for key in keys if not can_be_said(key) and not key.startswith(READ_WHOLE)}
    assert not silent
    assert not can_be_said("chat.nothing_of_the_kind")
