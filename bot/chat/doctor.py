"""/doctor: reads what the bot may do in a group, and says what is missing and how to mend it."""

from typing import Any

from telegram import ChatMember, ChatMemberAdministrator, ChatMemberRestricted, Message

from bot.chat.office import Office
from bot.render.phrases import phrase


def findings(member: ChatMember, chat: Any) -> dict[str, bool]:
    """What the bot may do here: write, send pictures, pin; and whether it is an admin."""
    permissions = getattr(chat, "permissions", None)
    if isinstance(member, ChatMemberAdministrator):
        return {"write": True, "pictures": True, "pin": bool(member.can_pin_messages),
                "admin": True}  # fmt: skip
    if isinstance(member, ChatMemberRestricted):
        return {"write": member.can_send_messages, "pictures": member.can_send_photos,
                "pin": member.can_pin_messages, "admin": False}  # fmt: skip
    return {
        "write": _may(permissions, "can_send_messages"),
        "pictures": _may(permissions, "can_send_photos"),
        "pin": bool(getattr(permissions, "can_pin_messages", False)),
        "admin": False,
    }


def _may(permissions: Any, right: str) -> bool:
    """A right of ordinary members; where a chat says nothing of it, it is given."""
    value = getattr(permissions, right, None)
    return True if value is None else bool(value)


async def examine(office: Office, message: Message, lang: str) -> str:
    """HTML: the report for a group."""
    chat = await office.sender.call("get_chat", message.chat.id, quiet=True)
    member = await office.sender.call(
        "get_chat_member", message.chat.id, quiet=True, user_id=office.bot_id
    )
    if not (chat.ok and member.ok):
        return phrase(lang, "chat.doctor_blind")
    found = findings(member.result, chat.result)
    privacy = not found["admin"] and not office.sees_all
    return phrase(
        lang,
        "chat.doctor",
        **found,
        privacy=privacy,
        group=message.chat.type == "group",
    )
