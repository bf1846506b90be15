"""What Telegram refuses by size: texts, captions, keyboards, pictures, and too much at once."""

from __future__ import annotations

import math
import struct
from collections import defaultdict, deque
from dataclasses import dataclass, field
from typing import Any

from bot.sandbox.errors import ApiError, bad, too_many
from bot.sandbox.html import Entity, utf16

TEXT = 4096  # UTF-16 units after entities parsing
CAPTION = 1024  # UTF-16 units after entities parsing
CALLBACK_DATA = 64  # bytes
TOAST = 200  # characters
ENTITIES = 100
BUTTONS = 100
PHOTO_BYTES = 10 * 1024 * 1024
FILE_BYTES = 50 * 1024 * 1024
PHOTO_SIDES = 10_000  # width plus height
PHOTO_RATIO = 20
GROUP = range(2, 11)
ACTIONS = {"url", "callback_data", "web_app", "login_url", "switch_inline_query", "pay"}
ACTIONS |= {"switch_inline_query_current_chat", "switch_inline_query_chosen_chat"}
ACTIONS |= {"copy_text", "callback_game"}


def check_text(raw: str, text: str, entities: list[Entity]) -> None:
    """Refuse a message text that is empty or too long."""
    if not raw:
        raise bad("message text is empty")
    if not text:
        raise bad("text must be non-empty")
    if utf16(text) > TEXT:
        raise bad("message is too long")
    check_entities(entities)


def check_caption(text: str, entities: list[Entity]) -> None:
    """Refuse a caption that is too long."""
    if utf16(text) > CAPTION:
        raise bad("message caption is too long")
    check_entities(entities)


def check_entities(entities: list[Entity]) -> None:
    """Refuse more than 100 entities.

    The real server drops the formatting past the hundredth without a word, which no test
    would notice; this one says so.
    """
    if len(entities) > ENTITIES:
        raise bad("ENTITIES_TOO_LONG")


def check_toast(text: str) -> None:
    """Refuse a callback answer that is too long."""
    if utf16(text) > TOAST:
        raise bad("MESSAGE_TOO_LONG")


def check_markup(markup: dict[str, Any] | None) -> None:
    """Refuse an inline keyboard Telegram would refuse."""
    rows = (markup or {}).get("inline_keyboard", [])
    buttons = [button for row in rows for button in row]
    if len(buttons) > BUTTONS:
        raise bad("reply markup is too long")
    for button in buttons:
        check_button(button)


def check_button(button: dict[str, Any]) -> None:
    """Refuse a button without a text or action, or with too much data."""
    prefix = "can't parse inline keyboard button"
    if not str(button.get("text", "")).strip():
        raise bad(f"{prefix}: inline keyboard button text must be non-empty")
    actions = [key for key in ACTIONS if key in button]
    if not actions:
        raise bad(f"{prefix}: Text buttons are unallowed in the inline keyboard")
    if len(actions) > 1:
        raise bad(f"{prefix}: exactly one of the optional fields must be used")
    data = button.get("callback_data")
    if data is not None and not 1 <= len(str(data).encode()) <= CALLBACK_DATA:
        raise bad("BUTTON_DATA_INVALID")
    url = button.get("url")
    if url is not None and not str(url).startswith(("http://", "https://", "tg://")):
        raise bad("BUTTON_URL_INVALID")


def check_group(count: int) -> None:
    """Refuse an album that is not of 2-10 pieces."""
    if count > max(GROUP):
        raise bad("too many messages to send as an album")
    if count < min(GROUP):
        raise bad("too few messages to send as an album")


def check_photo(data: bytes) -> tuple[int, int]:
    """Return width and height of a photo in pixels; raises ApiError for one that is refused."""
    if len(data) > PHOTO_BYTES:
        raise bad(
            f"file of size {len(data)} bytes is too big for a photo; "
            f"the maximum size is {PHOTO_BYTES} bytes"
        )
    size = image_size(data)
    if size is None:
        raise bad("IMAGE_PROCESS_FAILED")
    width, height = size
    if not width or not height or width + height > PHOTO_SIDES:
        raise bad("PHOTO_INVALID_DIMENSIONS")
    if max(width, height) > PHOTO_RATIO * min(width, height):
        raise bad("PHOTO_INVALID_DIMENSIONS")
    return width, height


def image_size(data: bytes) -> tuple[int, int] | None:
    """Return width and height of a PNG, GIF, WebP or JPEG in pixels, None for anything else."""
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    if data[:4] == b"GIF8" and len(data) >= 10:
        width, height = struct.unpack("<HH", data[6:10])
        return width, height
    if data[:4] == b"RIFF" and data[8:16] == b"WEBPVP8X" and len(data) >= 30:
        return (
            1 + int.from_bytes(data[24:27], "little"),
            1 + int.from_bytes(data[27:30], "little"),
        )
    return _jpeg_size(data) if data[:2] == b"\xff\xd8" else None


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    """Walk the segments of a JPEG to the frame header."""
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 + int(struct.unpack(">H", data[at + 2 : at + 4])[0])
    return None


@dataclass
class Budgets:
    """How much Telegram takes before it answers 429 (telegram row 5)."""

    per_second: int = 30
    group_per_minute: int = 20
    chat_per_second: int = 1
    burst: int = 5  # messages a chat may take at once before the last limit counts
    _times: dict[tuple[str, int], deque[float]] = field(default_factory=lambda: defaultdict(deque))

    def spend(self, chat: int, group: bool, now: float, messages: int = 1) -> ApiError | None:
        """Count messages to a chat; return a 429 where it was too much (and count nothing)."""
        limits = [(("all", 0), self.per_second, 1.0)]
        if group:
            limits.append((("group", chat), self.group_per_minute, 60.0))
        burst = self.burst * self.chat_per_second
        limits.append((("chat", chat), burst, float(self.burst)))
        for key, most, window in limits:
            times = self._times[key]
            while times and times[0] <= now - window:
                times.popleft()
            if len(times) + messages > most:
                first = times[0] if times else now
                return too_many(max(1, math.ceil(first + window - now)))
        for key, _, _ in limits:
            self._times[key].extend([now] * messages)
        return None
