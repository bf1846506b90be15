"""Sizes, over HTTP with the real client: what Telegram refuses is refused in its words."""

import struct
import zlib

import pytest
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, InputMediaPhoto
from telegram.error import BadRequest, RetryAfter

from bot.sandbox import Budgets
from bot.sandbox.limits import image_size


def png(width, height):
    """A grey PNG."""

    def chunk(kind, data):
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    rows = (b"\0" + b"\x80" * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"".join(
        [
            b"\x89PNG\r\n\x1a\n",
            chunk(b"IHDR", head),
            chunk(b"IDAT", zlib.compress(rows)),
            chunk(b"IEND", b""),
        ]
    )


async def refused(words, awaitable):
    with pytest.raises(BadRequest) as caught:
        await awaitable
    assert words.lower() in caught.value.message.lower()


def board(**button):
    return InlineKeyboardMarkup([[InlineKeyboardButton("x", **button)]])


async def test_text(bot, anna):
    await bot.send_message(anna.id, "😀" * 2048)
    await bot.send_message(anna.id, f"<b>{'a' * 4096}</b>", parse_mode="HTML")
    await refused("message is too long", bot.send_message(anna.id, "😀" * 2048 + "a"))
    await refused("message text is empty", bot.send_message(anna.id, ""))
    await refused("text must be non-empty", bot.send_message(anna.id, " \n"))
    await refused(
        "text must be non-empty", bot.send_message(anna.id, "<b> </b>", parse_mode="HTML")
    )
    await refused(
        "can't parse entities: unsupported start tag",
        bot.send_message(anna.id, "<q>", parse_mode="HTML"),
    )


async def test_entities(bot, anna):
    await bot.send_message(anna.id, "<b>a</b> " * 100, parse_mode="HTML")
    await refused(
        "entities_too_long", bot.send_message(anna.id, "<b>a</b> " * 101, parse_mode="HTML")
    )


async def test_caption(bot, anna):
    await bot.send_photo(anna.id, png(9, 9), caption="a" * 1024)
    await refused(
        "message caption is too long", bot.send_photo(anna.id, png(9, 9), caption="a" * 1025)
    )


async def test_buttons(bot, anna):
    send = bot.send_message
    await send(anna.id, "x", reply_markup=board(callback_data="ж" * 32))
    data = board(callback_data="ж" * 32 + "a")
    await refused("button_data_invalid", send(anna.id, "x", reply_markup=data))
    await refused("button_url_invalid", send(anna.id, "x", reply_markup=board(url="nowhere")))
    await refused("text buttons are unallowed", send(anna.id, "x", reply_markup=board()))
    many = InlineKeyboardMarkup([[InlineKeyboardButton("x", callback_data="x")] * 5] * 21)
    await refused("reply markup is too long", send(anna.id, "x", reply_markup=many))


async def test_photos(bot, anna):
    message = await bot.send_photo(anna.id, png(2000, 1000))
    assert [(p.width, p.height) for p in message.photo] == [(320, 160), (1280, 640)]
    again = await bot.send_photo(anna.id, message.photo[-1].file_id)
    file = await bot.get_file(again.photo[-1].file_id)
    assert bytes(await file.download_as_bytearray()) == png(2000, 1000)
    await refused("photo_invalid_dimensions", bot.send_photo(anna.id, png(9000, 1001)))
    await refused("photo_invalid_dimensions", bot.send_photo(anna.id, png(210, 10)))
    await refused("image_process_failed", bot.send_photo(anna.id, b"no picture"))
    await refused("is too big for a photo", bot.send_photo(anna.id, b"x" * 10_485_761))
    await refused("wrong file identifier", bot.send_photo(anna.id, "AgAC-unknown"))


async def test_albums(bot, anna):
    pieces = [InputMediaPhoto(png(9, 9), caption=f"<i>{n}</i>", parse_mode="HTML") for n in (1, 2)]
    album = await bot.send_media_group(anna.id, pieces)
    assert [m.caption for m in album] == ["1", "2"]
    assert len({m.media_group_id for m in album}) == 1
    for count, words in ((1, "too few"), (11, "too many messages to send as an album")):
        group = [InputMediaPhoto(album[0].photo[-1].file_id)] * count
        await refused(words, bot.send_media_group(anna.id, group))


async def test_toast(bot, sandbox, anna):
    await bot.send_message(anna.id, "x", reply_markup=board(callback_data="x"))
    (query,) = sandbox.people.press(anna, sandbox.people.last(anna), "x")
    await refused("message_too_long", bot.answer_callback_query(query.id, "ж" * 201))
    await bot.answer_callback_query(query.id, "ж" * 200, show_alert=True)
    (toast,) = sandbox.world.toasts_of(anna)
    assert (toast.alert, len(toast.text)) == (True, 200)


def test_image_sizes():
    assert image_size(png(7, 5)) == (7, 5)
    assert image_size(b"GIF89a" + struct.pack("<HH", 7, 5)) == (7, 5)
    segment = b"\xff\xe0\x00\x04xx\xff\xc0\x00\x11\x08" + struct.pack(">HH", 5, 7)
    assert image_size(b"\xff\xd8" + segment + b"\0\0\0") == (7, 5)
    assert image_size(b"<svg/>") is None


async def test_real_budgets(bot, sandbox, group, clock):
    sandbox.budgets = Budgets(per_second=30, group_per_minute=3)
    for _ in range(3):
        await bot.send_message(group.id, "x")
    with pytest.raises(RetryAfter) as caught:
        await bot.send_message(group.id, "x")
    assert caught.value.retry_after.total_seconds() == 60
    clock.time += 60
    await bot.send_message(group.id, "x")
