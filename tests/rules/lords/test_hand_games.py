"""Games in which the master meddles: undo and redo, export and replay, to the same state hash."""

import sys
from pathlib import Path

import msgspec
import pytest

from rules.kernel.log import Record, verify
from rules.lords.game import Lords

sys.path.append(str(Path(__file__).parent))
from handplay import Meddled, failure


@pytest.mark.parametrize("seed", range(1, 8))
def test_undo_and_redo_at_every_entry(seed: int) -> None:
    assert failure(seed) == ""


@pytest.mark.parametrize("seed", range(8, 11))
def test_undo_and_redo_where_rules_were_broken(seed: int) -> None:
    assert failure(seed, forced=3) == ""


@pytest.mark.parametrize("seed", range(1, 4))
def test_undo_and_redo_of_the_board_game(seed: int) -> None:
    assert failure(seed, variant="classic", forced=4) == ""


def test_forty_overrides_export_and_replay_to_the_byte() -> None:
    game = Meddled(40, overrides=80, undos=6, forced=3)
    for _ in game.play():
        pass
    record = game.record()
    assert sum(entry.override is not None for entry in record.entries) >= 40
    assert any(entry.undo for entry in record.entries)
    assert any(entry.reseed for entry in record.entries)
    text = msgspec.json.encode(record)
    again = msgspec.json.decode(text, type=Record)
    assert msgspec.json.encode(again) == text
    assert verify(again, {"lords": Lords()}).same


def test_dice_that_were_not_bound_are_found_out() -> None:
    game = next(
        played for played in map(Meddled, range(20, 60))
        if list(played.play()) and any(entry.reseed for entry in played.entries)
    )  # fmt: skip
    record = game.record()
    assert verify(record, {"lords": Lords()}).same
    at = next(n for n, entry in enumerate(record.entries) if entry.reseed)
    dice = record.entries[at].reseed
    for field, value in (("secret", "00"), ("secret", "no hex"), ("hash", "00"), ("seed", "00")):
        entries = list(record.entries)
        forged = msgspec.structs.replace(dice, **{field: value})
        entries[at] = msgspec.structs.replace(entries[at], reseed=forged)
        verdict = verify(msgspec.structs.replace(record, entries=entries), {"lords": Lords()})
        assert verdict.problem == "proof", field


def test_a_changed_override_is_found_out() -> None:
    game = Meddled(3, overrides=40)
    for _ in game.play():
        pass
    record = game.record()
    entries = list(record.entries)
    at = next(n for n, entry in enumerate(entries) if entry.override)
    override = msgspec.structs.replace(entries[at].override, text="gold 1 77")
    entries[at] = msgspec.structs.replace(entries[at], override=override)
    verdict = verify(msgspec.structs.replace(record, entries=entries), {"lords": Lords()})
    assert not verdict.same
    assert verdict.step == entries[at].step
