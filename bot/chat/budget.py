"""How much may be said where: a chat's share and everybody's, on the injected clock."""

from collections import defaultdict, deque
from datetime import datetime, timedelta

import msgspec


class Limit(msgspec.Struct, frozen=True):
    """At most so many messages within so many seconds."""

    messages: int
    seconds: int


LIMITS = {"group": Limit(20, 60), "private": Limit(5, 5), "all": Limit(30, 1)}
"""What Telegram bears: a group, one person (short bursts of one a second), and in all."""

_ALL = 0


class Budget:
    """Counts what was sent to each chat; says when there is room for more."""

    def __init__(self, limits: dict[str, Limit] | None = None) -> None:
        self._limits = limits or LIMITS
        self._sent: defaultdict[int, deque[datetime]] = defaultdict(deque)

    def _limit(self, chat: int) -> Limit:
        if chat == _ALL:
            return self._limits["all"]
        return self._limits["group" if chat < 0 else "private"]

    def _free_at(self, chat: int, now: datetime) -> datetime:
        limit = self._limit(chat)
        sent = self._sent[chat]
        window = timedelta(seconds=limit.seconds)
        while sent and sent[0] + window <= now:
            sent.popleft()
        return now if len(sent) < limit.messages else sent[-limit.messages] + window

    def free_at(self, chat: int, now: datetime) -> datetime:
        """The instant from which one more message to this chat fits (now, if there is room)."""
        return max(self._free_at(chat, now), self._free_at(_ALL, now))

    def spend(self, chat: int, now: datetime) -> None:
        """Count one message to this chat."""
        self._sent[chat].append(now)
        self._sent[_ALL].append(now)

    def exhaust(self, chat: int, until: datetime) -> None:
        """Telegram said no: nothing more to this chat before that instant."""
        limit = self._limit(chat)
        begin = until - timedelta(seconds=limit.seconds)
        self._sent[chat] = deque([begin] * limit.messages)
