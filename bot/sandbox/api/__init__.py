"""The Bot API's methods, a module for each kind."""

from bot.sandbox.api import about, chats, editing, sending
from bot.sandbox.api.registry import METHODS, SHAPES, Call

__all__ = ["METHODS", "SHAPES", "Call", "about", "chats", "editing", "sending"]
