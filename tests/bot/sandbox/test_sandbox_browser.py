"""The page in a real browser, briefly: it draws, it presses, it fits a phone."""

import pytest
from telegram import InlineKeyboardButton, InlineKeyboardMarkup

KEYS = InlineKeyboardMarkup(
    [
        [InlineKeyboardButton("Join", url="https://t.me/lords_bot?start=seat-1")],
        [InlineKeyboardButton("Go", callback_data="go")],
    ]
)
TEXT = '<b>Spring</b> <tg-time unix="5" format="D">then</tg-time> <tg-spoiler>imp</tg-spoiler>'


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1280])
async def test_the_page(browser, sandbox, bot, group, boris, width):
    await bot.send_message(group.id, TEXT, parse_mode="HTML", reply_markup=KEYS)
    page = await browser.new_page(viewport={"width": width, "height": 800})
    wrong = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda line: wrong.append(line.text) if line.type == "error" else None)
    await page.goto(f"{sandbox.url}/?lang=en&as={boris.id}")
    await page.get_by_role("button", name="Go").click()
    await sandbox.world.until(lambda: sandbox.world.queries)
    query = next(iter(sandbox.world.queries))
    await bot.answer_callback_query(query, "Not yet")
    await page.get_by_test_id("toast").get_by_text("Not yet").wait_for()
    await page.get_by_role("button", name="Join").click()
    await page.get_by_test_id("start").click()
    await sandbox.world.until(lambda: sandbox.people.posts(boris))
    assert sandbox.people.last(boris, bot=False).text == "/start seat-1"
    await bot.send_message(boris.id, "Welcome")
    private = page.get_by_test_id("chat-private")
    await private.get_by_text("Welcome").wait_for()
    await private.get_by_test_id("input").fill("food; tunnels")
    await private.get_by_test_id("send").click()
    await sandbox.world.until(lambda: len(sandbox.people.posts(boris)) == 3)
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert wrong == []
    await page.close()
