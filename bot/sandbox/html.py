"""Telegram's HTML parse mode: the same tags, the same refusals, offsets in UTF-16 units.

The reading is byte by byte in the real server, so the offsets in its complaints are byte
offsets into the UTF-8 text; they are kept here, since they are what one sees in a log.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

from bot.sandbox.errors import ApiError, bad

Entity = dict[str, Any]
UserOf = Callable[[int], dict[str, Any] | None]

TAGS = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "span": "spoiler",
    "a": "text_link",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
    "tg-emoji": "custom_emoji",
    "tg-time": "date_time",
}
NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
CHARACTER = re.compile(r"&(?:#(\d+)|#[xX]([0-9a-fA-F]+)|([a-zA-Z]+));?")
TIME_FORMAT = re.compile(r"r|w?[dD]?[tT]?")
SPACE = " \t\r\n\v\0"
STYLES = {"bold", "italic", "underline", "strikethrough", "spoiler"}
MONOSPACE = {"code", "pre"}


def utf16(text: str) -> int:
    """Return the length of a text in UTF-16 units."""
    return len(text) + sum(1 for letter in text if letter > "\uffff")


def cut(text: str, offset: int, length: int) -> str:
    """Return the part of a text that an entity covers (offset, length in UTF-16 units)."""
    raw = text.encode("utf-16-le")
    return raw[offset * 2 : (offset + length) * 2].decode("utf-16-le", "replace")


@dataclass
class Open:
    """A start tag that waits for its end."""

    tag: str
    at: int
    length: int
    attributes: dict[str, str] = field(default_factory=dict)


class Parser:
    """One pass over a text in HTML parse mode."""

    def __init__(self, source: str, user_of: UserOf) -> None:
        self.source = source
        self.user_of = user_of
        self.i = 0
        self.out: list[str] = []
        self.at = 0  # UTF-16 units written
        self.stack: list[Open] = []
        self.entities: list[Entity] = []

    def parse(self) -> tuple[str, list[Entity]]:
        """Return text and entities; raises ApiError in Telegram's words."""
        while self.i < len(self.source):
            letter = self.source[self.i]
            if letter == "<":
                self.tag()
            elif letter == "&":
                self.write(self.character())
            else:
                self.write(letter)
                self.i += 1
        if self.stack:
            raise self.error(f'Can\'t find end tag corresponding to start tag "{self.top.tag}"')
        return "".join(self.out), self.entities

    @property
    def top(self) -> Open:
        """The innermost open tag."""
        return self.stack[-1]

    def error(self, text: str) -> ApiError:
        """Return the refusal."""
        return bad(f"can't parse entities: {text}")

    def byte(self, index: int) -> int:
        """Return the byte offset of a character."""
        return len(self.source[:index].encode())

    def peek(self) -> str:
        """Return the character at hand, NUL past the end."""
        return self.source[self.i] if self.i < len(self.source) else "\0"

    def write(self, text: str) -> None:
        """Append plain text."""
        self.out.append(text)
        self.at += utf16(text)

    def character(self) -> str:
        """Read a character reference; an unknown one stands for itself."""
        match = CHARACTER.match(self.source, self.i)
        if match:
            decimal, hexadecimal, name = match.groups()
            code = int(decimal) if decimal else int(hexadecimal or "0", 16)
            text = NAMED.get(name, "") if name else chr(code) if 0 < code < 0x10FFFF else ""
            if text and not 0xD800 <= ord(text) < 0xE000:
                self.i = match.end()
                return text
        self.i += 1
        return "&"

    def word(self, stop: str) -> str:
        """Read up to a space or one of the stops."""
        start = self.i
        while self.peek() not in SPACE + stop:
            self.i += 1
        return self.source[start : self.i]

    def skip(self) -> None:
        """Skip spaces."""
        while self.i < len(self.source) and self.peek() in SPACE:
            self.i += 1

    @property
    def ended(self) -> bool:
        """Whether the text is over."""
        return self.i >= len(self.source)

    def tag(self) -> None:
        """Read a start or end tag at '<'."""
        begin = self.i
        self.i += 1
        if self.peek() == "/":
            self.end_tag(begin)
        else:
            self.start_tag(begin)

    def start_tag(self, begin: int) -> None:
        """Read a start tag with its attributes."""
        name = self.word(">").lower()
        at = self.byte(begin)
        if self.ended:
            raise self.error(f"Unclosed start tag at byte offset {at}")
        if name not in TAGS:
            raise self.error(f'Unsupported start tag "{name}" at byte offset {at}')
        attributes = self.attributes(name, at)
        if name == "span" and attributes.get("class") != "tg-spoiler":
            raise self.error(f'Tag "span" must have class "tg-spoiler" at byte offset {at}')
        self.i += 1
        self.stack.append(Open(name, self.at, len(self.out), attributes))

    def attributes(self, tag: str, at: int) -> dict[str, str]:
        """Read the attributes of a start tag up to '>'."""
        found: dict[str, str] = {}
        while True:
            self.skip()
            if self.peek() == ">":
                return found
            name = self.word("=>/\"'").lower()
            if not name and not self.ended:
                raise self.error(f'Empty attribute name in the tag "{tag}" at byte offset {at}')
            self.skip()
            if self.ended:
                raise self.error(f'Unclosed start tag "{tag}" at byte offset {at}')
            if self.peek() != "=":
                found[name] = ""
                continue
            self.i += 1
            self.skip()
            if self.ended:
                raise self.error(f'Unclosed start tag "{tag}" at byte offset {at}')
            found[name] = self.value()
            if self.ended:
                raise self.error(f"Unclosed start tag at byte offset {at}")

    def value(self) -> str:
        """Read the value of an attribute."""
        quote = self.peek()
        start = self.i
        if quote not in "'\"":
            while self.peek().isalnum() or self.peek() in ".-":
                self.i += 1
            if self.peek() not in SPACE + ">":
                raise self.error(f"Unexpected end of name token at byte offset {self.byte(start)}")
            return self.source[start : self.i].lower()
        self.i += 1
        letters: list[str] = []
        while not self.ended and self.peek() != quote:
            if self.peek() == "&":
                letters.append(self.character())
            else:
                letters.append(self.peek())
                self.i += 1
        self.i += 1
        return "".join(letters)

    def end_tag(self, begin: int) -> None:
        """Read an end tag and make the entity it closes."""
        at = self.byte(begin)
        if not self.stack:
            raise self.error(f"Unexpected end tag at byte offset {at}")
        self.i += 1
        name = self.word(">").lower()
        self.skip()
        if self.peek() != ">":
            raise self.error(f"Unclosed end tag at byte offset {at}")
        if name and name != self.top.tag:
            raise self.error(
                f"Unmatched end tag at byte offset {at}, "
                f'expected "</{self.top.tag}>", found "</{name}>"'
            )
        self.i += 1
        opened = self.stack.pop()
        entity = self.entity(opened, "".join(self.out[opened.length :]))
        if entity and self.at > opened.at:
            self.entities.append(entity)

    def entity(self, opened: Open, inner: str) -> Entity | None:
        """Return the entity of a closed tag, or None where Telegram drops it silently."""
        entity: Entity = {
            "type": TAGS[opened.tag],
            "offset": opened.at,
            "length": self.at - opened.at,
        }
        attributes = opened.attributes
        if opened.tag == "a":
            return link(entity, attributes.get("href") or inner, self.user_of)
        if opened.tag == "blockquote" and "expandable" in attributes:
            entity["type"] = "expandable_blockquote"
        elif opened.tag == "tg-emoji":
            entity["custom_emoji_id"] = attributes.get("emoji-id", "")
        elif opened.tag == "tg-time":
            self.time(entity, attributes)
        elif opened.tag == "code" and attributes.get("class", "").startswith("language-"):
            entity["language"] = attributes["class"].removeprefix("language-")
        return entity

    def time(self, entity: Entity, attributes: dict[str, str]) -> None:
        """Fill in a date entity; raises ApiError for a date or format that is none."""
        unix, form = attributes.get("unix", ""), attributes.get("format", "")
        if not unix.isdigit():
            raise self.error(f'Invalid Unix time "{unix}" in the tag "tg-time"')
        if not TIME_FORMAT.fullmatch(form):
            raise self.error(f'Invalid format "{form}" in the tag "tg-time"')
        entity["unix_time"] = int(unix)
        if form:
            entity["date_time_format"] = form


def link(entity: Entity, url: str, user_of: UserOf) -> Entity | None:
    """Return the entity of a link: a mention by id, a link, or None where it is no link."""
    parts = urlsplit(url if "://" in url or url.startswith("tg:") else f"http://{url}")
    if parts.scheme == "tg" and parts.netloc == "user":
        number = parse_qs(parts.query).get("id", [""])[0]
        user = user_of(int(number)) if number.isdigit() else None
        return {**entity, "type": "text_mention", "user": user} if user else None
    if parts.scheme == "tg":
        return {**entity, "url": url}
    if parts.scheme not in {"http", "https"} or "." not in parts.netloc:
        return None
    return {**entity, "url": url if "://" in url else f"http://{url}"}


def parse(source: str, user_of: UserOf = lambda _: None) -> tuple[str, list[Entity]]:
    """Return the plain text of an HTML one and its entities; raises ApiError."""
    text, entities = Parser(source.replace("\r", ""), user_of).parse()
    return tidy(text, entities)


def tidy(text: str, entities: list[Entity]) -> tuple[str, list[Entity]]:
    """Trim a text and bring its entities into the form Telegram stores them in."""
    lead = utf16(text) - utf16(text.lstrip())
    text = text.strip()
    end = utf16(text)
    kept = []
    for entity in entities:
        start = max(0, entity["offset"] - lead)
        stop = min(end, entity["offset"] - lead + entity["length"])
        if stop > start:
            kept.append({**entity, "offset": start, "length": stop - start})
    return text, sorted(_nest(kept), key=lambda e: (e["offset"], -e["length"]))


def _nest(entities: list[Entity]) -> list[Entity]:
    """Apply the nesting rules: nothing inside code, no code in a style, one quote deep."""
    mono = [e for e in entities if e["type"] in MONOSPACE]
    mono = [_language(e, mono) for e in mono if not _inside_pre(e, mono)]
    result = list(mono)
    quoted_to = -1
    for entity in sorted(entities, key=lambda e: (e["offset"], -e["length"])):
        kind = entity["type"]
        if kind in MONOSPACE:
            continue
        if "blockquote" in kind:
            if entity["offset"] < quoted_to:
                continue
            quoted_to = entity["offset"] + entity["length"]
            result.append(entity)
        else:
            result.extend(_outside(entity, mono))
    return result


def _inside_pre(entity: Entity, mono: list[Entity]) -> bool:
    """Whether a code entity lies within a pre one."""
    return entity["type"] == "code" and any(
        other["type"] == "pre" and other["offset"] <= entity["offset"] < _end(other)
        for other in mono
    )


def _language(entity: Entity, mono: list[Entity]) -> Entity:
    """Move the language of an inner code to the pre around it."""
    entity = dict(entity)
    if entity["type"] == "code":
        entity.pop("language", None)
    for other in mono:
        same = (other["offset"], other["length"]) == (entity["offset"], entity["length"])
        if entity["type"] == "pre" and other["type"] == "code" and same and "language" in other:
            entity["language"] = other["language"]
    return entity


def _end(entity: Entity) -> int:
    return int(entity["offset"] + entity["length"])


def _outside(entity: Entity, mono: list[Entity]) -> list[Entity]:
    """Return the parts of a style that lie outside code; a link over code is dropped."""
    parts = [(entity["offset"], _end(entity))]
    for code in mono:
        start, stop = code["offset"], _end(code)
        if entity["type"] not in STYLES and start < _end(entity) and stop > entity["offset"]:
            return []
        parts = [
            piece
            for a, b in parts
            for piece in ((a, min(b, start)), (max(a, stop), b))
            if piece[1] > piece[0]
        ]
    return [{**entity, "offset": a, "length": b - a} for a, b in parts]


FOUND = {
    "bot_command": re.compile(r"(?<![\w/@.])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w/])"),
    "mention": re.compile(r"(?<![\w.@/])@[A-Za-z][A-Za-z0-9_]{3,31}\b"),
    "url": re.compile(r"(?:https?://|(?<![\w./@])t\.me/)[^\s<>\"«»]+[^\s<>\"«».,;:!?)]"),
}


def detect(text: str, entities: list[Entity]) -> list[Entity]:
    """Add what the server finds by itself: commands, mentions, addresses."""
    busy = [e for e in entities if e["type"] in MONOSPACE | {"text_link", "text_mention"}]
    found = list(entities)
    for kind, pattern in FOUND.items():
        for match in pattern.finditer(text):
            start = utf16(text[: match.start()])
            entity = {"type": kind, "offset": start, "length": utf16(match.group())}
            if not any(e["offset"] < _end(entity) and _end(e) > start for e in busy):
                found.append(entity)
                busy.append(entity)
    return sorted(found, key=lambda e: (e["offset"], -e["length"]))
