"""`lords try`: the sandbox and the bot on this machine, with people some of whom are stand-ins.

A person who is switched to a stand-in does what a client does (follows the lobby's Join link once
somebody real sits there), and his seat is held by the table's stand-in while the switch is on.
"""

import asyncio
import os
import sys
import webbrowser
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import parse_qs, urlsplit

from pydantic import SecretStr

from bot.render.phrases import plain
from bot.run import House, serve, until_signal
from bot.sandbox import Sandbox
from bot.sandbox.errors import SandboxMisuse
from bot.sandbox.page_server import HookRefused
from bot.sandbox.world import Chat, Person
from bot.settings import Settings
from bot.table.records import GameInfo, Refused

STANDIN = "standin"
"""The name of the page's switch."""


def names(lang: str, count: int) -> list[str]:
    """The people of the page; the first is whoever sits before it."""
    return [plain(lang, "stage.people", pick=at) for at in range(count)]


class Company:
    """The people of the page, and which of them are played by stand-ins."""

    def __init__(self, sandbox: Sandbox, lang: str, count: int) -> None:
        self.sandbox = sandbox
        people = sandbox.people
        self.people = [people.add_person(name, language=lang) for name in names(lang, count)]
        people.add_group(plain(lang, "stage.group"), self.people, supergroup=True)
        self.away: set[int] = set()
        self.house: House | None = None
        self._due = asyncio.Event()

    async def attend(self, house: House) -> None:
        """Look after the stand-ins for as long as the house stands."""
        self.house = house
        house.table.listen(self._due.set)
        for person in self.people[1:]:
            self.away.add(person.id)
            self.sandbox.set_toggle(STANDIN, person.id, True)
        while True:
            self._due.clear()
            with suppress(Refused, SandboxMisuse):  # the game went on meanwhile: look again
                await self.look()
            await self._due.wait()

    async def switch(self, person: int, on: bool) -> None:
        """The page's switch: a stand-in plays for this person, or gives his seats back."""
        if self.house is None:
            raise HookRefused("not yet")
        (self.away.add if on else self.away.discard)(person)
        if not on:
            for info in await self.house.table.games_of(person):
                seat = info.seat_of(person)
                if info.status == "play" and seat is not None:
                    await self.house.table.sit_in(info.id, seat, None)
        self._due.set()

    def groups(self) -> list[Chat]:
        """The groups that are still there."""
        chats = self.sandbox.world.chats.values()
        return [chat for chat in chats if not chat.private and chat.migrated_to is None]

    async def look(self) -> None:
        """Whoever is away sits down in lobbies and hands his seats over."""
        assert self.house is not None
        for chat in self.groups():
            for info in await self.house.table.games_in(chat.id):
                if info.status == "lobby":
                    self._sit_down(chat, info)
                elif info.status == "play":
                    await self._hand_over(info)

    def _sit_down(self, chat: Chat, info: GameInfo) -> None:
        """Fill a lobby's free seats, once somebody real has taken one."""
        inside = {member.person_id for member in info.members}
        if not inside - self.away:
            return
        free = info.settings.seats - len(inside)
        link = self._join_link(chat, info.id)
        for person in self._strangers(inside)[: max(0, free)]:
            if link:
                self.sandbox.people.follow(person, link)

    def _strangers(self, inside: set[int]) -> list[Person]:
        people = self.sandbox.world.people
        return [people[number] for number in sorted(self.away - inside) if number in people]

    def _join_link(self, chat: Chat, game: int) -> str:
        """The link of the Join button under this game's lobby post; empty when there is none."""
        for post in reversed(chat.visible):
            for link in _links(post.buttons):
                payload = parse_qs(urlsplit(link).query).get("start", [""])[0]
                if payload.startswith(f"j_{game}_"):
                    return link
        return ""

    async def _hand_over(self, info: GameInfo) -> None:
        assert self.house is not None
        for seat in info.seats:
            if seat.person_id in self.away and not seat.standin:
                await self.house.table.sit_in(info.id, seat.seat, "")


def _links(buttons: Sequence[Mapping[str, object]]) -> Iterator[str]:
    for button in buttons:
        if "url" in button:
            yield str(button["url"])


def has_browser() -> bool:
    """Whether a window can be opened here: a text browser would take the terminal away."""
    return sys.platform in ("win32", "darwin") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )


async def attempt(port: int, lang: str, lords: int, browser: bool) -> None:
    """Sandbox, bot and people until a signal; the page's address is printed when it is ready."""
    with TemporaryDirectory(prefix="lords-", ignore_cleanup_errors=True) as folder:
        sandbox = Sandbox(lang=lang, port=port)
        company = Company(sandbox, lang, lords)
        sandbox.hooks[STANDIN] = company.switch
        async with sandbox:
            settings = Settings(
                _env_file=None,  # type: ignore[call-arg]
                token=SecretStr(sandbox.token), api_url=sandbox.url,
                db=Path(folder) / "lords.sqlite", proxy="", lang=lang, admins=(), allowed_chats=(),
            )  # fmt: skip
            async with serve(settings) as house:
                attending = asyncio.create_task(company.attend(house))
                print(sandbox.url, flush=True)
                if browser and has_browser():
                    await asyncio.to_thread(webbrowser.open, sandbox.url)
                told = asyncio.create_task(until_signal())
                await asyncio.wait((told, attending), return_when=asyncio.FIRST_COMPLETED)
                for task in (told, attending):
                    task.cancel()
                if attending.done() and not attending.cancelled():
                    attending.result()
