"""What if: as the rules would have it, from what the lord knows and from nothing else."""

import msgspec
import pytest

from rules.kernel.facts import Recorder
from rules.kernel.game import Setup, advance, begin
from rules.kernel.notation import read
from rules.kernel.question import Question, replay
from rules.kernel.standin import RandomStandIn, StandIn
from rules.kernel.stream import Stream
from rules.lords import combat, production
from rules.lords.battle import BattlePlan
from rules.lords.game import Lords
from rules.lords.judgement import Judgement
from rules.lords.state import HIDDEN, State, View, view
from rules.lords.warnings import warnings
from rules.lords.whatif import possible_cards, season, what_if
from tests.rules.lords.battlefield import ask, field

GAME = Lords()
FOUGHT = ("combat", "attacks", "spell")
NINE = "warrior 1/9"


def planned(state: State, text: str, seat: int = 1) -> BattlePlan:
    question = ask(state, seat)
    plan = replay(question, read(question, text)).result
    assert isinstance(plan, BattlePlan)
    return plan


def test_a_spied_card_is_the_only_one() -> None:
    state = field([{"monsters": ["troll"], "party": [NINE]}, {}], card="graffiti")
    state.lord(1).spied = [1]
    seen = view(state, 1)
    assert possible_cards(seen) == ["graffiti"]
    (only,) = what_if(seen, planned(state, "troll"))
    assert (only.card, only.tile, only.falls) == ("graffiti", "c1", True)
    assert only.lord.party[0].wounds == 3 + 2, "the troll's three and the card's fatigue"


def test_unknown_the_card_may_be_any_that_is_not_known_to_lie_elsewhere() -> None:
    state = field([{"party": [NINE]}, {}], card="graffiti")
    state.cards = ["graffiti", "fireball", "detect evil", "invisibility", "suggestion"]
    state.lord(1).spied = [2]
    cards = possible_cards(view(state, 1))
    assert len(cards) == 9 - 1
    assert "fireball" not in cards
    assert "graffiti" in cards


def test_cards_that_have_been_turned_are_out() -> None:
    state = field([{"party": [NINE]}, {}], round=2)
    seen = view(state, 1)
    assert state.turned[0] not in possible_cards(seen)


def test_no_fight_no_outcome() -> None:
    state = field([{"party": []}, {"party": [NINE]}])
    assert what_if(view(state, 1), BattlePlan()) == []


def test_the_lord_himself_stays_as_he_is() -> None:
    state = field([{"monsters": ["troll"], "traps": ["pendulum"], "party": [NINE, NINE]}, {}])
    seen = view(state, 1)
    before = msgspec.json.encode(seen)
    what_if(seen, planned(state, "trap pendulum; troll"))
    assert msgspec.json.encode(seen) == before


def test_other_lords_do_not_fight_in_it() -> None:
    state = field([{"party": [NINE]}, {"monsters": ["troll"], "party": [NINE]}])
    outcome = what_if(view(state, 1), BattlePlan())[0]
    assert {fact.data.get("seat", 1) for fact in outcome.facts} == {1}


@pytest.mark.parametrize("variant", ["shoggoth", "classic"])
@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_it_comes_as_foretold_and_hangs_on_nothing_hidden(variant: str, seed: str) -> None:
    """In whole games, wherever no paladin walks: the true card's outcome is what happens."""
    players: list[StandIn] = [Judgement(), RandomStandIn()]
    told, hidden, seasons = dict.fromkeys(FOUGHT, 0), 0, 0
    state = begin(GAME, Setup("lords", variant, 4, seed)).state
    while not GAME.over(state):
        answers = {}
        for seat in GAME.owed(state):
            seen = GAME.view(state, seat)
            stream = Stream(seed, f"{state.turn}.{seat}")
            answers[seat] = tuple(players[seat % 2].answer(seen, asked(seen), stream))
        if state.step == "production":
            seasons += season_as_foretold(state, answers)
        if state.step == "combat":
            hidden += same_whatever_is_hidden(state, answers)
            for kind in as_foretold(state, answers):
                told[kind] += 1
        state = advance(GAME, state, answers).state
    assert told["combat"] >= 10
    assert (told["attacks"] > 0) == (variant == "classic")
    assert hidden >= 10
    assert seasons >= 10


def season_as_foretold(state: State, answers: dict[int, tuple[str, ...]]) -> int:
    """Play the season's plans and compare, where no trap is drawn and no fair is held."""
    plans, foretold = {}, {}
    for seat, tokens in answers.items():
        seen = GAME.view(state, seat)
        plans[seat] = replay(asked(seen), tokens).result
        foretold[seat] = season(seen, plans[seat]).after
    if state.gifts:
        return 0
    played = GAME.decode(GAME.encode(state))
    production.resolve(played, plans, Recorder())
    known = [seat for seat, lord in foretold.items() if HIDDEN not in lord.traps]
    for seat in known:
        assert msgspec.json.encode(foretold[seat]) == msgspec.json.encode(played.lord(seat))
    return len(known)


def asked(seen: View) -> Question:
    """What the viewer owes."""
    question = GAME.question(seen)
    assert question is not None
    return question


def as_foretold(state: State, answers: dict[int, tuple[str, ...]]) -> list[str]:
    """Play the round, and compare with what was foretold to each: the questions it was told at.

    What is asked later in mid-fight is answered by the defaults, as it was foretold.
    """
    given, foretold = {}, {}
    card = state.cards[state.round - 1]
    for seat, tokens in answers.items():
        seen = GAME.view(state, seat)
        question = asked(seen)
        given[seat] = replay(question, tokens).result
        if question.kind in FOUGHT:
            outcomes = {outcome.card: outcome for outcome in what_if(seen, given[seat])}
            foretold[seat] = question.kind, outcomes[card]
    played = GAME.decode(GAME.encode(state))
    record = Recorder()
    while not combat.resolve(played, given, record):
        assert played.battle is not None
        assert played.battle.fight is not None
        seat = played.battle.fight.seat
        played.owing = [seat]
        given = {seat: asked(GAME.view(played, seat)).walk().result}
    if any(fact.kind == "paladin" for fact in record.facts):
        return []
    for seat, (_, outcome) in foretold.items():
        assert msgspec.json.encode(outcome.lord) == msgspec.json.encode(played.lord(seat))
    return [kind for kind, _ in foretold.values()]


def same_whatever_is_hidden(state: State, answers: dict[int, tuple[str, ...]]) -> int:
    """Forecast and warnings stay the same when everything hidden from the lord is another."""
    for seat, tokens in answers.items():
        other = GAME.decode(GAME.encode(state))
        other.seed, other.trap_deck, other.hero_deck = "another", [], []
        other.event_deck, other.pet_deck, other.monster_deck = [], [], []
        for lord in other.lords:
            if lord.seat != seat:
                lord.traps = ["pendulum"] * len(lord.traps)
                lord.pets = ["bat"] * len(lord.pets)
                lord.spied = []
        seen = GAME.view(state, seat)
        for at, card in enumerate(seen.cards):
            if card == HIDDEN:
                other.cards[at] = "fireball"
        assert told_to(state, seat, tokens) == told_to(other, seat, tokens)
    return len(answers)


def told_to(state: State, seat: int, tokens: tuple[str, ...]) -> tuple[bytes, list[object]]:
    seen = GAME.view(state, seat)
    question = GAME.question(seen)
    assert question is not None
    walk = replay(question, tokens)
    found = warnings(seen, question.kind, walk)
    outcomes = what_if(seen, walk.result)
    return msgspec.json.encode(outcomes), [(reason.code, reason.data) for reason in found]
