"""All commands of the master's hand, in the order in which they are offered."""

from rules.lords.hand import company, goods, grid, lair, offers, when

FORMS = (
    *goods.FORMS, *lair.FORMS, *grid.FORMS, *company.FORMS, *offers.FORMS, *when.FORMS,
)  # fmt: skip

DERIVED = (
    "variant", "house", "at", "turn", "owing", "result", "battle", "lords.seat",
    "seed", "streams",
)  # fmt: skip
"""The fields that no command sets: what a game is played with, what follows from other fields,
a fight that is under way within one resolve, and what chance is made of."""
