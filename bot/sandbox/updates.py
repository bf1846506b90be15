"""What waits for the bot: updates in order, confirmed by the next offset."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

# What a bot gets that named no kinds: everything but these three.
ASKED_FOR_ONLY = {"chat_member", "message_reaction", "message_reaction_count"}


@dataclass
class Queued:
    """An update in the queue; `again` marks a second delivery, gone once it was handed out."""

    update: dict[str, Any]
    again: bool = False


class Updates:
    """The queue. `add` gives ids in sequence; `take` hands out what is not confirmed."""

    def __init__(self, touch: Callable[[], int]) -> None:
        self._touch = touch
        self._queue: list[Queued] = []
        self._next = 500_000_001
        self._allowed: set[str] | None = None
        self.last: dict[str, Any] | None = None
        self.poll = 0  # the number of the getUpdates at work: a newer one ends an older one
        self.check: Callable[[dict[str, Any]], None] = lambda _: None

    @property
    def pending(self) -> int:
        """How many updates are not confirmed."""
        return len(self._queue)

    def allow(self, kinds: Sequence[str] | None) -> None:
        """Choose the kinds of updates from now on; None keeps, empty restores the default."""
        if kinds is not None:
            self._allowed = set(kinds) or None

    def wanted(self, kind: str) -> bool:
        """Whether updates of a kind are given to the bot."""
        return kind in self._allowed if self._allowed else kind not in ASKED_FOR_ONLY

    def add(self, kind: str, body: dict[str, Any]) -> int | None:
        """Queue an update; returns its id, None where the bot did not ask for the kind."""
        if not self.wanted(kind):
            return None
        update: dict[str, Any] = {"update_id": self._next, kind: body}
        self.check(update)
        self._next += 1
        self._queue.append(Queued(update))
        self.last = update
        self._touch()
        return int(update["update_id"])

    def repeat(self) -> None:
        """Deliver the last update once more, under the same id."""
        if self.last is not None:
            self._queue.append(Queued(self.last, again=True))
            self._touch()

    def confirm(self, offset: int) -> None:
        """Forget what is below the offset; a negative one keeps that many from the end."""
        before = len(self._queue)
        if offset < 0:
            self._queue = self._queue[offset:]
        else:
            self._queue = [q for q in self._queue if q.again or q.update["update_id"] >= offset]
        if len(self._queue) != before:
            self._touch()

    def drop(self) -> None:
        """Forget everything that waits."""
        self._queue.clear()
        self._touch()

    def take(self, limit: int) -> list[dict[str, Any]]:
        """Return the oldest updates, which stay until they are confirmed."""
        taken = self._queue[:limit]
        self._queue = [q for q in self._queue if not (q.again and q in taken)]
        return [q.update for q in taken]
