"""The production plan as it is written: what is offered, what is refused and why (L4)."""

from collections.abc import Mapping
from typing import Any

import pytest

from rules.kernel.facts import Fact, Recorder, for_viewer
from rules.kernel.notation import NotAnAnswer, read
from rules.kernel.question import Illegal, replay, write
from rules.lords import production
from rules.lords.cases.production import lay_out
from rules.lords.cases.table import state_of
from rules.lords.plan import PlanQuestion, PlanWalk
from rules.lords.state import State, View, view


def laid_out(lord: Mapping[str, Any], *others: Mapping[str, Any], **case: Any) -> State:
    state = state_of(case, [lord, *others], "production")
    lay_out(state, {"season": "spring", **case}, [])
    return state


def seen(lord: Mapping[str, Any], **case: Any) -> View:
    return view(laid_out(lord, **case), 1)


def walked(shown: View, text: str, force: bool = False) -> PlanWalk:
    question = PlanQuestion(shown)
    walk = replay(question, read(question, text, force=force), force)
    assert isinstance(walk, PlanWalk)
    return walk


def offered(shown: View, text: str = "") -> set[str]:
    return {option.token for option in walked(shown, text).options()}


def reasons(shown: View, text: str = "") -> dict[str, str]:
    options = walked(shown, text).options(every=True)
    return {option.token: option.why.code for option in options if option.why}


def refusal(shown: View, text: str) -> str:
    with pytest.raises(NotAnAnswer) as caught:
        read(PlanQuestion(shown), text)
    assert caught.value.kind == "illegal"
    return str(caught.value.data["reason"].code)


def played(state: State, *plans: str) -> list[Fact]:
    answers = {}
    for seat, text in enumerate(plans, 1):
        answers[seat] = walked(view(state, seat), text, force=True).result
    record = Recorder()
    assert production.resolve(state, answers, record)
    return record.facts


def test_everybody_owes_a_plan_and_an_empty_one_will_do() -> None:
    state = laid_out({}, {}, {})
    assert production.asks(state) == [1, 2, 3]
    question = production.question(view(state, 2))
    assert question is not None
    assert (question.kind, question.seat, question.id) == ("production", 2, "t0")
    walk = question.walk()
    assert walk.complete
    assert walk.result == ()


def test_nothing_to_do_offers_nothing() -> None:
    assert offered(seen({"imps": 0})) == set()


def test_verbs_are_offered_when_something_can_be_done() -> None:
    lord = {
        "imps": 4, "permits": {"tunnels": 2, "gold": 2}, "plans": ["chapel"],
        "rooms": {"b3": "mint"}, "pets": ["magpie", "bat"],
    }  # fmt: skip
    assert offered(seen(lord)) == {";dig", ";mine", ";work", ";build", ";pet"}
    assert offered(seen(lord), "pet") == {"magpie"}
    assert offered(seen(lord), "work") == {"mint"}


def test_cells_offered_follow_the_plan_so_far() -> None:
    shown = seen({"imps": 3, "permits": {"tunnels": 3}})
    assert "a2" not in offered(shown, "dig b1")
    assert "a1" in offered(shown, "dig b1")
    # b2 would fill the square b1 b2 c1 c2 (L4.1)
    assert "b2" not in offered(shown, "dig b1")
    assert offered(shown, "dig b1 a1 a2") == set()


def test_an_action_that_needs_a_word_is_not_complete_without_it() -> None:
    shown = seen({"rooms": {"a3": "tool shed"}, "plans": ["chapel"]})
    for text in ("work", "work tool shed", "build", "build chapel"):
        assert not walked(shown, text).complete
    assert walked(shown, "work tool shed b3").complete


@pytest.mark.parametrize(
    ("lord", "text", "code"),
    [
        ({}, "dig b2", "no permit"),
        ({"permits": {"tunnels": 2}}, "dig a1", "touches nothing"),
        ({"permits": {"tunnels": 2}}, "dig c2", "already dug"),
        ({"permits": {"tunnels": 2}}, "dig b1 d1 b3", "permit used up"),
        ({"permits": {"tunnels": 3}, "imps": 1}, "dig b1 d1", "too few imps"),
        ({"permits": {"tunnels": 4}, "imps": 1}, "dig b1", "too few imps"),
        ({"permits": {"tunnels": 2}}, "dig b1 b2", "full square"),
        ({"permits": {"gold": 2}}, "mine c1 c1", "already mined"),
        ({"permits": {"gold": 2}}, "mine a1", "no tunnel"),
        ({"permits": {"gold": 2, "tunnels": 2}}, "dig b1; mine b1", "just dug"),
        ({"permits": {"gold": 2}, "conquered": ["c1"]}, "mine c1", "conquered"),
        ({"rooms": {"b3": "mint"}, "imps": 9}, "work mint; work mint", "worked out"),
        ({"rooms": {"b3": "mint"}, "imps": 9}, "work forge", "no such room"),
        ({"rooms": {"b3": "chapel"}, "imps": 9}, "work chapel", "makes nothing"),
        ({"rooms": {"b2": "magic room"}, "food": 0}, "work magic room", "too little"),
        ({"rooms": {"b3": "smugglers' den"}, "evil": 15}, "work smugglers' den", "too evil"),
        ({"plans": ["mint"]}, "build forge a1", "no plan"),
        ({"plans": ["mint"], "tunnels": ["c1"]}, "build mint c1", "nowhere"),
        ({"plans": ["mint"]}, "build mint c2", "wrong zone"),
        ({"pets": ["bat"]}, "pet bat", "not in production"),
        ({"pets": ["magpie"]}, "pet mole b2", "no such pet"),
        ({}, "pet mole b2", "no pet"),
        ({}, "discard pendulum", "nothing to discard"),
        ({}, "tax 2", "not this season"),
        ({}, "fair 1", "no fair"),
    ],
)  # fmt: skip
def test_what_can_not_be_done_is_refused_with_its_reason(
    lord: dict[str, Any], text: str, code: str
) -> None:
    assert refusal(seen(lord), text) == code
    # a master's hand and the cases may write it all the same
    assert walked(seen(lord), text, force=True).complete


def test_a_word_that_is_none_is_refused_even_by_force() -> None:
    walk = PlanQuestion(seen({})).walk()
    for token in (";sing", "b2", ">troll"):
        with pytest.raises(Illegal) as caught:
            walk.take(token, force=True)
        assert caught.value.reason.code == "unknown word"
    walk.take(";dig", force=True)
    with pytest.raises(Illegal):
        walk.take(";mine", force=True)


def test_options_are_those_of_every_option_that_have_no_reason() -> None:
    lord = {
        "imps": 5, "permits": {"tunnels": 3, "gold": 2}, "plans": ["chapel"], "monsters": ["demon"],
        "rooms": {"a3": "tool shed", "b1": "listening post"}, "pets": ["mole", "parrot"],
    }  # fmt: skip
    shown = seen(lord, event="pay day")
    for text in ("", "dig", "dig d2", "work tool shed", "work listening post", "pet mole", "pay"):
        walk = walked(shown, text)
        fine = [option for option in walk.options(every=True) if option.why is None]
        assert {o.token for o in walk.options()} == {o.token for o in fine}


def test_trying_a_plan_out_leaves_the_view_alone() -> None:
    state = laid_out({
        "imps": 9, "permits": {"tunnels": 3, "gold": 3}, "plans": ["mint"], "food": 3,
        "rooms": {"b2": "magic room", "d2": "listening post"}, "pets": ["mole", "magpie"],
    })  # fmt: skip
    text = "dig d1; mine c1 c2; build mint c3; work magic room; work listening post 2"
    walked(view(state, 1), f"{text}; pet mole a1; pet magpie", force=True)
    fresh = laid_out({
        "imps": 9, "permits": {"tunnels": 3, "gold": 3}, "plans": ["mint"], "food": 3,
        "rooms": {"b2": "magic room", "d2": "listening post"}, "pets": ["mole", "magpie"],
    })  # fmt: skip
    assert state == fresh


def test_a_round_may_be_named_after_the_default_was_tried_out() -> None:
    shown = seen({"rooms": {"b2": "listening post"}, "imps": 2})
    assert {"1", "2", "3", "4", "5"} <= offered(shown, "work listening post")
    assert write(walked(shown, "work listening post 4").tokens) == "work listening post 4"


def test_short_forms_and_order_of_replies_are_forgiven() -> None:
    # the food is made in the same plan, after the reply was written
    shown = seen({"food": 0, "rooms": {"b1": "hatchery"}, "monsters": ["goblin"]}, event="pay day")
    assert walked(shown, "pay gob; work hatch").complete
    assert refusal(seen({"food": 0, "monsters": ["goblin"]}, event="pay day"), "pay goblin") == (
        "too little"
    )


def test_facts_of_a_plan_in_its_order() -> None:
    state = laid_out({
        "imps": 9, "permits": {"tunnels": 2, "gold": 2}, "plans": ["chapel"],
        "rooms": {"b3": "mint"}, "pets": ["magpie"],
    })  # fmt: skip
    facts = played(state, "dig b1 d1 e1; mine c1 c2; work mint; build chapel c1; pet magpie")
    assert [(fact.kind, fact.data) for fact in facts] == [
        ("skipped", {"seat": 1, "action": "dig e1", "reason": "permit used up",
                     "data": {"site": "tunnels"}}),
        ("dug", {"seat": 1, "cells": ["b1", "d1"], "by": "permit"}),
        ("mined", {"seat": 1, "cells": ["c1", "c2"], "gold": 2}),
        ("worked", {"seat": 1, "room": "mint", "pay": {}, "gain": {"gold": 1}}),
        ("built", {"seat": 1, "room": "chapel", "cell": "c1"}),
        ("pet used", {"seat": 1, "pet": "magpie", "how": {"gold": 2}}),
    ]  # fmt: skip


def test_what_names_a_hidden_card_is_told_to_its_lord_alone() -> None:
    state = laid_out(
        {"traps": ["pendulum", "trapdoor"], "pets": ["mole", "parrot"],
         "rooms": {"a1": "forge", "b2": "listening post"}, "imps": 9},
        {}, year=2,
    )  # fmt: skip
    state.lord(1).discards_owed = 1
    facts = played(
        state, "discard pendulum; pet mole a4; pet parrot; work forge; work listening post", ""
    )
    private = {fact.kind for fact in facts if fact.to is not None}
    assert private == {"trap given", "skipped", "traps drawn", "spied"}
    for viewer in (None, 2):
        known = str([fact.data for fact in for_viewer(facts, viewer)])
        assert not any(word in known for word in ("pendulum", "mole", "parrot", "cards"))
    assert any(fact.kind == "discarded" and fact.to is None for fact in facts)


def test_a_monkey_that_is_not_used_is_not_counted_before_others() -> None:
    state = laid_out({"imps": 0, "pets": ["monkey"], "rooms": {"b3": "mint"}})
    told = for_viewer(played(state, "pet monkey; work mint"), None)
    assert [fact.data["data"] for fact in told] == [{"needs": 3, "has": 0}]
    assert state.lord(1).pets == ["monkey"]


def test_a_parrot_that_is_not_used_does_not_make_a_price_smaller_before_others() -> None:
    rooms = {"b1": "workshop", "d1": "forge", "b3": "mint", "e2": "tool shed"}
    state = laid_out({"gold": 1, "pets": ["parrot"], "rooms": rooms}, event="fire inspection")
    told = for_viewer(played(state, "pet parrot; pay"), None)
    assert [f.data["data"]["needs"] for f in told if f.kind == "skipped"] == [4]
    assert state.lord(1).pets == ["parrot"]
