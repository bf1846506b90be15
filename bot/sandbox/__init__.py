"""A local, strict Bot API server with a chat page: for trying the bot and for testing it."""

from bot.sandbox.control import People
from bot.sandbox.errors import ApiError, SandboxMisuse
from bot.sandbox.limits import Budgets
from bot.sandbox.page_server import HookRefused
from bot.sandbox.server import Sandbox
from bot.sandbox.stage import Hook
from bot.sandbox.world import Chat, Person, Post, World

__all__ = [
    "ApiError",
    "Budgets",
    "Chat",
    "Hook",
    "HookRefused",
    "People",
    "Person",
    "Post",
    "Sandbox",
    "SandboxMisuse",
    "World",
]
