"""Methods that send."""

from __future__ import annotations

from typing import Any

from bot.sandbox import limits, wire
from bot.sandbox.api import content
from bot.sandbox.api.reach import sendable, thread_of
from bot.sandbox.api.registry import CAPTIONED, HOW, MARKUP, WHERE, Call, method
from bot.sandbox.errors import bad
from bot.sandbox.world import Chat, Post

TYPING_SECONDS = 5
ACTIONS = [
    "typing",
    "upload_photo",
    "record_video",
    "upload_video",
    "record_voice",
    "upload_voice",
    "upload_document",
    "choose_sticker",
    "find_location",
    "record_video_note",
    "upload_video_note",
]


def _send(call: Call, chat: Chat, **fields: Any) -> Post:
    """Put the bot's message into a chat."""
    chat.typing = 0.0
    thread = thread_of(chat, call.get("message_thread_id"))
    reply = content.read_reply(call, chat)
    return call.world.add(chat, call.world.bot.id, thread=thread, **reply, **fields)


@method(
    "sendMessage",
    WHERE,
    HOW,
    MARKUP,
    "text!:String parse_mode:String entities:Array_of_MessageEntity",
    "link_preview_options:LinkPreviewOptions suggested_post_parameters:SuggestedPostParameters",
)
async def send_message(call: Call) -> Any:
    """Send a text."""
    chat = sendable(call.world, call.params["chat_id"])
    text, entities = content.read_text(call)
    markup = content.read_markup(call)
    return wire.message(call.world, _send(call, chat, text=text, entities=entities, markup=markup))


async def _send_file(call: Call, field: str) -> Any:
    document = field == "document"
    what = "documents" if document else "photos"
    chat = sendable(call.world, call.params["chat_id"], what)
    text, entities = content.read_caption(call.world, call.params)
    markup = content.read_markup(call)
    media = content.read_file(call, call.params[field], document)
    post = _send(call, chat, text=text, entities=entities, markup=markup, media=media)
    return wire.message(call.world, post)


@method(
    "sendPhoto",
    WHERE,
    HOW,
    MARKUP,
    CAPTIONED,
    "photo!:InputFile|String has_spoiler:Boolean",
    "suggested_post_parameters:SuggestedPostParameters",
)
async def send_photo(call: Call) -> Any:
    """Send a photo with a caption."""
    return await _send_file(call, "photo")


@method(
    "sendDocument",
    WHERE,
    HOW,
    MARKUP,
    "document!:InputFile|String thumbnail:InputFile|String caption:String parse_mode:String",
    "caption_entities:Array_of_MessageEntity disable_content_type_detection:Boolean",
    "suggested_post_parameters:SuggestedPostParameters",
)
async def send_document(call: Call) -> Any:
    """Send a file with a caption."""
    return await _send_file(call, "document")


@method("sendMediaGroup", WHERE, HOW, "media!:Array_of_InputMedia")
async def send_media_group(call: Call) -> Any:
    """Send an album of photos, or of documents."""
    world, pieces = call.world, call.params["media"]
    kinds = {piece.get("type") for piece in pieces}
    what = "documents" if kinds == {"document"} else "photos"
    chat = sendable(world, call.params["chat_id"], what)
    limits.check_group(len(pieces))
    if kinds != {"photo"} and kinds != {"document"}:
        raise bad("can't use the media of the specified type in the album")
    captions = [content.read_caption(world, piece) for piece in pieces]
    media = [content.read_file(call, p.get("media", ""), what == "documents") for p in pieces]
    thread_of(chat, call.get("message_thread_id"))
    content.read_reply(call, chat)
    album = f"{13_000_000_000_000_000 + world.revision}"
    posts = [
        _send(call, chat, text=text, entities=entities, media=picture, album=album)
        for (text, entities), picture in zip(captions, media, strict=True)
    ]
    return [wire.message(world, post) for post in posts]


@method(
    "sendChatAction",
    "business_connection_id:String chat_id!:Integer|String message_thread_id:Integer",
    "action!:String",
)
async def send_chat_action(call: Call) -> Any:
    """Show that the bot is typing."""
    if call.params["action"] not in ACTIONS:
        raise bad("wrong parameter action in request")
    chat = sendable(call.world, call.params["chat_id"])
    chat.typing = call.world.now() + TYPING_SECONDS
    call.world.touch()
    return True
