"""Whole games through every word of the face: nothing fails, everything is Telegram's HTML."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bot.render.lords.answers import offered
from bot.render.lords.face import LordsFace
from rules.kernel.question import Option, joint, word
from rules.lords.game import Lords
from rules.lords.state import HIDDEN

GAME = Lords()
NAMES = {
    1: "Вася <b>&_*", 2: "Ж" * 64, 3: "משה & co", 4: "🐙🐙", 5: "O'Neill \"Q\"",
}  # fmt: skip
"""Names as people have them: tags, 64 letters, right to left, nothing but signs."""

FACE = LordsFace()
Play = Callable[..., Iterator[Any]]
Check = Callable[[str], str]
POST = 16000
PROMPT = 4096


def ask(lang: str, moment: Any, check: Check) -> None:
    """Go through one advance's answers as they were written, word by word."""
    for seat, tokens in moment.answers.items():
        view = GAME.view(moment.before, seat)
        question = GAME.question(view)
        assert question is not None
        walk = question.walk()
        for token in tokens:
            buttons(lang, view, question, walk, check)
            walk.take(token)
        assert len(check(FACE.prompt(lang, view, question, walk, NAMES))) < PROMPT
        check(FACE.receipt(lang, view, question, tokens, NAMES))


def buttons(lang: str, view: Any, question: Any, walk: Any, check: Check) -> None:
    options: list[Option] = walk.options(every=True)
    for option in options:
        label = FACE.label(lang, view, question, walk, option, NAMES)
        named = {label, label.partition(": ")[2]} & set(NAMES.values())  # `😈 +1: Вася`
        assert 0 < len(label) <= 48 or named, label
        assert "&" not in label or named  # plain text: a name as it is
        if option.why is not None:
            check(FACE.reason(lang, "shoggoth", option.why))
    rows = FACE.rows(options)
    assert sorted(o.token for row in rows for o in row) == sorted(o.token for o in offered(options))
    assert all(0 < len(row) <= 8 for row in rows)


def tell(lang: str, moment: Any, check: Check) -> None:
    """What everyone reads after one advance."""
    state = moment.state
    group = GAME.view(state, None)
    post = check(FACE.post(lang, group, moment.facts, NAMES, [1]))
    assert 0 < len(post) < POST
    check(FACE.board(lang, group, NAMES))
    assert FACE.step_name(lang, group)
    for lord in state.lords:
        view = GAME.view(state, lord.seat)
        check(FACE.private(lang, view, moment.facts, NAMES))
        check(FACE.seat(lang, view, lord.seat, NAMES))
        question = GAME.question(view)
        if question is not None:
            check(FACE.prompt(lang, view, question, question.walk(), NAMES))


TABLES = [
    *(("shoggoth", seats, 10 + 2) for seats in (2, 3, 4, 5)),
    *(("classic", seats, 8 + 2) for seats in (2, 3, 4)),
]
"""Variants and table sizes, and how many advances are pictured at least."""


@pytest.mark.parametrize("lang", ["ru", "en"])
@pytest.mark.parametrize(("variant", "seats", "albums"), TABLES)
def test_a_whole_game_is_told(
    lang: str, variant: str, seats: int, albums: int, play: Play, check: Check
) -> None:
    pictured = 0
    for moment in play(f"told {seats}", seats, variant):
        tell(lang, moment, check)
        if moment.before is not None:
            ask(lang, moment, check)
        group = GAME.view(moment.state, None)
        pictures = FACE.pictures(lang, group, moment.facts, NAMES)
        pictured += bool(pictures)
        for picture in pictures:
            assert len(check(picture.caption)) <= 1024
            assert picture.svg.startswith("<svg")
    assert pictured >= albums


def test_the_group_reads_the_same_whatever_is_hidden(play: Play) -> None:
    for moment in play("secrets", 3):
        group = GAME.view(moment.state, None)
        before = FACE.board("ru", group, NAMES), FACE.pictures("ru", group, moment.facts, NAMES)
        post = FACE.post("ru", group, moment.facts, NAMES, [])
        open_facts = [fact for fact in moment.facts if fact.to is None]
        assert post == FACE.post("ru", group, open_facts, NAMES, [])
        assert HIDDEN not in post
        state = GAME.decode(GAME.encode(moment.state))
        for lord in state.lords:
            lord.traps = ["pendulum"] * len(lord.traps)
            lord.pets = ["bat"] * len(lord.pets)
        state.cards = [*state.turned, *("fireball" for _ in state.cards[len(state.turned) :])]
        state.seed = "another"
        group = GAME.view(state, None)
        after = FACE.board("ru", group, NAMES), FACE.pictures("ru", group, moment.facts, NAMES)
        assert before == after


def test_options_are_laid_out_by_group() -> None:
    options = [Option(f"b{n}", "cell") for n in range(1, 7)] + [Option(";work", "verb")]
    rows = FACE.rows(options)
    assert [len(row) for row in rows] == [5, 1, 1]
    assert joint(rows[-1][0].token) == ";"
    assert word(rows[-1][0].token) == "work"
