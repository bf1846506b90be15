"""What can be written where, edited, pinned, deleted; every answer read by the library."""

import pytest
from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllGroupChats,
    ChatMemberAdministrator,
    ChatMemberLeft,
    ChatMemberOwner,
    ChatMemberRestricted,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    ReplyParameters,
)
from telegram.error import BadRequest, ChatMigrated, Forbidden, InvalidToken

from bot.sandbox.world import Member

KEYS = InlineKeyboardMarkup(
    [
        [InlineKeyboardButton("Go", callback_data="go")],
        [InlineKeyboardButton("Join", url="https://t.me/lords_bot?start=seat-1")],
    ]
)
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010800000000"
    "3a7e9b550000000a49444154789c6360000000020001e221bc33000000"
    "0049454e44ae426082"
)


async def refused(words, awaitable, error=BadRequest):
    with pytest.raises(error) as caught:
        await awaitable
    assert words.lower() in caught.value.message.lower()


async def test_before_start_and_after_block(bot, sandbox, boris, group):
    await refused("chat not found", bot.send_message(999, "x"))
    await refused("chat not found", bot.send_message(boris.id, "x"))
    sandbox.people.say(boris, "/status", group)
    words = "bot can't initiate conversation with a user"
    await refused(words, bot.send_message(boris.id, "x"), Forbidden)
    sandbox.world.before_start = "not found"
    await refused("chat not found", bot.send_message(boris.id, "x"))
    sandbox.people.start(boris)
    await bot.send_message(boris.id, "x")
    sandbox.people.block(boris)
    words = "bot was blocked by the user"
    await refused(words, bot.send_message(boris.id, "x"), Forbidden)
    sandbox.people.start(boris, "again")
    await bot.send_message(boris.id, "x")
    sandbox.people.delete_account(boris)
    await refused("user is deactivated", bot.send_message(boris.id, "x"), Forbidden)


async def test_the_bot_s_place_in_a_group(bot, sandbox, group):
    sandbox.people.mute_bot(group)
    await refused("not enough rights to send text messages", bot.send_message(group.id, "x"))
    await refused("not enough rights to send photos", bot.send_photo(group.id, PIXEL))
    me = await bot.get_chat_member(group.id, bot.id)
    assert isinstance(me, ChatMemberRestricted)
    assert me.can_send_messages is False
    sandbox.people.mute_bot(group, False)
    await bot.send_message(group.id, "x")
    sandbox.people.kick_bot(group)
    words = "bot was kicked from the group chat"
    await refused(words, bot.send_message(group.id, "x"), Forbidden)
    sandbox.people.add_bot(group, "member")
    message = await bot.send_message(group.id, "x")
    await refused("not enough rights to manage pinned", message.pin())
    await bot.leave_chat(group.id)
    words = "bot is not a member of the group chat"
    await refused(words, bot.send_message(group.id, "x"), Forbidden)


async def test_upgrade_to_a_supergroup(bot, sandbox, group, anna):
    old = await bot.send_message(group.id, "x")
    new = sandbox.people.migrate(group, announce=())
    assert sandbox.world.pending_updates == 0
    for attempt in (bot.send_message(group.id, "y"), old.edit_text("y")):
        with pytest.raises(ChatMigrated) as caught:
            await attempt
        assert caught.value.new_chat_id == new.id
    await bot.send_message(new.id, "y")
    await refused("message to edit not found", bot.edit_message_text("y", new.id, 99))
    assert sandbox.people.posts(new)[-1].text == "y"


async def test_edits(bot, sandbox, anna):
    message = await bot.send_message(anna.id, "<b>a</b>", parse_mode="HTML", reply_markup=KEYS)
    same = message.edit_text("<b> a</b>", parse_mode="HTML", reply_markup=KEYS)
    await refused("message is not modified: specified new message content", same)
    await message.edit_text("<i>a</i>", parse_mode="HTML", reply_markup=KEYS)
    edited = await message.edit_reply_markup(None)
    assert (edited.text, edited.reply_markup) == ("a", None)
    await refused("message is not modified", message.edit_reply_markup(None))
    await refused("there is no caption in the message", message.edit_caption("x"))
    post = sandbox.people.last(anna)
    assert [edit.text for edit in post.edits] == ["a", "a"]
    own = sandbox.people.say(anna, "hello")
    await refused("message can't be edited", bot.edit_message_text("x", anna.id, own.id))
    sandbox.people.delete(post)
    await refused("message to edit not found", message.edit_text("b"))
    await refused("message to delete not found", message.delete())


async def test_edits_of_photos(bot, anna):
    message = await bot.send_photo(anna.id, PIXEL, caption="a")
    await refused("there is no text in the message to edit", message.edit_text("b"))
    await refused("message is not modified", message.edit_caption("a"))
    assert (await message.edit_caption("b")).caption == "b"
    changed = await message.edit_media(InputMediaPhoto(PIXEL, caption="c"))
    assert changed.photo[-1].file_id != message.photo[-1].file_id
    document = await bot.send_document(anna.id, b"log", filename="game.toml")
    assert document.document.file_name == "game.toml"


async def test_pins(bot, sandbox, group, anna):
    message = await bot.send_message(group.id, "status")
    await message.pin()
    await message.pin()
    services = [
        p for p in sandbox.people.posts(group) if p.service and "pinned_message" in p.service
    ]
    assert len(services) == 1
    assert (await bot.get_chat(group.id)).pinned_message.text == "status"
    sandbox.people.delete(sandbox.people.pinned(group))
    assert sandbox.people.pinned(group) is None
    await refused("message to pin not found", message.pin())
    other = await bot.send_message(group.id, "status 2")
    await other.pin()
    await bot.unpin_chat_message(group.id)
    assert sandbox.people.pinned(group) is None


async def test_deleting(bot, sandbox, group, anna, clock):
    message = await bot.send_message(group.id, "x")
    group.members[bot.id] = Member()
    theirs = sandbox.people.say(anna, "hi", group)
    await refused("message can't be deleted", bot.delete_message(group.id, theirs.id))
    clock.time += 49 * 3600
    await refused("message can't be deleted for everyone", message.delete())
    fresh = await bot.send_message(group.id, "x")
    assert await fresh.delete()
    assert await bot.delete_messages(group.id, [fresh.message_id])


async def test_replies(bot, sandbox, anna):
    asked = sandbox.people.say(anna, "еда; тоннели")
    reply = await bot.send_message(
        anna.id, "x", reply_parameters=ReplyParameters(asked.id, quote="тоннели")
    )
    assert (reply.reply_to_message.text, reply.quote.text) == ("еда; тоннели", "тоннели")
    gone = ReplyParameters(999)
    await refused(
        "message to be replied not found", bot.send_message(anna.id, "x", reply_parameters=gone)
    )
    kind = ReplyParameters(999, allow_sending_without_reply=True)
    assert (await bot.send_message(anna.id, "x", reply_parameters=kind)).reply_to_message is None


async def test_topics(bot, sandbox, anna):
    forum = sandbox.people.add_group("Forum", [anna], forum=True)
    topic = sandbox.people.add_topic(forum, "Games", anna)
    sandbox.world.updates.drop()
    message = await bot.send_message(forum.id, "x", message_thread_id=topic)
    assert (message.message_thread_id, message.is_topic_message) == (topic, True)
    for wrong in (1, 999):
        words = "message thread not found"
        await refused(words, bot.send_message(forum.id, "x", message_thread_id=wrong))
    general = sandbox.people.say(anna, "/status", forum)
    sandbox.people.say(anna, "/status", forum, reply_to=general)
    sandbox.people.say(anna, "/status", forum, thread=topic)
    updates = await bot.get_updates()
    seen = [(u.message.message_thread_id, bool(u.message.is_topic_message)) for u in updates]
    assert seen == [(None, False), (general.id, False), (topic, True)]


async def test_chats_and_members(bot, sandbox, group, anna, boris):
    chat = await bot.get_chat(group.id)
    assert (chat.title, chat.type) == ("Подземелье", "group")
    assert (await bot.get_chat(anna.id)).username == "anna_ok"
    assert isinstance(await bot.get_chat_member(group.id, anna.id), ChatMemberOwner)
    sandbox.people.leave(boris, group)
    assert isinstance(await bot.get_chat_member(group.id, boris.id), ChatMemberLeft)
    await refused("participant_id_invalid", bot.get_chat_member(group.id, 5))
    owner, me = await bot.get_chat_administrators(group.id)
    assert isinstance(owner, ChatMemberOwner)
    assert isinstance(me, ChatMemberAdministrator)
    assert me.can_pin_messages is True
    assert await bot.get_chat_member_count(group.id) == 2
    await refused("no administrators in the private chat", bot.get_chat_administrators(anna.id))


async def test_about_the_bot(bot, sandbox, group, anna):
    me = await bot.get_me()
    assert (me.username, me.can_read_all_group_messages) == ("lords_bot", False)
    await bot.set_my_commands([BotCommand("help", "Help")])
    await bot.set_my_commands([BotCommand("help", "Помощь")], language_code="ru")
    scope = BotCommandScopeAllGroupChats()
    await bot.set_my_commands([BotCommand("newgame", "New game")], scope=scope)
    assert [c.command for c in await bot.get_my_commands(scope=scope)] == ["newgame"]
    private = sandbox.world.private(anna.id)
    assert sandbox.world.commands_for(private, anna)[0]["description"] == "Помощь"
    assert sandbox.world.commands_for(group, anna)[0]["command"] == "newgame"
    await refused("bot_command_invalid", bot.set_my_commands([BotCommand("New", "x")]))
    await bot.set_my_description("A master's assistant")
    await bot.set_my_short_description("Games by post")
    assert (await bot.get_my_description()).description == "A master's assistant"
    assert (await bot.get_webhook_info()).url == ""
    await refused("bad webhook", bot.set_webhook("https://example.org"))
    await bot.send_chat_action(anna.id, "typing")
    assert private.typing > sandbox.world.now()


async def test_a_wrong_token_is_told(sandbox):
    with pytest.raises(InvalidToken):
        async with Bot("1:x", base_url=sandbox.base_url):
            pass
