"""Whom the bot can write to, and the refusals where it can't."""

from __future__ import annotations

from typing import Any

from bot.sandbox.errors import bad, forbidden
from bot.sandbox.world import GENERAL, Chat, Post, World

WORDS = {"group": "group chat", "supergroup": "supergroup chat"}


def reach(world: World, number: int | str) -> Chat:
    """Return a chat the bot is in; raises ApiError as Telegram does where it isn't."""
    if number == world.bot.id:
        raise forbidden("bots can't send messages to bots")
    if isinstance(number, int) and number in world.people:
        return _reach_person(world, number)
    chat = world.chat(number)
    if chat.migrated_to is not None:
        raise bad(
            "group chat was upgraded to a supergroup chat", migrate_to_chat_id=chat.migrated_to
        )
    place = chat.members.get(world.bot.id)
    if place is None:
        raise bad("chat not found")
    if place.status == "kicked":
        raise forbidden(f"bot was kicked from the {WORDS[chat.kind]}")
    if not place.present:
        raise forbidden(f"bot is not a member of the {WORDS[chat.kind]}")
    return chat


def _reach_person(world: World, number: int) -> Chat:
    """Return a person's private chat, open to the bot (telegram rows 1, 2, 15)."""
    person, chat = world.people[number], world.private(number)
    if person.deleted:
        raise forbidden("user is deactivated")
    if chat.bot == "blocked":
        raise forbidden("bot was blocked by the user")
    if chat.bot == "new":
        if not person.known or world.before_start == "not found":
            raise bad("chat not found")
        raise forbidden("bot can't initiate conversation with a user")
    return chat


def sendable(world: World, number: int | str, what: str = "text messages") -> Chat:
    """Return a chat the bot may send such things to."""
    chat = reach(world, number)
    place = chat.members.get(world.bot.id)
    if place and place.muted and not place.admin:
        raise bad(f"not enough rights to send {what} to the chat")
    return chat


def thread_of(chat: Chat, number: int | None) -> int | None:
    """Return the topic a message goes to; raises ApiError for one that isn't there.

    The id of General is refused like any stranger (telegram row 10), and a closed topic too.
    """
    if number is None or number == 0:
        return None
    if number == GENERAL or number not in chat.topics:
        raise bad("message thread not found")
    if number in chat.closed:
        raise bad("TOPIC_CLOSED")
    return number


def find(chat: Chat, number: Any, missing: str) -> Post:
    """Return a message that is still there; raises ApiError with the words for a missing one."""
    post = chat.posts.get(number)
    if post is None or post.deleted:
        raise bad(missing)
    return post


def may(world: World, chat: Chat, right: str) -> bool:
    """Whether the bot has a right in a group."""
    place = chat.members.get(world.bot.id)
    return bool(place and place.admin and right in place.rights)
