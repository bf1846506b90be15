"""The server: Bot API requests over HTTP, files, and the chat page. Binds loopback only."""

from __future__ import annotations

import contextlib
import json
import secrets
from typing import Any

from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application, HTTPError, RequestHandler

from bot.sandbox.checker import Upload
from bot.sandbox.errors import ApiError, bad
from bot.sandbox.limits import FILE_BYTES
from bot.sandbox.page_server import guard, page_routes
from bot.sandbox.stage import Stage

LOOPBACK = "127.0.0.1"
STOP_SECONDS = 2  # for requests at work to be answered when the server stops
BODY = 11 * FILE_BYTES  # bytes: an album of the largest files


class Sandbox(Stage):
    """A Bot API server for one bot, its world, its people and its page.

    `async with Sandbox(api=...) as sandbox` in tests; `start` and `stop` elsewhere.
    """

    _server: HTTPServer | None = None

    async def start(self) -> None:
        """Listen; returns when requests are answered."""
        routes = [
            (r"/bot([^/]*)/([^/]*)", ApiHandler, {"sandbox": self}),
            (r"/file/bot([^/]*)/(.+)", FileHandler, {"sandbox": self}),
            *page_routes(self),
        ]
        # Tornado must not log each request: tokens stand in the paths.
        application = Application(routes, log_function=lambda _: None, websocket_ping_interval=30)
        self._server = HTTPServer(application, max_buffer_size=BODY, max_body_size=BODY)
        sockets = bind_sockets(self.port, LOOPBACK)
        self.port = sockets[0].getsockname()[1]
        self._server.add_sockets(sockets)

    async def stop(self) -> None:
        """Stop listening and let go of everybody who waits."""
        if self._server is None:
            return
        self._server.stop()
        for closed in list(self.at_work):
            closed.set()
        for page in list(self.pages):
            page.end()
        self.world.touch()
        with contextlib.suppress(TimeoutError):
            await self.world.until(lambda: not self.at_work, STOP_SECONDS)
        await self._server.close_all_connections()
        self._server = None

    async def __aenter__(self) -> Sandbox:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    @property
    def url(self) -> str:
        """The address of the page, without a slash at the end."""
        return f"http://{LOOPBACK}:{self.port}"

    @property
    def base_url(self) -> str:
        """What python-telegram-bot takes as base_url."""
        return f"{self.url}/bot"

    @property
    def base_file_url(self) -> str:
        """What python-telegram-bot takes as base_file_url."""
        return f"{self.url}/file/bot"


class ApiHandler(RequestHandler):
    """/bot<TOKEN>/<method>."""

    def initialize(self, sandbox: Stage) -> None:
        """Keep the server and an event for the client's going away."""
        self.sandbox = sandbox
        self.closed = sandbox.waiting()

    def prepare(self) -> None:
        """Refuse requests that were not addressed to loopback."""
        guard(self, self.sandbox)

    def on_connection_close(self) -> None:
        """Wake whoever works on the request."""
        self.closed.set()

    def on_finish(self) -> None:
        """Forget the request."""
        self.sandbox.finished(self.closed)

    async def get(self, token: str, method: str) -> None:
        """Answer."""
        await self.post(token, method)

    async def post(self, token: str, method: str) -> None:
        """Answer."""
        if not secrets.compare_digest(token.encode(), self.sandbox.token.encode()):
            code = 401 if ":" in token else 404
            text = "Unauthorized" if code == 401 else "Not Found"
            self.answer(ApiError(code, text).body(), code)
            return
        polling = method.lower() == "getupdates"
        self.sandbox.world.in_flight += not polling
        try:
            body, code, fault = await self.sandbox.perform(
                method, self.raw(), self.uploads(), self.closed
            )
        finally:
            self.sandbox.world.in_flight -= not polling
            self.sandbox.world.touch()
        if fault and fault.kind == "silence":
            await self.closed.wait()
        if fault and fault.kind in ("silence", "cut"):
            self.drop()
        else:
            self.answer(body, code)

    def raw(self) -> dict[str, Any]:
        """Return the parameters as they came: query, form, multipart or JSON."""
        if self.request.headers.get("Content-Type", "").startswith("application/json"):
            try:
                given = json.loads(self.request.body or b"{}")
            except ValueError:
                given = None
            if not isinstance(given, dict):
                self.answer(bad("can't parse JSON object").body(), 400)
                raise HTTPError(400)
            return {key: str(v) if _number(v) else v for key, v in given.items()}
        # Not get_argument: it strips, and a text's own spaces count.
        return {
            key: values[-1].decode("utf-8", "replace")
            for key, values in self.request.arguments.items()
        }

    def uploads(self) -> dict[str, Upload]:
        """Return the files of a multipart request by field name."""
        return {
            name: Upload(files[0].filename, files[0].body, files[0].content_type)
            for name, files in self.request.files.items()
        }

    def answer(self, body: dict[str, Any], code: int) -> None:
        """Write the answer."""
        self.set_status(code)
        self.set_header("Content-Type", "application/json")
        if code == 429 and body.get("parameters"):
            self.set_header("Retry-After", str(body["parameters"]["retry_after"]))
        self.finish(json.dumps(body, ensure_ascii=False))

    def drop(self) -> None:
        """Close the connection without an answer."""
        self._auto_finish = False
        self.request.connection.detach().close()  # type: ignore[union-attr]
        self.sandbox.finished(self.closed)

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """Answer an unexpected failure as JSON."""
        if not self._finished:
            self.answer(ApiError(status_code, self._reason).body(), status_code)


def _number(value: Any) -> bool:
    """Whether the real server would read a JSON value as text."""
    return isinstance(value, int | float) and not isinstance(value, bool)


class FileHandler(RequestHandler):
    """/file/bot<TOKEN>/<path>."""

    def initialize(self, sandbox: Stage) -> None:
        """Keep the server."""
        self.sandbox = sandbox

    def prepare(self) -> None:
        """Refuse requests that were not addressed to loopback."""
        guard(self, self.sandbox)

    async def get(self, token: str, path: str) -> None:
        """Give a file out."""
        files = self.sandbox.world.files.values()
        stored = next((file for file in files if file.path == path), None)
        if not secrets.compare_digest(token.encode(), self.sandbox.token.encode()):
            raise HTTPError(401)
        if stored is None:
            raise HTTPError(404)
        self.set_header("Content-Type", "application/octet-stream")
        await self.finish(stored.data)
