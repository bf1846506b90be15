"""A whole four-lord game over HTTP, from /newgame to the attestation, with a restart inside.

One lord presses random buttons, one types what a stand-in would write, and stand-ins hold the
other two seats.
"""

import pytest

from bot.games import GAMES
from rules.kernel.question import write
from rules.kernel.stream import Stream
from tests.scripts.house import open_house

WORDS = {
    "ru": {"join": "Сесть за стол", "over": "Игра окончена"},
    "en": {"join": "Take a seat", "over": "The game is over"},
}
MOST = 12
"""Buttons pressed at random for one answer, before the first that ends it."""

CONTROLS = "bckr"


class Presser:
    """Answers by random buttons."""

    def __init__(self, player, stream):
        self.player, self.stream = player, stream

    async def answer(self, desk):
        for pressed in range(200):
            buttons = self.player.question.buttons
            choices = [b for b in buttons if b["callback_data"][0] not in CONTROLS]
            ready = [b for b in buttons if b["callback_data"][0] == "r"]
            if ready and (not choices or pressed >= MOST or self.stream.below(3) == 0):
                await self.player.press(ready[0]["callback_data"])
                return
            assert choices, self.player.question.text
            pick = choices[0] if pressed >= MOST else self.stream.choice(choices)
            await self.player.press(pick["callback_data"])
        raise AssertionError("an answer without end")


class Typist:
    """Types what the stand-in with judgement would answer."""

    def __init__(self, player, stream):
        self.player, self.stream = player, stream
        self.standin = next(iter(GAMES["lords"].standins.values()))

    async def answer(self, desk):
        tokens = self.standin.answer(desk.view, desk.question, self.stream)
        if tokens:
            await self.player.say(write(tokens))
        await self.player.press(desk_ready(self.player.question))


def desk_ready(post):
    return next(b["callback_data"] for b in post.buttons if b["callback_data"][0] == "r")


async def play(house, game, hands, stop_at=None):
    """Everybody answers until the game is over, or a step is reached."""
    for _ in range(120):
        info = await house.table.info(game)
        if info.status != "play" or info.step == stop_at:
            return info
        for seat, hand in hands.items():
            desk = await house.table.desk(game, seat)
            if desk.question is not None and not desk.ready and desk.step == info.step:
                await hand.answer(desk)
    raise AssertionError("a game without end")


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("lang", ["ru", "en"])
async def test_a_whole_game(tmp_path, lang):
    async with open_house(tmp_path, lang=lang) as house:
        words = WORDS[lang]
        ann = house.person("Ann", language=lang)
        bob = house.person("<b>Bob&_*", language=lang)
        group = house.group(ann, bob)
        await ann.say(f"/newgame 4 {lang} none", group)
        for person in (ann, bob):
            await person.press(words["join"])
        await ann.say("/begin fill", group)
        hands = {
            1: Presser(ann, Stream("script", "ann")),
            2: Typist(bob, Stream("script", "bob")),
        }
        await play(house, 1, hands, stop_at=7)
        before = house.people.pinned(group).id
        await house.restart()
        info = await play(house, 1, hands)
        assert info.status == "over"
        assert house.people.pinned(group).id == before
        assert words["over"] in house.people.pinned(group).text
        record = await house.table.export(1)
        assert len(record.entries) == 20 + 10
        assert [entry for entry in house.world.journal if entry.code >= 400] == []
        await ann.say("/again", group)
        assert house.people.last(group).labels[0] == words["join"]


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("seats", "lang"), [(2, "en"), (3, "ru"), (4, "en")])
async def test_a_whole_board_game(tmp_path, seats, lang):
    """Its questions in mid-fight come to one lord alone, while the others have nothing to do."""
    async with open_house(tmp_path, lang=lang) as house:
        words = WORDS[lang]
        ann, bob = house.person("Ann", language=lang), house.person("Bob", language=lang)
        group = house.group(ann, bob)
        await ann.say(f"/newgame classic {seats} {lang} none", group)
        for person in (ann, bob):
            await person.press(words["join"])
        await ann.say("/begin fill", group)
        hands = {
            1: Presser(ann, Stream("script", "ann")),
            2: Typist(bob, Stream("script", "bob")),
        }
        await play(house, 1, hands, stop_at=7)
        await house.restart()
        info = await play(house, 1, hands)
        assert info.status == "over"
        assert words["over"] in house.people.pinned(group).text
        record = await house.table.export(1)
        assert record.setup.variant == "classic"
        assert len(record.entries) >= 1 + 16 + 8
        assert [entry for entry in house.world.journal if entry.code >= 400] == []
