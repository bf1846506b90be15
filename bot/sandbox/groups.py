"""The people's side, groups: who is in, who may what, upgrades to a supergroup."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bot.sandbox import wire
from bot.sandbox.errors import SandboxMisuse
from bot.sandbox.world import (
    FIRST_GROUP,
    FIRST_PERSON,
    FIRST_SUPERGROUP,
    RIGHTS,
    Chat,
    Member,
    Person,
    Post,
    World,
)

BOT_RIGHTS = frozenset(RIGHTS) - {"can_promote_members"}


class Groups:
    """What happens to groups."""

    def __init__(self, world: World) -> None:
        self.world = world

    def free_person_id(self) -> int:
        """Return the next person's id."""
        return FIRST_PERSON + len(self.world.people)

    def place(self, status: str) -> Member:
        """Return a place of a status, an administrator's with the rights a bot is given."""
        return Member(status, BOT_RIGHTS if status == "administrator" else frozenset())

    def add_group(
        self,
        title: str,
        members: Iterable[Person] = (),
        *,
        bot: str = "administrator",
        supergroup: bool = False,
        forum: bool = False,
        privacy: bool = True,
    ) -> Chat:
        """Create a group; the first member is its creator. `bot` is the bot's status.

        Privacy mode holds for the bot even as an administrator, unless `privacy` is False: a
        real administrator reads everything, and a bot must live with both.
        """
        kind = "supergroup" if supergroup or forum else "group"
        first = FIRST_SUPERGROUP if kind == "supergroup" else FIRST_GROUP
        number = first - sum(not chat.private for chat in self.world.chats.values())
        chat = Chat(number, kind, title, forum, privacy=privacy)
        for person in members:
            chat.members[person.id] = Member("member" if chat.members else "creator")
        self.world.chats[number] = chat
        self.world.touch()
        if bot not in ("left", "kicked"):
            self.add_bot(chat, bot)
        return chat

    def add_topic(self, chat: Chat, name: str, by: Person) -> int:
        """Open a topic in a forum; returns its thread id."""
        if not chat.forum:
            raise SandboxMisuse(f"{chat.title} is no forum")
        post = self.world.add(chat, by.id, service={"forum_topic_created": name})
        post.thread = post.id
        chat.topics[post.id] = name
        self._tell(chat, post)
        return post.id

    def close_topic(self, chat: Chat, topic: int, by: Person, closed: bool = True) -> None:
        """Close a topic, as for a bot that may not manage topics; or open it again."""
        (chat.closed.add if closed else chat.closed.discard)(topic)
        kind = "forum_topic_closed" if closed else "forum_topic_reopened"
        post = self.world.add(chat, by.id, service={kind: chat.topics[topic]})
        post.thread = topic
        self._tell(chat, post)

    def delete_topic(self, chat: Chat, topic: int) -> None:
        """Delete a topic with all that stands in it; no update tells of it."""
        del chat.topics[topic]
        for post in chat.posts.values():
            post.deleted = post.deleted or post.thread == topic
        self.world.touch()

    # the bot's place

    def add_bot(self, chat: Chat, status: str = "administrator") -> None:
        """Add the bot to a group, or change its status there."""
        bot, old = self.world.bot.id, chat.members.get(self.world.bot.id, Member("left"))
        chat.members[bot] = self.place(status)
        self.tell_place("my_chat_member", chat, self._host(chat), bot, old, chat.members[bot])
        if not old.present:
            post = self.world.add(chat, self._host(chat), service={"new_chat_members": [bot]})
            self._tell(chat, post)

    def kick_bot(self, chat: Chat) -> None:
        """Remove the bot from a group (telegram row 4)."""
        bot, old = self.world.bot.id, chat.members[self.world.bot.id]
        chat.members[bot] = Member("kicked")
        self.world.add(chat, self._host(chat), service={"left_chat_member": bot})
        self.tell_place("my_chat_member", chat, self._host(chat), bot, old, Member("kicked"))

    def mute_bot(self, chat: Chat, muted: bool = True) -> None:
        """Forbid the bot to write in a group, or allow it again as an administrator."""
        bot, old = self.world.bot.id, chat.members[self.world.bot.id]
        new = Member("restricted", muted=True) if muted else self.place("administrator")
        chat.members[bot] = new
        self.world.touch()
        self.tell_place("my_chat_member", chat, self._host(chat), bot, old, new)

    # the people's places

    def join(self, person: Person, chat: Chat) -> None:
        """Enter a group."""
        old = chat.members.get(person.id, Member("left"))
        chat.members[person.id] = Member()
        post = self.world.add(chat, person.id, service={"new_chat_members": [person.id]})
        self._tell(chat, post)
        self._tell_member(chat, person.id, person.id, old, Member())

    def leave(self, person: Person, chat: Chat) -> None:
        """Leave a group (telegram row 15)."""
        old = chat.members[person.id]
        chat.members[person.id] = Member("left")
        post = self.world.add(chat, person.id, service={"left_chat_member": person.id})
        self._tell(chat, post)
        self._tell_member(chat, person.id, person.id, old, Member("left"))

    def promote(self, person: Person, chat: Chat, anonymous: bool = False) -> None:
        """Make somebody an administrator."""
        old = chat.members[person.id]
        new = Member("administrator", frozenset(RIGHTS), anonymous)
        chat.members[person.id] = new
        self.world.touch()
        self._tell_member(chat, self._host(chat), person.id, old, new)

    # pins and upgrades

    def pin(self, person: Person, post: Post) -> None:
        """Pin a message by hand."""
        chat = self.world.chats[post.chat]
        chat.pinned.append(post.id)
        self._tell(
            chat, self.world.add(chat, person.id, service={"pinned_message": [chat.id, post.id]})
        )

    def unpin(self, post: Post) -> None:
        """Unpin a message; the bot is told nothing."""
        self.world.chats[post.chat].pinned.remove(post.id)
        self.world.touch()

    def migrate(self, chat: Chat, announce: Iterable[str] = ("to", "from")) -> Chat:
        """Upgrade a group to a supergroup with a new id (telegram row 3).

        `announce` says which of the two service messages the bot gets, in which order; with
        none it learns of it by the error on its next send.
        """
        if chat.kind != "group" or chat.migrated_to is not None:
            raise SandboxMisuse(f"{chat.title} is no basic group")
        number = FIRST_SUPERGROUP - sum(not c.private for c in self.world.chats.values())
        new = Chat(number, "supergroup", chat.title, members=dict(chat.members))
        new.privacy, new.migrated_from, chat.migrated_to = chat.privacy, chat.id, number
        self.world.chats[number] = new
        host = self._host(chat)
        told = {
            "to": (chat, self.world.add(chat, host, service={"migrate_to_chat_id": number})),
            "from": (new, self.world.add(new, host, service={"migrate_from_chat_id": chat.id})),
        }
        for which in announce:
            self._tell(*told[which])
        return new

    # telling the bot

    def _host(self, chat: Chat) -> int:
        """Return who does what is done in a group: its creator, or whoever is there."""
        present = [n for n, place in chat.members.items() if place.present]
        owners = [n for n in present if chat.members[n].status == "creator"]
        return next(iter(owners + [n for n in present if n in self.world.people]), chat.id)

    def _tell(self, chat: Chat, post: Post) -> None:
        """Give the bot a service message, which privacy mode never holds back."""
        place = chat.members.get(self.world.bot.id)
        if place and place.present:
            self.world.updates.add("message", wire.message(self.world, post))

    def _tell_member(self, chat: Chat, by: int, who: int, old: Member, new: Member) -> None:
        place = chat.members.get(self.world.bot.id)
        if place and place.admin:
            self.tell_place("chat_member", chat, by, who, old, new)

    def tell_place(
        self, kind: str, chat: Chat, by: int, who: int, old: Member, new: Member
    ) -> None:
        """Queue a my_chat_member or chat_member update."""
        world = self.world
        body: dict[str, Any] = {
            "chat": wire.chat(world, chat),
            "from": wire.user(world, by if by in world.people else world.bot.id),
            "date": world.stamp(),
            "old_chat_member": wire.member(world, who, old),
            "new_chat_member": wire.member(world, who, new),
        }
        world.updates.add(kind, body)
