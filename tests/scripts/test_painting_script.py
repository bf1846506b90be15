"""Presses stay quick while albums render: pictures are drawn by another process.

Times are compared within one run only: presses while an album is drawn to the same presses
alone, the loop's longest stall to what drawing in this process would stall it.
"""

import asyncio
import time
from statistics import median

import pytest

from bot.chat.painter import Painter, paint_here
from bot.gallery.worst import worst_table
from tests.scripts.house import open_house

OFTEN = 3
"""How often each picture is drawn, so that there is time to press."""


class Studio:
    """The bot's own painter, watched."""

    def __init__(self):
        self.painter = Painter()
        self.begun = asyncio.Event()
        self.at_work = 0

    async def __call__(self, svg, width):
        self.at_work += 1
        self.begun.set()
        drawn = [await self.painter(svg, width) for _ in range(OFTEN)]
        self.at_work -= 1
        return drawn[0]


async def pressed(house, person, label):
    """Press, wait for the answer and for the changed question; how long the answer took."""
    post = person.question
    before, known = len(house.world.toasts_of(person.person)), str(post.buttons)
    full = next(text for text in post.labels if label in text)
    began = time.perf_counter()
    house.people.press(person.person, post, full)
    await house.world.until(lambda: len(house.world.toasts_of(person.person)) > before, 30)
    took = time.perf_counter() - began
    await house.world.until(lambda: str(person.question.buttons) != known, 30)
    return took


async def test_presses_stay_quick_while_an_album_renders(tmp_path, capsys):
    studio = Studio()
    async with open_house(tmp_path, draw=studio) as house:
        ann = house.person("Аня")
        group = house.group(ann)
        await ann.say("/newgame 4 ru", group)
        await ann.press("Сесть за стол")
        await ann.say("/begin fill", group)
        await ann.say("/resolve", group)
        studio.begun.clear()
        asked = ann.question
        house.people.say(ann.person, "/resolve", group)
        await studio.begun.wait()
        await house.world.until(lambda: ann.question is not asked, 30)
        busy = []
        while studio.at_work or not busy:
            busy.append(await pressed(house, ann, "провизия"))
            busy.append(await pressed(house, ann, "Назад"))
        await house.settle()
        alone = []
        for _ in busy:
            alone.append(await pressed(house, ann, "провизия"))
            alone.append(await pressed(house, ann, "Назад"))
        studio.painter.close()
    ratio = median(busy) / median(alone)
    with capsys.disabled():
        print(f"\npress while an album renders / alone: {ratio:.1f} ({len(busy)} presses)")
    assert len(busy) > 2
    assert ratio < 10


async def stall(draw):
    """How long the loop stood still at most while a picture was drawn."""
    svg = worst_table("ru").svg
    task, longest = asyncio.create_task(draw(svg, 780)), 0.0
    while not task.done():
        began = time.perf_counter()
        await asyncio.sleep(0)
        longest = max(longest, time.perf_counter() - began)
    assert (await task).startswith(b"\x89PNG")
    return longest


@pytest.fixture
def painter():
    painter = Painter()
    yield painter
    painter.close()


async def test_the_painter_leaves_the_loop_alone(painter, capsys):
    await stall(painter)  # the process has to begin first
    ratio = min([await stall(painter) for _ in range(3)]) / await stall(paint_here)
    with capsys.disabled():
        print(f"\nlongest stall while another process draws / drawing here: {ratio:.3f}")
    assert ratio < 0.5
