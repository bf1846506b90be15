"""Cutting a long HTML text into messages: at paragraph borders, never inside a tag.

Telegram counts UTF-16 units of the text that is left when tags and entities are read.
"""

import re
from collections.abc import Sequence
from html import unescape
from itertools import pairwise
from typing import TypeVar

import msgspec

LIMIT = 4096
"""UTF-16 units in one message."""

CAPTION = 1024
"""UTF-16 units in the caption of a picture."""

ALBUM = 10
"""Pictures in one album."""

ENTITIES = 100
"""Formatted stretches in one message."""

MARGIN = 96
"""UTF-16 units, two entities of them at most, that posts leave free: what is said of a message
later on (that it holds no more, that it is a repeat) is put into it."""

T = TypeVar("T")

_PIECE = re.compile(
    r"<(?P<end>/?)(?P<name>[a-z][a-z0-9-]*)[^>]*>|&(?:#\d+|#x[0-9a-f]+|lt|gt|amp|quot);|\n+|[^\S\n]+|[^<&\s]+|.",
    re.IGNORECASE,
)


class _Piece(msgspec.Struct, frozen=True):
    raw: str
    units: int = 0
    opens: str = ""
    closes: str = ""


def units(text: str) -> int:
    """The length of plain text as Telegram counts it, in UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2


def visible(html: str) -> int:
    """The length of an HTML text as Telegram counts it: without tags, entities as one sign."""
    return sum(piece.units for piece in _pieces(html, LIMIT))


def _hard(word: str, limit: int) -> list[str]:
    """A word longer than a whole message, in stretches that fit."""
    if units(word) <= limit:
        return [word]
    parts, part = [], ""
    for sign in word:
        if units(part + sign) > limit:
            parts.append(part)
            part = ""
        part += sign
    return [*parts, part]


def _pieces(html: str, limit: int) -> list[_Piece]:
    pieces = []
    for found in _PIECE.finditer(html):
        raw = found.group()
        name = (found.group("name") or "").lower()
        if name and found.group("end"):
            pieces.append(_Piece(raw, closes=name))
        elif name:
            pieces.append(_Piece(raw, opens=name))
        elif raw[0] == "&" and len(raw) > 1:
            pieces.append(_Piece(raw, units(unescape(raw))))
        else:
            pieces += [_Piece(part, units(part)) for part in _hard(raw, limit)]
    return pieces


def _quality(piece: _Piece, inside: bool) -> int:
    """How good it is to cut before this piece: 5 a paragraph in the open, 0 not at all."""
    if piece.raw.startswith("\n\n"):
        return 5 if not inside else 2
    if piece.raw.startswith("\n"):
        return 4 if not inside else 2
    if piece.raw.isspace():
        return 3 if not inside else 1
    return 0


def _longest(pieces: list[_Piece], start: int, limit: int, entities: int) -> int:
    """Where the message that begins at `start` ends: the index after its last piece."""
    length, tags, depth = 0, 0, 0
    best, best_quality = 0, -1
    for i in range(start, len(pieces)):
        piece = pieces[i]
        quality = _quality(piece, depth > 0)
        if i > start and quality and quality >= min(best_quality, 5):
            best, best_quality = i, quality
        if length + piece.units > limit or tags + bool(piece.opens) > entities:
            return best if best_quality > 0 else max(i, start + 1)
        length += piece.units
        tags += bool(piece.opens)
        depth += bool(piece.opens) - bool(piece.closes)
    return len(pieces)


def posted(html: str) -> list[str]:
    """The text in parts that each leave room for a mark."""
    return split(html, LIMIT - MARGIN, ENTITIES - 2)


def split(html: str, limit: int = LIMIT, entities: int = ENTITIES) -> list[str]:
    """The text in parts that each fit into one message; an empty text gives no part.

    A part is at most `limit` UTF-16 units and `entities` tags; a tag that is open where a long
    paragraph has to be cut is closed there and opened again in the next part.
    """
    pieces = _pieces(str(html), limit)
    parts: list[str] = []
    start, open_tags = 0, list[_Piece]()
    while start < len(pieces):
        end = _longest(pieces, start, limit, entities - len(open_tags))
        lead = "".join(piece.raw for piece in open_tags)
        for piece in pieces[start:end]:
            if piece.opens:
                open_tags.append(piece)
            elif piece.closes and open_tags:
                open_tags.pop()
        tail = "".join(f"</{piece.opens}>" for piece in reversed(open_tags))
        body = "".join(piece.raw for piece in pieces[start:end]).strip()
        if re.sub(r"<[^>]*>", "", body).strip():
            parts.append(lead + body + tail)
        start = end
    return parts


def albums(pictures: Sequence[T]) -> list[Sequence[T]]:
    """Pictures in as few albums as take them, all of about the same size; one alone is none."""
    count = -(-len(pictures) // ALBUM)
    ends = [len(pictures) * number // count for number in range(count + 1)] if count else [0]
    return [pictures[start:end] for start, end in pairwise(ends)]
