"""Methods about chats, their members and pinned messages."""

from __future__ import annotations

from typing import Any

from bot.sandbox import wire
from bot.sandbox.api.reach import find, may, reach
from bot.sandbox.api.registry import Call, method
from bot.sandbox.errors import bad
from bot.sandbox.world import Chat, Member

PINNING = "business_connection_id:String chat_id!:Integer|String message_id"


def _pinnable(call: Call) -> Chat:
    """Return the chat whose pins the bot may change; raises ApiError."""
    chat = reach(call.world, call.params["chat_id"])
    if not chat.private and not may(call.world, chat, "can_pin_messages"):
        raise bad("not enough rights to manage pinned messages in the chat")
    return chat


@method("pinChatMessage", f"{PINNING}!:Integer disable_notification:Boolean")
async def pin_chat_message(call: Call) -> Any:
    """Pin a message and tell the chat so."""
    world, chat = call.world, _pinnable(call)
    post = find(chat, call.params["message_id"], "message to pin not found")
    if post.service:
        raise bad("MESSAGE_ID_INVALID")
    if post.id not in chat.pinned:
        chat.pinned.append(post.id)
        told = world.add(chat, world.bot.id, service={"pinned_message": [chat.id, post.id]})
        world.updates.add("message", wire.message(world, told))
    return True


@method("unpinChatMessage", f"{PINNING}:Integer")
async def unpin_chat_message(call: Call) -> Any:
    """Unpin a message, the newest pinned one where none is named."""
    chat, number = _pinnable(call), call.get("message_id")
    if number is None and chat.pinned:
        number = chat.pinned[-1]
    find(chat, number, "message to unpin not found")
    if number in chat.pinned:
        chat.pinned.remove(number)
        call.world.touch()
    return True


@method("unpinAllChatMessages", "chat_id!:Integer|String")
async def unpin_all_chat_messages(call: Call) -> Any:
    """Unpin everything."""
    _pinnable(call).pinned.clear()
    call.world.touch()
    return True


@method("getChat", "chat_id!:Integer|String")
async def get_chat(call: Call) -> Any:
    """Return a chat the bot knows; a blocked or unopened private chat of a known person too."""
    world, number = call.world, call.params["chat_id"]
    if number in world.people:
        if not world.people[number].known:
            raise bad("chat not found")
        return wire.full_chat(world, world.private(number))
    return wire.full_chat(world, reach(world, number))


def _place(call: Call, chat: Chat, number: int) -> Member | None:
    """Return somebody's place in a chat; raises ApiError for somebody nobody knows."""
    if number != call.world.bot.id and number not in call.world.people:
        raise bad("PARTICIPANT_ID_INVALID")
    if chat.private and number in (chat.id, call.world.bot.id):
        return Member()
    return chat.members.get(number)


@method("getChatMember", "chat_id!:Integer|String user_id!:Integer")
async def get_chat_member(call: Call) -> Any:
    """Return somebody's place in a chat."""
    chat, number = reach(call.world, call.params["chat_id"]), call.params["user_id"]
    return wire.member(call.world, number, _place(call, chat, number))


@method("getChatAdministrators", "chat_id!:Integer|String return_bots:Boolean")
async def get_chat_administrators(call: Call) -> Any:
    """Return those who administer a group, other bots apart."""
    world, chat = call.world, reach(call.world, call.params["chat_id"])
    if chat.private:
        raise bad("there are no administrators in the private chat")
    places = sorted(chat.members.items(), key=lambda item: item[1].status != "creator")
    return [wire.member(world, number, place) for number, place in places if place.admin]


@method("getChatMemberCount", "chat_id!:Integer|String")
async def get_chat_member_count(call: Call) -> Any:
    """Return how many are in a chat."""
    chat = reach(call.world, call.params["chat_id"])
    return 2 if chat.private else sum(place.present for place in chat.members.values())


@method("leaveChat", "chat_id!:Integer|String")
async def leave_chat(call: Call) -> Any:
    """Let the bot leave a group."""
    world, chat = call.world, reach(call.world, call.params["chat_id"])
    if chat.private:
        raise bad("chat member status can't be changed in private chats")
    chat.members[world.bot.id] = Member("left")
    world.add(chat, world.bot.id, service={"left_chat_member": world.bot.id})
    return True


@method("getFile", "file_id!:String")
async def get_file(call: Call) -> Any:
    """Return where a file can be fetched."""
    stored = call.world.files.get(call.params["file_id"])
    if stored is None:
        raise bad("wrong file_id or the file is temporarily unavailable")
    return {
        "file_id": stored.id,
        "file_unique_id": f"u{stored.id[4:11]}",
        "file_size": len(stored.data),
        "file_path": stored.path,
    }
