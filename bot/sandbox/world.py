"""The world behind the server: people, chats, messages, what waits for the bot, the journal.

Plain values on one event loop; everything that changes them calls `touch`, and whoever waits
for a change (a long poll, the page, a test) is woken.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, Literal

from bot.sandbox.checker import Upload
from bot.sandbox.errors import SandboxMisuse, bad
from bot.sandbox.html import Entity
from bot.sandbox.updates import Updates

BOT_ID = 7_000_000_001
FIRST_PERSON = 1_000_001
FIRST_GROUP = -4_000_001
FIRST_SUPERGROUP = -1_002_000_000_001
ANONYMOUS_ID = 1_087_968_824  # Telegram's own @GroupAnonymousBot
QUERY_SECONDS = 15  # a press not answered by then is "too old"
GENERAL = 1  # the thread id of a forum's General topic

RIGHTS = [
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
    "can_pin_messages",
    "can_manage_topics",
]


@dataclass
class Person:
    """Somebody with an account."""

    id: int
    first_name: str
    last_name: str = ""
    username: str = ""
    language: str = "en"
    known: bool = False  # the bot has seen an update of his
    deleted: bool = False

    @property
    def name(self) -> str:
        """The name clients show."""
        return f"{self.first_name} {self.last_name}".strip()


@dataclass
class Member:
    """Somebody's place in a group: status as the Bot API names it, and rights."""

    status: str = "member"
    rights: frozenset[str] = frozenset()
    anonymous: bool = False
    muted: bool = False

    @property
    def present(self) -> bool:
        """Whether he is in the group."""
        return self.status not in ("left", "kicked")

    @property
    def admin(self) -> bool:
        """Whether he may administer it."""
        return self.status in ("creator", "administrator")


@dataclass
class Edit:
    """What a message was before it was edited."""

    at: int
    text: str
    markup: dict[str, Any] | None


@dataclass
class Picture:
    """A photo or document in a message: the file's id, size in pixels for a photo."""

    file: str
    width: int = 0
    height: int = 0
    document: bool = False


@dataclass
class Post:
    """A message. `text` is the caption where there is media; offsets in UTF-16 units."""

    id: int
    chat: int
    date: int
    sender: int  # a user's id, or the chat's own where an admin is anonymous
    text: str = ""
    entities: list[Entity] = field(default_factory=list)
    media: Picture | None = None
    album: str = ""
    reply_to: int | None = None
    quote: str = ""
    thread: int | None = None
    markup: dict[str, Any] | None = None
    service: dict[str, Any] | None = None
    edited: int = 0
    edits: list[Edit] = field(default_factory=list)
    deleted: bool = False
    revision: int = 0

    @property
    def buttons(self) -> list[dict[str, Any]]:
        """The buttons under the message, row after row."""
        rows: list[list[dict[str, Any]]] = (self.markup or {}).get("inline_keyboard", [])
        return [button for row in rows for button in row]

    @property
    def labels(self) -> list[str]:
        """The texts on the buttons."""
        return [str(button["text"]) for button in self.buttons]


@dataclass
class Chat:
    """A private chat with the bot (id of the person), a group or a supergroup."""

    id: int
    kind: str  # "private", "group", "supergroup"
    title: str = ""
    forum: bool = False
    topics: dict[int, str] = field(default_factory=dict)
    closed: set[int] = field(default_factory=set)  # topics in which nobody may write
    members: dict[int, Member] = field(default_factory=dict)
    posts: dict[int, Post] = field(default_factory=dict)
    pinned: list[int] = field(default_factory=list)
    migrated_to: int | None = None
    migrated_from: int | None = None
    privacy: bool = True  # the bot gets only what privacy mode lets through
    bot: str = "new"  # private chats: "new" (Start not pressed), "open", "blocked"
    typing: float = 0.0
    last_id: int = 0

    @property
    def private(self) -> bool:
        """Whether it is a person's chat with the bot."""
        return self.kind == "private"

    @property
    def visible(self) -> list[Post]:
        """The messages that are not deleted, oldest first."""
        return [post for post in self.posts.values() if not post.deleted]


@dataclass
class Query:
    """A press on a button that waits for its answer."""

    id: str
    person: int
    chat: int
    post: int
    data: str
    at: float
    answered: bool = False


@dataclass
class Toast:
    """An answer to a press, as the person saw it."""

    person: int
    text: str
    alert: bool
    url: str
    query: str
    revision: int = 0


@dataclass
class Entry:
    """One request of the bot, for tests to look at; `error` is None where it succeeded."""

    method: str
    params: dict[str, Any]
    at: float
    result: Any = None
    error: str | None = None
    code: int = 200


@dataclass
class Stored:
    """A file the server keeps."""

    id: str
    path: str
    name: str
    data: bytes
    mime: str


class World:
    """Everything the server knows. One event loop, no locks."""

    def __init__(
        self,
        *,
        bot_name: str = "Lords by post",
        bot_username: str = "lords_bot",
        now: Callable[[], float] = time.time,
        before_start: str = "forbidden",
        query_seconds: float = QUERY_SECONDS,
    ) -> None:
        self.bot = Person(BOT_ID, bot_name, username=bot_username)
        self.now = now
        self.before_start = before_start
        self.query_seconds = query_seconds
        self.people: dict[int, Person] = {}
        self.chats: dict[int, Chat] = {}
        self.files: dict[str, Stored] = {}
        self.updates = Updates(self.touch)
        self.queries: dict[str, Query] = {}
        self.toasts: list[Toast] = []
        self.journal: list[Entry] = []
        self.commands: dict[tuple[str, str], list[dict[str, str]]] = {}
        self.texts: dict[tuple[str, str], str] = {}
        self.revision = 0
        self.in_flight = 0  # requests at work, getUpdates apart
        self._changed = asyncio.Event()
        self._shared_id = 0  # private chats and basic groups count their messages together

    # what changes and who waits

    def touch(self) -> int:
        """Note a change and wake whoever waits; returns the new revision."""
        self.revision += 1
        self._changed.set()
        self._changed = asyncio.Event()
        return self.revision

    def change(self) -> Coroutine[Any, Any, Literal[True]]:
        """Return what waits for the next change, counted from this call, not from the await."""
        return self._changed.wait()

    async def until(self, true: Callable[[], Any], seconds: float = 10) -> None:
        """Wait until something is true of the world; raises TimeoutError.

        A SandboxMisuse ("nothing was said there") counts as not yet.
        """
        async with asyncio.timeout(seconds):
            while not _holds(true):
                await self.change()

    # chats and messages

    def chat(self, number: int | str) -> Chat:
        """Return a chat by id; raises ApiError as Telegram would for an unknown one."""
        chat = self.chats.get(number) if isinstance(number, int) else None
        if chat is None:
            raise bad("chat not found")
        return chat

    def private(self, person: int) -> Chat:
        """Return a person's private chat with the bot."""
        return self.chats[person]

    def groups_of(self, person: int) -> list[Chat]:
        """Return the groups a person is in, the abandoned halves of upgraded ones apart."""
        return [
            chat
            for chat in self.chats.values()
            if not chat.private
            and chat.migrated_to is None
            and (place := chat.members.get(person)) is not None
            and place.present
        ]

    def stamp(self) -> int:
        """Return the time as messages carry it: whole Unix seconds."""
        return int(self.now())

    def add(self, chat: Chat, sender: int, **fields: Any) -> Post:
        """Put a new message into a chat."""
        if chat.kind == "supergroup":
            chat.last_id += 1
            number = chat.last_id
        else:
            self._shared_id += 1
            number = self._shared_id
        post = Post(number, chat.id, self.stamp(), sender, **fields)
        chat.posts[number] = post
        post.revision = self.touch()
        return post

    def change_post(self, post: Post, **fields: Any) -> None:
        """Edit a message, keeping what it was."""
        post.edits.append(Edit(self.stamp(), post.text, post.markup))
        for name, value in fields.items():
            setattr(post, name, value)
        post.revision = self.touch()

    def remove_post(self, post: Post) -> None:
        """Delete a message for everyone."""
        chat = self.chats[post.chat]
        post.deleted = True
        if post.id in chat.pinned:
            chat.pinned.remove(post.id)
        post.revision = self.touch()

    def store(self, upload: Upload, kind: str) -> Stored:
        """Keep an uploaded file; kind is the folder of its path ("photos", "documents")."""
        number = len(self.files) + 1
        ending = upload.name.rsplit(".", 1)[-1] if "." in upload.name else "bin"
        stored = Stored(
            f"AgAC{kind[0]}{number:06d}-sandbox",
            f"{kind}/file_{number}.{ending}",
            upload.name,
            upload.data,
            upload.mime,
        )
        self.files[stored.id] = stored
        return stored

    # commands shown to a person

    def commands_for(self, chat: Chat, person: Person) -> list[dict[str, str]]:
        """Return the commands a client suggests, the narrowest scope first."""
        place = chat.members.get(person.id)
        scopes = [f"chat_member:{chat.id}:{person.id}"]
        if place and place.admin:
            scopes.append(f"chat_administrators:{chat.id}")
        scopes.append(f"chat:{chat.id}")
        if place and place.admin:
            scopes.append("all_chat_administrators")
        scopes.append("all_private_chats" if chat.private else "all_group_chats")
        scopes.append("default")
        keys = ((scope, lang) for scope in scopes for lang in (person.language, ""))
        return next((self.commands[key] for key in keys if key in self.commands), [])

    # what tests ask

    @property
    def pending_updates(self) -> int:
        """How many updates the bot has not confirmed yet."""
        return self.updates.pending

    def requests(self, method: str = "") -> list[Entry]:
        """Return the bot's requests, all or those of one method, oldest first."""
        return [entry for entry in self.journal if not method or entry.method == method]

    def toasts_of(self, person: Person) -> list[Toast]:
        """Return the answers to a person's presses."""
        return [toast for toast in self.toasts if toast.person == person.id]


def _holds(true: Callable[[], Any]) -> bool:
    try:
        return bool(true())
    except SandboxMisuse:
        return False
