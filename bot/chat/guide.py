"""The rules in short chapters: `templates/<language>/guide/rules/NN-name.html`.

A chapter's first line is its title; the rest is the text, in Telegram's HTML.
"""

from functools import lru_cache
from importlib.resources import files

import msgspec
from telegram import InlineKeyboardButton, Message

from bot.chat.buttons import pack
from bot.chat.office import Keyboard, Office, button, in_rows
from bot.render.phrases import languages, phrase


class Chapter(msgspec.Struct, frozen=True):
    """One chapter: its short name, its title (plain) and its text (HTML)."""

    name: str
    title: str
    html: str


@lru_cache(maxsize=8)
def chapters(lang: str) -> tuple[Chapter, ...]:
    """All chapters of a language in their order."""
    folder = files("templates") / lang / "guide" / "rules"
    found = []
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".html"):
            title, _, html = file.read_text("utf-8").partition("\n")
            name = file.name.removesuffix(".html").partition("-")[2]
            found.append(Chapter(name, title.strip(), html.strip()))
    return tuple(found)


def find(lang: str, words: str) -> int | None:
    """The chapter somebody asks for: by number, name or the beginning of its title."""
    wanted = words.strip().casefold()
    if wanted.isdecimal() and 1 <= int(wanted) <= len(chapters(lang)):
        return int(wanted) - 1
    for at, chapter in enumerate(chapters(lang)):
        if wanted and (
            chapter.name.casefold().startswith(wanted)
            or any(part.startswith(wanted) for part in chapter.title.casefold().split())
        ):
            return at
    return None


def contents(lang: str, open_at: int | None = None) -> Keyboard:
    """A button for every chapter, the open one marked."""
    code = languages().index(lang)
    buttons: list[InlineKeyboardButton] = [
        button(("• " if at == open_at else "") + chapter.title, pack("ru", at, code))
        for at, chapter in enumerate(chapters(lang))
    ]
    return in_rows(buttons, 2)


class Guide:
    """Shows the contents and turns the pages."""

    def __init__(self, office: Office) -> None:
        self.office = office

    async def show(self, message: Message, lang: str, words: str) -> None:
        """A chapter by name or number, in whichever language it is named; or the contents."""
        named = [code for code in (lang, *languages()) if find(code, words) is not None]
        lang = named[0] if named else lang
        at = find(lang, words)
        if at is None:
            key = "chat.no_chapter" if words else "chat.rules"
            text = phrase(lang, key, chapters=[chapter.title for chapter in chapters(lang)])
            await self.office.answer_to(message, text, contents(lang))
            return
        await self.office.answer_to(message, self._page(lang, at), contents(lang, at))

    async def turn_to(self, message: Message, lang: str, at: int) -> None:
        """Another chapter in the same message."""
        if 0 <= at < len(chapters(lang)):
            await self.office.edit(
                message.chat.id, message.message_id, self._page(lang, at), contents(lang, at)
            )

    def _page(self, lang: str, at: int) -> str:
        chapter = chapters(lang)[at]
        return f"<b>{chapter.title}</b>\n\n{chapter.html}"
