"""The siege reckoned ahead: from the view alone, near to what comes, and only when it is time."""

import msgspec
import pytest

from rules.kernel.game import Setup, advance, begin
from rules.kernel.question import Question, replay
from rules.kernel.standin import RandomStandIn, StandIn
from rules.kernel.stream import Stream
from rules.lords import decks
from rules.lords.cases.production import lay_out
from rules.lords.cases.table import hero, state_of
from rules.lords.game import Lords
from rules.lords.judgement import Judgement
from rules.lords.siege import Siege, siege
from rules.lords.state import HIDDEN, State, View, view

GAME = Lords()


def before(season: str, party: list[str], **me: object) -> State:
    """Two lords in the production of a season, heroes at the first one's gate."""
    state = state_of({"season": season}, [me, {}], "production")
    lay_out(state, {"season": season}, [])
    state.lord(1).party = [hero(state, text) for text in party]
    state.heroes, state.event = [], ""
    return state


def test_before_the_last_season_nothing_is_said() -> None:
    assert siege(view(before("autumn", ["warrior 1/9"]), 1)) is None


def test_nobody_to_meet_them() -> None:
    told = siege(view(before("festival", ["warrior 1/9"]), 1))
    assert told == Siege(comes=None, party=1, force=0, taken=0, ruins=3, left=1)


def test_all_that_he_has_meets_them() -> None:
    state = before("festival", ["warrior 1/5"], monsters=["troll"])
    told = siege(view(state, 1))
    assert told is not None
    assert (told.force, told.taken, told.left) == (1, 1, 0)


def test_paladins_who_come_to_his_evil_are_counted_and_named() -> None:
    state = before("festival", ["warrior 1/9"], evil=8, monsters=["vampire"])
    state.tent = [decks.paladin(state.data, "elf", 1), decks.paladin(state.data, "human", 1)]
    state.event = "pay day"  # two evil for the vampire's wage
    told = siege(view(state, 1))
    assert told is not None
    assert told.paladins[0] == "elf"
    assert told.party == told.taken + told.left == 1 + len(told.paladins)


def test_the_hero_who_comes_by_the_evil_as_it_stands() -> None:
    state = before("festival", [], evil=3)
    state.heroes = [hero(state, "warrior 1/3"), hero(state, "warrior 3/5")]
    kind, evil = siege(view(state, 1)), siege(view(state, 2))
    assert kind is not None
    assert evil is not None
    assert kind.comes is not None
    assert evil.comes is not None
    assert (kind.comes["health"], evil.comes["health"]) == (3, 5)
    assert kind.party == evil.party == 1


def test_cards_he_has_seen_count_as_they_are_and_others_as_middling() -> None:
    state = before("festival", ["warrior 1/5"])
    state.cards[:3] = ["word of peace", "suggestion", "detect evil"]  # two of fatigue each
    unseen = siege(view(state, 1))
    state.lord(1).spied = [1, 2, 3]
    seen = siege(view(state, 1))
    assert unseen is not None
    assert seen is not None
    assert (unseen.left, seen.left) == (1, 0)


def test_a_wizard_casts_only_what_lies_open_to_the_lord() -> None:
    state = before("festival", ["wizard 3/9/5"], imps=3, monsters=["troll"])
    state.cards[0] = "word of peace"  # the troll withdraws and comes in the next round
    state.lord(1).spied = [1]
    assert siege(view(state, 1)) is not None
    assert state.lord(1).party[0].magic == 5, "what is tried out leaves the lord as he is"


@pytest.mark.parametrize(("variant", "seats"), [("shoggoth", 4), ("classic", 3)])
def test_near_to_what_comes_and_from_nothing_hidden(variant: str, seats: int) -> None:
    """With judgement it is right for most about who is left, and for most within one tile."""
    right, near, count = 0, 0, 0
    for seed in ("north", "south", "east"):
        for told, left, ruins in played(variant, seats, seed):
            count += 1
            right += (told.left > 0) == (left > 0)
            near += abs(told.ruins - ruins) <= 1
            assert told.party >= told.taken + told.left  # they are all guests
    assert count >= 12
    assert right >= 0.8 * count
    assert near >= 0.8 * count


def played(variant: str, seats: int, seed: str) -> list[tuple[Siege, int, int]]:
    """What was told those with judgement, who was left and how many tiles fell, year by year."""
    players: dict[int, StandIn] = {seat: Judgement() for seat in range(1, seats)}
    players[seats] = RandomStandIn()
    state = begin(GAME, Setup("lords", variant, seats, seed)).state
    told: dict[int, tuple[Siege, int]] = {}
    left: dict[int, int] = {}
    found = []
    while not GAME.over(state):
        answers = {}
        for seat in GAME.owed(state):
            seen = GAME.view(state, seat)
            question = asked(seen)
            stream = Stream(seed, f"{state.turn}.{seat}")
            answers[seat] = tuple(players[seat].answer(seen, question, stream))
            if question.kind in ("orders", "production"):
                ahead = same_whatever_is_hidden(state, seat, question, answers[seat])
                if ahead is not None and question.kind == "production" and seat < seats:
                    told[seat] = ahead, fallen(state, seat)
        step = advance(GAME, state, answers)
        state = step.state
        for fact in step.facts:
            if fact.kind == "heroes leave":
                left[fact.data["seat"]] = len(fact.data["party"])
        if any(fact.kind == "year over" for fact in step.facts):
            found += [
                (ahead, left.get(seat, 0), fallen(state, seat) - ruins)
                for seat, (ahead, ruins) in told.items()
            ]
            told, left = {}, {}
    return found


def asked(seen: View) -> Question:
    """What the viewer owes."""
    question = GAME.question(seen)
    assert question is not None
    return question


def fallen(state: State, seat: int) -> int:
    """How many of a lord's tiles are conquered."""
    return sum(tile.conquered for tile in state.lord(seat).tiles.values())


def same_whatever_is_hidden(
    state: State, seat: int, question: Question, tokens: tuple[str, ...]
) -> Siege | None:
    """The same is told when everything hidden is another; the view stays as it was."""
    seen = GAME.view(state, seat)
    plan = replay(question, tokens).result if question.kind == "production" else ()
    was = msgspec.json.encode(seen)
    ahead = siege(seen, plan)
    assert msgspec.json.encode(seen) == was
    other = GAME.decode(GAME.encode(state))
    other.seed, other.trap_deck, other.hero_deck, other.monster_deck = "another", [], [], []
    for lord in other.lords:
        if lord.seat != seat:
            lord.traps = ["pendulum"] * len(lord.traps)
            lord.pets = ["bat"] * len(lord.pets)
            lord.spied = []
    other.cards = [
        "fireball" if seen.cards[at] == HIDDEN else card for at, card in enumerate(other.cards)
    ]
    assert siege(GAME.view(other, seat), plan) == ahead
    return ahead
