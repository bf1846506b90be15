"""Running the bot: opens the house, polls Telegram, sleeps on the clock, ends when asked to."""

import asyncio
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from datetime import timedelta
from sqlite3 import DatabaseError

import structlog
from pydantic import ValidationError
from telegram.error import InvalidToken, NetworkError, TelegramError

from bot.chat import menu
from bot.chat.alarm import Alarm
from bot.chat.app import POLL, UPDATES, App, Chat, application
from bot.chat.links import Links
from bot.chat.office import Draw, Office
from bot.chat.painter import Painter
from bot.chat.sender import Sender
from bot.games import GAMES, Offered
from bot.render import phrases
from bot.settings import Settings
from bot.store.store import Store
from bot.table.clock import Clock, SystemClock
from bot.table.table import Table

log = structlog.get_logger("run")

MISCALLED = 2
"""The exit code for settings that can't work."""

RETRIES = tuple(timedelta(seconds=seconds) for seconds in (1, 2, 5, 10, 30, 60))
"""How long to wait between tries to reach Telegram at the start; the last one again and again."""


class BadSettings(Exception):
    """Settings that can't work; the message is one line for whoever hosts the bot."""


class House:
    """A running bot, as tests and `lords try` see it."""

    def __init__(self, app: App, chat: Chat, table: Table, alarm: Alarm) -> None:
        self.app, self.chat, self.table, self.alarm = app, chat, table, alarm

    @property
    def faults(self) -> list[BaseException]:
        """What went wrong inside and was only logged."""
        return [*self.chat.faults, *self.chat.postman.faults, *self.chat.desks.sketches.faults,
                *self.chat.office.replies.faults, *self.table.faults]  # fmt: skip


def quiet_logging() -> None:
    """Structured lines on standard error; nothing of the library's, whose lines hold tokens."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.KeyValueRenderer(key_order=["timestamp", "level", "event"]),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    for name in ("httpx", "httpcore", "telegram"):
        logging.getLogger(name).setLevel(logging.CRITICAL)


async def _greeted(app: App, clock: Clock) -> None:
    """Ask Telegram who we are, until it answers (raises BadSettings)."""
    tries = 0
    while True:
        try:
            await app.initialize()
            return
        except InvalidToken:
            raise BadSettings("LORDS_TOKEN was refused by the Bot API: see @BotFather") from None
        except NetworkError as error:
            wait = RETRIES[min(tries, len(RETRIES) - 1)]
            log.warning("no answer from the Bot API", again_in=wait.total_seconds(),
                        error=type(error).__name__)  # fmt: skip
            tries += 1
            await clock.sleep_until(clock.now() + wait)


@asynccontextmanager
async def serve(
    settings: Settings,
    *,
    clock: Clock | None = None,
    games: Mapping[str, Offered] = GAMES,
    draw: Draw | None = None,
    random: Callable[[int], bytes] = os.urandom,
) -> AsyncIterator[House]:
    """The bot at work while the context lasts (raises BadSettings).

    `clock`, `draw` and `random` are for tests and `lords try`: time, pictures and secrets by hand.
    """
    if not settings.token.get_secret_value().strip():
        raise BadSettings("LORDS_TOKEN is not set: get a token from @BotFather, see the README")
    phrases.check()
    clock = clock or SystemClock()
    async with AsyncExitStack() as stack:
        app = _application(settings)
        stack.push_async_callback(app.shutdown)
        await _greeted(app, clock)
        store = await _opened(settings)
        stack.push_async_callback(store.close)
        if draw is None:
            draw = painter = Painter()
            stack.callback(painter.close)
        table = Table(
            store,
            clock,
            {name: offered.game for name, offered in games.items()},
            {kind: s for offered in games.values() for kind, s in offered.standins.items()},
            random,
            settings.admins,
        )
        office = Office(
            settings, table, games, Sender(app.bot, clock), clock,
            Links(settings.token.get_secret_value()), draw,
            app.bot.username, app.bot.id, bool(app.bot.bot.can_read_all_group_messages),
        )  # fmt: skip
        yield await stack.enter_async_context(_at_work(app, office))


async def _opened(settings: Settings) -> Store:
    """The database (raises BadSettings for a file that is none)."""
    try:
        return await Store.open(settings.db)
    except DatabaseError as error:
        raise BadSettings(f"LORDS_DB can't be used: {settings.db}: {error}") from None


def _application(settings: Settings) -> App:
    """The library's application (raises BadSettings for a proxy it can't use)."""
    try:
        return application(settings)
    except (ValueError, RuntimeError, ImportError) as error:
        raise BadSettings(f"LORDS_PROXY can't be used: {error}") from None


@asynccontextmanager
async def _at_work(app: App, office: Office) -> AsyncIterator[House]:
    """Handlers, polling and the alarm; at the end what is being done is done to its end."""
    chat = Chat(office)
    await chat.wake()
    chat.join(app)
    alarm = Alarm(office.table, chat.postman, office.clock)
    await menu.offer(office)
    await app.start()
    assert app.updater is not None
    ringing = asyncio.create_task(alarm.run(), name="alarm")
    await app.updater.start_polling(
        timeout=POLL,
        allowed_updates=UPDATES,
        bootstrap_retries=-1,
        drop_pending_updates=False,
        error_callback=_polling_failed,
    )
    try:
        yield House(app, chat, office.table, alarm)
    finally:
        await app.updater.stop()
        await app.stop()
        ringing.cancel()
        with suppress(asyncio.CancelledError):
            await ringing
        await chat.postman.finish()
        await office.replies.finish()


def _polling_failed(error: TelegramError) -> None:
    """The library tries again by itself; the host should know of it."""
    log.warning("no updates for now", error=f"{type(error).__name__}: {error.message}")


async def until_told(settings: Settings, told: Callable[[], Awaitable[None]]) -> None:
    """Serve until `told` returns."""
    async with serve(settings) as house:
        log.info("running", bot=house.chat.office.bot_name, db=str(settings.db))
        await told()
    log.info("ended")


async def until_signal() -> None:
    """Wait for SIGTERM or SIGINT."""
    loop, told = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        with suppress(NotImplementedError):  # Windows has no such handlers; Ctrl-C raises there
            loop.add_signal_handler(number, told.set)
    await told.wait()


def main() -> int:
    """`lords run`: the exit code; what the host did wrong is one line on standard error."""
    quiet_logging()
    try:
        settings = Settings()
        asyncio.run(until_told(settings, until_signal))
    except BadSettings as error:
        print(f"error: {error}", file=sys.stderr, flush=True)
        return MISCALLED
    except ValidationError as error:
        names = ", ".join(
            f"LORDS_{str(e['loc'][0]).upper()}: {e['msg'].removeprefix('Value error, ')}"
            for e in error.errors()
        )
        print(f"error: {names}", file=sys.stderr, flush=True)
        return MISCALLED
    except TelegramError as error:
        print(f"error: the Bot API says: {error.message}", file=sys.stderr, flush=True)
        return 1
    return 0
