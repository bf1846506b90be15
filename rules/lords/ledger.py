"""The books: whatever a lord's goods changed by in a step must be told by the step's facts.

Used by the fuzzer and the tests, never by the rules.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rules.kernel.facts import Fact
from rules.lords.state import State

BOOKED = ("gold", "food", "imps", "letters")

Change = Mapping[str, Any]


def _pay_and_gain(data: Change) -> Counter[str]:
    book: Counter[str] = Counter()
    for name, sign in (("pay", -1), ("gain", 1), ("lost", -1), ("gained", 1)):
        for good, amount in data.get(name, {}).items():
            if good in BOOKED:
                book[good] += sign * amount
    return book


def _how(data: Change) -> Counter[str]:
    how = data["how"]
    return Counter({good: how[good] for good in BOOKED if isinstance(how.get(good), int)})


BOOKS: dict[str, Callable[[Change], Counter[str]]] = {
    "bribe": lambda data: Counter(gold=-data["gold"]),
    "fee": lambda data: Counter(gold=-data["gold"]),
    "executed": _pay_and_gain,
    "mined": lambda data: Counter(gold=data["gold"]),
    "worked": _pay_and_gain,
    "gift": _how,
    "paid again": _pay_and_gain,
    "wage": _pay_and_gain,
    "tax": lambda data: Counter(gold=-data["paid"], letters=data["letters"]),
    "event hit": _pay_and_gain,
    "trap sprung": _pay_and_gain,
    "attack": _pay_and_gain,
    "spell": lambda data: Counter({good: -n for good, n in _how(data).items()}),  # what it took
}
"""What each kind of fact says of its seat's goods."""


def unaccounted(before: State, after: State, facts: Sequence[Fact]) -> Iterator[str]:
    """Goods that came or went without a fact that tells of it, and breaks in the row of evil."""
    books: dict[int, Counter[str]] = {lord.seat: Counter() for lord in before.lords}
    pets = before.data.pets
    evil = {lord.seat: lord.evil for lord in before.lords}
    for fact in facts:
        if fact.kind in BOOKS:
            books[fact.data["seat"]].update(BOOKS[fact.kind](fact.data))
        elif fact.kind == "pet used":  # others than those that bring goods tell of no gain
            books[fact.data["seat"]].update(pets[fact.data["pet"]].gain)
        elif fact.kind == "evil":
            seat = fact.data["seat"]
            if evil[seat] != fact.data["before"]:
                yield f"seat {seat}: evil {evil[seat]} is told to go on from {fact.data['before']}"
            evil[seat] = fact.data["after"]
    for old, new in zip(before.lords, after.lords, strict=True):
        for good in BOOKED:
            told = getattr(old, good) + books[old.seat][good]
            if told != getattr(new, good):
                yield f"seat {old.seat}: {good} is {getattr(new, good)}, the facts make it {told}"
        if evil[old.seat] != new.evil:
            yield f"seat {old.seat}: evil is {new.evil}, the facts make it {evil[old.seat]}"
