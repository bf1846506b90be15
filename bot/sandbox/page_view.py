"""What the page is told: an overview each time, and the messages that changed."""

from __future__ import annotations

from typing import Any

from bot.sandbox.stage import Stage
from bot.sandbox.world import Chat, Post, World

Json = dict[str, Any]


def snapshot(sandbox: Stage, since: int) -> Json:
    """Return the overview, and posts and toasts newer than a revision (0: all posts)."""
    world = sandbox.world
    return {
        "type": "state",
        "world": id(world),
        "revision": world.revision,
        "lang": sandbox.lang,
        "bot": {"id": world.bot.id, "name": world.bot.name, "username": world.bot.username},
        "people": [_person(sandbox, number) for number in world.people],
        "chats": [_chat(world, chat) for chat in world.chats.values()],
        "hooks": list(sandbox.hooks),
        "faults": [fault.kind for fault in sandbox.trouble.faults],
        "posts": [
            _post(world, chat, post)
            for chat in world.chats.values()
            for post in chat.posts.values()
            if post.revision > since
        ],
        "toasts": [
            {"person": t.person, "text": t.text, "alert": t.alert, "url": t.url, "query": t.query}
            for t in world.toasts
            if t.revision > since > 0
        ],
    }


def _person(sandbox: Stage, number: int) -> Json:
    person = sandbox.world.people[number]
    return {
        "id": number,
        "name": person.name,
        "deleted": person.deleted,
        "status": sandbox.world.private(number).bot,
        "on": [name for name in sandbox.hooks if (name, number) in sandbox.toggles],
        "commands": {
            str(chat.id): sandbox.world.commands_for(chat, person)
            for chat in [sandbox.world.private(number), *sandbox.world.groups_of(number)]
        },
    }


def _chat(world: World, chat: Chat) -> Json:
    place = chat.members.get(world.bot.id)
    return {
        "id": chat.id,
        "kind": chat.kind,
        "title": chat.title or world.bot.name,
        "members": [number for number, who in chat.members.items() if who.present],
        "pinned": chat.pinned,
        "to": chat.migrated_to,
        "from": chat.migrated_from,
        "typing": max(0.0, chat.typing - world.now()),
        "topics": {str(number): name for number, name in chat.topics.items()},
        "bot": place.status if place else chat.bot,
    }


def _post(world: World, chat: Chat, post: Post) -> Json:
    if post.deleted:
        return {"id": post.id, "chat": chat.id, "deleted": True}
    person = world.people.get(post.sender)
    name = person.name if person else chat.title
    result: Json = {
        "id": post.id,
        "chat": chat.id,
        "date": post.date,
        "sender": post.sender,
        "name": world.bot.name if post.sender == world.bot.id else name,
        "text": post.text,
        "entities": post.entities,
        "edited": bool(post.edited),
        "edits": len(post.edits),
        "album": post.album,
        "reply": post.reply_to,
        "quote": post.quote,
        "thread": post.thread,
        "rows": (post.markup or {}).get("inline_keyboard", []),
    }
    if post.service:
        result["service"] = _service(world, post.service)
    if post.media:
        stored = world.files[post.media.file]
        result["media"] = {
            "url": f"/media/{stored.id}",
            "name": stored.name,
            "width": post.media.width,
            "height": post.media.height,
            "document": post.media.document,
            "size": len(stored.data),
        }
    return result


def _service(world: World, service: Json) -> Json:
    """Return a service message as kind and the name or id it speaks of."""
    kind, value = next(iter(service.items()))
    number = value[-1] if isinstance(value, list) else value
    people = {**world.people, world.bot.id: world.bot}
    return {"kind": kind, "what": people[number].name if number in people else value}
