"""The page's own requests: who may make them, what they do, what comes back."""

import json
import re
from importlib.resources import files

import httpx
import pytest
from tornado.httpclient import HTTPClientError, HTTPRequest
from tornado.websocket import websocket_connect

from bot.sandbox import HookRefused
from bot.sandbox.page_server import own_names

LOADED = re.compile(r'from "/page/([a-z]+\.js)"')


class Page:
    """The page's socket."""

    def __init__(self, socket):
        self.socket = socket
        self.posts = {}
        self.state = None
        self.toasts = []

    async def read(self):
        message = json.loads(await self.socket.read_message())
        if message["type"] == "state":
            self.state = message
            self.posts.update({(p["chat"], p["id"]): p for p in message["posts"]})
            self.toasts += message["toasts"]
        return message

    async def ask(self, **action):
        await self.socket.write_message(json.dumps({"n": 1, **action}))
        while (message := await self.read())["type"] != "done":
            pass
        return message.get("error")

    async def until(self, true):
        while not true():
            await self.read()


@pytest.fixture
async def page(sandbox, group):
    address = f"ws://127.0.0.1:{sandbox.port}/page/socket"
    socket = await websocket_connect(HTTPRequest(address, headers={"Origin": sandbox.url}))
    page = Page(socket)
    await page.read()
    yield page
    socket.close()
    await sandbox.stop()


def test_the_usual_port_is_not_named():
    assert own_names(80) == {"127.0.0.1", "localhost"}
    assert own_names(8080) == {"127.0.0.1:8080", "localhost:8080"}


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({}, 200),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "https://127.0.0.1:{port}"}, 403),
        ({"Host": "evil.example"}, 403),
        ({"Host": "evil.example:{port}"}, 403),
        ({"Host": "localhost:{port}", "Origin": "http://localhost:{port}"}, 200),
    ],
)
async def test_only_this_page_may_ask(sandbox, headers, code):
    headers = {key: value.format(port=sandbox.port) for key, value in headers.items()}
    async with httpx.AsyncClient() as client:
        for path in ("/", "/page/words.json"):
            answer = await client.get(f"{sandbox.url}{path}", headers=headers)
            assert answer.status_code == code
        method = f"{sandbox.base_url}{sandbox.token}/getMe"
        assert (await client.post(method, headers=headers)).status_code == code
    address = f"ws://127.0.0.1:{sandbox.port}/page/socket"
    if code == 200:
        (await websocket_connect(HTTPRequest(address, headers=headers))).close()
    else:
        with pytest.raises(HTTPClientError):
            await websocket_connect(HTTPRequest(address, headers=headers))


async def test_nothing_from_elsewhere(sandbox):
    async with httpx.AsyncClient() as client:
        answer = await client.get(sandbox.url)
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert (await client.get(f"{sandbox.url}/page/server.py")).status_code == 404
        assert (await client.get(f"{sandbox.url}/media/none")).status_code == 404
    for entry in (files("bot.sandbox") / "page").iterdir():
        text = entry.read_text(encoding="utf-8")
        assert "https://" not in text.replace("`https://${url}`", ""), entry.name
        assert "innerHTML" not in text, entry.name


async def test_every_module_that_the_page_loads_is_served_as_one(sandbox):
    scripts = [e for e in (files("bot.sandbox") / "page").iterdir() if e.name.endswith(".js")]
    loaded = {name for e in scripts for name in LOADED.findall(e.read_text(encoding="utf-8"))}
    assert loaded == {e.name for e in scripts} - {"app.js"}
    async with httpx.AsyncClient() as client:
        for name in loaded:
            answer = await client.get(f"{sandbox.url}/page/{name}")
            assert answer.headers["Content-Type"].startswith("text/javascript")


def test_words_in_both_languages():
    text = (files("bot.sandbox") / "page" / "words.json").read_text(encoding="utf-8")
    words = json.loads(text)
    assert list(words["en"]) == list(words["ru"])


async def test_people_act(page, sandbox, bot, group, anna, boris):
    assert [p["name"] for p in page.state["people"]] == ["Анна", "Борис <b>&_*"]
    assert await page.ask(do="say", **{"as": boris.id}, chat=group.id, text="/status") is None
    await bot.send_message(anna.id, "x")
    assert "Start" in await page.ask(do="say", **{"as": boris.id}, chat=boris.id, text="x")
    assert await page.ask(do="start", **{"as": boris.id}, payload="seat-1") is None
    said = [u.message.text for u in await bot.get_updates()]
    assert said == ["/status", "/start seat-1"]
    await page.ask(do="block", **{"as": boris.id}, on=True)
    await page.until(lambda: page.state["people"][1]["status"] == "blocked")
    await page.ask(do="person", **{"as": boris.id}, name="Carol")
    assert len(group.members) == 4
    assert "not understood" in await page.ask(do="dance")


async def test_presses_and_toasts(page, sandbox, bot, anna):
    from telegram import InlineKeyboardButton, InlineKeyboardMarkup

    board = InlineKeyboardMarkup([[InlineKeyboardButton("Go", callback_data="go")]])
    message = await bot.send_message(anna.id, "x", reply_markup=board)
    await page.until(lambda: (anna.id, message.message_id) in page.posts)
    assert page.posts[anna.id, message.message_id]["rows"][0][0]["text"] == "Go"
    press = {"as": anna.id, "chat": anna.id, "post": message.message_id, "data": "go"}
    assert await page.ask(do="press", **press) is None
    update = (await bot.get_updates())[-1]
    await update.callback_query.answer("wait", show_alert=True)
    await page.until(lambda: page.toasts)
    assert (page.toasts[0]["text"], page.toasts[0]["alert"]) == ("wait", True)
    await message.delete()
    await page.until(lambda: page.posts[anna.id, message.message_id].get("deleted"))


async def test_switches(page, sandbox, anna, boris):
    turned = []

    async def standin(person, on):
        if person == boris.id:
            raise HookRefused("he plays himself")
        turned.append((person, on))

    sandbox.hooks["standin"] = standin
    assert await page.ask(do="toggle", **{"as": anna.id}, name="standin", on=True) is None
    assert turned == [(anna.id, True)]
    await page.until(lambda: page.state["people"][0]["on"] == ["standin"])
    refusal = await page.ask(do="toggle", **{"as": boris.id}, name="standin", on=True)
    assert refusal == "he plays himself"
    sandbox.set_toggle("standin", anna.id, False)
    await page.until(lambda: page.state["people"][0]["on"] == [])


async def test_trouble(page, sandbox, group, anna):
    for kind in ("flood", "silence", "cut", "repeat"):
        assert await page.ask(do="trouble", **{"as": anna.id}, kind=kind, chat=0) is None
    assert [fault.kind for fault in sandbox.trouble.faults] == ["refuse", "silence", "cut"]
    await page.ask(do="trouble", **{"as": anna.id}, kind="clear", chat=0)
    assert not sandbox.trouble.faults
    assert await page.ask(do="trouble", **{"as": anna.id}, kind="mute", chat=group.id) is None
    await page.ask(do="trouble", **{"as": anna.id}, kind="migrate", chat=group.id)
    assert group.migrated_to in sandbox.world.chats
    assert "group" in await page.ask(do="trouble", **{"as": anna.id}, kind="kick", chat=0)


async def test_the_server_hangs_up(page, sandbox):
    await sandbox.stop()
    assert await page.socket.read_message() is None
    assert not sandbox.pages
