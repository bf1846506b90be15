"""Methods that change or remove messages, and answers to presses."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from bot.sandbox import limits, wire
from bot.sandbox.api import content
from bot.sandbox.api.reach import find, may, reach
from bot.sandbox.api.registry import CAPTIONED, EDITED, Call, method
from bot.sandbox.errors import bad
from bot.sandbox.world import Chat, Post, Toast

NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the "
    "same as a current content and reply markup of the message"
)
DELETE_SECONDS = 48 * 3600


def _target(call: Call) -> Post:
    """Return the bot's own message the request names; raises ApiError."""
    if call.get("inline_message_id"):
        raise bad("MESSAGE_ID_INVALID")
    if call.get("chat_id") is None:
        raise bad("chat_id is empty")
    if call.get("message_id") is None:
        raise bad("message identifier is not specified")
    return content.own_post(call, reach(call.world, call.params["chat_id"]))


def _edit(call: Call, post: Post, **fields: Any) -> Any:
    """Change a message; raises ApiError where nothing would change."""
    fields["markup"] = content.read_markup(call)
    if all(getattr(post, name) == value for name, value in fields.items()):
        raise bad(NOT_MODIFIED)
    call.world.change_post(post, edited=call.world.stamp(), **fields)
    return wire.message(call.world, post)


@method(
    "editMessageText",
    EDITED,
    "text:String parse_mode:String entities:Array_of_MessageEntity",
    "link_preview_options:LinkPreviewOptions",
)
async def edit_message_text(call: Call) -> Any:
    """Change the text of a message; the keyboard goes unless it is given again."""
    post = _target(call)
    if call.get("rich_message"):
        raise bad("the sandbox knows no rich messages")
    text, entities = content.read_text(call)
    if post.media:
        raise bad("there is no text in the message to edit")
    return _edit(call, post, text=text, entities=entities)


@method("editMessageCaption", EDITED, CAPTIONED)
async def edit_message_caption(call: Call) -> Any:
    """Change the caption of a photo or document."""
    post = _target(call)
    text, entities = content.read_caption(call.world, call.params)
    if not post.media:
        raise bad("there is no caption in the message to edit")
    return _edit(call, post, text=text, entities=entities)


@method("editMessageMedia", EDITED, "media!:InputMedia")
async def edit_message_media(call: Call) -> Any:
    """Change the photo or document of a message, and its caption."""
    post, given = _target(call), call.params["media"]
    if given.get("type") not in ("photo", "document"):
        raise bad("can't use the media of the specified type in the message")
    document = given["type"] == "document"
    text, entities = content.read_caption(call.world, given)
    if post.album and post.media and post.media.document != document:
        raise bad("can't use the media of the specified type in the album")
    media = content.read_file(call, given.get("media", ""), document)
    return _edit(call, post, text=text, entities=entities, media=media)


@method("editMessageReplyMarkup", EDITED)
async def edit_message_reply_markup(call: Call) -> Any:
    """Change the keyboard of a message, or take it away."""
    return _edit(call, _target(call))


def _remove(call: Call, chat: Chat, number: int) -> None:
    """Delete a message; raises ApiError where the bot may not."""
    world = call.world
    post = find(chat, number, "message to delete not found")
    if (
        post.sender != world.bot.id
        and not chat.private
        and not may(world, chat, "can_delete_messages")
    ):
        raise bad("message can't be deleted")
    if world.now() - post.date > DELETE_SECONDS:
        raise bad("message can't be deleted for everyone")
    world.remove_post(post)


@method("deleteMessage", "chat_id!:Integer|String message_id!:Integer")
async def delete_message(call: Call) -> Any:
    """Delete one message."""
    _remove(call, reach(call.world, call.params["chat_id"]), call.params["message_id"])
    return True


@method("deleteMessages", "chat_id!:Integer|String message_ids!:Array_of_Integer")
async def delete_messages(call: Call) -> Any:
    """Delete several messages; those that aren't there are skipped."""
    chat, numbers = reach(call.world, call.params["chat_id"]), call.params["message_ids"]
    if not 1 <= len(numbers) <= 100:
        raise bad("message identifiers are not specified")
    for number in numbers:
        if number in chat.posts and not chat.posts[number].deleted:
            _remove(call, chat, number)
    return True


@method(
    "answerCallbackQuery",
    "callback_query_id!:String text:String show_alert:Boolean url:String cache_time:Integer",
)
async def answer_callback_query(call: Call) -> Any:
    """Answer a press: once, in time, with a toast, an alert or a link into the bot."""
    world = call.world
    query = world.queries.get(call.params["callback_query_id"])
    if query is None or query.answered or world.now() - query.at > world.query_seconds:
        raise bad("query is too old and response timeout expired or query ID is invalid")
    text, url = call.get("text", ""), call.get("url", "")
    limits.check_toast(text)
    if url and not _into_bot(url, world.bot.username):
        raise bad("URL_INVALID")
    query.answered = True
    toast = Toast(query.person, text, bool(call.get("show_alert")), url, query.id)
    world.toasts.append(toast)
    toast.revision = world.touch()
    return True


def _into_bot(url: str, username: str) -> bool:
    parts = urlsplit(url)
    return parts.netloc == "t.me" and parts.path.strip("/").lower() == username.lower()
