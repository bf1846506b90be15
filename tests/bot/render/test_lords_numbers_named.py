"""Numbers stand next to what they count, and what changed is told as `3 → 5`."""

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.render.lords.face import LordsFace
from rules.kernel.facts import Fact
from rules.lords.game import Lords

GAME, FACE = Lords(), LordsFace()
NAMES = {1: "Вася", 2: "Аня", 3: "Пётр", 4: "Мрак", 5: "Хмур"}
Play = Callable[..., Iterator[Any]]

GAMES = sorted((Path(__file__).parents[2] / "games").glob("*.txt"))
KEPT = str.maketrans({"\u2060": "", "\u00a0": " "})
"""Signs that only keep a line together."""

NUMBER = re.compile(r"(?<![\w.,№#])[+−-]?\d+(?!\w)")
LETTER, SIGN = r"[^\W\d_]", r"[^\w\s.,:;()→−+×/–-]\ufe0f?"

BEFORE = re.compile(
    rf"{LETTER}['’]?s? ?$|(^|[ (]){SIGN} ?$"  # year 2, nobody's 5, 🍖 3
    rf"|{LETTER}: $|{LETTER} \(?×$"  # counter: 5, priest ×2, mined 1 gold (×2)
    r"|\d ?(→|/|–) ?$"  # the rest of 3 → 5, ♥3/4, rows 1–2
)
"""What names a number that comes after it."""

AFTER = re.compile(rf"^ {LETTER}")
AMOUNT = re.compile(rf"{LETTER} \($")
"""Before a number that is no change: most imps (7)."""


def bare(line: str) -> list[str]:
    """The numbers of a line that nothing names, each with what stands around it."""
    text = line.translate(KEPT)
    found = []
    for number in NUMBER.finditer(text):
        before, after = text[: number.start()], text[number.end() :]
        ordinal = not before and after.startswith(". ")
        amount = number[0].isdigit() and AMOUNT.search(before)
        if not (ordinal or amount or AFTER.search(after) or BEFORE.search(before)):
            found.append(text[max(0, number.start() - 30) : number.end() + 20])
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.stem)
def test_every_number_of_a_game_is_named(game: Path) -> None:
    lines = [line for line in game.read_text("utf-8").splitlines() if not line.startswith("===")]
    assert [found for line in lines for found in bare(line)] == []


@pytest.mark.parametrize("line", ["воин №1 +1", "Мрак (+3)", "3, 4", "импов; 7"])
def test_a_number_without_a_name_is_found(line: str) -> None:
    assert len(bare(line)) >= 1


@pytest.mark.parametrize(
    "line", ["🍖 3 → 5", "ряды 1–2", "+1 ловушка", "маг №3 ♥2/3 ✨1", "1. Мрак"]
)
def test_a_number_with_a_name_is_not(line: str) -> None:
    assert bare(line) == []


# changes


def plain(html: str) -> str:
    return re.sub(r"<[^>]*>", "", html).translate(KEPT)


def whole(values: Sequence[tuple[int, int]]) -> set[tuple[int, int]]:
    """Every way to tell steps that follow one another: each alone, or several as one change."""
    return {
        (values[first][0], values[last][1])
        for first in range(len(values))
        for last in range(first, len(values))
    }


def untold(text: str, kind: str, changes: Sequence[tuple[int, int]]) -> list[str]:
    """The first and the last number of what changed, unless an arrow leads from or to them."""
    ways = [(a, b) for a, b in whole(changes) if a != b and f"{a} → {b}" in text]
    (first, _), (_, last) = changes[0], changes[-1]
    if first == last:
        return []  # there and back
    from_first, to_last = any(a == first for a, _ in ways), any(b == last for _, b in ways)
    return [] if from_first and to_last else [f"{kind}: {changes} in {text}"]


def evils(facts: Sequence[Fact]) -> dict[int, list[tuple[int, int]]]:
    """The steps of every lord's evil, in order."""
    found: dict[int, list[tuple[int, int]]] = {}
    for fact in facts:
        if fact.kind == "evil":
            data = fact.data
            found.setdefault(data["seat"], []).append((data["before"], data["after"]))
    return found


@pytest.mark.parametrize(("variant", "seats"), [("shoggoth", 5), ("shoggoth", 3), ("classic", 4)])
@pytest.mark.parametrize("lang", ["ru", "en"])
def test_evil_and_goods_are_told_from_what_to_what(
    play: Play, lang: str, variant: str, seats: int
) -> None:
    """Evil in every post; gold, food and imps in the first resolve, where lords trade."""
    checked = 0
    for moment in play("from what to what", seats, variant):
        view = GAME.view(moment.state, None)
        text = plain(FACE.post(lang, view, moment.facts, NAMES, []))
        for changes in evils(moment.facts).values():
            assert untold(text, "evil", changes) == []
            checked += 1
        before = moment.before
        if before is None or before.step != "orders":
            continue
        for was, now in zip(before.lords, moment.state.lords, strict=True):
            for good in ("gold", "food", "imps"):
                a, b = getattr(was, good), getattr(now, good)
                assert a == b or f"{a} → {b}" in text, (good, a, b, text)
                checked += a != b
    assert checked > 40


def test_a_change_that_is_not_told_is_found() -> None:
    steps = [(3, 5), (5, 6)]
    for text in ("злоба 3 → 6", "злоба 3 → 5, злоба 5 → 6"):
        assert untold(text, "evil", steps) == []
    for text in ("злоба 6", "злоба 3 → 5", "злоба 5 → 6"):
        assert untold(text, "evil", steps) != []
