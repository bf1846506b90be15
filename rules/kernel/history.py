"""What a log holds, and which of its entries are in force: answers, the master's hand, undo, redo.

Nothing is ever taken out of a log. An undo says how far back the game goes, a redo takes the last
undo back; which entries still count follows from the whole list (`course`).
"""

from collections.abc import Iterable, Sequence

import msgspec

from rules.kernel.question import Illegal, Reason


class Override(msgspec.Struct, frozen=True, omit_defaults=True):
    """The master's hand: the command in English ids, whether it broke a rule, why, and by whom.

    `by` is the person's id as the table knows it; 0 when it is not told.
    """

    text: str
    forced: bool = False
    why: str = ""
    by: int = 0


class Undo(msgspec.Struct, frozen=True, omit_defaults=True):
    """Back to the state after entry `to` (0: the game's first moment), with the same cards.

    With `anew`, a number no undo of this log has used before, hidden cards are drawn anew by
    streams of that number.
    """

    to: int
    anew: int = 0
    why: str = ""
    by: int = 0


class Redo(msgspec.Struct, frozen=True, omit_defaults=True):
    """Take back the last undo that has not been taken back."""

    why: str = ""
    by: int = 0


class Reseed(msgspec.Struct, frozen=True, omit_defaults=True):
    """Other dice for all that is not drawn yet, in a game that goes on after its secret was shown.

    `seed` is made of the new `secret` (hex) and the nonces of the game's first proof; `hash` is the
    secret's, told at that moment.
    """

    seed: str
    secret: str
    hash: str


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that came into a game: a step's answers as they were used, in notation, or another.

    `missed` seats gave none and were answered for; `held` seats belonged to a stand-in; `hash` is
    the state's fingerprint after the entry ("": not kept). At most one of `override`, `undo`,
    `redo` and `reseed` is there, and then no answers; `step` is the step at which it came.
    """

    step: int
    answers: dict[int, str] = {}
    missed: tuple[int, ...] = ()
    held: tuple[int, ...] = ()
    hash: str = ""
    override: Override | None = None
    undo: Undo | None = None
    redo: Redo | None = None
    reseed: Reseed | None = None


class Course(msgspec.Struct, frozen=True):
    """Which entries are in force, in order, as numbers from 1; and what each undo left behind.

    `undone` is a stack: the last one is the course that a redo brings back.
    """

    line: tuple[int, ...] = ()
    undone: tuple[tuple[int, ...], ...] = ()
    anew: int = 0

    @property
    def last(self) -> int:
        """The entry whose state is the game's now; 0 for its first moment."""
        return self.line[-1] if self.line else 0

    def after(self, number: int, entry: Entry) -> "Course":
        """The course after one more entry of this number; raises Illegal for an impossible one."""
        if entry.redo is not None:
            if not self.undone:
                raise Illegal(Reason("nothing to redo"))
            return Course(self.undone[-1], self.undone[:-1], self.anew)
        if entry.reseed is not None:  # nothing new has happened: what was undone can be redone
            return Course((*self.line, number), self.undone, self.anew)
        undo = entry.undo
        if undo is None:
            return Course((*self.line, number), (), self.anew)
        if undo.to and undo.to not in self.line:
            raise Illegal(Reason("not in force", {"entry": undo.to}))
        kept = self.line[: self.line.index(undo.to) + 1] if undo.to else ()
        if undo.anew:
            if undo.anew <= self.anew:
                raise Illegal(Reason("used number", {"number": undo.anew}))
            return Course((*kept, number), (*self.undone, self.line), undo.anew)
        if kept == self.line:
            raise Illegal(Reason("nothing to undo"))
        return Course(kept, (*self.undone, self.line), self.anew)

    def restores(self, entry: Entry) -> int | None:
        """The entry whose state comes back with this undo or redo; None for any other entry.

        An undo that draws anew goes on from there. Raises Illegal as `after` does.
        """
        if entry.undo is not None:
            self.after(0, entry)
            return entry.undo.to
        return self.after(0, entry).last if entry.redo is not None else None


def course(entries: Iterable[Entry]) -> Course:
    """The course of a whole log (raises Illegal where an undo or redo was impossible)."""
    found = Course()
    for number, entry in enumerate(entries, start=1):
        found = found.after(number, entry)
    return found


def back(entries: Sequence[Entry], steps: int) -> int:
    """The entry to undo to so that the last so many in force are undone; 0 at the furthest."""
    line = course(entries).line
    return line[-1 - steps] if steps < len(line) else 0
