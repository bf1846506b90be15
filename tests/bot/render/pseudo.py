"""A made-up language: the English one in wide letters, so that a word from elsewhere stands out."""

import json
import re
import tomllib
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from bot.render import phrases, words

CODE = "vo"
"""A code that Babel knows and whose lists have no word for `and`."""

KEPT = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|<[^>]*>|&#?\w+;")
CHOICES = re.compile(r"(agree|plural|join)\('([^']*)'\)")

STRAY = re.compile(r"[A-Za-zА-Яа-яЁё]+")
IDS = re.compile(r"[a-e]|[IV]{1,3}")
"""Columns and the figures of places are the same in every language."""


def wide(text: str) -> str:
    """The text in letters that no other language has."""
    return "".join(chr(ord(sign) + 0xFEE0) if sign.isascii() and sign.isalpha() else sign
                   for sign in text)  # fmt: skip


def phrase(text: str) -> str:
    """A phrase with its words made wide, its expressions and tags as they are."""
    out, at = [], 0
    for found in KEPT.finditer(text):
        kept = CHOICES.sub(lambda call: f"{call[1]}('{wide(call[2])}')", found.group())
        out += [wide(text[at : found.start()]), kept]
        at = found.end()
    return "".join([*out, wide(text[at:])])


def write(root: Path, lang: str = "en") -> Path:
    """Make the language's folder out of another's; returns the folder."""
    folder = root / CODE
    folder.mkdir(parents=True)
    (folder / "words.toml").write_text(_words(lang), "utf-8")
    lines = []
    for key, texts in phrases.sources(lang).items():
        made = texts if key.startswith("case.") else [phrase(text) for text in texts]
        lines.append(f"{json.dumps(key)} = {json.dumps(made, ensure_ascii=False)}")
    (folder / "phrases.toml").write_text("\n".join(lines), "utf-8")
    source = words.folders()[lang]
    notation = (source / "notation.toml").read_text("utf-8")
    (folder / "notation.toml").write_text(notation, "utf-8")
    (folder / "house.toml").write_text(_house(source), "utf-8")
    for text in (Path(str(source)) / "guide").rglob("*.*"):
        if text.suffix in (".md", ".html"):
            copy = folder / text.relative_to(str(source))
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(phrase(text.read_text("utf-8")), "utf-8")
    return folder


def _house(source: Traversable) -> str:
    """The words of house rules made wide, table by table."""
    lines = []
    for table, rows in tomllib.loads((source / "house.toml").read_text("utf-8")).items():
        lines.append(f"[{table}]")
        for key, spelled in rows.items():
            made = wide(spelled) if isinstance(spelled, str) else [wide(text) for text in spelled]
            lines.append(f"{json.dumps(key)} = {json.dumps(made, ensure_ascii=False)}")
    return "\n".join(lines)


def _words(lang: str) -> str:
    tables: dict[str, Any] = tomllib.loads(
        (words.folders()[lang] / "words.toml").read_text("utf-8")
    )
    language = tables.pop("language")
    numerals = ", ".join(f'{key} = "{form}"' for key, form in language["numerals"].items())
    lines = [
        "[language]", 'name = "Wide"', f"cases = {json.dumps(language['cases'])}",
        f"genders = {json.dumps(language['genders'])}", f"numerals = {{ {numerals} }}",
    ]  # fmt: skip
    for group, nouns in tables.items():
        lines.append(f"[{group}]")
        for key, noun in nouns.items():
            forms = ", ".join(
                f"{name} = {json.dumps(text if name == 'gender' else wide(text))}"
                for name, text in noun.items()
            )
            lines.append(f"{json.dumps(key)} = {{ {forms} }}")
    return "\n".join(lines)


def strays(text: str) -> list[str]:
    """The words of a text that come from no catalogue."""
    return [word for word in STRAY.findall(text) if not IDS.fullmatch(word)]
