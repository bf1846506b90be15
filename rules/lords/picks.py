"""Questions of a few single words, each a clause of its own: `food; traps`, `withdraw`, `troll`.

An empty answer is whole and stands for the default.
"""

from collections.abc import Callable

from rules.kernel.question import CLAUSE, Illegal, Option, Reason
from rules.lords.state import View

Words = dict[str, Reason | None]
"""Words that may come next, each with what stands against it."""

ENOUGH = Reason("no choice")
"""Everything has been said."""


class PickQuestion:
    """One or more words to be picked; `words` tells what may come after those that are picked.

    `whole` says whether so many words, more than none, make an answer.
    """

    def __init__(
        self, view: View, kind: str, group: str, words: Callable[[list[str]], Words],
        whole: Callable[[int], bool] = bool,
    ) -> None:  # fmt: skip
        assert view.viewer is not None
        self.id, self.seat, self.kind, self.group = f"t{view.turn}", view.viewer, kind, group
        self.words, self.whole = words, whole

    def walk(self) -> "PickWalk":
        """Nothing picked yet."""
        return PickWalk(self)


class PickWalk:
    """Words being picked."""

    def __init__(self, question: PickQuestion) -> None:
        self.question = question
        self.tokens: list[str] = []
        self.picked: list[str] = []

    @property
    def complete(self) -> bool:
        """Whether nothing is picked, or enough."""
        return not self.picked or self.question.whole(len(self.picked))

    @property
    def result(self) -> list[str]:
        """The words, in the order of picking."""
        return self.picked

    def options(self, every: bool = False) -> list[Option]:
        """What may be picked next."""
        words = self.question.words(self.picked)
        return [
            Option(CLAUSE + each, self.question.group, why)
            for each, why in words.items()
            if every or why is None
        ]

    def take(self, token: str, force: bool = False) -> None:
        """Pick one word (raises Illegal)."""
        words = self.question.words(self.picked)
        if token[:1] != CLAUSE or token[1:] not in words:
            raise Illegal(Reason("unknown word", {"word": token.removeprefix(CLAUSE)}))
        why = words[token[1:]]
        if why is not None and not force:
            raise Illegal(why)
        self.picked.append(token[1:])
        self.tokens.append(token)


def out_of(choice: list[str], every: list[str], most: int, against: str, key: str) -> "OutOf":
    """Up to so many different words out of a choice; `against` is the reason for all others."""

    def words(picked: list[str]) -> Words:
        found: Words = {}
        for each in dict.fromkeys([*choice, *every]):
            if each in picked:
                found[each] = Reason("already named", {key: each})
            elif each not in choice:
                found[each] = Reason(against, {key: each})
            else:
                found[each] = ENOUGH if len(picked) >= most else None
        return found

    return words


OutOf = Callable[[list[str]], Words]
