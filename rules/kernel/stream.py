"""Seeded streams: every purpose has its own, so that one new roll can't shift another."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")


class Stream:
    """An endless row of random numbers, the same on every machine for the same seed and name."""

    def __init__(self, seed: str, name: str) -> None:
        self._key = f"{seed}\n{name}\n".encode()
        self._block = 0
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            digest = blake2b(self._key + str(self._block).encode(), digest_size=64).digest()
            self._block += 1
            self._words = [int.from_bytes(digest[i : i + 4], "little") for i in range(60, -1, -4)]
        return self._words.pop()

    def below(self, bound: int) -> int:
        """A whole number from 0 to bound - 1, every one as likely (raises ValueError under 1)."""
        if bound < 1:
            raise ValueError("a stream needs something to choose from")
        limit = (1 << 32) - (1 << 32) % bound
        while (word := self._word()) >= limit:
            pass
        return word % bound

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, every one as likely."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in a random order (Fisher and Yates)."""
        deck = list(items)
        for i in range(len(deck) - 1, 0, -1):
            j = self.below(i + 1)
            deck[i], deck[j] = deck[j], deck[i]
        return deck
