"""Methods about the bot itself: who it is, its commands and texts, its updates."""

from __future__ import annotations

import asyncio
import re
from typing import Any

from bot.sandbox import wire
from bot.sandbox.api.registry import Call, Method, method
from bot.sandbox.errors import ApiError, bad

COMMAND = re.compile(r"/?[a-z0-9_]{1,32}")
SCOPED = "scope:BotCommandScope language_code:String"
MOST_COMMANDS = 100
POLL_SECONDS = 50
CONFLICT = (
    "Conflict: terminated by other getUpdates request; "
    "make sure that only one bot instance is running"
)


@method("getMe")
async def get_me(call: Call) -> Any:
    """Return the bot."""
    return wire.me(call.world)


@method(
    "getUpdates",
    "offset:Integer limit:Integer timeout:Integer allowed_updates:Array_of_String",
)
async def get_updates(call: Call) -> Any:
    """Return what waits, or wait for it; a newer request of the kind ends this one with 409."""
    updates = call.world.updates
    updates.allow(call.get("allowed_updates"))
    updates.poll += 1
    mine = updates.poll
    call.world.touch()
    updates.confirm(call.get("offset", 0))
    seconds = min(max(call.get("timeout", 0), 0), POLL_SECONDS)
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while not updates.pending and loop.time() < end and not call.closed.is_set():
        await _change_or(call, end - loop.time())
        if updates.poll != mine:
            raise ApiError(409, CONFLICT)
    # Whoever went away while waiting must not be handed what is delivered only once.
    return [] if call.closed.is_set() else updates.take(min(max(call.get("limit", 100), 1), 100))


async def _change_or(call: Call, seconds: float) -> None:
    """Wait for a change of the world, the client's going away, or the end of time."""
    waits = [asyncio.ensure_future(call.world.change()), asyncio.ensure_future(call.closed.wait())]
    try:
        await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()


@method("deleteWebhook", "drop_pending_updates:Boolean")
async def delete_webhook(call: Call) -> Any:
    """There is none; forget the waiting updates if asked."""
    if call.get("drop_pending_updates"):
        call.world.updates.drop()
    return True


@method(
    "setWebhook",
    "url!:String certificate:InputFile ip_address:String max_connections:Integer",
    "allowed_updates:Array_of_String drop_pending_updates:Boolean secret_token:String",
)
async def set_webhook(call: Call) -> Any:
    """Refuse: this server only answers."""
    if not call.params["url"]:
        return True
    raise bad("bad webhook: the sandbox calls nobody, use getUpdates")


@method("getWebhookInfo")
async def get_webhook_info(call: Call) -> Any:
    """Say that there is no webhook."""
    return {
        "url": "",
        "has_custom_certificate": False,
        "pending_update_count": call.world.updates.pending,
    }


def _scope(call: Call) -> tuple[str, str]:
    """Return the key of a set of commands; raises ApiError for a scope that is none."""
    scope = call.get("scope") or {"type": "default"}
    kind = str(scope.get("type", ""))
    parts = [kind]
    for field in ("chat_id", "user_id"):
        if field in scope:
            parts.append(str(scope[field]))
    if "chat_id" in scope:
        call.world.chat(scope["chat_id"])
    return ":".join(parts), call.get("language_code", "")


@method("setMyCommands", "commands!:Array_of_BotCommand", SCOPED)
async def set_my_commands(call: Call) -> Any:
    """Set the commands clients suggest."""
    commands = call.params["commands"]
    if len(commands) > MOST_COMMANDS:
        raise bad("BOT_COMMANDS_TOO_MUCH")
    for command in commands:
        if not COMMAND.fullmatch(str(command.get("command", ""))):
            raise bad("BOT_COMMAND_INVALID")
        if not 1 <= len(str(command.get("description", ""))) <= 256:
            raise bad("BOT_COMMAND_DESCRIPTION_INVALID")
    names = [{**c, "command": c["command"].lstrip("/")} for c in commands]
    call.world.commands[_scope(call)] = names
    call.world.touch()
    return True


@method("getMyCommands", SCOPED)
async def get_my_commands(call: Call) -> Any:
    """Return the commands of a scope and language."""
    return call.world.commands.get(_scope(call), [])


@method("deleteMyCommands", SCOPED)
async def delete_my_commands(call: Call) -> Any:
    """Forget the commands of a scope and language."""
    call.world.commands.pop(_scope(call), None)
    call.world.touch()
    return True


def _text(kind: str, field: str, most: int) -> None:
    """Register the pair of methods that set and get one of the bot's texts."""

    async def put(call: Call) -> Any:
        text = call.get(field, "")
        if len(text) > most:
            raise bad(f"bot {field.replace('_', ' ')} is too long")
        call.world.texts[field, call.get("language_code", "")] = text
        return True

    async def get(call: Call) -> Any:
        key = field, call.get("language_code", "")
        default = call.world.bot.name if field == "name" else ""
        return {field: call.world.texts.get(key, default)}

    method(f"setMy{kind}", f"{field}:String language_code:String")(put)
    method(f"getMy{kind}", "language_code:String")(get)


_text("Name", "name", 64)
_text("Description", "description", 512)
_text("ShortDescription", "short_description", 120)


async def _harmless(call: Call) -> Any:
    """Do nothing and say it is done."""
    return True


_nothing: dict[str, str] = {
    "setMyDefaultAdministratorRights": "rights:ChatAdministratorRights for_channels:Boolean",
    "setChatMenuButton": "chat_id:Integer menu_button:MenuButton",
    "setMessageReaction": (
        "chat_id!:Integer|String message_id!:Integer reaction:Array_of_ReactionType is_big:Boolean"
    ),
    "logOut": "",
    "close": "",
}
for _name, _shape in _nothing.items():
    _register: Method = method(_name, _shape)(_harmless)
