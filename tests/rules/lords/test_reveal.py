"""What a game kept secret is laid open from its record."""

import sys
from pathlib import Path

from rules import RULES_VERSION
from rules.kernel.game import Setup
from rules.kernel.history import Entry, Override, Reseed, Undo
from rules.kernel.log import History, Proof, Record, fingerprint
from rules.lords.game import Lords
from rules.lords.reveal import decks_of, reveal

sys.path.append(str(Path(__file__).parent))
from handplay import Meddled

SETUP = Setup("lords", "shoggoth", 2, "reveal")
ORDERS = Entry(0, {1: "food; gold; imps", 2: "traps; room; monster"}, missed=(2,))


def record(*entries: Entry) -> Record:
    game = Lords()
    history = History(game, SETUP)
    for entry in entries:
        history.play(entry)
    proof = Proof("ab", "cd", ("x", "y"))
    return Record(RULES_VERSION, SETUP, list(entries), fingerprint(game, history.state), proof)


def test_orders_given_and_who_was_answered_for() -> None:
    found = reveal(record(ORDERS))
    assert [(g.seat, g.season, g.step, g.text, g.missed) for g in found.given] == [
        (1, "winter", "orders", "food; gold; imps", False),
        (2, "winter", "orders", "traps; room; monster", True),
    ]
    assert (found.seed, found.secret, found.nonces) == ("reveal", "ab", ("x", "y"))


def test_what_was_undone_is_told_as_such() -> None:
    found = reveal(record(ORDERS, Entry(1, override=Override("gold 1 9")), Entry(1, undo=Undo(0))))
    assert [given.undone for given in found.given] == [True, True]
    assert [(c.override.text, c.undone) for c in found.changed] == [("gold 1 9", True)]
    assert found.first == found.last


def test_decks_lie_with_the_next_card_first() -> None:
    state = History(Lords(), SETUP).state
    first = reveal(record()).first
    assert first == decks_of(state)
    assert first["monsters"][0] == state.monster_deck[-1]
    assert first["combat"] == state.cards


def test_new_dice_are_told_with_the_decks_they_made() -> None:
    dice = Reseed("other", "ab", "cd")
    found = reveal(record(ORDERS, Entry(1, reseed=dice), Entry(2, undo=Undo(1))))
    [redealt] = found.redealt
    assert (redealt.number, redealt.dice, redealt.undone) == (2, dice, True)
    assert redealt.decks["monsters"] != found.last["monsters"]
    assert sorted(redealt.decks["monsters"]) == sorted(found.last["monsters"])


def test_a_whole_meddled_game() -> None:
    game = Meddled(5)
    for _ in game.play():
        pass
    found = reveal(game.record())
    answers = sum(len(entry.answers) for entry in game.entries)
    assert len(found.given) == answers
    assert len(found.changed) == sum(entry.override is not None for entry in game.entries)
