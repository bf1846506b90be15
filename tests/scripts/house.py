"""Chat scripts: people who talk to the real bot over HTTP, in one event loop, on a clock by hand.

Nothing here sleeps: `settle` waits until no update is pending, none is being worked on and the
outbox is empty, moving the clock on where only a budget stands in the way.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from functools import lru_cache
from hashlib import sha256
from itertools import count
from pathlib import Path
from unittest.mock import patch

from bot.run import serve
from bot.sandbox import Sandbox
from bot.settings import Settings
from bot.table.clock import TestClock

API = Path(__file__).parent.parent / "data" / "bot-api.json"

PATIENCE = timedelta(minutes=3)
"""What is due within this is waited for: budgets and retries, but no deadline of a game."""

MARKUP = ("</b>", "</i>", "</code>", "</a>", "</blockquote>", "&lt;", "&gt;", "&amp;", "&#")
"""What a text shows only when it was escaped once too often."""

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000064000000640802000000ff800203"
    "0000001e49444154789cedc1010d000000c2a0f74f6d0e37a000000000000000"
)


@lru_cache(maxsize=1)
def api():
    """The Bot API's description, against which every request is checked."""
    return json.loads(API.read_text("utf-8"))


async def no_picture(svg, width):
    """Stands for a drawn picture where the script is not about pictures."""
    assert svg.startswith("<svg") or svg.startswith("<?xml")
    return PIXEL


class Player:
    """One person: what he does, and what he sees."""

    def __init__(self, house, person):
        self.house, self.person = house, person

    @property
    def id(self):
        return self.person.id

    async def say(self, text, where=None, **how):
        """Write in private, or in a group; commands too."""
        post = self.house.people.say(self.person, text, where, **how)
        await self.house.settle()
        return post

    async def start(self, payload=""):
        """Press Start."""
        self.house.people.start(self.person, payload)
        await self.house.settle()

    async def press(self, button, post=None, **how):
        """Press a button by its text (or a part of it), under the newest message that has it."""
        post = post or self.find(button)
        label = next((text for text in post.labels if button in text), button)
        self.house.people.press(self.person, post, label, **how)
        await self.house.settle()

    async def press_data(self, post, data):
        """Press a button that may be gone."""
        self.house.people.press_data(self.person, post, data)
        await self.house.settle()

    def find(self, button, where=None):
        """The newest message with such a button: in private, then in the groups."""
        for chat in [self.person, *self.house.people.world.groups_of(self.person.id)]:
            if where is not None and chat is not where:
                continue
            for post in reversed(self.house.people.posts(chat)):
                if any(
                    button in found["text"] or button == found.get("callback_data")
                    for found in post.buttons
                ):
                    return post
        raise AssertionError(f"{self.person.name} sees no button {button!r}")

    def texts(self, where=None):
        """All the bot's texts in a chat, oldest first."""
        chat = where or self.person
        bot = self.house.people.world.bot.id
        return [post.text for post in self.house.people.posts(chat) if post.sender == bot]

    def see(self, where=None):
        """The bot's newest message."""
        return self.house.people.last(where or self.person)

    @property
    def toasts(self):
        """What presses were answered with."""
        return [toast.text for toast in self.house.people.world.toasts_of(self.person)]

    @property
    def question(self):
        """The newest message with desk buttons, whether current or not."""
        for post in reversed(self.house.people.posts(self.person)):
            verbs = {b.get("callback_data", "").partition(":")[0] for b in post.buttons}
            if verbs & {"o", "r", "b", "c", "k"}:
                return post
        return None


class House:
    """Sandbox, bot and people."""

    def __init__(self, sandbox, clock, settings, how):
        self.sandbox, self.clock, self.settings, self.how = sandbox, clock, settings, how
        self.people, self.world = sandbox.people, sandbox.world
        self.stack = AsyncExitStack()
        self.bot = None

    async def begin(self):
        """Start the bot."""
        self.bot = await self.stack.enter_async_context(
            serve(self.settings, clock=self.clock, **self.how)
        )
        await self.settle()

    def _look_for_markup(self):
        """No reader has seen a tag or an escape that nobody wrote: it was escaped twice."""
        bot, posts = self.world.bot.id, [p for c in self.world.chats.values() for p in c.visible]
        theirs = [person.name for person in self.world.people.values()]
        theirs += [post.text for post in posts if post.sender != bot]
        signs = [sign for sign in MARKUP if not any(sign in text for text in theirs)]
        for post in posts:
            if post.sender == bot:
                seen = [sign for sign in signs if sign in post.text]
                assert not seen, (seen, post.text)

    async def end(self):
        """Stop the bot; whatever it only logged is an error here, and so is markup in a text."""
        self._look_for_markup()
        faults = self.bot.faults if self.bot else []
        await self.stack.aclose()
        self.bot = None
        if faults:
            raise faults[0]

    async def restart(self):
        """What a restart of the process is: everything in memory is gone."""
        await self.end()
        await self.begin()

    def person(self, name, last="", *, language="ru", **how):
        """Somebody new."""
        return Player(self, self.people.add_person(name, last, language=language, **how))

    def group(self, *players, title="Table", **how):
        """A group with these people and the bot."""
        return self.people.add_group(title, [player.person for player in players], **how)

    @property
    def table(self):
        return self.bot.table

    def _still(self):
        queue, alarm = self.bot.app.update_queue, self.bot.alarm
        return (
            self.world.pending_updates == 0
            and self.world.in_flight == 0
            and queue._unfinished_tasks == 0
            and alarm.quiet
            and not self.bot.chat.desks.sketches.busy
        )

    async def settle(self):
        """Wait until all is said and done."""
        async with asyncio.timeout(60):
            while True:
                await self.world.until(lambda: self.world.pending_updates == 0, 30)
                await self.bot.app.update_queue.join()
                await self.bot.alarm.resting.wait()
                if not self._still():
                    await asyncio.sleep(0)
                    continue
                due = self.bot.alarm.due
                if due is None or due - self.clock.now() > PATIENCE:
                    return
                self.clock.move_to(due)

    async def wait(self, span):
        """Let time pass."""
        self.clock.advance(span)
        await self.settle()


def chance():
    """Secret bytes that are others at each call, and in every run the same."""
    calls = count(1)
    return lambda size: sha256(str(next(calls)).encode()).digest()[:size]


@asynccontextmanager
async def open_house(folder, **how) -> AsyncIterator[House]:
    """A house in a folder: sandbox and bot run while the context lasts.

    What is dealt is the same in every run: a seed comes of `random` and what each who joins adds.
    """
    clock = TestClock()
    how.setdefault("draw", no_picture)
    how.setdefault("random", chance())
    joins = count(1)
    lang = how.pop("lang", "ru")
    host = how.pop("host", {})
    budgets = how.pop("budgets", None)
    now = lambda: clock.now().timestamp()  # noqa: E731
    async with Sandbox(api=api(), now=now, budgets=budgets) as sandbox:
        settings = Settings(
            _env_file=None, token=sandbox.token, db=folder / "lords.sqlite",
            api_url=sandbox.url, lang=lang, **host,
        )  # fmt: skip
        house = House(sandbox, clock, settings, how)
        with patch(
            "bot.chat.private.secrets.token_hex", lambda size: f"{next(joins):0{2 * size}x}"
        ):
            await house.begin()
            try:
                yield house
            finally:
                await house.end()
