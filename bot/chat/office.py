"""What every handler needs at hand, and how the bot speaks to a chat."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from unicodedata import category

from markupsafe import Markup
from telegram import InlineKeyboardButton, Message, User

from bot.chat.links import Links, url
from bot.chat.messages import Keyboard, message_fields
from bot.chat.replies import Replies
from bot.chat.sender import Outcome, Sender
from bot.chat.split import split
from bot.games import Offered
from bot.render.face import Face
from bot.render.phrases import languages, phrase, plain
from bot.settings import Settings
from bot.table.clock import Clock
from bot.table.records import GameInfo, Person
from bot.table.table import Table

Draw = Callable[[str, int], Awaitable[bytes]]
"""Draws SVG text as a PNG of this width in pixels."""

JOINER = "\u200d"
"""Holds emoji of several parts together."""


CHOSEN = "chosen"
"""What is kept of somebody who switched to one of his games."""


@dataclass
class Office:
    """The parts of the house as the chat side holds them."""

    settings: Settings
    table: Table
    games: Mapping[str, Offered]
    sender: Sender
    clock: Clock
    links: Links
    draw: Draw
    bot_name: str = ""
    bot_id: int = 0
    sees_all: bool = False
    places: dict[int, str] = field(default_factory=dict)
    """The titles of groups, as far as heard of since the start."""
    people: dict[int, str] = field(default_factory=dict)
    """The names of people, as far as heard of since the start: a master may have no seat."""
    chosen: dict[int, int] = field(default_factory=dict)
    """Which of his games a person switched to; kept in the store too."""
    replies: Replies = field(init=False)

    def __post_init__(self) -> None:
        self.replies = Replies(self.sender, self.table.late, self.clock)

    async def choose(self, person: int, game: int) -> None:
        """What this person writes from now on is meant for this game."""
        if self.chosen.get(person) != game:
            self.chosen[person] = game
            await self.table.pending.keep_only(person, CHOSEN, game, True)

    async def wake(self) -> None:
        """Remember who had switched to which game before a restart."""
        for person, game, _ in await self.table.pending.every(CHOSEN):
            self.chosen[person] = game

    def face(self, info: GameInfo) -> Face:
        """The face of a game at a table."""
        return self.games[info.settings.game].face

    def lang_of(self, person: Person) -> str:
        """The language in which to write to a person."""
        return person.language or self.settings.lang

    def allowed(self, chat: int) -> bool:
        """Whether the host lets this chat use the bot."""
        return not self.settings.allowed_chats or chat in self.settings.allowed_chats

    def join_url(self, game: int) -> str:
        """The deep link that takes a person to the private chat and into the lobby."""
        return url(self.bot_name, self.links.payload(game, self.clock.now()))

    async def place(self, chat: int) -> str:
        """The title of a group, so that a person with several games knows which is meant."""
        if chat not in self.places:
            found = await self.sender.call("get_chat", chat, quiet=True)
            self.places[chat] = (found.result.title or "") if found.ok else ""
        return self.places[chat]

    async def say(
        self,
        chat: int,
        html: str,
        keyboard: Keyboard | None = None,
        *,
        topic: int | None = None,
        reply_to: int | None = None,
    ) -> Outcome:
        """Speak at once, in as many messages as it takes; the keyboard hangs under the last."""
        outcome = Outcome("sent")
        parts = split(html)
        for at, part in enumerate(parts):
            outcome = await self.replies.give(
                chat,
                part,
                keyboard if at == len(parts) - 1 else None,
                topic=topic,
                reply_to=reply_to if at == 0 else None,
            )
            if not (outcome.ok or outcome.kind == "later"):
                break
        return outcome

    async def edit(
        self, chat: int, message: int, html: str, keyboard: Keyboard | None = None
    ) -> Outcome:
        """Change a message in place; what doesn't fit into one message is left out.

        For those who look after what could not be done now; others `amend`.
        """
        fields = message_fields(split(html)[0], keyboard)
        return await self.sender.call("edit_message_text", chat, message_id=message, **fields)

    async def amend(
        self, chat: int, message: int, html: str, keyboard: Keyboard | None = None
    ) -> Outcome:
        """Change a message in answer to somebody: now, or as soon as Telegram takes it."""
        return await self.replies.give(chat, split(html)[0], keyboard, message=message)

    async def answer_to(
        self, message: Message, html: str, keyboard: Keyboard | None = None
    ) -> Outcome:
        """Speak where a message came from."""
        return await self.say(message.chat.id, html, keyboard, topic=topic_of(message))


def topic_of(message: Message) -> int | None:
    """The topic a message stands in; General's bogus thread ids and replies' threads are none."""
    return message.message_thread_id if message.is_topic_message else None


def button(text: str, data: str) -> InlineKeyboardButton:
    """A button that sends its data back."""
    return InlineKeyboardButton(text, callback_data=data)


def in_rows(buttons: Sequence[InlineKeyboardButton], width: int) -> Keyboard:
    """Buttons in rows of at most this many."""
    return [list(buttons[i : i + width]) for i in range(0, len(buttons), width)]


def lang_code(user: User, default: str) -> str:
    """The language a person's Telegram speaks, if it is one of ours."""
    code = (user.language_code or "")[:2]
    return code if code in languages() else default


def display_name(user: User) -> str:
    """A person's name as shown: never a key, at most 64 signs, never empty.

    Signs that turn the direction of what follows, and others that can't be seen, are left out.
    """
    seen = "".join(
        sign for sign in user.full_name if sign == JOINER or category(sign) not in ("Cf", "Cc")
    )
    name = " ".join(seen.split())[:64].strip()
    return name or (f"@{user.username}" if user.username else f"#{user.id}")


__all__ = ["Draw", "Keyboard", "Markup", "Office", "Outcome", "phrase", "plain"]
