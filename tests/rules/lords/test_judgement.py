"""The stand-in with judgement: always legal, goes on from a draft, and beats random players."""

import pytest

from rules.kernel.game import Setup, ask
from rules.kernel.playing import play
from rules.kernel.question import replay
from rules.kernel.standin import RandomStandIn
from rules.kernel.stream import Stream
from rules.lords.game import Lords
from rules.lords.judgement import Judgement

GAMES = 40
ENOUGH = 0.8


def test_it_wins_four_games_of_five_against_three_random_ones() -> None:
    """`lords bench --judgement --games 200` says how many of more."""
    won = 0
    for seed in range(1, GAMES + 1):
        clever = seed % 4 + 1
        table = {seat: RandomStandIn() for seat in range(1, 5)}
        table[clever] = Judgement()
        *_, last = play(Lords(), Setup("lords", "shoggoth", 4, f"judgement {seed}"), table)
        assert last.state.result
        won += last.state.result.winners == [clever]
    assert won >= ENOUGH * GAMES


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_it_goes_on_from_any_draft(seats: int) -> None:
    game, judge, number = Lords(), Judgement(), 0
    table = {seat: RandomStandIn() for seat in range(1, seats + 1)}
    before = None
    for turn in play(game, Setup("lords", "shoggoth", seats, "drafts"), table):
        for seat, tokens in turn.answers.items():
            question = ask(game, before, seat)
            assert question
            number += 1
            draft = tokens[: number % (len(tokens) + 1)]
            stream = Stream("drafts", str(number))
            answer = judge.answer(game.view(before, seat), question, stream, draft)
            assert answer[: len(draft)] == draft
            assert replay(question, answer).complete
        before = turn.state


def test_the_same_view_gets_the_same_answer() -> None:
    game = Lords()
    state = next(play(game, Setup("lords", "shoggoth", 4, "same"), {})).state
    question = ask(game, state, 2)
    assert question
    view, judge = game.view(state, 2), Judgement()
    one, other = (judge.answer(view, question, Stream("same", "x")) for _ in range(2))
    assert one == other
