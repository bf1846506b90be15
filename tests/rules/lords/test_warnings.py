"""Likely slips: told when they are likely, and not when they are not; never from secrets."""

from collections.abc import Mapping
from typing import Any

import pytest

from rules.kernel.game import Setup, advance, begin
from rules.kernel.notation import read
from rules.kernel.question import replay
from rules.kernel.standin import RandomStandIn
from rules.kernel.stream import Stream
from rules.lords.cases.orders import laid_out
from rules.lords.cases.production import lay_out
from rules.lords.cases.table import hero, state_of
from rules.lords.game import Lords
from rules.lords.orders import OrdersQuestion
from rules.lords.plan import PlanQuestion
from rules.lords.state import HIDDEN, State, view
from rules.lords.warnings import OrderBook, warnings
from tests.rules.lords.battlefield import ask, field

GAME = Lords()
NINE = "warrior 1/9"


def ordered(
    text: str, me: Mapping[str, Any], event: str = "", **case: Any
) -> dict[str, dict[str, Any]]:
    table = {"year": 1, "season": "summer", "first": 1, "monsters": [], "rooms": [], "clerks": []}
    state = laid_out({**table, **case, "lords": [me, {}]})
    state.event = event
    at_the_gate(state, me)
    seen = view(state, 1)
    question = OrdersQuestion(seen)
    walk = replay(question, read(question, text, force=True), force=True)
    return {slip.code: slip.data for slip in warnings(seen, "orders", walk)}


def produced(text: str, me: Mapping[str, Any], **case: Any) -> dict[str, dict[str, Any]]:
    state = state_of(case, [me, {}], "production")
    lay_out(state, {"season": "spring", **case}, [])
    at_the_gate(state, me)
    seen = view(state, 1)
    question = PlanQuestion(seen)
    walk = replay(question, read(question, text))
    return {slip.code: slip.data for slip in warnings(seen, "production", walk)}


def fought(text: str, me: Mapping[str, Any], **case: Any) -> dict[str, dict[str, Any]]:
    state = field([me, {}], **case)
    state.lord(1).spied = list(me.get("spied", ()))
    question = ask(state, 1)
    walk = replay(question, read(question, text))
    return {slip.code: slip.data for slip in warnings(view(state, 1), "combat", walk)}


def at_the_gate(state: State, me: Mapping[str, Any]) -> None:
    state.lord(1).party = [hero(state, text) for text in me.get("party", ())]


POOR = {"gold": 0, "food": 0, "imps": 3, "evil": 5}


def test_an_order_that_no_place_is_cheap_enough_for() -> None:
    found = ordered("imps; tunnels; gold", POOR)
    assert found["no place pays"] == {"site": "imps"}


def test_what_another_order_may_bring_counts() -> None:
    assert ordered("imps; food; gold", POOR) == {}


def test_a_free_place_is_enough() -> None:
    assert ordered("traps; tunnels; gold", POOR) == {}


def test_a_monster_none_of_whose_prices_can_be_paid() -> None:
    found = ordered("monster dragon; tunnels; gold", POOR, monsters=["dragon"])
    assert found["no place pays"] == {"site": "monster"}
    assert ordered("monster dragon>ghost; tunnels; gold", POOR, monsters=["dragon", "ghost"]) == {}


def test_orders_that_can_be_paid_alone_but_not_together() -> None:
    me = {**POOR, "food": 1}
    found = ordered("monster slime; imps; tunnels", me, monsters=["slime"])
    assert found["orders cost more"] == {"good": "food", "needs": 2, "has": 1}


def test_the_places_that_he_can_pay_for_now() -> None:
    table = {"year": 1, "season": "summer", "first": 1, "rooms": [], "clerks": []}
    me = {**POOR, "gold": 2, "food": 2}
    state = laid_out({**table, "monsters": ["troll", "slime"], "lords": [me, {}]})
    seen = view(state, 1)
    question = OrdersQuestion(seen)

    def at(text: str) -> list[list[int]]:
        given = replay(question, read(question, text, force=True), force=True).result
        book = OrderBook(seen, given.orders)
        return [book.now(order) for order in given.orders]

    assert at("imps; traps; monster troll") == [[1, 2, 3, 4], [1, 2, 3], [2, 3, 4]]
    assert at("traps only III, IV; monster troll>slime; tunnels hold") == [[3], [1, 2, 3, 4], []]


def test_bribes_come_first() -> None:
    me = {**POOR, "gold": 2, "barred": ["imps", "tunnels"]}
    assert "orders cost more" not in ordered("imps; tunnels; gold", {**me, "food": 1})
    me = {**me, "evil": 15}
    assert ordered("food only I; imps hold; tunnels", me)["no place pays"] == {"site": "food"}


def test_food_that_pay_day_will_miss() -> None:
    me = {**POOR, "monsters": ["troll", "slime"], "food": 1}
    found = ordered("tunnels; gold; reputation", me, event="pay day")
    assert found["pay day"] == {"good": "food", "needs": 3, "has": 1}
    assert ordered("tunnels; gold; food", {**me, "gold": 1}, event="pay day") == {}
    assert ordered("tunnels; gold; reputation", me, event="taxes") == {}


def test_wages_that_the_plan_leaves_unpaid() -> None:
    me = {**POOR, "monsters": ["troll"], "food": 1}
    found = produced("", me, event="pay day")
    assert found["event"] == {"event": "pay day", "left": ["troll"]}
    assert produced("pay none", me, event="pay day") == {}, "he has said so himself"
    assert produced("", {**me, "food": 2}, event="pay day") == {}
    assert produced("pet hamster", {**me, "pets": ["hamster"]}, event="pay day") == {}


def test_taxes_that_bring_letters() -> None:
    found = produced("", POOR, event="taxes")
    assert found["event"] == {"event": "taxes", "letters": 2}
    assert produced("", {**POOR, "gold": 2}, event="taxes") == {}
    miner = {**POOR, "permits": {"gold": 2}}
    assert produced("mine c1 c2", miner, event="taxes") == {}, "what is mined pays"


@pytest.mark.parametrize(
    ("event", "me", "lost"),
    [
        ("imp union", {"imps": 4, "food": 1}, {"imps": 1}),
        ("fire inspection", {"gold": 0, "rooms": {"c2": "hatchery"}}, {"letters": 1}),
        ("landslide", {"gold": 0}, {"imps": 1}),
        ("monsters' strike", {"monsters": ["slime"], "food": 0}, {"struck": ["slime"]}),
    ],
)
def test_events_that_take_more_from_who_cannot_pay(
    event: str, me: dict[str, Any], lost: dict[str, Any]
) -> None:
    assert produced("", {**POOR, **me}, event=event)["event"] == {"event": event, **lost}
    rich = {**POOR, **me, "gold": 9, "food": 9}
    assert produced("", rich, event=event) == {}


def test_a_witch_hunt_takes_its_monster_whatever_he_has() -> None:
    assert produced("", {**POOR, "monsters": ["troll"]}, event="witch hunt") == {}


def test_a_permit_with_something_left() -> None:
    me = {**POOR, "permits": {"tunnels": 2}}
    assert produced("dig b1", me)["permit left"] == {"site": "tunnels", "n": 1}
    assert produced("dig b1 d1", me) == {}


def test_heroes_whom_nobody_will_stop() -> None:
    found = produced("", {**POOR, "party": [NINE]}, season="festival")
    assert found["not stopped"] == {"left": 1, "ruins": 3, "force": 0}
    five = {**POOR, "party": ["warrior 1/5"]}
    assert "not stopped" in produced("", five, season="festival")
    assert "not stopped" not in produced("", {**five, "monsters": ["troll"]}, season="festival")
    assert "not stopped" not in produced("", five, season="summer")


def test_before_the_last_orders_what_he_has_now_is_weighed() -> None:
    five = {**POOR, "party": ["warrior 1/5"]}
    assert "not stopped" in ordered("", five, season="festival")
    assert "not stopped" not in ordered("", {**five, "monsters": ["troll"]}, season="festival")


def test_a_tile_that_falls_whatever_the_card() -> None:
    found = fought("", {"monsters": ["troll"], "party": [NINE]})
    assert found["tile falls"] == {"cell": "c1"}
    assert found["nobody sent"] == {"monsters": 1, "traps": 0}
    found = fought("troll", {"monsters": ["troll"], "party": [NINE]})
    assert "nobody sent" not in found
    dear = {"traps": ["poisoned meal"], "party": [NINE]}  # 1 food (L9.2)
    assert "nobody sent" not in fought("", {**dear, "food": 0})
    assert fought("", {**dear, "food": 1})["nobody sent"] == {"monsters": 0, "traps": 1}
    assert fought("slime hold", {"monsters": ["slime"], "party": [NINE]}) == {}


def test_an_attack_that_finds_nobody() -> None:
    found = fought("vampire", {"monsters": ["vampire"], "party": ["priest 1/9/1"]})
    assert found["strikes nobody"] == {"monster": "vampire"}


def test_a_monster_that_a_spied_card_keeps_from_striking() -> None:
    """L9.10: only where he knows the card, and only if it is cast before the monsters strike."""
    me = {"monsters": ["witch", "troll"], "party": ["wizard 1/9/3"], "spied": [1]}
    for card in ("metamorphosis", "aura of fear"):
        told = fought("witch", me, card=card, year=2)["kept back"]
        assert told == {"monster": "witch", "card": card}
        assert "kept back" not in fought("", me, card=card, year=2)
        dull = {**me, "party": ["warrior 1/9"]}  # nobody has the magic it needs
        assert "kept back" not in fought("witch", dull, card=card, year=2)
        assert "kept back" not in fought("witch", {**me, "spied": []}, card=card, year=2)
    slow = fought("witch", me, card="regeneration", year=2)
    assert "kept back" not in slow


def test_a_trap_that_finds_nobody() -> None:
    found = fought("trap pendulum", {"traps": ["pendulum"], "party": [NINE]})
    assert found["trap strikes nobody"] == {"trap": "pendulum"}


@pytest.mark.parametrize("seed", ["here", "there"])
def test_warnings_hang_on_nothing_hidden(seed: str) -> None:
    player, told = RandomStandIn(), 0
    state = begin(GAME, Setup("lords", "shoggoth", 5, seed)).state
    while not GAME.over(state):
        answers = {}
        for seat in GAME.owed(state):
            seen = GAME.view(state, seat)
            stream = Stream(seed, f"{state.turn}.{seat}")
            question = GAME.question(seen)
            assert question is not None
            answers[seat] = tuple(player.answer(seen, question, stream))
            other = elsewhere(state, seat)
            told += len(codes(state, seat, answers[seat]))
            assert codes(state, seat, answers[seat]) == codes(other, seat, answers[seat])
        state = advance(GAME, state, answers).state
    assert told >= 20


def elsewhere(state: State, seat: int) -> State:
    """The same to this seat's eyes; everything hidden from it is another."""
    other = GAME.decode(GAME.encode(state))
    seen = GAME.view(state, seat)
    other.seed = "another"
    other.cards = [
        "fireball" if seen.cards[at] == HIDDEN else card for at, card in enumerate(other.cards)
    ]
    for lord in other.lords:
        if lord.seat != seat:
            lord.traps = ["pendulum"] * len(lord.traps)
            lord.pets = ["bat"] * len(lord.pets)
            lord.dealt = ["mole"] * len(lord.dealt)
    return other


def codes(state: State, seat: int, tokens: tuple[str, ...]) -> list[tuple[str, dict[str, Any]]]:
    seen = GAME.view(state, seat)
    question = GAME.question(seen)
    assert question is not None
    found = warnings(seen, question.kind, replay(question, tokens))
    return [(reason.code, reason.data) for reason in found]


def test_in_the_board_game_cells_are_named_with_the_order() -> None:
    me, case = {**POOR, "gold": 3}, {"variant": "classic"}
    assert ordered("tunnels; reputation; food", me, **case)["no cells"] == {"site": "tunnels"}
    assert ordered("tunnels hold; reputation; food", me, **case) == {}
    assert ordered("tunnels b1 d1; gold c1; food", me, **case) == {}
    found = ordered("tunnels b1 d1; gold c1 c2; food", me, **case)
    assert found == {"cells want imps": {"needs": 4, "has": 3}}


def test_in_the_board_game_mined_gold_is_in_time_for_later_sites_alone() -> None:
    traps: dict[str, Any] = {"clerks": [["traps"]], "variant": "classic"}
    assert ordered("traps; gold c1; reputation", POOR, **traps) == {}
    assert "no place pays" in ordered("traps; gold hold; reputation", POOR, **traps)
    food = {"variant": "classic"}
    found = ordered("food only I; gold c1 c2; reputation", POOR, **food)
    assert found["no place pays"] == {"site": "food"}


def test_in_the_board_game_a_gold_for_the_first_place_among_monsters() -> None:
    case: dict[str, Any] = {"variant": "classic", "monsters": ["ghost"], "clerks": [["traps"]]}
    me = {**POOR, "gold": 1}
    assert ordered("monster ghost; traps; reputation", me, **case)["no place pays"] == {
        "site": "traps"
    }
    assert ordered("traps; monster ghost; reputation", me, **case) == {}


def test_in_the_board_game_a_plan_is_built_or_lost() -> None:
    me = {**POOR, "plans": ["mint"]}
    assert produced("", me, variant="classic")["plan lost"] == {"plans": ["mint"]}
    assert produced("build mint c3", me, variant="classic") == {}
    assert produced("", me) == {}
    far = {**me, "tunnels": ["c1"]}  # the mint goes into the lower rows
    assert produced("", far, variant="classic") == {}
