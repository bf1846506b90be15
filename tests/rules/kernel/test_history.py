"""Which entries of a log are in force, and what undo and redo bring back."""

import sys
from pathlib import Path

import msgspec
import pytest

from rules import RULES_VERSION
from rules.kernel.game import Setup
from rules.kernel.history import Course, Entry, Override, Redo, Reseed, Undo, back, course
from rules.kernel.log import History, Record, fingerprint, replay, verify
from rules.kernel.overriding import Difference, differences, override
from rules.kernel.question import Illegal

sys.path.append(str(Path(__file__).parents[2]))
from toy import ToyGame

SETUP = Setup("toy", "short", 2, "seed")
BIDS = Entry(0, {1: "bid 2", 2: "bid 1"})


def test_answers_follow_one_another() -> None:
    assert course([BIDS, Entry(1, {1: "north"})]) == Course((1, 2))


def test_undo_keeps_what_comes_before_and_redo_brings_the_rest_back() -> None:
    log = [BIDS, Entry(1, {1: "north"}), Entry(2, {2: "east"}), Entry(3, undo=Undo(1))]
    assert course(log).line == (1,)
    log.append(Entry(1, redo=Redo()))
    assert course(log) == Course((1, 2, 3))


def test_several_undos_are_taken_back_one_by_one() -> None:
    log = [BIDS, BIDS, BIDS, Entry(0, undo=Undo(2)), Entry(0, undo=Undo(0))]
    assert course(log).line == ()
    assert course([*log, Entry(0, redo=Redo())]).line == (1, 2)
    assert course([*log, Entry(0, redo=Redo()), Entry(0, redo=Redo())]).line == (1, 2, 3)


def test_something_new_ends_what_could_be_redone() -> None:
    log = [BIDS, BIDS, Entry(0, undo=Undo(1)), BIDS]
    assert course(log) == Course((1, 4))
    with pytest.raises(Illegal, match="nothing to redo"):
        course([*log, Entry(0, redo=Redo())])


@pytest.mark.parametrize(
    ("undo", "code"),
    [(Undo(2), "nothing to undo"), (Undo(9), "not in force"), (Undo(0, anew=3), "used number")],
)
def test_an_undo_that_can_not_be(undo: Undo, code: str) -> None:
    begun = Course((1, 2), anew=3)
    with pytest.raises(Illegal) as caught:
        begun.after(3, Entry(0, undo=undo))
    assert caught.value.reason.code == code


def test_an_undo_with_new_cards_is_a_point_of_its_own() -> None:
    log = [BIDS, BIDS, Entry(0, undo=Undo(1, anew=1))]
    assert course(log) == Course((1, 3), ((1, 2),), 1)
    assert course([*log, Entry(0, undo=Undo(1))]).line == (1,)
    assert course([*log, Entry(0, redo=Redo())]) == Course((1, 2), (), 1)


def test_new_dice_are_a_point_of_their_own_and_leave_the_redo() -> None:
    dice = Entry(0, reseed=Reseed("ab", "cd", "ef"))
    log = [BIDS, BIDS, Entry(0, undo=Undo(1)), dice]
    assert course(log) == Course((1, 4), ((1, 2),))
    assert course([*log, Entry(0, redo=Redo())]) == Course((1, 2))
    assert course([*log, Entry(0, undo=Undo(1))]).line == (1,)
    assert course([*log, BIDS]) == Course((1, 4, 5))


def test_back_counts_steps_in_force() -> None:
    log = [BIDS, BIDS, BIDS, Entry(0, undo=Undo(2)), BIDS]
    assert [back(log, steps) for steps in (1, 2, 3, 9)] == [2, 1, 0, 0]


def test_what_an_entry_restores() -> None:
    begun = course([BIDS, BIDS, Entry(0, undo=Undo(1))])
    assert begun.restores(Entry(0, redo=Redo())) == 2
    assert begun.restores(Entry(0, undo=Undo(0))) == 0
    assert begun.restores(BIDS) is None


def test_a_game_goes_back_and_on() -> None:
    game = ToyGame()
    history = History(game, SETUP)
    history.play(BIDS)
    bid = fingerprint(game, history.state)
    history.play(Entry(1, {1: "north"}))
    taken = fingerprint(game, history.state)
    history.play(Entry(2, undo=Undo(1)))
    assert fingerprint(game, history.state) == bid
    history.play(Entry(1, redo=Redo()))
    assert fingerprint(game, history.state) == taken
    assert fingerprint(game, history.at(1)) == bid
    state, facts = replay(game, SETUP, history.entries)
    assert fingerprint(game, state) == taken
    assert facts[3:] == [[], []]


def test_a_failed_entry_changes_nothing() -> None:
    history = History(ToyGame(), SETUP)
    with pytest.raises(Illegal):
        history.play(Entry(0, undo=Undo(4)))
    assert history.entries == []


def test_a_game_without_a_hand_refuses_overrides() -> None:
    history = History(ToyGame(), SETUP)
    with pytest.raises(Illegal, match="no hand"):
        history.play(Entry(0, override=Override("gold 1 5")))
    with pytest.raises(Illegal, match="no hand"):
        override(ToyGame(), history.state, "gold 1 5")


def test_a_record_with_an_impossible_redo_is_broken_there() -> None:
    record = Record(RULES_VERSION, SETUP, [BIDS, Entry(1, redo=Redo())], "")
    verdict = verify(record, {"toy": ToyGame()})
    assert (verdict.problem, verdict.step) == ("broken", 1)
    assert verdict.reason is not None
    assert verdict.reason.code == "nothing to redo"


def test_old_entries_are_written_as_they_were() -> None:
    entry = Entry(3, {1: "food", 2: ""}, missed=(2,), hash="ab")
    assert msgspec.json.encode(entry) == (
        b'{"step":3,"answers":{"1":"food","2":""},"missed":[2],"hash":"ab"}'
    )
    assert msgspec.json.decode(msgspec.json.encode(entry), type=Entry) == entry


def test_differences_name_each_field_once() -> None:
    before = {"a": 1, "rows": [{"x": 1}, {"x": 2}], "list": [1], "gone": 3}
    after = {"a": 1, "rows": [{"x": 1}, {"x": 5}], "list": [1, 2], "new": {}}
    assert differences(before, after) == [
        Difference("rows.2.x", 2, 5),
        Difference("list", [1], [1, 2]),
        Difference("new", None, {}),
        Difference("gone", 3, None),
    ]
