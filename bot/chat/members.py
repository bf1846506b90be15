"""What becomes of chats: the bot removed or muted, blocked by a person, a group that moves."""

from telegram import ChatMember, ChatMemberRestricted, ChatMemberUpdated, Update
from telegram.ext import (
    BaseHandler,
    ChatMemberHandler,
    ContextTypes,
    MessageHandler,
    filters,
)

from bot.chat.doctor import findings
from bot.chat.office import Office, lang_code, topic_of
from bot.chat.sender import Outcome
from bot.render.phrases import phrase

Handler = BaseHandler[Update, ContextTypes.DEFAULT_TYPE, None]

AWAY = (ChatMember.LEFT, ChatMember.BANNED)


def can_speak(member: ChatMember) -> bool:
    """Whether the bot, being this member, can write in the group."""
    if member.status in AWAY:
        return False
    return not isinstance(member, ChatMemberRestricted) or bool(
        member.is_member and member.can_send_messages
    )


class Members:
    """Keeps the table told about chats and people that can or can't be spoken to."""

    def __init__(self, office: Office) -> None:
        self.office = office

    def handlers(self) -> list[Handler]:
        """The library's handlers for places in chats and for groups that move."""
        return [
            ChatMemberHandler(self._placed, ChatMemberHandler.MY_CHAT_MEMBER),
            MessageHandler(filters.StatusUpdate.MIGRATE, self._moved),
        ]

    def watch(self) -> Handler:
        """To be run besides every other handler: what is said in a group where we fell silent."""
        return MessageHandler(filters.ChatType.GROUPS & filters.UpdateType.MESSAGE, self._said)

    async def _said(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        """No update tells that all members may write again: a word where a game is played does."""
        message = update.effective_message
        assert message is not None
        chat = message.chat.id
        if not await self.office.table.is_paused(chat):
            return
        games = await self.office.table.games_in(chat)
        if any(info.topic_id == topic_of(message) for info in games) and await self._may(chat):
            await self.office.table.resume_chat(chat)

    async def _may(self, chat: int) -> bool:
        """Whether the bot is in a group and can write there, as far as Telegram says."""
        call = self.office.sender.call
        place = await call("get_chat", chat, quiet=True)
        member = await call("get_chat_member", chat, quiet=True, user_id=self.office.bot_id)
        if not (place.ok and member.ok and can_speak(member.result)):
            return False
        return findings(member.result, place.result)["write"]

    async def heard(self, chat: int, outcome: Outcome) -> None:
        """A request failed in a way that says something about the chat."""
        table = self.office.table
        if outcome.kind == "migrated":
            if outcome.moved_to:
                await table.move_chat(chat, outcome.moved_to)
        elif chat > 0:
            await table.set_reachable(chat, False)
        else:
            await table.pause_chat(chat)

    async def _placed(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        change = update.my_chat_member
        assert change is not None
        if change.chat.type == "private":
            there = change.new_chat_member.status not in AWAY
            await self.office.table.set_reachable(change.chat.id, there)
            return
        if not can_speak(change.new_chat_member):
            await self.office.table.pause_chat(change.chat.id)
            return
        await self.office.table.resume_chat(change.chat.id)
        games = await self.office.table.games_in(change.chat.id)
        going_on = any(info.status == "play" for info in games)
        if change.old_chat_member.status in AWAY and not going_on:
            await self._greet(change)

    async def _greet(self, change: ChatMemberUpdated) -> None:
        """New in a group: one line on how to begin."""
        lang = lang_code(change.from_user, self.office.settings.lang)
        key = "chat.hello" if self.office.allowed(change.chat.id) else "chat.not_allowed"
        await self.office.say(change.chat.id, phrase(lang, key))

    async def _moved(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        """Both service messages tell the same; the table moves the games once."""
        message = update.effective_message
        assert message is not None
        if message.migrate_to_chat_id:
            await self.office.table.move_chat(message.chat.id, message.migrate_to_chat_id)
        elif message.migrate_from_chat_id:
            await self.office.table.move_chat(message.migrate_from_chat_id, message.chat.id)
