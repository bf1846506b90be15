"""The master's hand: what is refused with which rule, where cards come from, who is asked anew."""

from collections import Counter
from typing import Any

import pytest

from bot.render.lords.lexicon import lexicon
from rules.kernel.game import Setup, advance, ask, begin, reseed
from rules.kernel.notation import NotAnAnswer
from rules.kernel.overriding import draw_anew, override, preview
from rules.kernel.question import Illegal, replay, write
from rules.lords import audit, decks
from rules.lords.decks import ANEW
from rules.lords.game import Lords
from rules.lords.hand import HandQuestion, read
from rules.lords.hand.grammar import HARD
from rules.lords.state import State
from tests.seeds import of_the_same_voice

GAME = Lords()


@pytest.fixture
def state() -> State:
    return begin(GAME, Setup("lords", "shoggoth", 3, "hand")).state


def do(state: State, *texts: str, force: bool = False) -> State:
    for text in texts:
        state = override(GAME, state, text, force).state
    return state


@pytest.mark.parametrize(
    ("before", "text", "code", "rule"),
    [
        ("", "evil 1 16", "off the evilometer", "L1.3"),
        ("", "evil 1 -9", "off the evilometer", "L1.3"),
        ("", "gold 1 -4", "below zero", "L5.4"),
        ("", "tile 1 a4 dug", "touches nothing", "L4.1"),
        ("tile 1 b1 dug", "tile 1 b2 dug", "full square", "L4.1"),
        ("", "tile 1 c2 none", "no way in", "L4.1"),
        ("tile 1 b2 dug", "room 1 b2 mint", "wrong zone", "L4.5"),
        ("room 1 c3 mint", "room 1 c2 listening post", "beside a room", "L4.5"),
        ("", "room 1 c2 chapel", "another year's room", "L4.7"),
        ("", "monster 1 add golem", "no more of these", "L5.4"),
        ("monster 1 add ghost", "monster 1 ghost drilled", "a ghost", "L5.5"),
        ("", "event now rats", "no event now", "L3.3"),
        ("", "gifts barrel", "no fair", "L6.1"),
        ("pet 1 add mole", "pet 1 add bat", "too many pets", "L7.1"),
        ("", "prisoner 1 add thief 5/5/5", "no such hero", "L8.1"),
        ("", "paladin elf 2", "below the line", "L8.4"),
        ("evil 1 12", "paladin elf tent", "paladins are due", "L8.4"),
        ("", "paladin elf gone", "paladins stay", "L8.2"),
        ("evil 1 12", "wound 1 1 4", "too many wounds", "L9.5"),
        ("", "card 1 illusion", "another year's card", "L9.9"),
        ("", "turned 2", "cards turned", "L9"),
        ("", "permit 1 gold 9", "no such permit", "L2"),
        ("", "barred 1 food gold imps room", "enough orders", "L2.5"),
        ("", "clerk 2 food gold imps", "too many clerks", "L2.11"),
        ("", "offer monsters witch ghost troll slime", "too many on offer", "L3.1"),
        ("", "discards owed 1 1", "no such discard", "L2.3"),
        ("year 2", "year 1", "a year that has been", "L10.1"),
        ("", "neutral 5", "no such thing here", "L2.16"),
    ],
)
def test_the_rule_that_is_broken(
    state: State, before: str, text: str, code: str, rule: str
) -> None:
    state = do(state, before) if before else state
    with pytest.raises(Illegal) as caught:
        do(state, text)
    assert (caught.value.reason.code, caught.value.reason.data["rule"]) == (code, rule)
    if code in HARD:
        with pytest.raises(Illegal):
            do(state, text, force=True)
    else:
        assert GAME.encode(do(state, text, force=True)) != GAME.encode(state)


def test_all_that_is_done_without_force_leaves_the_state_sound(state: State) -> None:
    after = do(
        state, "monster 1 add troll", "trap 2 add pendulum", "plan 1 add mint", "evil 3 12",
        "room 1 c3 mint", "offer rooms hatchery forge", "monster 1 remove troll",
        "prisoner 1 add thief 2/3/2", "event next rats", "trap 2 remove pendulum", "season spring",
        "party 2 add bard 1/3/1", "party 2 add warrior 2/4",
    )  # fmt: skip
    assert audit.faults(after) == []


def cards(state: State) -> Counter[str]:
    """Every card wherever it is, but the discards' order."""
    found: Counter[str] = Counter()
    for row in ("monster_deck", "room_deck", "trap_deck", "trap_discards", "pet_deck"):
        found.update(getattr(state, row))
    found.update([*state.offer.monsters, *state.offer.rooms])
    for lord in state.lords:
        found.update([*lord.traps, *lord.plans, *lord.pets, *lord.dealt, *lord.used_pets])
        found.update(monster.kind for monster in lord.monsters)
        found.update(tile.room for tile in lord.tiles.values() if tile.room)
    return found


@pytest.mark.parametrize(
    "texts",
    [
        ("monster 1 add troll", "monster 1 remove troll"),
        ("trap 1 add pendulum", "trap 1 remove pendulum"),
        ("plan 1 add mint", "room 1 c3 mint", "room 1 c3 none"),
        ("pet 1 add mole", "pet 1 used mole", "pet 1 unused mole", "pet 1 remove mole"),
        ("offer monsters witch ghost", "offer monsters none"),
        ("offer rooms mint", "deck rooms next forge"),
        ("dealt 1 mole bat", "dealt 1 none"),
        ("discards add pendulum", "discards remove pendulum"),
    ],
)
def test_cards_are_neither_made_nor_lost(state: State, texts: tuple[str, ...]) -> None:
    there = cards(state)
    for text in texts:
        state = do(state, text)
        assert cards(state) == there, text


def test_a_forced_card_comes_from_nowhere(state: State) -> None:
    state = do(state, *["trap 1 add pendulum"] * 3)
    with pytest.raises(Illegal, match="no more of these"):
        do(state, "trap 1 add pendulum")
    assert do(state, "trap 1 add pendulum", force=True).lord(1).traps == ["pendulum"] * 4


def test_paladins_follow_step_by_step(state: State) -> None:
    came = override(GAME, state, "evil 2 15")
    assert came.state.lord(2).party[0].kind == "elf"
    assert [fact.kind for fact in came.facts] == ["evil", "paladin"]
    assert override(GAME, came.state, "evil 1 12").state.lord(2).party[0].kind == "human"


def test_the_next_card_of_each_deck(state: State) -> None:
    after = do(state, "deck monsters next troll", "deck traps next pendulum", "card 2 fireball")
    assert (after.monster_deck[-1], after.trap_deck[-1]) == ("troll", "pendulum")
    assert after.cards[1] == "fireball"
    assert Counter(after.monster_deck) == Counter(state.monster_deck)


def test_only_those_whose_question_changed_are_asked_anew(state: State) -> None:
    seen = preview(GAME, state, "gold 2 9")
    assert seen.asked == [2]
    assert seen.state.turn == state.turn + 1
    for text in ("event next rats", "deck monsters next troll", "first 2"):
        untouched = preview(GAME, state, text)
        assert untouched.asked == []
        assert untouched.state.turn == state.turn
    assert preview(GAME, state, "offer rooms mint").asked == [1, 2, 3]


def test_a_preview_tells_what_the_group_sees_and_what_it_does_not(state: State) -> None:
    seen = preview(GAME, state, "trap 1 add pendulum")
    assert [d.path for d in seen.open] == ["turn", "lords.1.traps"]
    assert [d.path for d in seen.hidden] == ["lords.1.traps", "trap_deck"]
    assert GAME.encode(state) == GAME.encode(
        begin(GAME, Setup("lords", "shoggoth", 3, "hand")).state
    )


def test_the_calendar_goes_on_from_where_it_is_set(state: State) -> None:
    spring = do(state, "season spring")
    assert (spring.season, spring.step, spring.owing) == ("spring", "orders", [1, 2, 3])
    assert all(len(lord.pets) == 1 and not lord.dealt for lord in spring.lords)
    opened = do(spring, "step opening")
    assert (opened.step, opened.event) == ("orders", spring.next_event)
    fought = do(state, "evil 1 12", "round 3")
    assert (fought.step, fought.round, fought.owing, len(fought.turned)) == ("combat", 3, [1], 2)


def test_a_fight_for_nobody_is_passed_over(state: State) -> None:
    after = do(state, "round 5")
    assert (after.year, after.season, after.step) == (2, "winter", "orders")


def test_a_finished_game_is_counted_again(state: State) -> None:
    over = do(state, "year 2", "step attestation")
    assert over.result is not None
    letters = do(over, "letters 1 3")
    assert letters.result is not None
    assert letters.result.totals[0] < over.result.totals[0]
    assert do(letters, "step orders").result is None


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("gold 2 +1", (";gold", "2", "+1")),
        ("gold 2 −3", (";gold", "2", "-3")),
        ("prisoner 1 add thief 2/3/2", (";prisoner", "1", "add", "thief", "2", "3", "2")),
        ("party 1 add warrior 1/3", (";party", "1", "add", "warrior", "1", "3")),
        ("room 1 c3 smugglers' den", (";room", "1", "c3", "smugglers' den")),
        ("offer rooms mint forge", (";offer", "rooms", "mint", "forge")),
    ],
)  # fmt: skip
def test_reading(state: State, text: str, tokens: tuple[str, ...]) -> None:
    assert read(state, text) == tokens
    assert read(state, write(tokens)) == tokens


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("золото 2 +1", "gold 2 +1"),
        ("злоба 3 9", "evil 3 9"),
        ("монстр 1 добавить тролля", "monster 1 add troll"),
        ("ловушка 1 добавить маятник", "trap 1 add pendulum"),
        ("клетка 1 б3 вырыта", "tile 1 b3 dug"),
        ("помещение 1 c3 монетный двор", "room 1 c3 mint"),
        ("паладин эльф 2", "paladin elf 2"),
        ("сезон весна", "season spring"),
        ("шаг производство", "step production"),
        ("событие дальше крысы", "event next rats"),
        ("колода монстров дальше тролль", "deck monsters next troll"),
    ],
)
def test_reading_in_russian(state: State, text: str, written: str) -> None:
    assert write(read(state, text, lexicon("ru"), force=True)) == written


@pytest.mark.parametrize(
    ("text", "kind", "data"),
    [
        ("golf 1", "invalid", {"near": ["gold"]}),
        ("gold 2", "invalid", {"text": ""}),
        ("gold 2 5 5", "invalid", {"text": "5"}),
        ("evil 1 20", "illegal", {"token": "20"}),
        ("pe 1 add mole", "ambiguous", {"candidates": ["permit", "pet"]}),
    ],
)
def test_what_can_not_be_read(state: State, text: str, kind: str, data: dict[str, Any]) -> None:
    with pytest.raises(NotAnAnswer) as caught:
        read(state, text)
    assert caught.value.kind == kind
    assert {key: caught.value.data.get(key) for key in data} == data


def test_options_lead_to_commands_that_can_be_done(state: State) -> None:
    for first in HandQuestion(state).walk().options():
        walk = replay(HandQuestion(state), [first.token])
        while not walk.complete:
            options = walk.options()
            assert options, walk.tokens
            walk.take(options[len(options) // 2].token)
        override(GAME, state, write(walk.tokens))


def test_every_option_says_why_it_can_not_be_chosen(state: State) -> None:
    walk = replay(HandQuestion(state), (";evil", "1"))
    why = {option.token: option.why for option in walk.options(every=True)}
    assert why["9"] is None
    refused = why["16"]
    assert refused is not None
    assert refused.data["rule"] == "L1.3"
    with pytest.raises(Illegal, match="off the evilometer"):
        walk.take("16")
    walk.take("16", force=True)
    assert walk.complete


def test_answers_given_before_still_serve(state: State) -> None:
    question = ask(GAME, state, 1)
    assert question is not None
    orders = (";food", ";gold", ";imps")
    after = do(state, "gold 2 9")
    assert advance(GAME, after, dict.fromkeys((1, 2, 3), orders)).state.step == "production"


def test_cards_drawn_anew_are_others_and_what_was_seen_stays(state: State) -> None:
    state = do(state, "spied 1 2")
    other = draw_anew(GAME, state, 1)
    assert other.streams[ANEW] == 1
    assert other.monster_deck != state.monster_deck
    assert Counter(other.monster_deck) == Counter(state.monster_deck)
    assert other.cards[1] == state.cards[1]
    assert other.cards != state.cards
    assert (other.offer, other.next_event) == (state.offer, state.next_event)
    assert GAME.encode(draw_anew(GAME, state, 1)) == GAME.encode(other)
    assert GAME.encode(draw_anew(GAME, state, 2)) != GAME.encode(other)
    assert audit.faults(other) == []


def test_other_dice_shuffle_what_is_hidden_and_all_draws_after_it(state: State) -> None:
    state = do(state, "spied 1 2")
    dice = of_the_same_voice(state.seed)
    other = reseed(GAME, state, dice)
    assert other.seed == dice != state.seed
    for name in ("monster_deck", "room_deck", "hero_deck", "trap_deck", "pet_deck"):
        before, after = getattr(state, name), getattr(other, name)
        assert before != after, name
        assert sorted(map(str, before)) == sorted(map(str, after)), name
    assert other.cards[1] == state.cards[1]
    assert other.cards != state.cards
    for seat in (None, 1, 2, 3):  # nobody's table looks another way
        assert GAME.view(other, seat) == GAME.view(state, seat)
    assert decks.stream(other, "fair").below(1 << 30) != decks.stream(state, "fair").below(1 << 30)
    assert audit.faults(other) == []
