"""Secrets: each hidden thing is changed, and nobody else's text, picture or button moves."""

import asyncio
import shutil

import pytest

from bot.chat.painter import paint_here
from rules.kernel.question import write
from tests.scripts.house import Player, open_house
from tests.scripts.monkey import LOOKING, Monkey
from tests.scripts.prepared import (
    CLASSIC,
    OFFERED,
    change_state,
    fixed,
    play_to,
    pleading,
    state_of,
)
from tests.seeds import of_the_same_voice

SPRING, ORDERS, PLANS, COMBAT = 2, 8, 9, 10


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    """One game in its first spring, at the festival's orders and plans, and at the first fight."""
    folder = tmp_path_factory.mktemp("games")
    for step in (SPRING, ORDERS, PLANS, COMBAT):
        asyncio.run(play_to(folder / f"{step}.sqlite", step))
    return folder


class Seen:
    """All that reaches anybody but Ann: texts, buttons, toasts, pictures."""

    def __init__(self, house, ann):
        world = house.world
        self.posts = [
            (chat.id, post.text, post.entities, post.markup,
             world.files[post.media.file].data if post.media else b"")
            for chat in world.chats.values() if chat.id != ann.id
            for post in chat.visible
        ]  # fmt: skip
        self.toasts = [
            (t.person, t.text, t.alert, t.url) for t in world.toasts if t.person != ann.id
        ]


async def look_round(bob, group):
    """Everything another lord can look at."""
    await bob.start()
    await bob.press("к вопросу")
    await bob.say("/me")
    for command in ("/status", "/table", "/dungeon Ann", "/dungeon Bob", "/games"):
        await bob.say(command, group)
    for _ in range(3 if bob.question else 0):  # while another is asked he has none
        choices = [b for b in bob.question.buttons if b["callback_data"][0] == "o"]
        if choices:
            await bob.press(choices[0]["callback_data"])


async def watched(source, tmp_path, name, change=None, act=None, later=None):
    """What others see in a copy of the game; `act` is what Ann does, `later` ends the step."""
    folder = tmp_path / name
    folder.mkdir()
    shutil.copy(source, folder / "lords.sqlite")
    if change is not None:
        change_state(folder / "lords.sqlite", change)
    async with open_house(folder, random=fixed, draw=paint_here) as house:
        ann = house.person("Ann", started=True)
        bob = house.person("Bob", started=True)
        group = house.group(ann, bob)
        if act is not None:
            await act(ann)
        await look_round(bob, group)
        if later is not None:
            await later(house, ann, bob, group)
        return Seen(house, ann)


def same(one, other):
    assert one.posts == other.posts
    assert one.toasts == other.toasts


async def resolve(house, ann, bob, group):
    """Both answer in a way that shows no hidden card, and the step resolves."""
    for person, text in ((ann, "gold; imps; tunnels"), (bob, "imps; food; gold")):
        await person.say(text)
        assert "Принято" in person.see().text
    await ann.say("/resolve", group)


def rich(state):
    """Nothing stands in the way of those orders."""
    for lord in state.lords:
        lord.gold, lord.food, lord.barred = 9, 9, []


def hand(kind, deck, which):
    """Ann holds one card or another, and as many either way."""

    def change(state):
        rich(state)
        cards = sorted({*getattr(state, deck), *getattr(state.lords[0], kind)} - {"parrot"})
        setattr(state.lords[0], kind, [cards[which], cards[which + 2]])

    return change


def face_down(state):
    """The cards that nobody but Ann may have spied on lie in another order."""
    rich(state)
    known = {n for lord in state.lords[1:] for n in lord.spied}
    hidden = [n for n in range(len(state.turned), len(state.cards)) if n + 1 not in known]
    cards = [state.cards[n] for n in hidden]
    assert len(set(cards)) > 1
    for n, card in zip(hidden, reversed(cards), strict=True):
        state.cards[n] = card


def seed(state):
    rich(state)
    state.seed = of_the_same_voice(state.seed)


HIDDEN = {
    "traps": (hand("traps", "trap_deck", 0), hand("traps", "trap_deck", 1)),
    "pets": (hand("pets", "pet_deck", 0), hand("pets", "pet_deck", 1)),
    "cards": (rich, face_down),
    "seed": (rich, seed),
}


async def chatter(house, ann, bob, group):
    """Bob and a stranger try all that the bot offers them, and what it does not."""
    eve = house.person("Eve", started=True)
    house.people.join(eve.person, group)
    monkey = Monkey(house, 4, [bob, eve], LOOKING)
    for _ in range(60):
        await monkey.step()


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("kind", HIDDEN)
async def test_whatever_others_try_they_see_the_same(games, tmp_path, kind):
    source = games / f"{ORDERS}.sqlite"
    one, another = HIDDEN[kind]
    base = await watched(source, tmp_path, "base", change=one, later=chatter)
    assert len(base.posts) > 60
    same(base, await watched(source, tmp_path, "changed", change=another, later=chatter))


def deck(name):
    def change(state):
        cards = getattr(state, name)
        assert len(cards) > 1, name
        cards.reverse()

    return change


DECKS = ("trap_deck", "pet_deck", "hero_deck", "monster_deck", "room_deck", "event_deck")


@pytest.mark.slow
@pytest.mark.parametrize("kind", HIDDEN)
async def test_what_lies_in_a_hand_or_face_down(games, tmp_path, kind):
    source = games / f"{ORDERS}.sqlite"
    one, another = HIDDEN[kind]
    base = await watched(source, tmp_path, "base", change=one, later=resolve)
    same(base, await watched(source, tmp_path, "changed", change=another, later=resolve))


@pytest.mark.slow
@pytest.mark.parametrize("name", DECKS)
async def test_decks(games, tmp_path, name):
    source = games / f"{SPRING}.sqlite"
    base = await watched(source, tmp_path, "base")
    same(base, await watched(source, tmp_path, "changed", change=deck(name)))


def typed(text):
    async def act(ann):
        await ann.say(text)
        assert "Принято" in ann.see().text

    return act


async def one_press(ann):
    await ann.start()
    await ann.press("к вопросу")
    first = next(b for b in ann.question.buttons if b["callback_data"][0] == "o")
    await ann.press(first["callback_data"])


async def another_press(ann):
    await ann.start()
    await ann.press("к вопросу")
    choices = [b for b in ann.question.buttons if b["callback_data"][0] == "o"]
    await ann.press(choices[-1]["callback_data"])


@pytest.mark.slow
async def test_orders_before_their_resolve(games, tmp_path):
    source = games / f"{ORDERS}.sqlite"
    one, another = typed("gold; imps; tunnels"), typed("tunnels; gold hold; imps")
    base = await watched(source, tmp_path, "base", change=rich, act=one)
    same(base, await watched(source, tmp_path, "changed", change=rich, act=another))


@pytest.mark.slow
@pytest.mark.parametrize("step", [ORDERS])
async def test_drafts(games, tmp_path, step):
    source = games / f"{step}.sqlite"
    base = await watched(source, tmp_path, "base")
    same(base, await watched(source, tmp_path, "one", act=one_press))
    same(base, await watched(source, tmp_path, "another", act=another_press))


@pytest.mark.slow
@pytest.mark.parametrize("step", [PLANS, COMBAT])
async def test_plans_before_their_resolve(games, tmp_path, step):
    """Whatever Ann's plan is: the empty one, or one that says something."""
    source = games / f"{step}.sqlite"
    view = OFFERED.game.view(state_of(source), 1)
    question = OFFERED.game.question(view)
    walk = question.walk()
    while walk.options() and (not walk.complete or len(walk.tokens) < 2):
        walk.take(walk.options()[0].token)
    assert walk.tokens

    async def nothing(ann):
        await ann.start()
        await ann.press("к вопросу")
        await ann.press(next(b["callback_data"] for b in ann.question.buttons
                             if b["callback_data"][0] == "r"))  # fmt: skip

    async def something(ann):
        await ann.say(write(walk.tokens))
        await ann.press(next(b["callback_data"] for b in ann.question.buttons
                             if b["callback_data"][0] == "r"))  # fmt: skip

    base = await watched(source, tmp_path, "base", act=nothing)
    same(base, await watched(source, tmp_path, "changed", act=something))


# the board game: fewer hidden things, and questions in the midst of a fight

BOARD_ORDERS, ROUND = 3, 9


def midway(state):
    """Ann's word is waited for in a fight against which both have sent monsters."""
    pleading(state)
    rich(state)
    for lord in state.lords:
        lord.traps = ["trapdoor", "pendulum"]


@pytest.fixture(scope="module")
def board_games(tmp_path_factory):
    folder = tmp_path_factory.mktemp("board")
    for step in (BOARD_ORDERS, ROUND):
        path = folder / f"{step}.sqlite"
        asyncio.run(play_to(path, step, **CLASSIC))
    change_state(folder / f"{ROUND}.sqlite", midway)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["traps", "cards", "seed"])
async def test_hands_and_cards_of_the_board_game(board_games, tmp_path, kind):
    source = board_games / f"{BOARD_ORDERS}.sqlite"
    one, another = HIDDEN[kind]

    async def both(house, ann, bob, group):
        for person, text in ((ann, "food; imps; gold"), (bob, "food; imps; gold")):
            await person.say(text)
            assert "Принято" in person.see().text
        await ann.say("/resolve", group)

    later = None if kind == "seed" else both  # the next season's clerks are drawn from it
    base = await watched(source, tmp_path, "base", change=one, later=later)
    same(base, await watched(source, tmp_path, "changed", change=another, later=later))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["trap_deck", "hero_deck", "monster_deck", "room_deck"])
async def test_decks_of_the_board_game(board_games, tmp_path, name):
    source = board_games / f"{BOARD_ORDERS}.sqlite"
    base = await watched(source, tmp_path, "base")
    same(base, await watched(source, tmp_path, "changed", change=deck(name)))


@pytest.mark.slow
async def test_what_is_said_in_mid_fight_before_it_is_done(board_games, tmp_path):
    """Bob sees that Ann's word is waited for, but not what she is about to say."""

    def saying(word):
        async def act(ann):
            bob = next(p for p in ann.house.world.people.values() if p.name == "Bob")
            for person in (ann, Player(ann.house, bob)):
                await person.start("q_1")
                await person.say("witch, goblin")
                await person.press("Готов")
            assert "дошло до ударов" not in ann.see().text
            await ann.press(word)
            assert "Принято" in ann.question.text

        return act

    source = board_games / f"{ROUND}.sqlite"
    base = await watched(source, tmp_path, "base", act=saying("принять злобу"))
    same(base, await watched(source, tmp_path, "changed", act=saying("отозвать")))
