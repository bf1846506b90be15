"""`lords try` as a newcomer meets it, in a real browser: from /newgame to the first pictures.

The page is driven as a person drives it, on a phone and on a desk; every wait is for something
that shows.
"""

import asyncio
import os
import signal
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import expect

ROOT = Path(__file__).parents[2]
COMMAND = ("-m", "bot", "try", "--no-browser", "--port", "0", "--lang", "ru", "--lords", "3")
SECONDS = 60
"""Any one wait, on a machine that is busy with other things."""
WHOLE = "image => image.complete && image.naturalWidth > 0 && image.clientWidth > 0"

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(240),
    pytest.mark.skipif(sys.platform == "win32", reason="SIGTERM is no signal there"),
]


@asynccontextmanager
async def address(folder: Path):
    """The page's address, while the bot runs; a stop on SIGTERM with exit 0 is part of it."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, *COMMAND, cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        async with asyncio.timeout(SECONDS):
            first = await process.stdout.readline()
        yield first.decode().strip()
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(SECONDS):
            out, err = await process.communicate()
        sys.stderr.write(err.decode())  # beside whatever else went wrong
    assert process.returncode == 0, err.decode()
    assert b"Traceback" not in out + err, err.decode()


class Screen:
    """The page under somebody's hands."""

    def __init__(self, page) -> None:
        self.page = page
        self.wide = page.viewport_size["width"] >= 900
        self.group = page.get_by_test_id("chat-group")
        self.private = page.get_by_test_id("chat-private")

    async def turn_to(self, chat) -> None:
        """On a phone one chat is seen at a time."""
        tabs = self.page.get_by_test_id("tabs").get_by_role("button")
        if not self.wide:
            await (tabs.first if chat is self.group else tabs.last).click()
        await expect(chat).to_be_visible()

    async def say(self, chat, text: str) -> None:
        await chat.get_by_test_id("input").fill(text)
        await chat.get_by_test_id("send").click()

    async def press(self, chat, label: str) -> None:
        """Press the newest button that says this."""
        await chat.get_by_test_id("key").filter(has_text=label).last.click()

    async def reads(self, chat, text: str) -> None:
        """Wait for a message with this text."""
        await expect(chat.get_by_test_id("message").filter(has_text=text).last).to_be_visible()

    async def newest(self, text: str) -> None:
        """Wait until the last message in private says this."""
        await expect(self.private.get_by_test_id("message").last).to_contain_text(text)

    async def fits(self) -> None:
        """Nothing sticks out at the side."""
        assert await self.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def sit_down(screen: Screen) -> None:
    """/newgame, the Join button's deep link, Start, and Begin with stand-ins."""
    await screen.turn_to(screen.group)
    await screen.say(screen.group, "/newgame 3")
    await screen.press(screen.group, "Сесть за стол")  # on a phone this turns to the private chat
    await screen.page.get_by_test_id("start").click()
    await screen.reads(screen.private, "Вы за столом")
    await screen.turn_to(screen.group)
    await screen.reads(screen.group, "3. Вера")
    await screen.press(screen.group, "Начать")
    await screen.reads(screen.group, "Начало сезона")


async def answer(screen: Screen) -> None:
    """The first orders: by buttons and Back, by typed words, changed, and ready."""
    await screen.turn_to(screen.private)
    await screen.press(screen.private, "провизия")
    await screen.newest("Куда пойдёт второй слуга?")
    await screen.press(screen.private, "тоннели")
    await screen.newest("Куда пойдёт третий слуга?")
    await screen.press(screen.private, "Назад")
    await screen.newest("Куда пойдёт второй слуга?")
    await screen.press(screen.private, "золото")
    await screen.say(screen.private, "Импы")  # goes on from where the buttons were left
    await screen.newest("Принято:")
    await screen.newest("1. Провизия")
    await screen.newest("3. Импы")
    await screen.press(screen.private, "Изменить")
    await screen.newest("Оставить прежнее")
    await screen.say(screen.private, "еда, тоннели, репутация")
    await screen.newest("3. Репутация")
    await screen.press(screen.private, "Готов")


async def look_at_the_pin(screen: Screen) -> None:
    """The status is pinned, is edited in place, and leads to itself."""
    pinned = screen.group.get_by_test_id("pinned")
    await expect(pinned).to_contain_text("Игра #1")
    await pinned.click()
    flashed = screen.group.locator("[data-testid=message].flash")
    await expect(flashed).to_contain_text("изменено")
    await expect(flashed).to_contain_text("Аня")


async def look_at_the_picture(screen: Screen, post) -> None:
    """The pictures under a post are there, whole, and open large."""
    photos = post.get_by_test_id("photo")
    await photos.first.scroll_into_view_if_needed()
    image = await photos.first.locator("img").element_handle()
    await screen.page.wait_for_function(WHOLE, arg=image)
    await photos.first.click()
    large = screen.page.get_by_test_id("lightbox")
    await expect(large).to_be_visible()
    image = await large.locator("#light-image").element_handle()
    await screen.page.wait_for_function(WHOLE, arg=image)
    await screen.page.keyboard.press("Escape")
    await expect(large).to_be_hidden()


@pytest.mark.parametrize("width", [390, 1280])
async def test_a_newcomer_plays_a_season(browser, tmp_path, width) -> None:
    expect.set_options(timeout=SECONDS * 1000)
    async with address(tmp_path) as url:
        assert url.startswith("http://127.0.0.1:")
        page = await browser.new_page(viewport={"width": width, "height": 844})
        page.set_default_timeout(SECONDS * 1000)
        wrong = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda line: wrong.append(line.text) if line.type == "error" else None)
        await page.goto(url)
        screen = Screen(page)
        await sit_down(screen)
        await answer(screen)
        await screen.newest("производство")  # the next question
        await screen.fits()
        await screen.turn_to(screen.group)
        await screen.reads(screen.group, "Первый резолв")
        await look_at_the_pin(screen)
        await screen.turn_to(screen.private)
        await screen.press(screen.private, "Готов")
        await screen.turn_to(screen.group)
        await screen.reads(screen.group, "Второй резолв")
        pictured = screen.group.get_by_test_id("message").filter(has=page.get_by_test_id("photo"))
        await look_at_the_picture(screen, pictured.last)
        await screen.fits()
        assert wrong == []
        await page.close()
