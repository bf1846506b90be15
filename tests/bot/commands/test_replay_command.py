"""`lords replay`: the same end to the byte, or what differs and where."""

import sys
from pathlib import Path

import msgspec
import pytest

from bot.cli import main
from rules import RULES_VERSION
from rules.kernel.game import Setup
from rules.kernel.log import Record, fingerprint, to_json
from rules.kernel.playing import play
from rules.kernel.standin import RandomStandIn
from rules.lords.game import Lords

SEATS = 2


@pytest.fixture(scope="module")
def record() -> Record:
    game, setup = Lords(), Setup("lords", "shoggoth", SEATS, "replay")
    turns = list(play(game, setup, dict.fromkeys(range(1, SEATS + 1), RandomStandIn())))
    entries = [turn.entry for turn in turns[1:]]
    return Record(RULES_VERSION, setup, entries, fingerprint(game, turns[-1].state))


@pytest.fixture
def replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)

    def run(content: bytes) -> tuple[object, str, str]:
        file = tmp_path / "game.json"
        file.write_bytes(content)
        with pytest.raises(SystemExit) as end:
            main(["replay", str(file)])
        return end.value.code, *capsys.readouterr()

    return run


def test_the_same_end(record: Record, replayed) -> None:
    code, out, err = replayed(to_json(record))
    assert (code, err) == (0, "")
    assert out == f"the same end: {len(record.entries)} steps, state {record.end}\n"


def test_another_end(record: Record, replayed) -> None:
    code, out, _ = replayed(to_json(msgspec.structs.replace(record, end="0" * 16)))
    assert code == 1
    assert out.startswith("differs: the record ends at 0000000000000000, the replay at ")


def test_more_entries_than_the_game_has(record: Record, replayed) -> None:
    more = msgspec.structs.replace(record, entries=[*record.entries, record.entries[-1]])
    code, out, _ = replayed(to_json(more))
    assert code == 1
    assert out == f"differs: step {record.entries[-1].step}: an answer can't be given (over)\n"


def test_an_answer_that_is_none(record: Record, replayed) -> None:
    first = msgspec.structs.replace(record.entries[0], answers={1: "dance", 2: "sing"})
    changed = msgspec.structs.replace(record, entries=[first, *record.entries[1:]])
    code, out, _ = replayed(to_json(changed))
    assert code == 1
    assert out.startswith(f"differs: step {first.step}: ")


def test_a_game_nobody_knows(record: Record, replayed) -> None:
    setup = msgspec.structs.replace(record.setup, game="chess")
    code, out, _ = replayed(to_json(msgspec.structs.replace(record, setup=setup)))
    assert code == 1
    assert "chess" in out


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff", b'{"rules": 1}'])
def test_no_record_at_all(replayed, content: bytes) -> None:
    code, out, err = replayed(content)
    assert (code, out) == (1, "")
    assert err.startswith("error: ")
    assert err.count("\n") == 1
