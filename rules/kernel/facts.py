"""Facts: what happened, as meaning and never as prose, and who may know it."""

from collections.abc import Iterable
from typing import Any

import msgspec


class Fact(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened: its kind, its data (ids, numbers, seats), and the seats it is for.

    `to` is None for everyone, a tuple of seats for those alone, and empty for the master alone.
    """

    kind: str
    data: dict[str, Any] = {}
    to: tuple[int, ...] | None = None

    def known_to(self, viewer: int | None) -> bool:
        """Whether this viewer may know the fact (a seat from 1, or None for the group)."""
        return self.to is None or (viewer is not None and viewer in self.to)


class Recorder:
    """Collects facts in the order in which they happen."""

    def __init__(self) -> None:
        self.facts: list[Fact] = []

    def __call__(self, kind: str, *, to: Iterable[int] | None = None, **data: Any) -> None:
        """Record one fact."""
        self.facts.append(Fact(kind, data, None if to is None else tuple(to)))


class Silence(Recorder):
    """A recorder that forgets: for trying a plan out without telling anyone."""

    def __call__(self, kind: str, *, to: Iterable[int] | None = None, **data: Any) -> None:
        """Forget the fact."""


def for_viewer(facts: Iterable[Fact], viewer: int | None) -> list[Fact]:
    """The facts that this viewer may know (None: the group)."""
    return [fact for fact in facts if fact.known_to(viewer)]
