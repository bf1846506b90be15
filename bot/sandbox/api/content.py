"""What a request carries, read strictly: texts, keyboards, files, the message answered."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from bot.sandbox import html, limits, wire
from bot.sandbox.api.reach import find
from bot.sandbox.api.registry import Call
from bot.sandbox.checker import Upload
from bot.sandbox.errors import bad
from bot.sandbox.html import Entity
from bot.sandbox.world import Chat, Picture, Post, World


def read_text(call: Call) -> tuple[str, list[Entity]]:
    """Return the text of a message and its entities; raises ApiError."""
    raw = call.get("text", "")
    text, entities = _parse(call.world, raw, call.get("parse_mode"), call.get("entities"))
    limits.check_text(raw, text, entities)
    return text, entities


def read_caption(world: World, given: Mapping[str, Any]) -> tuple[str, list[Entity]]:
    """Return the caption in a request or an InputMedia and its entities; raises ApiError."""
    text, entities = _parse(
        world, given.get("caption", ""), given.get("parse_mode"), given.get("caption_entities")
    )
    limits.check_caption(text, entities)
    return text, entities


def _parse(
    world: World, raw: str, mode: str | None, given: list[Entity] | None
) -> tuple[str, list[Entity]]:
    """Return plain text and entities, those found by the server included."""
    if mode and mode.lower() != "html":
        raise bad(f"unsupported parse_mode (the sandbox reads HTML only, not {mode})")
    if mode:
        text, entities = html.parse(raw, partial(wire.person_known, world))
    else:
        text, entities = html.tidy(raw.replace("\r", ""), [_known(world, e) for e in given or []])
    return text, html.detect(text, entities)


def _known(world: World, entity: Entity) -> Entity:
    """Fill in the user of a mention by id; raises ApiError for one out of the text."""
    if entity["offset"] < 0 or entity["length"] <= 0:
        raise bad("can't parse entities: entity bounds are wrong")
    if entity["type"] != "text_mention":
        return entity
    user = wire.person_known(world, entity.get("user", {}).get("id", 0))
    if user is None:
        raise bad("can't parse entities: user not found")
    return {**entity, "user": user}


def read_markup(call: Call) -> dict[str, Any] | None:
    """Return the keyboard of a request, an empty inline one as None; raises ApiError."""
    markup: dict[str, Any] | None = call.get("reply_markup")
    limits.check_markup(markup)
    if markup and "inline_keyboard" in markup and not any(markup["inline_keyboard"]):
        return None
    return markup


def read_reply(call: Call, chat: Chat) -> dict[str, Any]:
    """Return the fields of a new message that say what it answers; raises ApiError."""
    asked = call.get("reply_parameters")
    if not asked:
        return {}
    if asked.get("chat_id", chat.id) != chat.id:
        raise bad("message to be replied not found")
    post = chat.posts.get(asked["message_id"])
    if post is None or post.deleted:
        if asked.get("allow_sending_without_reply"):
            return {}
        raise bad("message to be replied not found")
    quote = asked.get("quote", "")
    if quote and quote not in post.text:
        raise bad("QUOTE_TEXT_INVALID")
    return {"reply_to": post.id, "quote": quote}


def read_file(call: Call, given: Any, document: bool) -> Picture:
    """Return a photo or document: an upload, `attach://NAME`, or the id of a known file."""
    if isinstance(given, str) and given.startswith("attach://"):
        name = given.removeprefix("attach://")
        if name not in call.files:
            raise bad(f'can\'t find the file "{name}" in the request')
        given = call.files[name]
    if isinstance(given, Upload):
        return _upload(call.world, given, document)
    if given.startswith(("http://", "https://")):
        raise bad("failed to get HTTP URL content")
    stored = call.world.files.get(given)
    if stored is None:
        raise bad("wrong file identifier/HTTP URL specified")
    if document:
        return Picture(stored.id, document=True)
    return Picture(stored.id, *limits.check_photo(stored.data))


def _upload(world: World, upload: Upload, document: bool) -> Picture:
    if not upload.data:
        raise bad("file must be non-empty")
    if len(upload.data) > limits.FILE_BYTES:
        raise bad("file is too big")
    if document:
        return Picture(world.store(upload, "documents").id, document=True)
    size = limits.check_photo(upload.data)
    return Picture(world.store(upload, "photos").id, *size)


def own_post(call: Call, chat: Chat) -> Post:
    """Return the bot's message that a request edits; raises ApiError."""
    post = find(chat, call.get("message_id"), "message to edit not found")
    if post.sender != call.world.bot.id or post.service:
        raise bad("message can't be edited")
    return post
