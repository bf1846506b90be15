"""The first resolve as it is told: who learns what, and in what order (L2, L1.5)."""

from typing import Any

import pytest

from rules.kernel.facts import Fact, for_viewer
from rules.lords import lair
from rules.lords.cases import orders
from rules.lords.facts import FACTS
from rules.lords.state import HIDDEN, Monster, view


def facts(*lords: dict[str, Any], **case: Any) -> list[Fact]:
    return orders.play({"season": "spring", "lords": lords, **case}).facts


def kinds(found: list[Fact]) -> list[str]:
    return [fact.kind for fact in found]


def test_every_fact_is_in_the_catalogue() -> None:
    told = facts(
        {"orders": ["food", "traps", "monster golem with pendulum"], "traps": ["pendulum"],
         "barred": ["food"], "gold": 5},
        {"orders": ["food only I", "reputation", "monster goblin"], "food": 0},
        {"orders": ["food", "tunnels", "room forge"], "dealt": ["mole", "bat"]},
        {"orders": ["food", "gold", "imps hold"]},
        {"orders": ["food", "gold", "monster demon"], "monsters": ["troll"]},
        monsters=["golem", "goblin", "demon"], rooms=["forge"],
    )  # fmt: skip
    assert {
        "pet kept", "bribe", "arrived", "turned away", "held", "executed", "failed", "spied",
        "traps drawn", "trap given", "eaten", "evil",
    } <= set(kinds(told))  # fmt: skip
    for fact in told:
        assert tuple(sorted(fact.data)) == tuple(sorted(FACTS[fact.kind])), fact


def test_what_is_secret_goes_to_the_seat_alone() -> None:
    told = facts(
        {"orders": ["reputation", "traps", "monster golem"], "traps": ["pendulum"],
         "dealt": ["mole", "bat"]},
        {"orders": ["food", "gold", "imps"]},
        monsters=["golem"],
    )  # fmt: skip
    secret = {"spied", "traps drawn", "trap given", "pet kept"}
    assert secret <= set(kinds(for_viewer(told, 1)))
    assert not secret & set(kinds(for_viewer(told, 2)))
    assert not secret & set(kinds(for_viewer(told, None)))
    assert all(fact.to == (1,) for fact in told if fact.kind in secret)


def test_who_lacks_a_part_of_a_price_hears_the_whole_of_it() -> None:
    why = [
        fact.data["data"]
        for fact in facts(
            {"orders": ["monster golem", "tunnels", "gold"], "gold": 1},
            {"orders": ["monster troll", "tunnels", "gold"], "food": 0},
            monsters=["golem", "troll"],
        )
        if fact.kind == "failed"
    ]
    assert why == [
        {"good": "trap", "needs": 1, "has": 0, "card": "golem",
         "price": {"food": 1, "gold": 1, "trap": 1}},
        {"good": "food", "needs": 2, "has": 0, "card": "troll"},
    ]  # fmt: skip


def test_the_spy_sees_the_card_of_the_round() -> None:
    cards = ["fireball", "graffiti", "suggestion", "detect evil", "magic shield"]
    told = facts({"orders": ["reputation spy 3", "gold", "food"]}, cards=cards)
    (spied,) = [fact for fact in told if fact.kind == "spied"]
    assert spied.data == {"seat": 1, "rounds": [3], "cards": ["suggestion"]}


def test_bribes_are_told_before_anyone_arrives_and_arrivals_before_anyone_is_served() -> None:
    told = facts(
        {"orders": ["food", "gold", "imps"], "barred": ["food", "imps"]},
        {"orders": ["food", "gold", "imps"], "barred": ["gold"]},
    )
    order = [kind for kind in kinds(told) if kind in ("bribe", "arrived", "executed", "failed")]
    assert order == ["bribe"] * 2 + ["arrived"] * 6 + ["executed"] * 6
    assert told[0].data == {"seat": 1, "sites": ["food", "imps"], "gold": 2}


def test_why_a_servant_went_home() -> None:
    told = facts(
        {"orders": ["food", "monster goblin", "imps hold"], "gold": 0},
        {"orders": ["monster goblin", "room any", "imps hold"]},
        monsters=["goblin"],
    )
    failed = {(f.data["seat"], f.data["site"]): f for f in told if f.kind == "failed"}
    assert failed[1, "food"].data["reason"] == "too little"
    assert failed[1, "food"].data["data"] == {"good": "gold", "needs": 1, "has": 0}
    assert failed[1, "monster"].data["reason"] == "gone"
    assert failed[1, "monster"].data["data"] == {"wishes": ["goblin"]}
    assert failed[2, "room"].data["reason"] == "gone"


def test_an_order_whose_bribe_is_not_covered_leaves_its_servant_at_home() -> None:
    """It can't be given (L2.5); a master's hand may write it all the same."""
    outcome = orders.play({
        "lords": [
            {"orders": ["food", "imps", "gold hold"], "gold": 1, "barred": ["food", "imps"]},
            {"orders": ["imps", "food", "gold hold"]},
        ],
    })  # fmt: skip
    assert outcome.actual["places"]["food"] == [1, 2]
    assert outcome.actual["places"]["imps"] == [2]
    assert outcome.state.lord(1).gold == 0
    assert next(f.data["place"] for f in outcome.facts if f.kind == "failed") == 0


def test_what_an_executed_order_tells() -> None:
    told = facts({"orders": ["monster vampire", "tunnels", "food hold"]}, monsters=["vampire"])
    executed = [fact.data for fact in told if fact.kind == "executed"]
    assert executed == [
        {"seat": 1, "site": "tunnels", "place": 1, "pay": {}, "gain": {"tunnels": 2}, "card": ""},
        {"seat": 1, "site": "monster", "place": 1, "pay": {"food": 1, "evil": 2},
         "gain": {"monster": 1}, "card": "vampire"},
    ]  # fmt: skip


def test_hands_are_open_in_number_and_hidden_in_kind() -> None:
    state = orders.play({
        "year": 2, "lords": [{"orders": ["traps", "gold", "food"], "dealt": ["mole", "bat"]}, {
            "orders": ["gold", "food", "imps"]}],
    }).state  # fmt: skip
    assert view(state, 2).lord(1).traps == [HIDDEN, HIDDEN]
    assert view(state, 2).lord(1).pets == [HIDDEN]
    assert view(state, 2).lord(1).discards_owed == 0
    assert view(state, 1).lord(1).pets == ["mole"]
    assert view(state, 1).lord(1).discards_owed == 1


@pytest.mark.parametrize(
    ("name", "which"), [("troll", 2), ("troll 2", 0), ("troll 3", 3), ("goblin", 1)]
)
def test_of_two_of_a_kind_the_name_means_the_drilled_one(name: str, which: int) -> None:
    """L5.8: the others follow by age."""
    monsters = [Monster(kind) for kind in ("troll", "goblin", "troll", "troll")]
    monsters[2].drilled = True
    state = orders.laid_out({"lords": [{}]})
    state.lord(1).monsters = monsters
    assert lair.named(state.data, state.lord(1), name, spirits=False) is monsters[which]


def test_names_of_nobody() -> None:
    state = orders.laid_out({"lords": [{"monsters": ["troll", "ghost"]}]})
    for name in ("troll 2", "witch", "ghost", ""):
        assert lair.named(state.data, state.lord(1), name, spirits=False) is None
    assert [name for name, _ in lair.names(state.data, state.lord(1), spirits=False)] == ["troll"]
