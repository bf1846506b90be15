"""The table of methods, and what each of them is given."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from bot.sandbox.checker import Upload
from bot.sandbox.world import World


@dataclass
class Call:
    """One request at work: typed parameters, files, and whether the client went away."""

    world: World
    params: dict[str, Any]
    files: dict[str, Upload] = field(default_factory=dict)
    closed: asyncio.Event = field(default_factory=asyncio.Event)

    def get(self, name: str, default: Any = None) -> Any:
        """Return a parameter."""
        return self.params.get(name, default)


Method = Callable[[Call], Awaitable[Any]]
METHODS: dict[str, Method] = {}
SHAPES: dict[str, Any] = {}
WHERE = "chat_id!:Integer|String message_thread_id:Integer direct_messages_topic_id:Integer"
HOW = (
    "business_connection_id:String disable_notification:Boolean protect_content:Boolean "
    "allow_paid_broadcast:Boolean message_effect_id:String reply_parameters:ReplyParameters"
)
MARKUP = "reply_markup:ReplyMarkup"
EDITED = (
    "business_connection_id:String chat_id:Integer|String message_id:Integer "
    "inline_message_id:String reply_markup:InlineKeyboardMarkup"
)
CAPTIONED = (
    "caption:String parse_mode:String caption_entities:Array_of_MessageEntity "
    "show_caption_above_media:Boolean"
)


def method(name: str, *shape: str) -> Callable[[Method], Method]:
    """Register a method; its shape lists parameters as `name:Type|Type`, `name!:` if required."""

    def register(function: Method) -> Method:
        METHODS[name] = function
        fields = {}
        for word in " ".join(shape).split():
            key, types = word.split(":")
            kinds = [kind.replace("_", " ") for kind in types.split("|")]
            fields[key.rstrip("!")] = {"types": kinds, "required": key.endswith("!")}
        SHAPES[name] = {"fields": fields, "returns": []}
        return function

    return register
