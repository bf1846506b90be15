"""What a game kept secret is told in the reader's words, never in ids or JSON."""

import re

import pytest

from bot.render.lords.revealed import revealed
from rules import RULES_VERSION
from rules.kernel.game import Setup
from rules.kernel.history import Entry, Reseed, Undo
from rules.kernel.log import History, Record, fingerprint
from rules.lords.game import Lords

ORDERS = Entry(0, {1: "food; gold; imps", 2: "traps; room; monster"})


def record(variant: str) -> Record:
    game = Lords()
    setup = Setup("lords", variant, 2, "reveal")
    history = History(game, setup)
    entries = [Entry(0, reseed=Reseed("other", "", "")), Entry(1, undo=Undo(0))]
    entries += [ORDERS] if variant == "shoggoth" else []
    for entry in entries:
        history.play(entry)
    return Record(RULES_VERSION, setup, entries, fingerprint(game, history.state))


@pytest.mark.parametrize("variant", ["shoggoth", "classic"])
@pytest.mark.parametrize("lang", ["ru", "en"])
def test_all_cards_in_words(lang: str, variant: str) -> None:
    text = revealed(lang, record(variant), {1: "Аня", 2: "Bob"})
    for mark in '{}_"':
        assert mark not in text
    assert text.count("\n\n") == 3  # first, redealt, last, hands
    if lang == "ru":
        assert not re.search(r"[a-z]", text.replace("Bob", ""))
        assert "потом отменено" in text
    assert "Аня: " in text
