"""Random games in which the master's hand and undo meddle.

The suite plays a few; the whole soak is `python tests/rules/lords/handplay.py 200`, with the folder
of the project on PYTHONPATH.
"""

import sys
from collections.abc import Iterator

import msgspec

from rules import RULES_VERSION
from rules.kernel.game import Setup, ask
from rules.kernel.history import Entry, Override, Redo, Reseed, Undo
from rules.kernel.log import History, Proof, Record, commitment, fingerprint, seed_of, verify
from rules.kernel.notation import NotAnAnswer
from rules.kernel.overriding import override as overridden
from rules.kernel.question import Illegal, write
from rules.kernel.standin import RandomStandIn
from rules.kernel.stream import Stream
from rules.lords.game import Lords
from rules.lords.hand import HandQuestion
from rules.lords.state import State

GAME = Lords()
LONGEST = 150

RESEEDS = 3
"""Reseeds in a hundred entries."""

SECRET = "5ec2e7"

MOVES = (";year", ";season", ";step", ";round")
"""Commands that move the calendar, rarer in random games so that they come to an end."""


def random_command(state: State, stream: Stream) -> str:
    """Some command in words that are grammatical; it may break a rule."""
    walk = HandQuestion(state, grammar_only=True).walk()
    while not walk.complete or (stream.below(3) == 0 and walk.options()):
        options = walk.options()
        if not options:
            return ""
        token = stream.choice(options).token
        if token in MOVES and stream.below(12):
            continue
        walk.take(token)
    return write(walk.tokens)


def random_override(state: State, stream: Stream, forced: int) -> Override | None:
    """An override that may be done; one in `forced` breaks a rule (0: none does)."""
    for _ in range(20):
        text = random_command(state, stream)
        for force in (False, True) if forced and stream.below(forced) == 0 else (False,):
            if text and _possible(state, text, force):
                return Override(text, forced=force, why="a whim", by=7)
    return None


def _possible(state: State, text: str, force: bool) -> bool:
    try:
        overridden(GAME, state, text, force)
    except (Illegal, NotAnAnswer):
        return False
    return True


class Meddled:
    """A random game of stand-ins with so many overrides, undos and redos in a hundred entries."""

    def __init__(
        self,
        seed: int,
        *,
        overrides: int = 25,
        undos: int = 10,
        forced: int = 0,
        variant: str = "shoggoth",
    ) -> None:
        most = Lords().seats(variant)[1]
        seats = 2 + seed % (most - 1)
        self.proof = Proof(SECRET, commitment(SECRET), (f"meddled {seed}",) * seats)
        made = seed_of(SECRET, self.proof.nonces)
        self.setup = Setup("lords", variant, seats, made)
        self.history = History(GAME, self.setup)
        self.stream = Stream(str(seed), "meddling")
        self.overrides, self.undos, self.forced = overrides, undos, forced
        self.hashes = [self.hash]

    @property
    def hash(self) -> str:
        return fingerprint(GAME, self.history.state)

    def play(self) -> Iterator[Entry]:
        """Entry by entry, each as it was logged, until the game is over or long enough."""
        while not GAME.over(self.history.state) and len(self.history.entries) < LONGEST:
            entry = self._next()
            self.history.play(entry)
            self.hashes.append(self.hash)
            yield self._sealed(entry)
        self.entries = [
            msgspec.structs.replace(entry, hash=reached)
            for entry, reached in zip(self.history.entries, self.hashes[1:], strict=True)
        ]

    def _sealed(self, entry: Entry) -> Entry:
        return msgspec.structs.replace(entry, hash=self.hash)

    def _next(self) -> Entry:
        step, course, dice = len(self.history.entries), self.history.course, self.stream.below(100)
        if dice < self.overrides:
            override = random_override(self.history.state, self.stream, self.forced)
            if override is not None:
                return Entry(step, override=override)
        elif dice < self.overrides + self.undos and course.line:
            if course.undone and self.stream.below(2):
                return Entry(step, redo=Redo())
            back = min(len(course.line) - 1, 1 + self.stream.below(4))
            to = course.line[-1 - back] if back else 0
            anew = 0 if to != course.last and self.stream.below(2) else course.anew + 1
            return Entry(step, undo=Undo(to, anew))
        elif dice >= 100 - RESEEDS:
            return Entry(step, reseed=self._other_dice(step))
        return Entry(step, self._answers(step))

    def _other_dice(self, step: int) -> Reseed:
        """New dice, as if the secret had just been shown."""
        secret = f"{step:04x}"
        return Reseed(seed_of(secret, self.proof.nonces), secret, commitment(secret))

    def _answers(self, step: int) -> dict[int, str]:
        state, given = self.history.state, {}
        for seat in GAME.owed(state):
            question = ask(GAME, state, seat)
            assert question is not None
            stream = Stream(self.setup.seed, f"stand-in.{seat}.{step}")
            given[seat] = write(RandomStandIn().answer(GAME.view(state, seat), question, stream))
        return given

    def record(self) -> Record:
        """The game as it would be exported."""
        return Record(RULES_VERSION, self.setup, self.entries, self.hash, self.proof)


def failure(seed: int, variant: str = "shoggoth", forced: int = 0) -> str:
    """What is wrong with the meddled game of a seed; nothing when all is well.

    At every entry undo then redo give the same hash; the whole replays to the same hashes.
    """
    game = Meddled(seed, variant=variant, forced=forced)
    for _ in game.play():
        history, before = game.history, game.hash
        if not history.course.line:
            continue
        trial = History.__new__(History)
        trial.__dict__.update(history.__dict__)
        trial.entries, trial.facts = list(history.entries), list(history.facts)
        trial._after = list(history._after)
        line = history.course.line
        trial.play(Entry(0, undo=Undo(line[-2] if len(line) > 1 else 0)))
        trial.play(Entry(0, redo=Redo()))
        if fingerprint(GAME, trial.state) != before:
            return f"seed {seed}: undo and redo differ after entry {len(history.entries)}"
    exported = msgspec.json.decode(msgspec.json.encode(game.record()), type=Record)
    verdict = verify(exported, {"lords": GAME})
    return "" if verdict.same else f"seed {seed}: {verdict}"


def soak(games: int) -> int:
    """Play so many meddled games of both variants; how many went wrong, each one printed."""
    wrong = 0
    for seed in range(1, games + 1):
        variant = "classic" if seed % 4 == 0 else "shoggoth"
        found = failure(seed, variant, forced=4)
        if found:
            wrong += 1
            print(found)
    print(f"{games} games, {wrong} failures")
    return wrong


if __name__ == "__main__":
    sys.exit(min(1, soak(int(sys.argv[1]) if len(sys.argv) > 1 else 200)))
