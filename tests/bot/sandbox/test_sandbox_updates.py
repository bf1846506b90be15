"""What reaches the bot: privacy mode, presses, places, the queue; on time, twice, too late."""

import asyncio

import pytest
from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.error import BadRequest, Conflict

from bot.sandbox import SandboxMisuse

KEYS = InlineKeyboardMarkup(
    [
        [InlineKeyboardButton("Go", callback_data="go")],
        [InlineKeyboardButton("Join", url="https://t.me/lords_bot?start=seat-1")],
    ]
)


async def texts(bot):
    updates = await bot.get_updates()
    if updates:
        await bot.get_updates(offset=updates[-1].update_id + 1)
    return [u.message.text for u in updates if u.message]


async def test_privacy_mode(bot, sandbox, group, anna, boris):
    post = await bot.send_message(group.id, "status")
    for text in ("hello", "/status", "/go@other_bot", "/go@Lords_Bot", "@lords_bot hi"):
        sandbox.people.say(boris, text, group)
    sandbox.people.say(boris, "a reply", group, reply_to=sandbox.people.last(group))
    assert post.message_id == sandbox.people.last(group).id
    assert await texts(bot) == ["/status", "/go@Lords_Bot", "@lords_bot hi", "a reply"]
    group.privacy = False
    sandbox.people.say(boris, "hello", group)
    assert await texts(bot) == ["hello"]


async def test_private_chat(bot, sandbox, boris):
    with pytest.raises(SandboxMisuse):
        sandbox.people.say(boris, "hello")
    sandbox.people.start(boris, "seat-1")
    sandbox.people.say(boris, "<b>&_*")
    assert await texts(bot) == ["/start seat-1", "<b>&_*"]
    sandbox.people.block(boris)
    sandbox.people.start(boris)
    blocked, opened, start = await bot.get_updates()
    assert blocked.my_chat_member.new_chat_member.status == "kicked"
    assert opened.my_chat_member.new_chat_member.status == "member"
    assert start.message.text == "/start"


async def test_presses(bot, sandbox, anna):
    await bot.send_message(anna.id, "x", reply_markup=KEYS)
    post = sandbox.people.last(anna)
    assert post.labels == ["Go", "Join"]
    sandbox.people.press(anna, post, "go", twice=True)
    first, second = await bot.get_updates()
    assert first.callback_query.data == second.callback_query.data == "go"
    assert first.callback_query.id != second.callback_query.id
    assert first.callback_query.message.message_id == post.id
    assert await first.callback_query.answer("done")
    assert [toast.text for toast in sandbox.world.toasts_of(anna)] == ["done"]
    with pytest.raises(BadRequest, match="Query is too old"):
        await first.callback_query.answer()
    with pytest.raises(SandboxMisuse):
        sandbox.people.press(anna, post, "Stop")


async def test_a_press_too_old(bot, sandbox, anna, clock):
    await bot.send_message(anna.id, "x", reply_markup=KEYS)
    (query,) = sandbox.people.press(anna, sandbox.people.last(anna), 0)
    clock.time += sandbox.world.query_seconds + 1
    with pytest.raises(BadRequest, match="Query is too old and response timeout expired"):
        await bot.answer_callback_query(query.id)


async def test_a_press_under_a_deleted_message(bot, sandbox, anna):
    await bot.send_message(anna.id, "x", reply_markup=KEYS)
    post = sandbox.people.last(anna)
    sandbox.people.delete(post)
    sandbox.people.press_data(anna, post, "old")
    (update,) = await bot.get_updates()
    message = update.callback_query.message
    assert (message.message_id, message.text, message.date.timestamp()) == (post.id, None, 0)


async def test_a_link_button_leads_into_the_bot(bot, sandbox, group, boris):
    await bot.send_message(group.id, "x", reply_markup=KEYS)
    sandbox.people.press(boris, sandbox.people.last(group), "Join")
    assert await texts(bot) == ["/start seat-1"]
    assert sandbox.people.payload("t.me/Lords_Bot?start=a") == "a"
    assert sandbox.people.payload("https://t.me/other_bot?start=a") is None


async def test_places(bot, sandbox, group, anna, boris):
    carol = sandbox.people.add_person("Carol")
    sandbox.people.join(carol, group)
    sandbox.people.leave(carol, group)
    sandbox.people.kick_bot(group)
    sandbox.people.say(anna, "/status", group)
    joined, left, kicked = await bot.get_updates()
    assert joined.message.new_chat_members[0].first_name == "Carol"
    assert left.message.left_chat_member.first_name == "Carol"
    change = kicked.my_chat_member
    assert (change.old_chat_member.status, change.new_chat_member.status) == (
        "administrator",
        "kicked",
    )
    assert change.from_user.id == anna.id


async def test_members_are_told_of_when_asked_for(bot, sandbox, group, boris):
    await bot.get_updates(allowed_updates=["message", "chat_member"])
    sandbox.people.leave(boris, group)
    sandbox.people.block(boris)
    updates = await bot.get_updates()
    assert [bool(u.chat_member) for u in updates] == [False, True]


async def test_anonymous_admins(bot, sandbox, anna):
    group = sandbox.people.add_group("G", [anna], supergroup=True)
    sandbox.world.updates.drop()
    sandbox.people.say(anna, "/status", group, anonymous=True)
    (update,) = await bot.get_updates()
    assert update.message.from_user.username == "GroupAnonymousBot"
    assert update.message.sender_chat.id == group.id


async def test_migration_is_announced_twice(bot, sandbox, group):
    new = sandbox.people.migrate(group)
    to, origin = await bot.get_updates()
    assert (to.message.chat_id, to.message.migrate_to_chat_id) == (group.id, new.id)
    assert (origin.message.chat_id, origin.message.migrate_from_chat_id) == (new.id, group.id)


async def test_offsets_confirm(bot, sandbox, anna):
    for number in range(3):
        sandbox.people.say(anna, str(number))
    first = await bot.get_updates(limit=2)
    assert [u.message.text for u in first] == ["0", "1"]
    assert sandbox.world.pending_updates == 3
    rest = await bot.get_updates(offset=first[-1].update_id + 1)
    assert [u.message.text for u in rest] == ["2"]
    assert sandbox.world.pending_updates == 1
    last = await bot.get_updates(offset=-1)
    assert last == rest
    await bot.delete_webhook(drop_pending_updates=True)
    assert sandbox.world.pending_updates == 0


async def test_the_same_update_twice(bot, sandbox, anna):
    sandbox.people.say(anna, "x")
    (update,) = await bot.get_updates()
    sandbox.world.updates.repeat()
    (again,) = await bot.get_updates(offset=update.update_id + 1)
    assert again.update_id == update.update_id
    assert sandbox.world.pending_updates == 0


async def test_long_poll(bot, sandbox, anna):
    poll = asyncio.ensure_future(bot.get_updates(timeout=10))
    await sandbox.world.until(lambda: sandbox.world.requests("getUpdates"))
    sandbox.people.say(anna, "x")
    (update,) = await poll
    assert update.message.text == "x"


async def test_one_poll_at_a_time(bot, sandbox):
    first = asyncio.ensure_future(bot.get_updates(timeout=10))
    await sandbox.world.until(lambda: sandbox.world.updates.poll == 1)
    second = asyncio.ensure_future(bot.get_updates(timeout=10))
    with pytest.raises(Conflict, match="terminated by other getUpdates request"):
        await first
    sandbox.people.add_person("x", started=True)
    second.cancel()
    with pytest.raises(asyncio.CancelledError):
        await second


async def test_stopping_ends_the_polls(sandbox, bot):
    poll = asyncio.ensure_future(bot.get_updates(timeout=10))
    await sandbox.world.until(lambda: sandbox.world.requests("getUpdates"))
    await sandbox.stop()
    assert await poll == ()
