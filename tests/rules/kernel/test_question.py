"""Tokens, writing an answer, and walking a question (with the orders as an example)."""

import pytest

from rules.kernel.question import Illegal, Reason, joint, replay, word, write
from rules.lords.cases.orders import laid_out
from rules.lords.orders import OrdersQuestion
from rules.lords.state import view


def orders(**lord: object) -> OrdersQuestion:
    state = laid_out({"lords": [lord, {}, {}, {}], "monsters": ["troll", "witch", "slime"]})
    return OrdersQuestion(view(state, 1))


@pytest.mark.parametrize(
    ("token", "parts"),
    [(";food", (";", "food")), (">troll", (">", "troll")), ("hold", ("", "hold"))],
)
def test_a_token_is_a_joint_and_a_word(token: str, parts: tuple[str, str]) -> None:
    assert (joint(token), word(token)) == parts


def test_writing_an_answer() -> None:
    tokens = (";food", ";tunnels", "hold", ";monster", "dragon", ">demon", "eats", "troll", ">any")
    assert write(tokens) == "food; tunnels hold; monster dragon>demon eats troll>any"
    assert write(()) == ""


def test_replaying_tokens_comes_to_the_same_walk() -> None:
    tokens = (";food", "only", "I", "II", ";monster", "troll", ">any", ";gold", "hold")
    walk = replay(orders(), tokens)
    assert tuple(walk.tokens) == tokens
    assert walk.complete


def test_a_word_that_is_none_is_refused_even_by_force() -> None:
    for force in (False, True):
        with pytest.raises(Illegal) as refused:
            replay(orders(), (";food", "troll"), force)
        assert refused.value.reason == Reason("unknown word", {"word": "troll"})


def test_what_cannot_be_chosen_now_can_be_forced() -> None:
    with pytest.raises(Illegal) as refused:
        replay(orders(), (";monster", "dragon"))
    assert refused.value.reason == Reason("not on offer", {"card": "dragon"})
    assert replay(orders(), (";monster", "dragon"), force=True).tokens == [";monster", "dragon"]


def test_a_refused_token_leaves_the_walk_as_it_was() -> None:
    walk = replay(orders(), (";food",))
    with pytest.raises(Illegal):
        walk.take(";food")
    assert walk.tokens == [";food"]
    assert [option.token for option in walk.options()] == [
        option.token for option in replay(orders(), (";food",)).options()
    ]


def test_every_word_includes_the_options_and_says_why_the_others_are_out() -> None:
    walk = replay(orders(barred=["food"], gold=0), (";monster", "troll"))
    options, words = walk.options(), walk.options(every=True)
    assert {o.token for o in options} <= {o.token for o in words}
    assert all(o.why is None for o in options)
    assert all((o.why is None) == (o in options) for o in words)
    assert len({o.token for o in words}) == len(words)
