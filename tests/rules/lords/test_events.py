"""Replies to the season's event as they are written, and what an event tells (L5)."""

from typing import Any

import pytest

from rules.kernel.facts import Fact, Recorder
from rules.kernel.notation import NotAnAnswer, read
from rules.kernel.question import replay, write
from rules.lords import production
from rules.lords.cases.table import state_of
from rules.lords.data import load
from rules.lords.events import EFFECTS
from rules.lords.events.replies import REPLIES
from rules.lords.plan import PlanQuestion
from rules.lords.state import State, view

LAIR = {"monsters": ["goblin", "goblin", "demon", "golem", "ghost"], "traps": ["pendulum"]}


def facing(event: str, **lord: Any) -> State:
    state = state_of({"season": "summer", "year": 2}, [lord], "production")
    state.event = event
    return state


def offered(state: State, text: str) -> list[str]:
    question = PlanQuestion(view(state, 1))
    walk = replay(question, read(question, text))
    return [option.token for option in walk.options()]


def play(state: State, text: str = "") -> list[Fact]:
    question = PlanQuestion(view(state, 1))
    answer = replay(question, read(question, text)).result
    record = Recorder()
    production.resolve(state, {1: answer}, record)
    return record.facts


def test_every_event_has_its_rule() -> None:
    kinds = {event.kind for event in load("shoggoth").events.values()}
    assert kinds == {*EFFECTS, "crusade"}
    assert set(REPLIES) <= kinds


@pytest.mark.parametrize(
    ("event", "verbs"),
    [
        ("pay day", {";pay"}), ("taxes", {";tax"}), ("witch hunt", {";give", ";evil"}),
        ("monsters' strike", {";pay"}), ("landslide", {";pay", ";imp"}), ("imp union", {";pay"}),
        ("fire inspection", {";pay", ";letter"}), ("black market", {";buy"}), ("rats", set()),
        ("preacher", set()), ("greedy inspector", set()), ("crusade", set()), ("", set()),
    ],
)  # fmt: skip
def test_replies_only_in_their_season(event: str, verbs: set[str]) -> None:
    state = facing(event, **LAIR, rooms={"b1": "chapel"})
    assert set(offered(state, "")) == verbs
    for verb in verbs:
        first = offered(state, verb[1:])
        if first:
            text = f"{verb[1:]} {first[0]}"
            assert not set(offered(state, text)) & verbs, "one reply is enough"


def test_who_may_be_paid_and_how() -> None:
    state = facing("pay day", **LAIR, food=3, gold=3)
    everyone = ["goblin", "goblin 2", "demon", "golem", "ghost"]
    assert offered(state, "pay") == [*everyone, "none"]
    assert offered(state, "pay none") == []
    assert offered(state, "pay demon") == ["eats", "goblin", "goblin 2", "golem", "ghost"]
    assert offered(state, "pay demon eats") == ["goblin", "goblin 2", "golem"]
    assert offered(state, "pay demon eats golem") == ["goblin", "goblin 2", "ghost"]
    assert offered(state, "pay golem with") == ["pendulum"]


def test_the_price_beside_a_name_is_what_the_event_asks() -> None:
    """A striker wants a part of its wage: gold, else food, else evil (L5.4)."""
    for event, price in (
        ("pay day", {"food": 1, "evil": 1}), ("monsters' strike", {"food": 1}),
    ):  # fmt: skip
        walk = PlanQuestion(view(facing(event, monsters=["witch"]), 1)).walk()
        walk.take(";pay")
        notes = {option.token: option.note for option in walk.options()}
        assert notes["witch"] == {"pay": price}


def test_payments_add_up_as_they_are_named() -> None:
    state = facing("pay day", **LAIR, food=1)
    assert "goblin 2" not in offered(state, "pay goblin")
    # a parrot in hand might strike her food out
    assert "goblin 2" in offered(facing("pay day", **LAIR, food=1, pets=["parrot"]), "pay goblin")


@pytest.mark.parametrize(
    ("event", "text", "code"),
    [
        ("pay day", "pay troll", "no such monster"),
        ("pay day", "pay goblin goblin", "already said"),
        ("pay day", "pay demon eats ghost", "a ghost"),
        ("pay day", "pay demon eats demon", "yourself"),
        ("pay day", "pay golem with trapdoor", "no such trap"), ("taxes", "tax 9", "more than due"),
        ("witch hunt", "give ghost", "a ghost"),
        ("witch hunt", "evil; give goblin", "already said"),
        ("monsters' strike", "pay ghost", "a ghost"), ("imp union", "pay 7", "more than due"),
        ("fire inspection", "pay", "too little"), ("black market", "buy", "too little"),
        ("landslide", "pay", "too little"), ("landslide", "imp", "too little"),
    ],
)  # fmt: skip
def test_refusals(event: str, text: str, code: str) -> None:
    poor = {} if event == "pay day" else {"gold": 0, "food": 0, "imps": 0}
    state = facing(event, **LAIR, **poor, rooms={"b1": "chapel"})
    with pytest.raises(NotAnAnswer) as caught:
        read(PlanQuestion(view(state, 1)), text)
    assert caught.value.data["reason"].code == code


def test_a_long_reply_is_written_as_it_was_read() -> None:
    text = "pay goblin 2 demon eats goblin golem with pendulum ghost"
    state = facing("pay day", **LAIR)
    assert write(read(PlanQuestion(view(state, 1)), text)) == text


def test_what_pay_day_tells() -> None:
    state = facing("pay day", monsters=["demon", "goblin", "troll"], food=1, pets=["parrot"])
    facts = play(state, "pay demon eats troll; pet parrot")
    assert [(fact.kind, fact.data) for fact in facts] == [
        ("event", {"event": "pay day"}),
        ("wage", {"seat": 1, "monster": "demon", "pay": {"monster": 1}}),
        ("eaten", {"seat": 1, "monster": "troll"}),
        ("left", {"seat": 1, "monster": "goblin"}),
        ("parrot", {"seat": 1, "saved": {"evil": 2}}),
        ("pet used", {"seat": 1, "pet": "parrot", "how": {"evil": 2}}),
    ]


def test_what_taxes_tell() -> None:
    facts = play(facing("taxes", gold=1))
    assert facts[1].data == {"seat": 1, "due": 2, "paid": 1, "letters": 1}


def test_a_paid_trap_is_named_to_its_lord_alone() -> None:
    facts = play(facing("pay day", **LAIR), "pay golem with pendulum")
    told = [fact for fact in facts if "pendulum" in str(fact.data)]
    assert [(fact.kind, fact.to) for fact in told] == [("trap given", (1,))]


def test_evil_through_events_moves_paladins() -> None:
    state = facing("witch hunt", evil=9)
    facts = play(state, "evil")
    assert state.lord(1).evil == 12
    assert [f.data["paladin"] for f in facts if f.kind == "paladin"] == ["elf"]
