"""A text message as Telegram takes it."""

from typing import Any

from telegram import (
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    LinkPreviewOptions,
    ReplyParameters,
)

Keyboard = list[list[InlineKeyboardButton]]

NO_PREVIEW = LinkPreviewOptions(is_disabled=True)


def message_fields(
    html: str, keyboard: Keyboard | None = None, topic: int | None = None
) -> dict[str, Any]:
    """The fields of a text message that all of ours share."""
    fields: dict[str, Any] = {
        "text": str(html),
        "parse_mode": "HTML",
        "link_preview_options": NO_PREVIEW,
        "reply_markup": InlineKeyboardMarkup(keyboard) if keyboard else None,
    }
    return fields | ({"message_thread_id": topic} if topic else {})


def reply(message: int | None) -> ReplyParameters | None:
    """A reply that is sent all the same when the message is gone."""
    return ReplyParameters(message, allow_sending_without_reply=True) if message else None
