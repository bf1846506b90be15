"""What the server's handlers work on: the world, its people, its trouble, who is at work."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol

from bot.sandbox.api import METHODS, SHAPES, Call
from bot.sandbox.checker import Checker, Upload
from bot.sandbox.control import People
from bot.sandbox.errors import ApiError, bad
from bot.sandbox.limits import Budgets
from bot.sandbox.trouble import Fault, Trouble
from bot.sandbox.world import BOT_ID, Entry, World

SENDING = {"sendMessage", "sendPhoto", "sendDocument", "sendMediaGroup"}

Hook = Callable[[int, bool], Awaitable[None]]
"""A switch of a person on the page: called with the person's id and whether it goes on."""


class Page(Protocol):
    """A browser that looks on."""

    def end(self) -> None:
        """Hang up: the server stops."""


class Stage:
    """All that a sandbox knows, without the sockets it is reached by."""

    def __init__(
        self,
        *,
        token: str = "",
        api: Mapping[str, Any] | None = None,
        lang: str = "en",
        now: Callable[[], float] = time.time,
        hooks: Mapping[str, Hook] | None = None,
        budgets: Budgets | None = None,
        port: int = 0,
        **world: Any,
    ) -> None:
        """Make a server; see `World` for further keywords.

        api: the content of bot-api.json, or None to check by the server's own methods.
        hooks: named switches of each person on the page.
        budgets: real limits on sending (429), off by default.
        port: 0 for any free one.
        """
        self.token = token or f"{BOT_ID}:{secrets.token_urlsafe(26)}"
        self.checker = Checker(api["methods"], api["types"]) if api else Checker(SHAPES)
        self.lang = lang
        self.world = World(now=now, **world)
        self.people = People(self.world)
        self.trouble = Trouble()
        self.hooks = dict(hooks or {})
        self.toggles: set[tuple[str, int]] = set()
        self.budgets = budgets
        self.port = port
        self.world.updates.check = self.checker.update
        self.at_work: set[asyncio.Event] = set()
        self.pages: set[Page] = set()

    def waiting(self) -> asyncio.Event:
        """Return an event for a request at work, set when the server stops."""
        closed = asyncio.Event()
        self.at_work.add(closed)
        return closed

    def finished(self, closed: asyncio.Event) -> None:
        """Forget a request's event."""
        self.at_work.discard(closed)
        self.world.touch()

    def set_toggle(self, name: str, person: int, on: bool) -> None:
        """Show a person's switch as on or off, without calling its hook."""
        (self.toggles.add if on else self.toggles.discard)((name, person))
        self.world.touch()

    async def perform(
        self, method: str, raw: dict[str, Any], files: dict[str, Upload], closed: asyncio.Event
    ) -> tuple[dict[str, Any], int, Fault | None]:
        """Do what a request asks; returns body, HTTP status and the fault it ran into."""
        entry = Entry(method, raw, self.world.now())
        self.world.journal.append(entry)
        fault = None
        try:
            name, params = self.checker.request(method, raw, files)
            entry.method, entry.params = name, params
            fault = self.trouble.take(name, params)
            if fault and fault.error:
                raise fault.error
            self._spend(name, params)
            if name not in METHODS:
                raise bad(f"the sandbox has no method {name}")
            entry.result = await METHODS[name](Call(self.world, params, files, closed))
            self.checker.answer(name, entry.result)
        except ApiError as error:
            entry.error, entry.code = error.description, error.code
            self.world.touch()
            return error.body(), error.code, fault
        self.world.touch()
        return {"ok": True, "result": entry.result}, 200, fault

    def _spend(self, method: str, params: dict[str, Any]) -> None:
        """Count messages against the budgets, where there are any; raises ApiError 429."""
        chat = self.world.chats.get(params.get("chat_id", 0))
        if self.budgets is None or method not in SENDING or chat is None:
            return
        count = len(params["media"]) if method == "sendMediaGroup" else 1
        error = self.budgets.spend(chat.id, not chat.private, self.world.now(), count)
        if error:
            raise error
