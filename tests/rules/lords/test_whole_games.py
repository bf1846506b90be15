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
from rules.lords.game import Lords
from rules.lords.state import State, view

GAME = Lords()
SEEDS = range(7, 15)


def setup_of(seed: int) -> Setup:
    return Setup("lords", "shoggoth", seats_of(seed), str(seed))


def turns(seed: int) -> Iterator[Turn[State]]:
    return play(GAME, setup_of(seed), table_of(seed, seats_of(seed)))


def questions(seed: int) -> Iterator[tuple[State, int, Question, tuple[str, ...]]]:
    """Every question of a game with the state it was asked at and the answer it got."""
    before = None
    for turn in turns(seed):
        for seat, tokens in turn.answers.items():
            question = ask(GAME, before, seat)
            assert question is not None
            yield before, seat, question, tokens
        before = turn.state


@pytest.mark.parametrize("seed", SEEDS)
def test_what_can_be_chosen_is_among_all_words_and_the_rest_has_a_reason(seed: int) -> None:
    for number, (_, _, question, tokens) in enumerate(questions(seed)):
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


@pytest.mark.parametrize("seed", SEEDS)
def test_a_word_that_can_not_be_chosen_is_refused_with_its_reason_and_changes_nothing(
    seed: int,
) -> None:
    for number, (_, _, question, tokens) in enumerate(questions(seed)):
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


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_written_is_read_as_the_same(seed: int) -> None:
    for number, (_, _, question, tokens) in enumerate(questions(seed)):
        if number % 4 == 0:
            assert read(question, write(tokens)) == tokens
            shouted = write(tokens).upper().replace("; ", "\n")
            assert read(question, shouted) == tokens


def with_other_secrets(state: State, seat: int, stream: Stream) -> State:
    """The same board with other hidden things: this seat's hand, decks, unseen cards, the seed."""
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
    other.seed, other.streams = "another", {}
    return other


@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_sees_a_change_of_anothers_secrets(seed: int) -> None:
    stream = Stream(str(seed), "secrets")
    encode = msgspec.json.encode
    differed = 0
    for turn in turns(seed):
        state, count = turn.state, len(turn.state.lords)
        seat = stream.below(count) + 1
        other = with_other_secrets(state, seat, stream)
        differed += encode(view(other, seat)) != encode(view(state, seat))
        for viewer in (None, *(s for s in range(1, count + 1) if s != seat)):
            assert encode(view(other, viewer)) == encode(view(state, viewer))
            if viewer is not None and viewer in state.owing:
                now, then = (GAME.question(view(s, viewer)) for s in (other, state))
                assert now
                assert then
                assert now.walk().options(every=True) == then.walk().options(every=True)
    assert differed


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_replayed_from_its_log_is_the_same_at_every_step(seed: int) -> None:
    played = list(turns(seed))
    entries = [turn.entry for turn in played[1:]]
    state, facts = replay(GAME, setup_of(seed), entries)
    assert fingerprint(GAME, state) == fingerprint(GAME, played[-1].state)
    assert facts == [turn.facts for turn in played]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_state_comes_back_from_its_json(seed: int) -> None:
    for turn in turns(seed):
        data = GAME.encode(turn.state)
        assert GAME.encode(GAME.decode(data)) == data
