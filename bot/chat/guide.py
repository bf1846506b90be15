"""The rules in short chapters: `templates/<language>/guide/rules*/NN-name.html`.

`rules/` holds what all variants of the game share, `rules-<variant>/` what one has of its own. A
chapter's first line is its title, the rest is the text, in Telegram's HTML; a variant's file of the
same name as a shared one goes on where that ends, and has no title.
"""

from collections.abc import Sequence
from functools import lru_cache

import msgspec
from telegram import InlineKeyboardButton, Message

from bot.chat.buttons import pack
from bot.chat.office import Keyboard, Office, button, in_rows
from bot.chat.panel import variant_name
from bot.games import GAMES
from bot.render.bilingual import codes
from bot.render.phrases import languages, phrase
from bot.render.words import folders
from bot.table.records import GameInfo

SHARED = "rules"
"""The folder of the chapters that all variants share."""

CONTENTS = -1
"""Stands for the contents where a chapter's number is wanted."""


class Chapter(msgspec.Struct, frozen=True):
    """One chapter: its short name, its title (plain) and its text (HTML)."""

    name: str
    title: str
    html: str


def _read(lang: str, folder: str) -> dict[str, str]:
    """The files of a folder of chapters by name; none where there is no such folder."""
    place = folders()[lang] / "guide" / folder
    if not place.is_dir():
        return {}
    return {
        file.name.removesuffix(".html"): file.read_text("utf-8").strip()
        for file in place.iterdir()
        if file.name.endswith(".html")
    }


@lru_cache(maxsize=1)
def variants() -> tuple[str, ...]:
    """The variants on offer that have chapters of their own."""
    guides = [folder / "guide" for folder in folders().values()]
    offered = [variant for game in GAMES.values() for variant in game.variants]
    return tuple(
        name for name in offered if any((each / f"{SHARED}-{name}").is_dir() for each in guides)
    )


@lru_cache(maxsize=16)
def chapters(lang: str, variant: str) -> tuple[Chapter, ...]:
    """All chapters of a variant in a language, in their order."""
    shared, own = _read(lang, SHARED), _read(lang, f"{SHARED}-{variant}")
    found = []
    for file in sorted({*shared, *own}):
        text = "\n\n".join(part[file] for part in (shared, own) if file in part)
        title, _, html = text.partition("\n")
        found.append(Chapter(file.partition("-")[2], title.strip(), html.strip()))
    return tuple(found)


def find(lang: str, variant: str, words: str) -> int | None:
    """The chapter somebody asks for: by number, name or the beginning of its title."""
    wanted, there = words.strip().casefold(), chapters(lang, variant)
    if wanted.isdecimal() and 1 <= int(wanted) <= len(there):
        return int(wanted) - 1
    for at, chapter in enumerate(there):
        if wanted and (
            chapter.name.casefold().startswith(wanted)
            or any(part.startswith(wanted) for part in chapter.title.casefold().split())
        ):
            return at
    return None


def contents(lang: str, variant: str, open_at: int = CONTENTS) -> Keyboard:
    """A button for every chapter, the open one marked; below, the same in the other variants."""
    buttons = [
        button(("• " if at == open_at else "") + chapter.title, _turn(lang, variant, at))
        for at, chapter in enumerate(chapters(lang, variant))
    ]
    return in_rows(buttons, 2) + _switch(lang, variant, open_at)


def _turn(lang: str, variant: str, at: int) -> str:
    """What a button that opens a chapter carries."""
    return pack("ru", at, languages().index(lang), variants().index(variant))


def _switch(lang: str, open_in: str = "", open_at: int = CONTENTS) -> Keyboard:
    """A button for every variant, which opens the chapter of the same name there, or contents."""
    row: list[InlineKeyboardButton] = []
    here = chapters(lang, open_in)[open_at].name if open_at >= 0 else ""
    for variant in variants():
        names = [chapter.name for chapter in chapters(lang, variant)]
        at = names.index(here) if here in names else CONTENTS
        mark = "• " if variant == open_in else ""
        row.append(button(mark + variant_name(lang, variant), _turn(lang, variant, at)))
    return in_rows(row, 1) if len(row) > 1 else []


def page(lang: str, variant: str, at: int) -> str:
    """A chapter's title and text as HTML."""
    chapter = chapters(lang, variant)[at]
    return f"<b>{chapter.title}</b>\n\n{chapter.html}"


def played(infos: Sequence[GameInfo]) -> str:
    """The variant that all these games play; "" when they differ or there is none with chapters."""
    found = {info.settings.variant for info in infos}
    return found.pop() if len(found) == 1 and found <= set(variants()) else ""


class Guide:
    """Shows the contents and turns the pages."""

    def __init__(self, office: Office) -> None:
        self.office = office

    async def show(self, message: Message, lang: str, words: str, variant: str = "") -> None:
        """A chapter by name or number, in whichever language it is named; or the contents.

        Without a variant the reader picks one; a chapter asked for is shown in the first that has
        it.
        """
        choice = (variant,) if variant else variants()
        lang = codes(lang)[0]
        for code in (lang, *languages()):
            for each in choice:
                at = find(code, each, words)
                if at is not None:
                    keyboard = contents(code, each, at)
                    await self.office.answer_to(message, page(code, each, at), keyboard)
                    return
        key = "chat.no_chapter" if words else "chat.rules" if variant else "chat.which_rules"
        keyboard = contents(lang, variant) if variant else _switch(lang)
        name = variant_name(lang, variant) if variant else ""
        await self.office.answer_to(message, phrase(lang, key, variant=name), keyboard)

    async def turn_to(self, message: Message, lang: str, at: int, number: int = 0) -> None:
        """Another chapter, or the contents, of the variant of this number in the same message."""
        variant = variants()[number % len(variants())]
        if at >= len(chapters(lang, variant)):
            return
        if at < 0:
            html = str(phrase(lang, "chat.rules", variant=variant_name(lang, variant)))
        else:
            html = page(lang, variant, at)
        keyboard = contents(lang, variant, at)
        await self.office.amend(message.chat.id, message.message_id, html, keyboard)
