"""Whole games stored as logs with their posts; `python -m tests.games.stored` writes them again.

The answers stay as they are (with `--anew` today's stand-ins play afresh); hashes change with the
rules and the state's fields, posts with every word of the templates, which is what they are kept
for: to be read in the difference.
"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from bot.commands.terminal import lords_face, post
from rules import RULES_VERSION
from rules.kernel.facts import Fact
from rules.kernel.game import Setup, advance, begin
from rules.kernel.log import Record, answers_of, fingerprint, to_json
from rules.kernel.playing import play
from rules.kernel.standin import RandomStandIn
from rules.lords.game import Lords
from rules.lords.judgement import Judgement
from rules.lords.state import Result, State, View, view

HERE = Path(__file__).parent
LANGS = ("en", "ru")
GAME = Lords()


def _margin(result: Result) -> int:
    *_, second, first = sorted(result.totals)
    return first - second


def _line(result: Result, line: str) -> int:
    return result.lines[result.winners[0] - 1][line]


class Road(NamedTuple):
    """A stored game: its table, who plays with judgement, and the road by which it ends."""

    name: str
    seats: int
    seed: str
    judges: tuple[int, ...]
    ends: Callable[[Result, list[Fact]], bool]
    variant: str = "shoggoth"


def _by_paladin(result: Result, facts: list[Fact]) -> bool:
    return _line(result, "paladins") > _margin(result) > 0


def _shared(result: Result, facts: list[Fact]) -> bool:
    return len(result.winners) > 1


def _nobody(result: Result, facts: list[Fact]) -> bool:
    empty = any(f.kind == "no fight" and f.data["reason"] == "nothing left" for f in facts)
    return max(result.totals) <= 0 and empty


def _by_titles(result: Result, facts: list[Fact]) -> bool:
    return _line(result, "titles") > _margin(result) > 0 == _line(result, "paladins")


def _by_defence(result: Result, facts: list[Fact]) -> bool:
    gone = [f.data["seat"] for f in facts if f.kind == "fight over"
            and f.data["reason"] == "party gone"]  # fmt: skip
    return gone.count(result.winners[0]) == 2


def _cells_opened(result: Result, facts: list[Fact]) -> bool:
    """The board game's own: a ruined lord frees a prisoner, and nobody's counter draws heroes."""
    return {"freed", "hero strays", "clerk sent", "plans lost", "paladin"} <= {
        fact.kind for fact in facts
    } and any(f.kind == "no fight" and f.data["reason"] == "nothing left" for f in facts)


ROADS = (
    Road("two lords, a paladin decides", 2, "two 35", (1, 2), _by_paladin),
    Road("three lords, two of them win", 3, "three 21", (1, 2, 3), _shared),
    Road("four lords, none gets the licence", 4, "four 8", (), _nobody),
    Road("four lords, no hero comes home", 4, "four 1", (1, 2, 3, 4), _by_defence),
    Road("five lords, titles decide", 5, "five 1", (1, 3, 5), _by_titles),
    Road("two lords, the board game", 2, "board 1", (1,), _cells_opened, "classic"),
)


def file_of(road: Road, ending: str) -> Path:
    """Where a part of a stored game lies."""
    return HERE / f"{road.name.replace(',', '').replace(' ', '-')}.{ending}"


def played(road: Road) -> Record:
    """Play the game anew: its log."""
    setup = Setup("lords", road.variant, road.seats, road.seed)
    table = {
        seat: Judgement() if seat in road.judges else RandomStandIn()
        for seat in range(1, road.seats + 1)
    }
    entries = [turn.entry for turn in play(GAME, setup, table)]
    return again(Record(RULES_VERSION, setup, entries[1:], ""))


def steps(record: Record) -> Iterator[tuple[State, list[Fact]]]:
    """The states and facts of a game, from its log alone."""
    step = begin(GAME, record.setup)
    yield step.state, step.facts
    for entry in record.entries:
        answers = answers_of(GAME, step.state, entry.answers)
        step = advance(GAME, step.state, answers, force=True)
        yield step.state, step.facts


def posts(record: Record, lang: str) -> str:
    """Every post the group got, step by step, from the log alone."""
    face = lords_face()
    history: list[tuple[View, list[Fact]]] = []
    parts = []
    for number, (state, facts) in enumerate(steps(record)):
        history.append((view(state, None), facts))
        parts.append(f"======== {number}\n{post(face, lang, state, facts, history)}\n\n")
    return "".join(parts)


def again(record: Record) -> Record:
    """The same answers with the hashes that they come to now."""
    hashes = [fingerprint(GAME, state) for state, _ in steps(record)]
    entries = [
        msgspec.structs.replace(entry, hash=reached)
        for entry, reached in zip(record.entries, hashes[1:], strict=True)
    ]
    return Record(RULES_VERSION, record.setup, entries, hashes[-1])


def stored(road: Road) -> Record:
    """The game as it lies there."""
    return msgspec.json.decode(file_of(road, "json").read_bytes(), type=Record)


def write(anew: bool) -> None:
    """Write all stored games; `anew` plays them with today's stand-ins instead of their logs."""
    for road in ROADS:
        kept = file_of(road, "json").exists() and not anew
        record = again(stored(road)) if kept else played(road)
        file_of(road, "json").write_bytes(to_json(record))
        for lang in LANGS:
            file_of(road, f"{lang}.txt").write_text(posts(record, lang), "utf-8", newline="\n")


if __name__ == "__main__":
    write("--anew" in sys.argv)
