"""Two languages at once: `ru+en` reads in Russian, the English to unfold beneath it."""

import re
from collections.abc import Callable

from bot.render.phrases import TOGETHER, languages

QUOTED, OPENED = re.compile(r"</blockquote>"), re.compile(r"<blockquote(?: expandable)?>")

FOLD = 3000
"""About so many letters of the further languages go into one expandable quotation."""


def codes(lang: str) -> list[str]:
    """The codes in a language as a game has it: one, or several (raises ValueError if unknown)."""
    found = list(dict.fromkeys(lang.split(TOGETHER)))
    for code in found:
        if code not in languages():
            raise ValueError(f"no language {code!r}")
    return found


def first(lang: str) -> str:
    """The language that one reader, or a thing that has only one, is given."""
    return lang.partition(TOGETHER)[0]


def told(lang: str, tell: Callable[[str], str]) -> str:
    """What `tell` says in the first language, that of each further one in quotations beneath it."""
    if TOGETHER not in lang:
        return tell(lang)
    first, *others = codes(lang)
    parts = [tell(first)]
    if not parts[0]:
        return ""
    for other in others:
        parts += [f"<blockquote expandable>{fold}</blockquote>" for fold in folds(tell(other))]
    return "\n".join(parts)


def folds(html: str) -> list[str]:
    """A text without its own quotations (they can't be nested), in pieces cut between lines.

    Only whole paragraphs are parted: a tag never spans an empty line.
    """
    pieces: list[str] = []
    for paragraph in OPENED.sub("\n", QUOTED.sub("", html)).split("\n\n"):
        if pieces and len(pieces[-1]) + len(paragraph) < FOLD:
            pieces[-1] += "\n\n" + paragraph
        else:
            pieces.append(paragraph)
    return pieces


CAPTION = 900
"""Letters of HTML that stay clear of what a picture's caption may hold."""


def caption(captions: list[str]) -> str:
    """A picture's caption in all languages, or in the first alone where all would be too much."""
    together = "\n".join(captions)
    return together if len(together) <= CAPTION else captions[0]
