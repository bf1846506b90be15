"""The orders question: what may be written, what may not, and why (L2.5, L2.6, L2.9, L7.1)."""

from typing import Any

import pytest

from rules.kernel.notation import read
from rules.kernel.question import Illegal, Reason, replay, write
from rules.lords.cases.orders import laid_out
from rules.lords.orders import OrdersQuestion, OrdersWalk
from rules.lords.sites import Order, Orders, Wish
from rules.lords.state import State, view


def table(clerks: list[list[str]] | None = None, **lord: Any) -> State:
    return laid_out({
        "year": 2, "season": "winter", "lords": [lord, {}, {}, {}], "clerks": clerks or [],
        "monsters": ["golem", "demon", "troll"], "rooms": ["chapel", "labyrinth"],
    })  # fmt: skip


def question(**lord: Any) -> OrdersQuestion:
    return OrdersQuestion(view(table(**lord), 1))


def walked(text: str, **lord: Any) -> OrdersWalk:
    asked = question(**lord)
    walk = replay(asked, read(asked, text))
    assert isinstance(walk, OrdersWalk)
    return walk


def offered(text: str, **lord: Any) -> set[str]:
    return {option.token for option in walked(text, **lord).options()}


def why(text: str, token: str, **lord: Any) -> Reason:
    walk = walked(text, **lord)
    with pytest.raises(Illegal) as refused:
        walk.take(token)
    return refused.value.reason


SITES = {
    ";food", ";reputation", ";tunnels", ";gold", ";imps", ";traps", ";monster", ";room",
}  # fmt: skip


def test_at_first_every_site_is_open() -> None:
    assert offered("") == SITES


def test_orders_are_complete_after_three() -> None:
    assert not walked("").complete
    assert not walked("food; gold").complete
    assert walked("food; gold; imps hold").complete
    assert not offered("food; gold; imps") & SITES


def test_what_the_orders_mean() -> None:
    walk = walked(
        "monster golem with trapdoor>demon eats troll>any; reputation only I III spy 4; keep bat; "
        "tunnels hold",
        traps=["pendulum", "trapdoor"], monsters=["troll"], dealt=["mole", "bat"],
    )  # fmt: skip
    assert walk.result == Orders(
        [
            Order(
                "monster",
                wishes=[Wish("golem", "trapdoor"), Wish("demon", "troll"), Wish("any")],
            ),
            Order("reputation", only=[1, 3], spy=4),
            Order("tunnels", hold=True),
        ],
        keep="bat",
    )


def test_no_site_twice() -> None:
    assert why("food; gold", ";food") == Reason("same site", {"site": "food"})


def test_a_fourth_order_is_one_too_many() -> None:
    assert why("food; gold; imps", ";room") == Reason("enough orders", {"orders": 3})


def test_bribes_of_all_orders_together_must_be_covered() -> None:
    barred = ["food", "traps", "imps"]
    assert offered("", gold=2, barred=barred) == SITES
    assert offered("food hold", gold=2, barred=barred) >= {";traps", ";imps"}
    assert ";imps" not in offered("food hold; traps", gold=2, barred=barred)
    reason = why("food; traps", ";imps", gold=2, barred=barred)
    assert reason == Reason("bribe", {"site": "imps", "needs": 3, "has": 2})
    assert offered("", gold=0, barred=barred) == SITES - {";food", ";traps", ";imps"}


def test_a_bribe_is_announced_with_the_option() -> None:
    notes = {option.token: option.note for option in walked("", barred=["gold"]).options()}
    assert notes[";gold"] == {"bribe": 1}
    assert notes[";tunnels"] == {}


def test_an_order_that_can_be_paid_nowhere_may_be_given_with_a_warning() -> None:
    notes = {o.token: o.note for o in walked("", gold=0, food=0, evil=15).options()}
    unpaid = {token for token, note in notes.items() if note.get("unpaid")}
    # free: reputation I, II; tunnels; gold; traps II; rooms III, IV
    assert unpaid == {";food", ";imps", ";monster"}


def test_gold_given_as_a_bribe_pays_for_nothing_else() -> None:
    """L2.5: what the first order's bribe leaves must be enough for the second's price."""
    barred = {"barred": ["imps"], "traps": ["pendulum"]}
    for gold, unpaid in ((2, set()), (1, {"golem"})):
        notes = {o.token: o.note for o in walked("imps; monster", gold=gold, **barred).options()}
        assert {card for card, note in notes.items() if note.get("unpaid")} - {"demon"} == unpaid


def test_a_wish_says_its_price_and_whether_it_can_be_paid() -> None:
    notes = {o.token: o.note for o in walked("monster", food=1, traps=[]).options()}
    assert notes["golem"] == {"price": {"gold": 1, "trap": 1}, "unpaid": True}
    assert notes["troll"] == {"price": {"food": 2}, "unpaid": True}
    assert notes["any"] == {}
    assert {o.token: o.note for o in walked("room").options()}["chapel"] == {}


def test_only_what_is_on_offer_can_be_wished_for() -> None:
    assert {"golem", "demon", "troll", "any"} <= offered("monster")
    assert {"chapel", "labyrinth", "any"} <= offered("room")
    assert why("monster", "dragon") == Reason("not on offer", {"card": "dragon"})
    assert why("room", "mint") == Reason("not on offer", {"card": "mint"})
    assert why("monster troll", ">troll") == Reason("already named", {"card": "troll"})


def test_any_ends_the_list() -> None:
    assert not any(token.startswith(">") for token in offered("monster troll>any"))
    assert ">any" in offered("monster troll")


def test_wishes_belong_to_monster_and_room_alone() -> None:
    assert "any" not in offered("food")
    with pytest.raises(Illegal) as refused:
        walked("food").take("troll")
    assert refused.value.reason.code == "unknown word"


def test_a_price_with_a_choice_is_named_after_its_wish() -> None:
    hand = {"traps": ["pendulum", "pendulum", "trapdoor"], "monsters": ["troll", "ghost", "troll"]}
    assert "with" in offered("monster golem", **hand)
    assert "eats" not in offered("monster golem", **hand)
    assert offered("monster golem with", **hand) == {"pendulum", "trapdoor"}
    assert offered("monster demon eats", **hand) == {"troll", "troll 2"}
    assert "with" not in offered("monster golem with pendulum", **hand)
    assert "with" not in offered("monster troll", **hand)


def test_who_has_nothing_to_give_is_told() -> None:
    assert why("monster golem", "with") == Reason("nothing to give", {"good": "trap"})
    assert why("monster demon", "eats", monsters=["ghost"]) == Reason(
        "nothing to give", {"good": "monster"}
    )
    assert why("monster golem with", "trapdoor", traps=["pendulum"]) == Reason(
        "not in hand", {"trap": "trapdoor"}
    )
    assert why("monster demon eats", "witch", monsters=["troll"]) == Reason(
        "not in the lair", {"monster": "witch"}
    )


def test_hold_stands_alone() -> None:
    assert "hold" in offered("food")
    assert offered("food hold") == SITES - {";food"}
    assert "hold" not in offered("food only I")
    assert "hold" not in offered("monster troll")


def test_places_are_named_once_and_must_be_named() -> None:
    assert offered("food only") == {"I", "II", "III", "IV"}
    assert not walked("food; gold; imps only").complete
    assert {"I", "III", "IV"} <= offered("food only II")
    assert "II" not in offered("food only II")
    assert why("food only II", "II").code == "already named"
    assert why("food only I; gold; imps only II", "only").code == "already said"


def test_a_clerks_place_cannot_be_had() -> None:
    state = table(clerks=[["food", "gold", "imps"]])
    asked = OrdersQuestion(view(state, 1))
    walk = replay(asked, read(asked, "food only"))
    assert [option.token for option in walk.options()] == ["I", "III", "IV"]
    with pytest.raises(Illegal) as refused:
        walk.take("II")
    assert refused.value.reason == Reason("place taken", {"place": "II", "site": "food"})


def test_a_spy_looks_at_a_round_not_seen() -> None:
    assert "spy" in offered("reputation")
    assert "spy" not in offered("food")
    assert "spy" not in offered("reputation hold")
    assert offered("reputation spy", spied=[2, 5]) == {"1", "3", "4"}
    assert why("reputation spy", "2", spied=[2]) == Reason("round known", {"round": "2"})
    assert "spy" not in offered("reputation", spied=[1, 2, 3, 4, 5])
    assert why("reputation", "spy", spied=[1, 2, 3, 4, 5]).code == "nothing to spy"
    assert why("reputation spy 1", "spy").code == "already said"


def test_a_pet_is_kept_in_winter_only() -> None:
    assert ";keep" in offered("", dealt=["mole", "bat"])
    assert ";keep" in offered("food; gold; imps", dealt=["mole", "bat"])
    assert offered("keep", dealt=["mole", "bat"]) == {"mole", "bat"}
    assert not walked("food; gold; imps; keep", dealt=["mole", "bat"]).complete
    assert walked("food; gold; imps; keep bat", dealt=["mole", "bat"]).complete
    assert ";keep" not in offered("")
    assert why("", ";keep").code == "no pets dealt"
    assert why("keep bat; food", ";keep", dealt=["mole", "bat"]).code == "already said"
    assert why("keep", "parrot", dealt=["mole", "bat"]) == Reason("not dealt", {"pet": "parrot"})


def test_the_order_of_what_goes_with_an_order_does_not_matter() -> None:
    one, other = walked("reputation spy 2 only I III"), walked("reputation only I III spy 2")
    assert one.result == other.result
    assert walked("monster only II troll>any").result == walked("monster troll>any only II").result


def test_the_question_tells_whose_it_is() -> None:
    state = table()
    state.turn = 7
    asked = OrdersQuestion(view(state, 3))
    assert (asked.id, asked.kind, asked.seat) == ("t7", "orders", 3)


def test_writing_and_reading_are_inverse() -> None:
    text = "room labyrinth>any only III IV; reputation only I spy 2; monster golem with pendulum"
    walk = walked(text, traps=["pendulum"])
    assert write(walk.tokens) == text
