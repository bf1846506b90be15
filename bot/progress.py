"""How far a long command has got: one line that is written over, on a terminal alone."""

import sys
import time
from types import TracebackType

EVERY = 0.1
"""Seconds between two lines."""


class Progress:
    """Counts up to `total` of something; use it as a context."""

    def __init__(self, total: int, what: str) -> None:
        self.total, self.what, self.done = total, what, 0
        self.shown = sys.stderr.isatty()
        self._next = 0.0

    def step(self, note: str = "") -> None:
        """One more is done."""
        self.done += 1
        if self.shown and time.monotonic() >= self._next:
            self._next = time.monotonic() + EVERY
            line = f"{self.done}/{self.total} {self.what} {note}".rstrip()
            print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)

    def __enter__(self) -> "Progress":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        """Wipe the line."""
        if self.shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
