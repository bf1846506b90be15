"""Puts the chat side together: the library's application with our handlers."""

from typing import Any

import structlog
from telegram import Update
from telegram.error import NetworkError
from telegram.ext import Application, ApplicationBuilder, BaseHandler, ContextTypes
from telegram.request import HTTPXRequest

from bot.chat.desks import Desks
from bot.chat.group import Group
from bot.chat.guide import Guide
from bot.chat.master.chair import Chair
from bot.chat.members import Members
from bot.chat.office import Office, lang_code
from bot.chat.orderly import Orderly
from bot.chat.people import People
from bot.chat.postman import Postman
from bot.chat.presses import Presses
from bot.chat.private import Private
from bot.chat.time.clocks import Clocks
from bot.chat.time.mailing import Mailing
from bot.render.phrases import phrase
from bot.settings import Settings

log = structlog.get_logger("chat")

App = Application[Any, Any, Any, Any, Any, Any]

UPDATES = ["message", "callback_query", "my_chat_member"]
"""What we ask Telegram for: no edited messages, no reactions."""

POLL = 20
"""Seconds a poll for updates waits for one."""


def application(settings: Settings) -> App:
    """The library's application: its own rate limiter and job queue stay out of it."""
    proxy = settings.proxy or None
    builder = (
        ApplicationBuilder()
        .token(settings.token.get_secret_value())
        .request(HTTPXRequest(connection_pool_size=64, proxy=proxy))
        .get_updates_request(HTTPXRequest(connection_pool_size=4, proxy=proxy))
        .concurrent_updates(Orderly())
        .job_queue(None)
    )
    if settings.api_url:
        builder = builder.base_url(f"{settings.api_url}/bot")
        builder = builder.base_file_url(f"{settings.api_url}/file/bot")
    return builder.build()


class Chat:
    """The chat side: office, handlers, postman."""

    def __init__(self, office: Office) -> None:
        self.office = office
        self.desks = Desks(office)
        self.people = People(office)
        self.guide = Guide(office)
        self.members = Members(office)
        self.postman = Postman(office, self.desks)
        self.private = Private(office, self.people, self.desks, self.guide)
        self.group = Group(office, self.people, self.guide)
        self.presses = Presses(office, self.people, self.desks, self.private)
        self.chair = Chair(office, self.people, self.postman)
        self.clocks = Clocks(office, self.people, self.guide)
        self.postman.also(Mailing(self.postman).kinds())
        self.faults: list[BaseException] = []
        office.sender.tell(self.members.heard)

    async def wake(self) -> None:
        """Take up what people had begun before a restart."""
        await self.office.wake()
        await self.chair.wake()

    def join(self, app: App) -> None:
        """Give the application its handlers."""
        handlers: list[BaseHandler[Update, ContextTypes.DEFAULT_TYPE, None]] = [
            *self.chair.handlers(),
            *self.clocks.handlers(),
            self.presses.handler(),
            *self.members.handlers(),
            *self.group.handlers(),
            *self.private.handlers(),
        ]
        app.add_handlers(handlers)
        app.add_handler(self.members.watch(), group=-1)
        app.add_error_handler(self._failed)

    async def _failed(self, update: object, context: ContextTypes.DEFAULT_TYPE) -> None:
        """A fault of ours while working on an update: logged with ids, said in one line."""
        error = context.error
        if isinstance(error, NetworkError):
            log.warning("network", error=type(error).__name__)
            return
        if error is not None:
            self.faults.append(error)
        ids = _ids(update)
        log.error("a handler failed", **ids, exc_info=error)
        if isinstance(update, Update) and update.effective_chat and update.effective_user:
            lang = lang_code(update.effective_user, self.office.settings.lang)
            await self.office.say(update.effective_chat.id, phrase(lang, "chat.broken"))


def _ids(update: object) -> dict[str, int]:
    """What may be logged of an update: who and where, never what."""
    if not isinstance(update, Update):
        return {}
    found = {"update": update.update_id}
    if update.effective_chat:
        found["chat"] = update.effective_chat.id
    if update.effective_user:
        found["person"] = update.effective_user.id
    return found
