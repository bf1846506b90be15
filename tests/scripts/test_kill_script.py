"""kill -9: the real command in a process of its own, killed where it hurts, and started again."""

import asyncio
import os
import signal
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.sandbox import Sandbox
from tests.scripts.house import api

ROOT = Path(__file__).parent.parent.parent
SECONDS = 60


class Bot:
    """`python -m bot run` against the sandbox."""

    def __init__(self, sandbox, folder):
        self.sandbox, self.folder = sandbox, folder
        self.process = None

    async def begin(self):
        polls = len(self.sandbox.world.requests("getUpdates"))
        environment = {
            **os.environ,
            "LORDS_TOKEN": self.sandbox.token,
            "LORDS_API_URL": self.sandbox.url,
            "LORDS_DB": str(self.folder / "lords.sqlite"),
            "LORDS_LANG": "ru",
            "PYTHONPATH": str(ROOT),
        }
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", "run", cwd=self.folder, env=environment,
            stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        await self.sandbox.world.until(
            lambda: len(self.sandbox.world.requests("getUpdates")) > polls, SECONDS
        )

    async def kill(self):
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()

    async def end(self):
        if self.process.returncode is None:
            self.process.terminate()
            assert await asyncio.wait_for(self.process.wait(), SECONDS) == 0


@asynccontextmanager
async def running(folder):
    async with Sandbox(api=api()) as sandbox:
        bot = Bot(sandbox, folder)
        await bot.begin()
        try:
            yield bot
        finally:
            await bot.end()


class Script:
    """Two people at a table of two; every step waits for what is seen, on the real clock."""

    def __init__(self, bot):
        self.bot, self.world, self.people = bot, bot.sandbox.world, bot.sandbox.people
        self.ann = self.people.add_person("Ann", language="ru")
        self.bob = self.people.add_person("Bob", language="ru")
        self.group = self.people.add_group("Table", [self.ann, self.bob], supergroup=True)

    def has(self, chat, text):
        return any(text in post.text for post in self.people.posts(chat))

    def count(self, chat, text):
        return sum(text in post.text for post in self.people.posts(chat))

    async def sees(self, chat, text):
        await self.world.until(lambda: self.has(chat, text), SECONDS)

    def post_with(self, chat, label):
        posts = self.people.posts(chat)
        return next((p for p in reversed(posts) if any(label in x for x in p.labels)), None)

    async def button(self, chat, label):
        await self.world.until(lambda: self.post_with(chat, label), SECONDS)
        post = self.post_with(chat, label)
        return post, next(x for x in post.labels if label in x)

    async def press(self, person, label, chat=None):
        self.people.press(person, *await self.button(chat or person, label))

    async def to_the_first_orders(self):
        self.people.say(self.ann, "/newgame 2 ru", self.group)
        for person in (self.ann, self.bob):
            await self.press(person, "Сесть за стол", self.group)
            await self.sees(person, "Вы за столом")
        await self.press(self.ann, "Начать", self.group)
        for person in (self.ann, self.bob):
            await self.sees(person, "Куда пойдёт первый слуга")
            self.people.say(person, "еда, тоннели, золото")
            await self.sees(person, "Принято")
        await self.press(self.ann, "✅")
        await self.sees(self.ann, "Вы готовы")


def seen(script, method):
    """How many requests of a kind have come in."""
    return len(script.world.requests(method))


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("moment", ["at the press", "before the post", "after the post"])
async def test_killed_in_the_middle_of_a_resolve(tmp_path, moment):
    async with running(tmp_path) as bot:
        script = Script(bot)
        await script.to_the_first_orders()
        if moment == "before the post":  # it goes out, but the answer never comes back
            bot.sandbox.trouble.silence(method="sendMessage", chat=script.group.id)
        answered = seen(script, "answerCallbackQuery")
        question, label = await script.button(script.bob, "✅")
        data = next(b["callback_data"] for b in question.buttons if b["text"] == label)
        script.people.press(script.bob, question, label)
        if moment == "at the press":
            await script.world.until(
                lambda: seen(script, "answerCallbackQuery") > answered, SECONDS
            )
        else:
            await script.sees(script.group, "Первый резолв")
        await bot.kill()
        await bot.begin()
        # a press that was confirmed but not worked on is lost; pressing again does no harm
        script.people.press_data(script.bob, question, data)
        await script.sees(script.group, "Первый резолв")
        for person in (script.ann, script.bob):
            await script.sees(person, "производство")
        posts = [p.text for p in script.people.posts(script.group) if "Первый резолв" in p.text]
        repeats = [text for text in posts if text.startswith("(повтор")]
        assert len(posts) - len(repeats) == 1
        assert len(repeats) <= 1
        assert "I. Ann" in posts[0]
