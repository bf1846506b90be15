"""One thing the master asks for, typed or pressed, and how it is answered."""

import re
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from telegram import InlineKeyboardButton

from bot.chat.buttons import pack
from bot.chat.office import Keyboard, Office, button
from bot.chat.posters import names
from bot.chat.reasons import parted
from bot.render.phrases import phrase, plain
from bot.table.records import GameInfo, Person


class Call:
    """A command with its game: who, where, in which language, its words and the reason given."""

    def __init__(
        self,
        office: Office,
        person: Person,
        lang: str,
        info: GameInfo,
        *,
        name: str,
        text: str,
        chat: int,
        topic: int | None = None,
        reply_to: int | None = None,
        pressed: bool = False,
        message: int | None = None,
    ) -> None:
        self.office, self.person, self.lang, self.info, self.name = office, person, lang, info, name
        self.text, self.why = parted(text)
        self.chat, self.topic, self.reply_to = chat, topic, reply_to
        self.pressed, self.message = pressed, message
        self.silent = False
        self.answering = False
        """Whether its words are an answer to what this person was asked for."""
        self.asked = ""
        self.asked_about: dict[str, Any] = {}
        self.page = ""

    @property
    def private(self) -> bool:
        """Whether nobody else reads along."""
        return self.chat > 0

    @property
    def words(self) -> list[str]:
        """The words of the command, without the reason."""
        return self.text.split()

    @property
    def game(self) -> int:
        """The game's id."""
        return self.info.id

    def key(self, key: str, **data: Any) -> str:
        """A phrase of the chair as HTML."""
        return phrase(self.lang, f"chair.{key}", **data)

    def plain(self, key: str, **data: Any) -> str:
        """A phrase of the chair as plain text."""
        return plain(self.lang, f"chair.{key}", **data)

    @property
    def names(self) -> dict[int, str]:
        """Seat -> the name it goes by."""
        return names(self.lang, self.info)

    async def say(self, html: str, rows: Keyboard | None = None) -> None:
        """Answer where the command was given."""
        self.silent = True
        await self.office.say(
            self.chat,
            html,
            rows,
            topic=self.topic,
            reply_to=None if self.pressed else self.reply_to,
        )

    async def show(self, html: str, rows: Keyboard) -> None:
        """Turn the message whose button was pressed into this, or say it."""
        if self.pressed and self.message is not None:
            outcome = await self.office.amend(self.chat, self.message, html, rows)
            if outcome.kind != "gone":
                self.silent = True
                return
        await self.say(html, rows)

    async def tell(self, key: str, **data: Any) -> None:
        """Answer with a phrase of the chair."""
        await self.say(self.key(key, **data))

    def button(self, text: str, name: str, *numbers: int) -> InlineKeyboardButton:
        """A button that is the same as a command with these numbers as its words."""
        return button(text, pack(f"m-{name}", self.info.id, *numbers))

    def labelled(self, name: str, *numbers: int) -> InlineKeyboardButton:
        """A button under its command's own label."""
        return self.button(self.plain(f"button.{name}"), name, *numbers)

    def seat(self, text: str) -> int | None:
        """The seat that a word means: its number or the beginning of its name."""
        wanted = text.casefold().removeprefix("@")
        shown = {seat.seat: seat.name.casefold() for seat in self.info.seats}
        if wanted.isdecimal():
            return int(wanted)
        found = [seat for seat, name in shown.items() if name and name.startswith(wanted)]
        exact = [seat for seat, name in shown.items() if name and name == wanted]
        found = exact or found
        return found[0] if len(found) == 1 and wanted else None

    def ask(self, key: str, **data: Any) -> None:
        """The next text of this person goes on with the command; `key` says what to write."""
        self.asked, self.asked_about = key, data


class Missing(Exception):
    """A command that lacks a word or has a wrong one; the phrase says what would be right."""

    def __init__(self, key: str, **data: Any) -> None:
        super().__init__(key)
        self.key, self.data = key, data


Work = Callable[[Call], Awaitable[None]]


class Command(NamedTuple):
    """What a command does and where it may be given.

    `who` is master, player (anybody at the table), admin (of the group) or anyone; `private`: its
    answer is not for the group; `states`: the parts of a game's life it is for; `page`: the page of
    the panel that shows its outcome; `prose`: its words are the master's own, so that a `#2` among
    them names a game only where it comes first.
    """

    work: Work
    who: str = "master"
    private: bool = False
    states: tuple[str, ...] = ("play",)
    page: str = ""
    prose: bool = False


def first_seat(call: Call) -> tuple[int, str]:
    """The seat that the first words mean, and the rest of the text (raises Missing).

    A name may have several words: as many of them are taken as belong to it.
    """
    words = list(re.finditer(r"\S+", call.text))
    most = max((len(seat.name.split()) for seat in call.info.seats), default=1)
    for count in range(min(most, len(words)), 0, -1):
        end = words[count - 1].end()
        seat = call.seat(" ".join(word[0] for word in words[:count]))
        if seat is not None:
            return seat, call.text[end:].strip()
    shown = [f"{n} {name}" for n, name in call.names.items()]
    raise Missing("which_seat", names=shown, name=call.name)


def number(text: str, default: int) -> int:
    """A number that may be left out (raises Missing)."""
    if not text:
        return default
    if not text.isdecimal():
        raise Missing("no_number", text=text)
    return int(text)
