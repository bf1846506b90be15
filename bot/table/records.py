"""What goes in and out of the table: plain values, and the two ways to be refused."""

from datetime import datetime
from typing import Any

import msgspec

from bot.table.master.chair import Chair
from rules.kernel.facts import Fact
from rules.kernel.question import Question, Tokens


class Refused(Exception):
    """A command that can't be done: a code and its data; words come later.

    Codes: no game · not lobby · not playing · paused · unknown game · unknown variant · seats
    (min, max) · unknown stand-in · bad period · not master · not joined · not in · too few (have,
    min) · no seat · held (by a stand-in) · incomplete · nobody (no person to give a seat back to)
    · going on (the game has not ended).
    """

    def __init__(self, code: str, **data: Any) -> None:
        super().__init__(code)
        self.code = code
        self.data = data


class Stale(Exception):
    """An answer to what is no longer asked (`step`) or no longer so (`revision`), and what is."""

    def __init__(self, code: str, desk: "Desk") -> None:
        super().__init__(code)
        self.code = code
        self.desk = desk


class Person(msgspec.Struct, frozen=True):
    """Somebody with an account: his id and name; `language` and `gender` may be ""."""

    id: int
    name: str
    language: str = ""
    gender: str = ""
    reachable: bool = True


class Settings(msgspec.Struct, frozen=True):
    """What a lobby is opened with.

    `seats` is the number of seats wanted, `deadline` seconds a step (None: no deadline), `master`
    a person's id (0: who opens), `standins` the kinds that may fill seats (empty: all there are),
    `absence` the kind that answers for the missing ("": the first allowed), `seed` for demo and
    tests only, `house` changed data, `alone` lets a game go on by itself when stand-ins hold all
    its seats. `chair` is what the master has set.
    """

    game: str = "lords"
    variant: str = "shoggoth"
    seats: int = 4
    language: str = "ru"
    deadline: int | None = None
    master: int = 0
    standins: tuple[str, ...] = ()
    absence: str = ""
    seed: str = ""
    house: dict[str, Any] = {}
    alone: bool = False
    chair: Chair = Chair()


class Desk(msgspec.Struct, frozen=True):
    """A seat's desk: what it sees, what it owes, what it has written and sent.

    `mode` is empty, draft, sent or editing (something was sent, and the draft differs from it);
    `question` is None when the seat owes nothing now; `standin` is the kind that holds the seat.
    """

    game: int
    seat: int
    step: int
    revision: int
    view: Any
    question: Question | None
    tokens: Tokens
    sent: Tokens | None
    ready: bool
    mode: str
    standin: str = ""


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat as anybody may see it; `person_id` None: nobody; `name` "": a stand-in's own seat."""

    seat: int
    person_id: int | None
    name: str
    standin: str
    owes: bool
    sent: bool
    ready: bool
    reachable: bool
    gender: str = ""


class MemberInfo(msgspec.Struct, frozen=True):
    """Somebody in a lobby; `waiting` when all seats are taken before him."""

    person_id: int
    name: str
    waiting: bool
    gender: str = ""


class GameInfo(msgspec.Struct, frozen=True):
    """A game as anybody may see it.

    `status` is lobby, play, over, cancelled or expired. `proof` is the hash of the secret the dice
    are made of ("" with a given seed); `secret` and `seed` are "" until the game has ended.
    """

    id: int
    chat_id: int
    topic_id: int | None
    number: int
    status: str
    settings: Settings
    opener_id: int
    master_id: int
    step: int
    seats: list[SeatInfo]
    members: list[MemberInfo]
    deadline: datetime | None
    expires: datetime | None
    paused: bool
    least: int
    proof: str
    secret: str = ""
    seed: str = ""

    @property
    def name(self) -> str:
        """The game's short name in its chat, such as `#3`."""
        return f"#{self.number}"

    @property
    def names(self) -> dict[int, str]:
        """Seat -> the name it goes by ("" for a stand-in's own seat)."""
        return {seat.seat: seat.name for seat in self.seats}

    def seat_of(self, person_id: int) -> int | None:
        """The seat this person holds, if any."""
        return next((s.seat for s in self.seats if s.person_id == person_id), None)


NOTICES = {
    "promoted": "to a person: from the waiting list to a seat",
    "lobby expired": "to the group: nobody came for a week",
    "cancelled": "to the group: the lobby or the game was given up",
    "resigned": "to the group: `seat` is held by a stand-in from now on",
    "unreachable": "to the group and the master: `seat` can't be written to in private",
    "paused": "to the master: the bot can't speak in the group",
    "deadline": "to the group: `period` seconds a step from now on, or None",
    "proof": "to the group at the end: `secret`, `hash`, `nonces` by seat, `seed`",
}
"""What notices say, by code, and their data besides `code`."""


class Row(msgspec.Struct, frozen=True):
    """One thing to say, as frozen when it happened.

    `kind` is lobby, status, post, album, question, private or notice. `person_id` is the reader, or
    None for the group `chat_id` (in `topic_id`). `facts`, `view` and `missed` belong to post, album
    and private; `data` to notices: data["code"] is one of NOTICES. `parts` are the texts as split
    at the first try, `message_ids` those that went out. `unsure`: an earlier try ended without a
    known outcome.
    """

    id: int
    game: int
    step: int
    kind: str
    code: str
    chat_id: int
    topic_id: int | None
    person_id: int | None
    seat: int | None
    language: str
    facts: list[Fact]
    view: Any
    missed: tuple[int, ...]
    data: dict[str, Any]
    parts: list[str]
    message_ids: list[int]
    tries: int
    unsure: bool
    not_before: datetime | None
    version: int

    @property
    def key(self) -> tuple[int, int, str, str, str]:
        """What makes the row unique: game, step, audience, kind, code."""
        audience = "group" if self.person_id is None else f"person {self.person_id}"
        return self.game, self.step, audience, self.kind, self.code


class Message(msgspec.Struct, frozen=True):
    """Messages that went out for a purpose (lobby, status, question) and where they are."""

    chat_id: int
    message_ids: list[int]
