"""What house rules are to everyone who shows them: differences in words, pages of rules."""

from typing import Any, NamedTuple, Protocol

from rules.kernel.overriding import Difference
from rules.kernel.question import Reason

House = dict[str, Any]
"""Changed data of a variant as a game's settings hold it."""


class HouseRule(NamedTuple):
    """One rule as it stands: `number` stands for it on buttons, `name` is how it is written in ids.

    `title` says all of its name, `short` what its page does not say; `value` its value in words.
    A rule is yes or no (`is_switch`, `on`), or has `numbers`, or is typed; `right` says what may be
    typed. `there`: not taken away by another rule; `changed`: not as the variant has it, `usual`;
    `page` is the number of the page it stands on.
    """

    number: int
    name: str
    title: str
    short: str
    value: str
    is_switch: bool
    on: bool
    numbers: tuple[int, ...]
    changed: bool
    there: bool
    usual: str
    right: str
    page: int


class HousePage(NamedTuple):
    """One page of rules: a chapter, or a card with all that can be changed of it.

    `number` stands for it on buttons, `above` is the page it belongs to (0: the chapters),
    `inner` are the pages below it, without their rules; `does` says what the card does (HTML);
    of a card's rules the first `used` say something of it, the others stand at nought.
    """

    number: int
    title: str
    does: str = ""
    rules: tuple[HouseRule, ...] = ()
    inner: "tuple[HousePage, ...]" = ()
    above: int = 0
    changed: bool = False
    used: int = 0


class HouseRules(Protocol):
    """How a game's house rules are read, told and laid out."""

    def change(self, variant: str, text: str, house: House | None) -> House:
        """The house rules with one more, as it was written in any language (raises Illegal)."""
        ...

    def differences(
        self, variant: str, house: House | None, since: House | None = None
    ) -> list[Difference]:
        """What the house has otherwise than its variant, or than an earlier house."""
        ...

    def line(self, lang: str, variant: str, found: Difference) -> str:
        """A difference in words, as plain text."""
        ...

    def refusal(self, lang: str, variant: str, reason: Reason) -> str:
        """HTML: why a house rule can't be, and what would be right."""
        ...

    def switches(self, lang: str, variant: str) -> list[HouseRule]:
        """The whole rules of a variant, as it has them."""
        ...

    def rule(
        self, lang: str, variant: str, house: House | None, which: int | str
    ) -> HouseRule | None:
        """The rule of this name, or that a button's number stands for; None for none."""
        ...

    def chapters(self, lang: str, variant: str, house: House | None) -> list[HousePage]:
        """The chapters there are, without their rules."""
        ...

    def page(self, lang: str, variant: str, house: House | None, number: int) -> HousePage | None:
        """The page that a button's number stands for; None for none."""
        ...

    def page_of(self, variant: str, reason: Reason) -> int:
        """The page that a refusal is about, where a table or rule was named without a value."""
        ...
