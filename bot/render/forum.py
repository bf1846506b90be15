"""Telegram's HTML as a forum takes it: BBCode, Markdown, or plain text."""

import re
from collections.abc import Callable
from html.parser import HTMLParser

FORMATS = ("bbcode", "markdown", "plain")

_BB = {
    "b": "b", "strong": "b", "i": "i", "em": "i", "u": "u", "ins": "u", "s": "s", "strike": "s",
    "del": "s", "code": "code", "pre": "code", "tg-spoiler": "spoiler",
}  # fmt: skip
_MD = {
    "b": "**", "strong": "**", "i": "*", "em": "*", "s": "~~", "strike": "~~", "del": "~~",
    "code": "`", "tg-spoiler": ">!",
}  # fmt: skip
_ENDS = {">!": "!<"}
_SPECIAL = re.compile(r"([\\`*_~\[\]<>])")
_LINE_START = re.compile(r"^(\s*)([#>+-]|\d+[.)])", re.MULTILINE)


class _Reader(HTMLParser):
    """Collects a text; a subclass says what opens and closes a tag, and how text is written."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = [""]
        self.code = 0
        self.links: list[str] = []

    def add(self, text: str) -> None:
        """Text that stands as it is."""
        self.parts[-1] += text

    def handle_data(self, data: str) -> None:
        """Plain text between tags."""
        self.add(data)


class _BBCode(_Reader):
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag as forums write it; what they do not know falls away."""
        if tag == "a":
            href = dict(attrs).get("href") or ""
            self.links.append("" if href.startswith("tg:") else href)
            if self.links[-1]:
                self.add(f"[url={self.links[-1]}]")
        elif tag == "blockquote":
            self.add("[spoiler]" if "expandable" in dict(attrs) else "[quote]")
            self.links.append("spoiler" if "expandable" in dict(attrs) else "quote")
        elif tag in _BB:
            self.add(f"[{_BB[tag]}]")

    def handle_endtag(self, tag: str) -> None:
        """The end of a tag."""
        if tag == "a":
            if self.links and self.links.pop():
                self.add("[/url]")
        elif tag == "blockquote":
            self.add(f"[/{self.links.pop()}]" if self.links else "")
        elif tag in _BB:
            self.add(f"[/{_BB[tag]}]")


class _Markdown(_Reader):
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag as Markdown writes it."""
        if tag == "a":
            href = dict(attrs).get("href") or ""
            self.links.append("" if href.startswith("tg:") else href)
            self.add("[" if self.links[-1] else "")
        elif tag == "blockquote":
            self.parts.append("")
        elif tag == "pre":
            self.code += 1
            self.add("```\n")
        elif tag in _MD:
            self.code += tag == "code"
            self.add(_MD[tag])

    def handle_endtag(self, tag: str) -> None:
        """The end of a tag."""
        if tag == "a":
            href = self.links.pop() if self.links else ""
            self.add(f"]({href})" if href else "")
        elif tag == "blockquote" and len(self.parts) > 1:
            quoted = self.parts.pop().strip("\n")
            broken = re.sub(r"(?<!\n)\n(?!\n)", "  \n", quoted).split("\n")
            self.add("\n".join(f"> {line}" if line else ">" for line in broken) + "\n")
        elif tag == "pre":
            self.code -= 1
            self.add("\n```")
        elif tag in _MD:
            self.code -= tag == "code"
            self.add(_ENDS.get(_MD[tag], _MD[tag]))

    def handle_data(self, data: str) -> None:
        """Text with the signs that would mean something escaped."""
        if not self.code:
            data = _LINE_START.sub(r"\1\\\2", _SPECIAL.sub(r"\\\1", data))
        self.add(data)


class _Plain(_Reader):
    pass


READERS: dict[str, Callable[[], _Reader]] = {
    "bbcode": _BBCode, "markdown": _Markdown, "plain": _Plain,
}  # fmt: skip


def convert(html: str, form: str) -> str:
    """The text in one of FORMATS (raises KeyError for another)."""
    reader = READERS[form]()
    reader.feed(str(html))
    reader.close()
    text = "".join(reader.parts).strip()
    if form == "markdown":  # a line's end counts only with two blanks before it
        text = re.sub(r"(?<!\n)(?<!^)\n(?!\n|>|```)", "  \n", text)
    return text
