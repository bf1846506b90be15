"""The log: the append-only list of what came into a game; replayed, it gives the same end."""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any, Generic, TypeVar

import msgspec

from rules import RULES_VERSION
from rules.kernel.facts import Fact
from rules.kernel.game import Advance, Game, Setup, advance, ask, begin, reseed
from rules.kernel.history import Course, Entry, Override, Redo, Reseed, Undo
from rules.kernel.notation import NotAnAnswer, read
from rules.kernel.overriding import draw_anew, override
from rules.kernel.question import Illegal, Reason

S = TypeVar("S")


class Proof(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the seed came about: the secret (hex), its hash as shown before, a nonce from each seat.

    The hash bound whoever drew the secret before the nonces were known, so that nobody chose the
    seed.
    """

    secret: str
    hash: str
    nonces: tuple[str, ...]


class Record(msgspec.Struct, frozen=True, omit_defaults=True):
    """A whole game as exported: the rules version, how it began, what came in, how it ended."""

    rules: str
    setup: Setup
    entries: list[Entry]
    end: str
    proof: Proof | None = None


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether a record comes to its own end when it is played again.

    `problem` is "" if so; else game (nobody here plays it), proof (secret, hash, nonces and seed
    don't belong together), setup (no such game can begin), broken (an answer that can't be read or
    given, at `step`, with `reason`), hash (another state after `step`) or end (another last state).
    `end` is the fingerprint that was reached; `rules` is false for a record of another rules
    version, from which a difference is no wonder.
    """

    problem: str
    step: int
    end: str
    reason: Reason | None = None
    rules: bool = True

    @property
    def same(self) -> bool:
        """Whether everything came out as recorded."""
        return not self.problem


def fingerprint(game: Game[S], state: S) -> str:
    """The state's hash: sixteen hex digits of SHA-256 over its JSON."""
    return sha256(game.encode(state)).hexdigest()[:16]


def answers_of(game: Game[S], state: S, entry: Mapping[int, str]) -> dict[int, tuple[str, ...]]:
    """The entry's notation as tokens, read at this state (raises NotAnAnswer)."""
    tokens = {}
    for seat, text in entry.items():
        question = ask(game, state, seat)
        if question is not None:
            tokens[seat] = read(question, text, force=True)
    return tokens


class History(Generic[S]):
    """A game being played again from its log, entry by entry; keeps the state after each of them.

    Raises what `begin` raises when no such game can begin.
    """

    def __init__(self, game: Game[S], setup: Setup) -> None:
        begun = begin(game, setup)
        self.game = game
        self.state = begun.state
        self.facts = [begun.facts]
        self.entries: list[Entry] = []
        self.course = Course()
        self._after = [game.encode(begun.state)]

    def at(self, number: int) -> S:
        """The state after an entry, by its number from 1; 0 is the game's first moment."""
        return self.game.decode(self._after[number])

    def play(self, entry: Entry) -> Advance[S]:
        """Play one more entry (raises NotAnAnswer, Illegal; then nothing has changed)."""
        number = len(self.entries) + 1
        after = self.course.after(number, entry)
        came = self._come_to(entry)
        self.state, self.course = came.state, after
        self.entries.append(entry)
        self.facts.append(came.facts)
        self._after.append(self.game.encode(came.state))
        return came

    def _come_to(self, entry: Entry) -> Advance[S]:
        if entry.override is not None:
            return override(self.game, self.state, entry.override.text, entry.override.forced)
        if entry.reseed is not None:
            return Advance(reseed(self.game, self.state, entry.reseed.seed), [])
        restored = self.course.restores(entry)
        if restored is None:
            if self.game.over(self.state):
                raise Illegal(Reason("over"))
            answers = answers_of(self.game, self.state, entry.answers)
            return advance(self.game, self.state, answers, force=True)
        state = self.at(restored)
        if entry.undo is not None and entry.undo.anew:
            state = draw_anew(self.game, state, entry.undo.anew)
        return Advance(state, [])


def replay(game: Game[S], setup: Setup, entries: Iterable[Entry]) -> tuple[S, list[list[Fact]]]:
    """Play the log again: the last state and each entry's facts (raises NotAnAnswer, Illegal)."""
    history = History(game, setup)
    for entry in entries:
        history.play(entry)
    return history.state, history.facts


def commitment(secret: str) -> str:
    """The hash of a secret (both hex), shown before the game to bind whoever drew it."""
    return sha256(bytes.fromhex(secret)).hexdigest()


def seed_of(secret: str, nonces: Iterable[str]) -> str:
    """The seed made of the secret (hex) and one nonce a seat, in seat order: 32 hex digits."""
    parts = [bytes.fromhex(secret), *(sha256(nonce.encode()).digest() for nonce in nonces)]
    return sha256(b"".join(parts)).hexdigest()[:32]


def _proven(record: Record) -> bool:
    """Whether every seed of the game is made of its secret, and every secret is the one bound.

    Without the first proof the nonces are not known, and the seeds can't be told from others.
    """
    proof = record.proof
    made = [Reseed(record.setup.seed, proof.secret, proof.hash)] if proof is not None else []
    made += [entry.reseed for entry in record.entries if entry.reseed is not None]
    try:
        if not all(commitment(dice.secret) == dice.hash for dice in made):
            return False
        if proof is None:
            return True
        nonces = proof.nonces
        return len(nonces) == record.setup.seats and all(
            seed_of(dice.secret, nonces) == dice.seed for dice in made
        )
    except ValueError:  # a secret that is no hex number
        return False


def verify(record: Record, games: Mapping[str, Game[Any]]) -> Verdict:
    """Play a record again and say whether it comes to the same end, step by step."""
    rules = record.rules == RULES_VERSION
    game = games.get(record.setup.game)
    if game is None:
        return Verdict("game", 0, "", rules=rules)
    if not _proven(record):
        return Verdict("proof", 0, "", rules=rules)
    try:
        history = History(game, record.setup)
    except (KeyError, ValueError, msgspec.MsgspecError) as error:
        return Verdict("setup", 0, "", Reason("setup", {"text": str(error)}), rules)
    for entry in record.entries:
        try:
            history.play(entry)
        except Illegal as error:
            reached = fingerprint(game, history.state)
            return Verdict("broken", entry.step, reached, error.reason, rules)
        except NotAnAnswer as error:
            reason = Reason(error.kind, {"text": error.rest})
            return Verdict("broken", entry.step, fingerprint(game, history.state), reason, rules)
        if entry.hash and entry.hash != (reached := fingerprint(game, history.state)):
            return Verdict("hash", entry.step, reached, rules=rules)
    end = fingerprint(game, history.state)
    return Verdict("" if end == record.end else "end", len(record.entries), end, rules=rules)


def to_json(value: Any) -> bytes:
    """JSON with two blanks' indent and a last line break, for people and files."""
    plain = msgspec.to_builtins(value, str_keys=True)  # numbers as keys can't be sorted otherwise
    return msgspec.json.format(msgspec.json.encode(plain, order="sorted"), indent=2) + b"\n"


__all__ = [
    "Course", "Entry", "History", "Override", "Proof", "Record", "Redo", "Reseed", "Undo",
    "Verdict", "answers_of", "commitment", "fingerprint", "replay", "seed_of", "to_json", "verify",
]  # fmt: skip
