"""The rows of the store, one struct a table, fields in the order they are selected."""

from datetime import datetime

import msgspec


class PersonRow(msgspec.Struct, array_like=True):
    """Somebody with an account."""

    id: int
    name: str
    language: str = ""
    gender: str = ""
    reachable: bool = True
    hints: bool = True


class GameRow(msgspec.Struct, array_like=True):
    """A game at its table; `settings` and `setup` are JSON, `setup` "" in the lobby.

    `shown` is the last entry at which it has ended, -1 if it never did: by then all secrets of its
    dice have been told.
    """

    id: int
    chat_id: int
    topic_id: int | None
    number: int
    status: str
    settings: str
    opener_id: int
    master_id: int
    secret: str
    setup: str
    version: int
    step: int
    parent_id: int | None
    shown: int = -1


class MemberRow(msgspec.Struct, array_like=True):
    """Somebody in a lobby."""

    person_id: int
    name: str
    gender: str
    nonce: str


class SeatRow(msgspec.Struct, array_like=True):
    """A seat and, if it has one, its person's gender; reachability and language of who reads."""

    seat: int
    person_id: int | None
    name: str
    standin: str
    nonce: str
    reachable: bool
    language: str
    gender: str
    deputy_id: int | None = None

    @property
    def reader(self) -> int | None:
        """Who is written to: the deputy of a person who is away, else the person."""
        return self.person_id if self.deputy_id is None else self.deputy_id


class AnswerRow(msgspec.Struct, array_like=True):
    """What a seat has written at the step at hand; `draft` and `sent` are JSON lists."""

    seat: int
    step: int
    revision: int
    draft: str
    sent: str | None
    ready: bool


class DeadlineRow(msgspec.Struct, array_like=True):
    """An instant at which something is due; `at` None: held, with that many seconds left."""

    game_id: int
    kind: str
    at: datetime | None
    held: float | None


class OutboxRow(msgspec.Struct, array_like=True):
    """One thing to say; the first fields as stored, the last ones from its game and chat."""

    id: int
    game_id: int
    step: int
    kind: str
    code: str
    person_id: int | None
    seat: int | None
    language: str
    body: str
    parts: str
    message_ids: str
    tries: int
    unsure: bool
    version: int
    not_before: datetime | None
    chat_id: int
    topic_id: int | None
    game: str


class MessageRow(msgspec.Struct, array_like=True):
    """Messages that were sent for a purpose; `message_ids` is a JSON list."""

    chat_id: int
    message_ids: str


class SketchRow(msgspec.Struct, array_like=True):
    """The planning picture in a seat's private chat, and the step whose plan it shows."""

    game_id: int
    seat: int
    step: int
    chat_id: int
    message_id: int


class DeedRow(msgspec.Struct, array_like=True):
    """Something the master did; `data` and `patch` are JSON, `undone` the deed that undid it."""

    id: int
    game_id: int
    step: int
    at: datetime
    by: int
    kind: str
    why: str
    hidden: bool
    data: str
    patch: str
    entry: int
    undone: int = 0


class EntryRow(msgspec.Struct, array_like=True):
    """One entry of the log: the step at which it came, when, and what (JSON)."""

    step: int
    at: datetime
    body: str
