"""Trouble on demand: what goes wrong with Telegram now and then, made to happen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.sandbox.errors import ApiError, too_many

# Methods trouble leaves alone unless they are named: polling is not what a test is about.
SPARED = {"getUpdates", "getMe"}


@dataclass
class Fault:
    """One thing to go wrong.

    `kind`: "refuse" (answer with `error`, do nothing), "silence" (do it, never answer: the
    client runs into its timeout), "cut" (do it, drop the connection).
    """

    kind: str
    method: str = ""  # empty: whatever comes next
    chat: int | None = None
    times: int = 1
    error: ApiError | None = None

    def hits(self, method: str, params: dict[str, Any]) -> bool:
        """Whether a request is the one this fault waits for."""
        if self.method != method and (self.method or method in SPARED):
            return False
        return self.chat is None or params.get("chat_id") == self.chat


class Trouble:
    """The faults that wait for their request."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def flood(
        self, seconds: int = 3, *, method: str = "", chat: int | None = None, times: int = 1
    ) -> None:
        """Answer the next request(s) with 429 and retry_after."""
        self.faults.append(Fault("refuse", method, chat, times, too_many(seconds)))

    def refuse(
        self,
        code: int,
        description: str,
        *,
        method: str = "",
        chat: int | None = None,
        times: int = 1,
    ) -> None:
        """Answer the next request(s) with an error: (502, "Bad Gateway"), for one."""
        self.faults.append(Fault("refuse", method, chat, times, ApiError(code, description)))

    def silence(self, *, method: str = "", chat: int | None = None, times: int = 1) -> None:
        """Do what is asked and never answer: a timeout although the message went out."""
        self.faults.append(Fault("silence", method, chat, times))

    def cut(self, *, method: str = "", chat: int | None = None, times: int = 1) -> None:
        """Do what is asked and drop the connection instead of answering."""
        self.faults.append(Fault("cut", method, chat, times))

    def clear(self) -> None:
        """Let everything go well again."""
        self.faults.clear()

    def take(self, method: str, params: dict[str, Any]) -> Fault | None:
        """Return the fault a request runs into, used up once."""
        for fault in self.faults:
            if fault.hits(method, params):
                fault.times -= 1
                if fault.times <= 0:
                    self.faults.remove(fault)
                return fault
        return None
