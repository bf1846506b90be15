"""What the board game asks that the forum variant does not: hands, clerks, choices in mid-fight."""

from typing import Any

import pytest

from rules.kernel.facts import Recorder
from rules.kernel.game import Setup, begin
from rules.kernel.notation import NotAnAnswer, read
from rules.kernel.question import replay
from rules.lords import cases, combat, data, inaccessible, production
from rules.lords.cases import orders as order_cases
from rules.lords.cases.table import hero, state_of
from rules.lords.game import Lords, calendar
from rules.lords.orders import OrdersQuestion
from rules.lords.state import Monster, State, view

GAME = Lords()


def tokens(walk: Any) -> list[str]:
    return [option.token for option in walk.options()]


def why(walk: Any, token: str) -> str:
    """The reason against a word."""
    found = {option.token: option.why for option in walk.options(every=True)}
    reason = found[token]
    return reason.code if reason else ""


def said(question: Any, text: str) -> Any:
    """What a text means as an answer."""
    return replay(question, read(question, text)).result


# data


def test_a_variant_is_laid_over_its_base() -> None:
    mine, base = data.load("classic"), data.load("shoggoth")
    assert mine.traps == base.traps
    assert mine.cards == base.cards
    assert "graffiti" in mine.cards
    assert "shoggoth" in base.monsters
    assert "shoggoth" not in mine.monsters


def test_own_tables_hold_nothing_that_the_base_has() -> None:
    base = data.read_tables("shoggoth")

    def same(own: Any, other: Any, where: str) -> list[str]:
        if isinstance(own, dict) and isinstance(other, dict):
            return [w for key in own if key in other for w in same(own[key], other[key], key)]
        rows = isinstance(own, list) and isinstance(own[0], dict)
        return [where] if own == (other[: len(own)] if rows else other) else []

    assert same(data.own_tables("classic"), base, "") == []
    assert same({"places": base["sites"]["food"]["places"][:3]}, base["sites"]["food"], "") == [
        "places"
    ]


def test_a_site_has_the_first_of_the_bases_places() -> None:
    """L2: prices of I to III are the forum variant's, monsters' and rooms' aside."""
    mine, base = data.load("classic").sites, data.load("shoggoth").sites
    assert list(mine) == list(base)
    own = [name for name in mine if mine[name].places != base[name].places[:3]]
    assert own == ["monster", "room"]
    assert {len(site.places) for site in mine.values()} == {3}
    assert {len(site.places) for site in base.values()} == {4}


def test_what_is_left_out_must_be_there() -> None:
    assert data.merge({"a": 1, "b": 2}, {"without": ["a"]}) == {"b": 2}
    assert data.merge({"a": 1, "b": 2}, {"without": "all", "c": 3}) == {"c": 3}
    with pytest.raises(KeyError):
        data.merge({"a": 1}, {"without": ["b"]})


def test_the_other_variants_state_knows_nothing_of_it() -> None:
    text = GAME.encode(begin(GAME, Setup("lords", "shoggoth", 2, "plain")).state)
    assert b"errands" not in text
    assert b"neutral" not in text
    assert calendar(data.load("shoggoth"))[0].step == "opening"


# orders in hand and out of it


def table(*lords: dict[str, Any], step: str = "orders", **case: Any) -> State:
    state = state_of({"variant": "classic", **case}, lords, step)
    state.clerks = case.get("clerks", [])
    return state


def asked(state: State, seat: int = 1) -> OrdersQuestion:
    return OrdersQuestion(view(state, seat))


def test_everyone_begins_by_picking_two_of_three() -> None:
    state = begin(GAME, Setup("lords", "classic", 4, "hands")).state
    assert state.step == "setup"
    assert GAME.owed(state) == [1, 2, 3, 4]
    assert all(len(lord.barred) == 3 for lord in state.lords)
    question = inaccessible.question(view(state, 2))
    assert question is not None
    walk = question.walk()
    first, second, third = tokens(walk)
    assert walk.complete
    walk.take(first)
    assert not walk.complete
    walk.take(third)
    assert walk.complete
    assert tokens(walk) == []
    assert why(walk, second) == "no choice"
    assert walk.result == [first[1:], third[1:]]


def test_an_order_out_of_hand_is_not_offered() -> None:
    walk = asked(table({"barred": ["food", "gold"]})).walk()
    assert ";food" not in tokens(walk)
    assert why(walk, ";food") == "inaccessible"
    assert len([token for token in tokens(walk) if token != ";clerk"]) == 6


def test_the_fee_for_being_first_is_asked_of_the_first_alone() -> None:
    walk = asked(table({"gold": 0})).walk()
    assert why(walk, ";monster") == "fee"
    walk.take(";food")
    assert ";monster" in tokens(walk)
    assert ";monster" in tokens(asked(table({"gold": 1})).walk())


def test_cells_follow_the_order_and_one_another() -> None:
    walk = asked(table({"imps": 2})).walk()
    walk.take(";tunnels")
    assert "a1" not in tokens(walk)
    assert why(walk, "a1") == "touches nothing"
    assert why(walk, "c1") == "already dug"
    walk.take("b1")
    assert "a1" in tokens(walk)
    walk.take("a1")
    assert why(walk, "a2") == "enough cells"
    walk.take(";gold")
    assert why(walk, "b1") == "no tunnel"
    walk.take("c2")
    assert why(walk, "c2") == "already named"
    assert walk.result.orders[0].cells == ["b1", "a1"]


def test_places_may_be_named_after_the_cells() -> None:
    orders = said(asked(table({})), "tunnels b1 d1 only II III; food; reputation")
    assert orders.orders[0].cells == ["b1", "d1"]
    assert orders.orders[0].only == [2, 3]


def test_a_clerk_is_run_at_a_table_of_two() -> None:
    state = table({}, {}, clerks=[["food", "gold"], ["food", "imps"]])
    walk = asked(state).walk()
    walk.take(";clerk")
    assert not walk.complete
    assert "food" not in tokens(walk)
    assert why(walk, "food") == "clerk there"
    walk.take("traps")
    assert ";clerk" not in tokens(walk)
    assert ";clerk" not in tokens(
        asked(table({}, {}, {}, clerks=[["food", "gold", "imps"]])).walk()
    )


def test_what_he_runs_is_hidden_until_it_is_sent() -> None:
    case = {
        "kind": "orders", "variant": "classic", "clerks": [["food", "gold"], ["food", "imps"]],
        "lords": [{"orders": ["food", "gold", "traps", "clerk room"]},
                  {"orders": ["food", "gold", "traps"]}], "expect": {},
    }  # fmt: skip
    facts = order_cases.play(case).facts
    sent = [fact.data for fact in facts if fact.kind == "clerk sent"]
    assert sent == [
        {"seat": 1, "site": "room", "place": 1}, {"seat": 2, "site": "reputation", "place": 1},
    ]  # fmt: skip


def test_an_order_comes_back_where_there_is_a_choice() -> None:
    lord = {"sent": ["food", "gold", "traps"], "executed": ["food", "gold", "traps"]}
    walk = production.question(view(table(lord, step="production"), 1)).walk()  # type: ignore[union-attr]
    assert why(walk, ";return") == "no choice"
    lord["executed"] = ["food", "gold"]
    walk = production.question(view(table(lord, step="production"), 1)).walk()  # type: ignore[union-attr]
    walk.take(";return")
    assert tokens(walk) == ["food", "traps"]
    assert why(walk, "gold") == "was executed"
    assert why(walk, "room") == "not sent"


def test_a_plan_speaks_of_nothing_the_variant_has_not() -> None:
    walk = production.question(view(table({}, step="production"), 1)).walk()  # type: ignore[union-attr]
    words = {option.token for option in walk.options(every=True)}
    assert not words & {";dig", ";mine", ";pet", ";fair"}
    assert {";work", ";build", ";return"} <= words


# fights that ask


def fight(*party: str, card: str = "fireball", round_: int = 1, **lord: Any) -> State:
    """A state before a round, this party at the first lord's gate."""
    year = 2 if data.load("classic").cards[card].year == 2 else 1
    state = table(lord, {}, {}, step="combat", round=round_, year=year)
    state.tent = []
    state.lord(1).party = [hero(state, text) for text in party]
    state.cards[round_ - 1] = card
    state.turned = state.cards[: round_ - 1]
    state.owing = combat.asks(state)
    return state


def go_on(state: State, text: str = "") -> bool:
    """Answer what the first lord is asked, as the kernel would: on a decoded copy of the state."""
    question = combat.question(view(state, 1))
    assert question is not None
    answer = said(question, text)
    done = combat.resolve(state, {1: answer}, Recorder())
    assert GAME.decode(GAME.encode(state)) == state
    return done


def now(state: State) -> Any:
    question = combat.question(view(state, 1))
    assert question is not None
    return question


def test_the_plan_names_who_is_sent_and_no_more() -> None:
    state = fight("warrior 1/5", monsters=["witch"], traps=["poisoned dart"])
    walk = now(state).walk()
    words = {option.token for option in walk.options(every=True)}
    assert not words & {";pet", ";victim", ";escapes", ";word of peace", ";suggestion"}
    walk.take(";witch")
    assert not {"two", "@1"} & set(tokens(walk))
    walk.take(";trap")
    walk.take("poisoned dart")
    assert "@1" in tokens(walk)


def test_the_spell_is_asked_about_first_then_the_attacks() -> None:
    state = fight("wizard 1/6/1", "warrior 2/4", card="word of peace", monsters=["witch"])
    assert not go_on(state, "witch")
    assert combat.asks(state) == [1]
    assert now(state).kind == "spell"
    assert tokens(now(state).walk()) == [";withdraw", ";evil"]
    assert view(state, 2).fight is None
    assert view(state, None).fight is None
    assert not go_on(state, "evil")
    assert now(state).kind == "attacks"
    assert go_on(state, "witch two @2 @1")
    assert state.battle is None
    # a hit each, then two points of fatigue
    assert [someone.wounds for someone in state.lord(1).party] == [3, 1]


def test_nothing_is_asked_where_nothing_can_be_chosen() -> None:
    assert go_on(fight("warrior 1/5", monsters=["goblin"]), "goblin")
    assert go_on(fight("warrior 1/5", "warrior 1/5"), "")
    alone = fight("warrior 1/5", monsters=["ghost"])
    assert go_on(alone, "ghost")
    one = fight("wizard 1/6/2", card="aura of fear", monsters=["goblin"])
    assert go_on(one, "goblin")


def test_the_vampire_is_asked_whom_it_bites_but_no_priest() -> None:
    state = fight("priest 1/5/1", "warrior 1/5", monsters=["vampire"])
    assert not go_on(state, "vampire")
    walk = now(state).walk()
    walk.take(";vampire")
    assert "@2" in tokens(walk)
    assert why(walk, "@1") == "never"
    with pytest.raises(NotAnAnswer):
        read(now(state), "goblin")


def test_heroes_keep_the_numbers_of_the_rounds_beginning() -> None:
    state = fight("warrior 1/3", "warrior 1/5", "warrior 1/5", monsters=["witch"],
                  traps=["rolling stone"])  # fmt: skip
    assert not go_on(state, "witch; trap rolling stone")
    walk = now(state).walk()
    walk.take(";witch")
    walk.take("two")
    assert [token for token in tokens(walk) if token[0] == "@"] == ["@2", "@3"]


def test_two_of_a_kind_are_told_apart() -> None:
    state = fight("warrior 1/6", "warrior 1/5", monsters=["witch", "witch"],
                  tunnels=["c2", "c3"], rooms={"c1": "mint"})  # fmt: skip
    assert not go_on(state, "witch; witch 2")
    assert go_on(state, "witch 2 two @2 @2; witch")
    assert [someone.wounds for someone in state.lord(1).party] == [5, 2]


def test_a_suggestion_is_paid_for_as_far_as_there_is_something_to_pay_with() -> None:
    state = fight("wizard 1/6/1", card="suggestion", food=2, monsters=["troll", "goblin"],
                  tunnels=["c2", "c3"], rooms={"c1": "mint"})  # fmt: skip
    assert not go_on(state, "troll; goblin")
    walk = now(state).walk()
    assert tokens(walk) == [";troll", ";goblin", ";withdraw"]
    walk.take(";troll")
    assert why(walk, ";goblin") == "too little"
    assert why(walk, ";withdraw") == "already said"
    assert why(walk, ";witch") == "not sent"
    walk = now(state).walk()
    walk.take(";withdraw")
    assert why(walk, ";troll") == "already said"


def test_a_suggestion_that_nobody_can_pay_does_not_ask() -> None:
    state = fight("wizard 1/6/1", card="suggestion", food=0, monsters=["troll"])
    assert go_on(state, "troll")
    assert not state.lord(1).monsters[0].exhausted


def test_a_slow_spell_is_asked_about_when_its_time_comes() -> None:
    state = fight("wizard 1/9/2", card="magic key", monsters=["troll"],
                  prisoners=["thief", "warrior"])  # fmt: skip
    assert not go_on(state, "troll")
    assert now(state).kind == "attacks"
    assert not go_on(state, "troll fed")
    assert now(state).kind == "spell"
    assert tokens(now(state).walk()) == [";thief", ";warrior"]
    assert go_on(state, "warrior")
    assert [prisoner.cls for prisoner in state.lord(1).prisoners] == ["thief"]


def test_a_prisoner_is_asked_for_only_where_there_are_two_kinds() -> None:
    ruins = {"conquered": ["c1", "c2", "c3"]}
    state = fight("warrior 1/5", prisoners=["thief", "thief"], **ruins)
    assert combat.asks(state) == []
    assert combat.resolve(state, {}, Recorder())
    assert len(state.lord(1).prisoners) == 1
    state = fight("warrior 1/5", prisoners=["thief", "paladin human"], **ruins)
    assert combat.asks(state) == [1]
    assert now(state).kind == "release"
    assert tokens(now(state).walk()) == [";thief", ";paladin human"]


def test_lords_fight_one_after_the_other_each_asked_in_his_turn() -> None:
    state = fight("warrior 1/5", monsters=["troll"])
    state.first = 2
    second = state.lord(2)
    second.party = [hero(state, "warrior 1/5")]
    second.monsters = [Monster("troll")]
    plans = {seat: said(combat.question(view(state, seat)), "troll") for seat in (1, 2)}
    assert not combat.resolve(state, plans, Recorder())
    assert combat.asks(state) == [2]
    answer = said(combat.question(view(state, 2)), "troll fed")
    assert not combat.resolve(state, {2: answer}, Recorder())
    assert combat.asks(state) == [1]
    assert second.party == []


def neighbours(card: str, evil: int, **lord: Any) -> State:
    """The first lord is about to fight two heroes; the second holds the paladin."""
    state = fight("wizard 1/6/2", "warrior 2/4", card=card, **lord)
    state.lord(1).evil, state.lord(2).evil = evil, 10
    state.lord(2).party = [hero(state, "paladin human")]
    return state


def plan_both(state: State, text: str) -> bool:
    plans = {1: said(now(state), text), 2: said(combat.question(view(state, 2)), "")}
    return combat.resolve(state, plans, Recorder())


def test_a_paladin_who_comes_in_mid_fight_can_be_struck_at_place_0() -> None:
    """L8.5, L9.3: the evil of a word of peace draws him before the monsters attack."""
    state = neighbours("word of peace", 9, monsters=["witch"])
    assert not plan_both(state, "witch")
    assert not go_on(state, "evil")
    assert [someone.kind for someone in state.lord(1).party] == ["human", "", ""]
    assert state.lord(2).party == []
    walk = now(state).walk()
    walk.take(";witch")
    walk.take("two")
    assert [token for token in tokens(walk) if token[0] == "@"] == ["@0", "@1", "@2"]
    assert go_on(state, "witch two @0 @2")
    # he heals himself of the one wound, then takes both points of fatigue
    assert [someone.wounds for someone in state.lord(1).party] == [2, 0, 0]
    assert combat.asks(state) == [1]  # nobody is left at the second lord's gate


def test_a_paladin_who_does_not_come_is_no_target() -> None:
    state = neighbours("word of peace", 7, monsters=["witch"])
    assert not plan_both(state, "witch")
    assert not go_on(state, "evil")
    assert [someone.kind for someone in state.lord(1).party] == ["", ""]
    walk = now(state).walk()
    walk.take(";witch")
    walk.take("two")
    assert [token for token in tokens(walk) if token[0] == "@"] == ["@1", "@2"]


def test_a_case_of_an_unknown_variant_is_no_case() -> None:
    with pytest.raises(cases.BadCase):
        cases.run({"kind": "orders", "variant": "chess", "lords": [], "expect": {}})
