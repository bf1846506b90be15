"""The people's side: what persons and group admins do in their clients.

Every method does what a client would do and nothing a client could not: who has not pressed
Start can't write to the bot, a button that isn't there can't be pressed (SandboxMisuse).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import parse_qs, urlsplit

from bot.sandbox import html, wire
from bot.sandbox.errors import SandboxMisuse
from bot.sandbox.groups import Groups
from bot.sandbox.world import Chat, Person, Post, Query, World


class People(Groups):
    """Acts as any person. One instance a world."""

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._query_ids = itertools.count(4_000_000_000_000_000_001)

    def add_person(
        self,
        first_name: str,
        last_name: str = "",
        *,
        username: str = "",
        language: str = "en",
        started: bool = False,
    ) -> Person:
        """Create a person; `started` opens the chat with the bot without a /start message."""
        number = self.free_person_id()
        person = Person(number, first_name, last_name, username, language)
        self.world.people[number] = person
        self.world.chats[number] = Chat(number, "private")
        if started:
            person.known = True
            self.world.private(number).bot = "open"
        self.world.touch()
        return person

    # private chat

    def start(self, person: Person, payload: str = "") -> Post:
        """Press Start (with the payload of a deep link); unblocks the bot if need be."""
        if self.world.private(person.id).bot == "blocked":
            self.unblock(person)
        self.world.private(person.id).bot = "open"
        return self.say(person, f"/start {payload}".strip())

    def follow(self, person: Person, link: str) -> Post:
        """Follow a t.me link into the bot and press Start there."""
        payload = self.payload(link)
        if payload is None:
            raise SandboxMisuse(f"{link} does not lead to the bot")
        return self.start(person, payload)

    def payload(self, link: str) -> str | None:
        """Return the start payload of a link into the bot, None for any other link."""
        parts = urlsplit(link if "://" in link else f"https://{link}")
        name = parts.path.strip("/").lower()
        if parts.netloc != "t.me" or name != self.world.bot.username.lower():
            return None
        return parse_qs(parts.query).get("start", [""])[0]

    def block(self, person: Person) -> None:
        """Block the bot."""
        self._turn(person, "blocked", "member", "kicked")

    def unblock(self, person: Person) -> None:
        """Unblock the bot."""
        self._turn(person, "open", "kicked", "member")

    def delete_account(self, person: Person) -> None:
        """Delete the person's account."""
        person.deleted = True
        self.world.touch()

    def _turn(self, person: Person, status: str, before: str, after: str) -> None:
        """Change what the private chat is to the bot, and tell it."""
        chat, bot = self.world.private(person.id), self.world.bot.id
        if chat.bot == status:
            return
        chat.bot = status
        person.known = True
        self.world.touch()
        old, new = self.place(before), self.place(after)
        self.tell_place("my_chat_member", chat, person.id, bot, old, new)

    # messages

    def say(
        self,
        person: Person,
        text: str,
        chat: Chat | None = None,
        *,
        reply_to: Post | None = None,
        thread: int | None = None,
        anonymous: bool = False,
    ) -> Post:
        """Write a message: in private, or in a group (a forum's topic by its thread id)."""
        chat = chat or self.world.private(person.id)
        self._may_write(person, chat)
        if anonymous and not (chat.kind == "supergroup" and chat.members[person.id].admin):
            raise SandboxMisuse("only an admin of a supergroup can be anonymous")
        if thread is not None and thread not in chat.topics:
            raise SandboxMisuse(f"{chat.title} has no topic {thread}")
        text = text.strip()
        post = self.world.add(
            chat,
            chat.id if anonymous else person.id,
            text=text,
            entities=html.detect(text, []),
            reply_to=reply_to.id if reply_to else None,
            thread=thread,
        )
        self._deliver(person, chat, post, "message")
        return post

    def edit(self, person: Person, post: Post, text: str) -> None:
        """Edit one's own message."""
        if post.sender != person.id or post.deleted:
            raise SandboxMisuse("only one's own messages can be edited")
        self.world.change_post(
            post, text=text, entities=html.detect(text, []), edited=self.world.stamp()
        )
        self._deliver(person, self.world.chats[post.chat], post, "edited_message")

    def delete(self, post: Post) -> None:
        """Delete a message for everyone; the bot is told nothing (telegram row 22)."""
        self.world.remove_post(post)

    def _may_write(self, person: Person, chat: Chat) -> None:
        """Raise SandboxMisuse where a client has no input field."""
        if chat.private and (chat.id != person.id or chat.bot != "open"):
            raise SandboxMisuse(f"{person.name} must press Start first")
        place = chat.members.get(person.id)
        if not chat.private and (place is None or not place.present):
            raise SandboxMisuse(f"{person.name} is not in {chat.title}")
        if chat.migrated_to is not None:
            raise SandboxMisuse("the group was upgraded, write in the new one")

    def _deliver(self, person: Person, chat: Chat, post: Post, kind: str) -> None:
        """Queue an update, unless privacy mode keeps it from the bot."""
        if self._reaches(chat, post):
            person.known = True
            self.world.updates.add(kind, wire.message(self.world, post))

    def _reaches(self, chat: Chat, post: Post) -> bool:
        """Whether a message reaches the bot (telegram row 9)."""
        if chat.private:
            return True
        place = chat.members.get(self.world.bot.id)
        if place is None or not place.present:
            return False
        target = chat.posts.get(post.reply_to) if post.reply_to else None
        if not chat.privacy or (target and target.sender == self.world.bot.id):
            return True
        own = f"@{self.world.bot.username}".lower()
        words = [
            (entity["type"], html.cut(post.text, entity["offset"], entity["length"]).lower())
            for entity in post.entities
        ]
        return any(
            (kind == "mention" and word == own)
            or (kind == "bot_command" and ("@" not in word or word.endswith(own)))
            for kind, word in words
        )

    # buttons

    def press(
        self, person: Person, post: Post, button: str | int, *, twice: bool = False
    ) -> list[Query]:
        """Press a button, named by its text, its data or its number; a link is followed.

        `twice` makes one press two updates (telegram row 12). Returns the queries, none for
        a link.
        """
        found = self._button(post, button)
        if "url" in found:
            self.follow(person, found["url"])
            return []
        if "callback_data" not in found:
            raise SandboxMisuse(f"{found['text']} is not a button people here can press")
        data = found["callback_data"]
        return [self.press_data(person, post, data) for _ in range(2 if twice else 1)]

    def _button(self, post: Post, button: str | int) -> dict[str, Any]:
        if isinstance(button, int):
            return post.buttons[button]
        for found in post.buttons:
            if button in (found["text"], found.get("callback_data")):
                return found
        raise SandboxMisuse(f"no button {button!r} among {post.labels}")

    def press_data(self, person: Person, post: Post, data: str) -> Query:
        """Press a button that may be gone by now: a client that lags sends any old data."""
        world, number = self.world, next(self._query_ids)
        query = Query(str(number), person.id, post.chat, post.id, data, world.now())
        world.queries[query.id] = query
        person.known = True
        body = {
            "id": query.id,
            "from": wire.user(world, person.id),
            "message": wire.accessible(world, post),
            "chat_instance": str(abs(post.chat) * 7919),
            "data": data,
        }
        world.updates.add("callback_query", body)
        return query

    def expire(self, queries: Iterable[Query] = ()) -> None:
        """Make presses too old to be answered, all of them by default."""
        for query in queries or self.world.queries.values():
            query.answered = True

    # what people see

    def posts(self, chat: Chat | Person) -> Sequence[Post]:
        """Return the messages of a chat, or of a person's private chat, oldest first."""
        return self.world.chats[chat.id].visible

    def last(self, chat: Chat | Person, *, bot: bool = True) -> Post:
        """Return the newest message, the bot's by default; raises SandboxMisuse for none."""
        for post in reversed(self.posts(chat)):
            if not bot or (post.sender == self.world.bot.id and not post.service):
                return post
        raise SandboxMisuse("nothing was said there")

    def pinned(self, chat: Chat) -> Post | None:
        """Return the newest pinned message."""
        here = self.world.chats[chat.id]
        return here.posts[here.pinned[-1]] if here.pinned else None
