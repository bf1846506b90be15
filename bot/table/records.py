"""What goes in and out of the table: plain values, and the two ways to be refused."""

from datetime import datetime
from typing import Any

import msgspec

from bot.table.master.chair import Chair
from bot.table.time.paces import Times
from rules.kernel.facts import Fact
from rules.kernel.history import Reseed
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
    """Somebody with an account: his id and name; `language` and `gender` may be "".

    `hints` says whether he is told what would come of a plan, and of likely slips.
    """

    id: int
    name: str
    language: str = ""
    gender: str = ""
    reachable: bool = True
    hints: bool = True


class Settings(msgspec.Struct, frozen=True):
    """What a lobby is opened with.

    `seats` is the number of seats wanted, `language` the group's (or several at once, `ru+en`),
    `deadline` seconds a step (None: no deadline), `master` a person's id (0: who opens), `standins`
    the kinds that may fill seats (empty: all there are), `absence` the kind that answers for the
    missing ("": the first allowed), `seed` for demo and tests only, `house` changed data, `alone`
    lets a game go on by itself when stand-ins hold all its seats. `chair` is what the master has
    set, `times` what is set about time.
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
    times: Times = Times()

    @property
    def private_language(self) -> str:
        """The language for one reader who has none of his own: of several the first."""
        return self.language.partition("+")[0]


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
    person: int | None = None


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat as anybody may see it; `person_id` None: nobody; `name` "": a stand-in's own seat.

    `away` is how it is played while its person is away ("": he is not): stand-in, deputy, slow.
    """

    seat: int
    person_id: int | None
    name: str
    standin: str
    owes: bool
    sent: bool
    ready: bool
    reachable: bool
    gender: str = ""
    deputy_id: int | None = None
    away: str = ""


class MemberInfo(msgspec.Struct, frozen=True):
    """Somebody in a lobby; `waiting` when all seats are taken before him."""

    person_id: int
    name: str
    waiting: bool
    gender: str = ""


class GameInfo(msgspec.Struct, frozen=True):
    """A game as anybody may see it.

    `status` is lobby, play, over, cancelled or expired. `proof` is the hash of the secret the dice
    are made of ("" with a given seed); `secret` and `seed` are "" until the game has ended, and
    `dice` then has all it was ever played with, those in force last. `kind`
    is the kind of step at hand, `waiting`: its deadline is over and the master is waited for;
    `until` is when a pause ends.
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
    kind: str = ""
    waiting: bool = False
    until: datetime | None = None
    dice: list[Reseed] = []

    @property
    def name(self) -> str:
        """The game's short name in its chat, such as `#3`."""
        return f"#{self.number}"

    @property
    def names(self) -> dict[int, str]:
        """Seat -> the name it goes by ("" for a stand-in's own seat)."""
        return {seat.seat: seat.name for seat in self.seats}

    def seat_of(self, person_id: int) -> int | None:
        """The seat this person holds, or plays for whoever is away, if any."""
        for seat in self.seats:
            if person_id in (seat.person_id, seat.deputy_id):
                return seat.seat
        return None


NOTICES = {
    "promoted": "to a person: from the waiting list to a seat",
    "lobby expired": "to the group: nobody came for a week",
    "cancelled": "to the group: the lobby or the game was given up",
    "resigned": "to the group: `seat` is held by a stand-in from now on",
    "unreachable": "to the group and the master: `seat` can't be written to in private",
    "paused": "to the master: the bot can't speak in the group",
    "deadline": "to the group: `period` seconds a step from now on, or None",
    "zone": "to a person: by which clock he lives",
    "late": "to the group: a deadline came at `now`, later than it was `due`",
    "first extension": "to the group: the first step waits once more for `seats`, until `at`",
    "extended": "to the group: a step waits for `seats`, until `at`",
    "overdue": "to the master: a deadline is over, and the game waits for him",
    "absent": "to the master: `seat` has missed `times` answers in a row",
    "escalate": "to the group: who is still missing before the deadline `due`",
    "time set": "to the group: `fields` of the game's time were set; the deadline is `at`",
    "stopped": "to the group: the game stands still, `until`",
    "goes on": "to the group: the game goes on; the deadline is `at`",
    "long pause": "to the master: the game has stood still for a month, `since`",
    "pause asked": "to the master: the table wants to pause for `days`, by `vote`",
    "agreed": "to the group: the table moved the deadline to `at`",
    "away": "to the group: the person of `seat` is away, `until`",
    "deputy": "to the group: somebody plays for `seat`, `until`",
    "slowed": "to the group: the game waits longer for `seat`, `until`",
    "back": "to the group: the person of `seat` is back",
    "away over": "to a person: his time away is over",
    "proof": "to the group at the end: `secret`, `hash`, `nonces` by seat, `seed`; `later` dice",
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
