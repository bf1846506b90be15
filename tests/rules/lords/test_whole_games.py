"""What holds at every step of whole games: walks, secrets, the facts' readers, replay."""

from collections.abc import Iterator

import msgspec
import pytest

from bot.commands.fuzz import seats_of, table_of
from rules.kernel.game import Setup, ask
from rules.kernel.log import fingerprint, replay
from rules.kernel.notation import read
from rules.kernel.playing import Turn, play
from rules.kernel.question import Illegal, Question, write
from rules.kernel.stream import Stream
from rules.lords.battle import BattlePlan
from rules.lords.game import Lords
from rules.lords.state import State, view
from tests.seeds import of_the_same_voice

GAME = Lords()
Played = tuple[str, int]
"""A game among random stand-ins: its variant and its seed."""

GAMES: list[Played] = [
    *(("shoggoth", seed) for seed in range(7, 15)), *(("classic", seed) for seed in range(7, 13))
]  # fmt: skip


def setup_of(game: Played) -> Setup:
    variant, seed = game
    return Setup("lords", variant, seats_of(seed, variant), str(seed))


def turns(game: Played) -> Iterator[Turn[State]]:
    setup = setup_of(game)
    return play(GAME, setup, table_of(game[1], setup.seats))


def questions(game: Played) -> Iterator[tuple[State, int, Question, tuple[str, ...]]]:
    """Every question of a game with the state it was asked at and the answer it got."""
    before = None
    for turn in turns(game):
        for seat, tokens in turn.answers.items():
            question = ask(GAME, before, seat)
            assert question is not None
            yield before, seat, question, tokens
        before = turn.state


@pytest.mark.parametrize("game", GAMES)
def test_what_can_be_chosen_is_among_all_words_and_the_rest_has_a_reason(game: Played) -> None:
    for number, (_, _, question, tokens) in enumerate(questions(game)):
        if number % 3:
            continue
        walk = question.walk()
        for token in tokens:
            legal = walk.options()
            every = walk.options(every=True)
            can = [option.token for option in legal]
            assert len(set(can)) == len(can)
            assert all(option.why is None for option in legal)
            assert sorted(can) == sorted(o.token for o in every if o.why is None)
            words = [option.token for option in every]
            assert len(set(words)) == len(words)
            walk.take(token)


@pytest.mark.parametrize("game", GAMES)
def test_a_word_that_can_not_be_chosen_is_refused_with_its_reason_and_changes_nothing(
    game: Played,
) -> None:
    for number, (_, _, question, tokens) in enumerate(questions(game)):
        if number % 5:
            continue
        walk = question.walk()
        for token in tokens:
            before = (walk.complete, list(walk.tokens), walk.options())
            for option in walk.options(every=True):
                if option.why is None:
                    continue
                with pytest.raises(Illegal) as refused:
                    walk.take(option.token)
                assert refused.value.reason == option.why
            with pytest.raises(Illegal, match="unknown word"):
                walk.take("abracadabra")
            assert (walk.complete, list(walk.tokens), walk.options()) == before
            walk.take(token)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_written_is_read_as_the_same(game: Played) -> None:
    for number, (_, _, question, tokens) in enumerate(questions(game)):
        if number % 4 == 0:
            assert read(question, write(tokens)) == tokens
            shouted = write(tokens).upper().replace("; ", "\n")
            assert read(question, shouted) == tokens


def with_other_secrets(state: State, seat: int, stream: Stream) -> State:
    """The same board with other hidden things: this seat's hand, decks, unseen cards, the seed.

    Of the seed its voice is open: another one with the same is taken.
    """
    other = GAME.decode(GAME.encode(state))
    data, lord = other.data, other.lord(seat)
    lord.traps = [stream.choice(list(data.traps.traps)) for _ in lord.traps]
    lord.pets = [stream.choice(list(data.pets)) for _ in lord.pets]
    lord.dealt = [stream.choice(list(data.pets)) for _ in lord.dealt]
    lord.discards_owed += 1
    lord.drawn_last = "pendulum"
    seen = set(range(1, len(other.turned) + 1))
    seen.update(n for one in other.lords if one.seat != seat for n in one.spied)
    lord.spied = [n for n in range(1, len(other.cards) + 1) if n not in other.turned]
    for number in range(len(other.cards)):
        if number + 1 not in seen:
            other.cards[number] = "another card"
    for deck in ("monster_deck", "room_deck", "trap_deck", "trap_discards", "pet_deck",
                 "event_deck", "special_deck", "hero_deck"):  # fmt: skip
        setattr(other, deck, stream.shuffled(getattr(other, deck)))
    if other.battle is not None and seat in other.battle.waiting:
        other.battle.plans[seat] = BattlePlan(replies={"suggestion": "withdraw"})
    other.seed, other.streams = of_the_same_voice(state.seed), {}
    return other


@pytest.mark.parametrize("game", GAMES)
def test_nobody_sees_a_change_of_anothers_secrets(game: Played) -> None:
    stream = Stream(str(game[1]), "secrets")
    encode = msgspec.json.encode
    differed = 0
    for turn in turns(game):
        state, lords = turn.state, len(turn.state.lords)
        seat = stream.below(lords) + 1
        other = with_other_secrets(state, seat, stream)
        differed += encode(view(other, seat)) != encode(view(state, seat))
        for viewer in (None, *(s for s in range(1, lords + 1) if s != seat)):
            assert encode(view(other, viewer)) == encode(view(state, viewer))
            if viewer is not None and viewer in state.owing:
                now, then = (GAME.question(view(s, viewer)) for s in (other, state))
                assert now
                assert then
                assert now.walk().options(every=True) == then.walk().options(every=True)
    assert differed


@pytest.mark.parametrize("game", GAMES)
def test_a_game_replayed_from_its_log_is_the_same_at_every_step(game: Played) -> None:
    played = list(turns(game))
    entries = [turn.entry for turn in played[1:]]
    state, facts = replay(GAME, setup_of(game), entries)
    assert fingerprint(GAME, state) == fingerprint(GAME, played[-1].state)
    assert facts == [turn.facts for turn in played]


@pytest.mark.parametrize("game", GAMES)
def test_a_state_comes_back_from_its_json(game: Played) -> None:
    for turn in turns(game):
        data = GAME.encode(turn.state)
        assert GAME.encode(GAME.decode(data)) == data
