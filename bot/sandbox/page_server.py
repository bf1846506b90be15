"""The chat page: its files, the pictures in it, and the socket it lives on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from importlib.resources import files
from typing import Any

from tornado.web import HTTPError, RequestHandler
from tornado.websocket import WebSocketClosedError, WebSocketHandler

from bot.sandbox.errors import SandboxMisuse
from bot.sandbox.page_view import snapshot
from bot.sandbox.stage import Stage

BINARY = "application/octet-stream"
# By the first bytes of the file: what an upload says of itself is not to be trusted.
PICTURES = {
    b"\x89PN": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF": "image/gif",
    b"RIF": "image/webp",
}
KINDS = {
    "html": "text/html",
    "js": "text/javascript",
    "css": "text/css",
    "json": "application/json",
    "svg": "image/svg+xml",
}
PAGE = {entry.name: entry for entry in (files("bot.sandbox") / "page").iterdir()}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class HookRefused(Exception):
    """A switch can't be turned now; the text is shown to the person."""


def own_names(port: int) -> set[str]:
    """What a client calls this server in Host; port 80 is left out there."""
    return {f"{name}{'' if port == 80 else f':{port}'}" for name in ("127.0.0.1", "localhost")}


def guard(handler: RequestHandler, sandbox: Stage) -> None:
    """Refuse a request that a page on the internet could have sent; raises HTTPError 403.

    The Host must be loopback (a name that was made to point here is not), and an Origin, where
    the browser gives one, must be this page's.
    """
    hosts = own_names(sandbox.port)
    headers = handler.request.headers
    if headers.get("Host", "").lower() not in hosts:
        raise HTTPError(403, reason="Wrong host")
    origin = headers.get("Origin")
    if origin is not None and origin.removeprefix("http://").lower() not in hosts:
        raise HTTPError(403, reason="Wrong origin")


class Guarded(RequestHandler):
    """A handler that answers nobody but this machine."""

    def initialize(self, sandbox: Stage) -> None:
        """Keep the server."""
        self.sandbox = sandbox

    def prepare(self) -> None:
        """Check who asks."""
        guard(self, self.sandbox)
        self.set_header("Content-Security-Policy", POLICY)
        self.set_header("X-Content-Type-Options", "nosniff")
        self.set_header("Cross-Origin-Resource-Policy", "same-origin")
        self.set_header("Referrer-Policy", "no-referrer")


class PageHandler(Guarded):
    """The page's own files."""

    async def get(self, name: str = "index.html") -> None:
        """Give one out."""
        if name not in PAGE:
            raise HTTPError(404)
        self.set_header("Content-Type", f"{KINDS[name.rpartition('.')[2]]}; charset=utf-8")
        self.set_header("Cache-Control", "no-cache")
        await self.finish(PAGE[name].read_bytes())


class MediaHandler(Guarded):
    """Pictures and documents of messages."""

    async def get(self, number: str) -> None:
        """Give one out; what is no picture is downloaded, never shown."""
        stored = self.sandbox.world.files.get(number)
        if stored is None:
            raise HTTPError(404)
        picture = stored.path.startswith("photos/")
        self.set_header("Content-Type", PICTURES[stored.data[:3]] if picture else BINARY)
        if not picture:
            name = stored.name.replace('"', "").encode("ascii", "replace").decode()
            self.set_header("Content-Disposition", f'attachment; filename="{name}"')
        self.set_header("Cache-Control", "max-age=86400, immutable")
        await self.finish(stored.data)


class SocketHandler(WebSocketHandler):
    """Pushes what changed, takes what people do."""

    def initialize(self, sandbox: Stage) -> None:
        """Keep the server."""
        self.sandbox = sandbox
        self.pump: asyncio.Task[None] | None = None

    def prepare(self) -> None:
        """Check who asks."""
        guard(self, self.sandbox)

    def check_origin(self, origin: str) -> bool:
        """Accept what `prepare` let through."""
        return True

    def open(self) -> None:
        """Start to push."""
        self.sandbox.pages.add(self)
        self.pump = asyncio.ensure_future(self._push(int(self.get_argument("since", "0"))))

    def on_close(self) -> None:
        """Stop to push."""
        self.sandbox.pages.discard(self)
        if self.pump:
            self.pump.cancel()

    def end(self) -> None:
        """Hang up: the server stops."""
        self.on_close()
        self.close()

    async def _push(self, sent: int) -> None:
        """Send every change, several at once where they come fast."""
        world = self.sandbox.world
        while True:
            if world.revision > sent or not sent:
                state, sent = snapshot(self.sandbox, sent), world.revision
                try:
                    await self.write_message(json.dumps(state, ensure_ascii=False))
                except WebSocketClosedError:
                    return
            if world.revision <= sent:
                await world.change()

    async def on_message(self, message: str | bytes) -> None:
        """Do what a person did; the answer names the request and what was wrong with it."""
        asked = json.loads(message)
        answer = {"type": "done", "n": asked.get("n")}
        try:
            await ACTIONS[asked["do"]](self.sandbox, asked)
        except (SandboxMisuse, HookRefused) as error:
            answer["error"] = str(error)
        except (KeyError, IndexError, ValueError, TypeError) as error:
            answer["error"] = f"not understood: {error!r}"
        await self.write_message(json.dumps(answer, ensure_ascii=False))


Asked = dict[str, Any]
Action = Callable[[Stage, Asked], Awaitable[None]]


async def _say(sandbox: Stage, asked: Asked) -> None:
    world = sandbox.world
    chat = world.chats[asked["chat"]]
    reply = chat.posts[asked["reply"]] if asked.get("reply") else None
    thread = asked.get("thread") or (reply.thread if reply else None)
    person = world.people[asked["as"]]
    if str(asked["text"]).strip():
        sandbox.people.say(person, str(asked["text"]), chat, reply_to=reply, thread=thread)


async def _start(sandbox: Stage, asked: Asked) -> None:
    sandbox.people.start(sandbox.world.people[asked["as"]], str(asked.get("payload", "")))


async def _press(sandbox: Stage, asked: Asked) -> None:
    world = sandbox.world
    post = world.chats[asked["chat"]].posts[asked["post"]]
    sandbox.people.press_data(world.people[asked["as"]], post, str(asked["data"]))


async def _person(sandbox: Stage, asked: Asked) -> None:
    name = str(asked["name"]).strip()[:64]
    if not name:
        raise SandboxMisuse("a name, please")
    person = sandbox.people.add_person(name, language=sandbox.lang)
    for chat in list(sandbox.world.chats.values()):
        if not chat.private and chat.migrated_to is None:
            sandbox.people.join(person, chat)


async def _block(sandbox: Stage, asked: Asked) -> None:
    person = sandbox.world.people[asked["as"]]
    (sandbox.people.block if asked["on"] else sandbox.people.unblock)(person)


async def _member(sandbox: Stage, asked: Asked) -> None:
    person, chat = sandbox.world.people[asked["as"]], sandbox.world.chats[asked["chat"]]
    (sandbox.people.join if asked["on"] else sandbox.people.leave)(person, chat)


async def _toggle(sandbox: Stage, asked: Asked) -> None:
    name, person, on = str(asked["name"]), int(asked["as"]), bool(asked["on"])
    await sandbox.hooks[name](person, on)
    sandbox.set_toggle(name, person, on)


async def _trouble(sandbox: Stage, asked: Asked) -> None:
    people, trouble = sandbox.people, sandbox.trouble
    chat = sandbox.world.chats.get(asked.get("chat", 0))
    groups: dict[str, Callable[..., Any]] = {
        "migrate": people.migrate,
        "kick": people.kick_bot,
        "mute": people.mute_bot,
        "unmute": lambda it: people.mute_bot(it, False),
        "return": people.add_bot,
    }
    single: dict[str, Callable[[], Any]] = {
        "flood": lambda: trouble.flood(int(asked.get("seconds", 5))),
        "silence": trouble.silence,
        "cut": trouble.cut,
        "repeat": sandbox.world.updates.repeat,
        "clear": trouble.clear,
    }
    kind = asked["kind"]
    if kind in single:
        single[kind]()
    elif chat is None or chat.private:
        raise SandboxMisuse("a group, please")
    else:
        groups[kind](chat)
    sandbox.world.touch()


ACTIONS: dict[str, Action] = {
    "say": _say,
    "start": _start,
    "press": _press,
    "person": _person,
    "block": _block,
    "member": _member,
    "toggle": _toggle,
    "trouble": _trouble,
}


def page_routes(sandbox: Stage) -> list[Any]:
    """Return the routes of the page."""
    given = {"sandbox": sandbox}
    return [
        (r"/", PageHandler, given),
        (r"/page/socket", SocketHandler, given),
        (r"/page/([a-z.]+)", PageHandler, given),
        (r"/media/([\w-]+)", MediaHandler, given),
    ]
