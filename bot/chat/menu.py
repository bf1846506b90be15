"""The commands that Telegram's menu offers, in every language, for groups and private chats."""

from telegram import (
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
)

from bot.chat.office import Office
from bot.render.phrases import languages, plain

GROUP = (
    "newgame", "begin", "status", "table", "dungeon", "story", "rules", "resolve", "deadline",
    "again", "games", "time", "propose", "skip", "away", "master", "log", "house", "cancel",
    "doctor", "help",
)  # fmt: skip
PRIVATE = (
    "start", "me", "table", "dungeon", "story", "status", "games", "rules", "hints", "time",
    "away", "newgame", "master", "log", "lang", "resign", "help",
)  # fmt: skip


async def offer(office: Office) -> None:
    """Tell Telegram the commands; a language without a code is everybody else's."""
    scopes: tuple[tuple[BotCommandScope, tuple[str, ...]], ...] = (
        (BotCommandScopeAllGroupChats(), GROUP),
        (BotCommandScopeAllPrivateChats(), PRIVATE),
    )
    for scope, names in scopes:
        for code in ("", *languages()):
            lang = code or office.settings.lang
            commands = [BotCommand(name, plain(lang, f"command.{name}")) for name in names]
            await office.sender.request(
                "set_my_commands", commands=commands, scope=scope, language_code=code or None
            )
