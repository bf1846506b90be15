"""Requests held against the description of the Bot API, and the server's own description."""

from json import loads
from pathlib import Path

import httpx
import pytest

from bot.sandbox import Sandbox
from bot.sandbox.api import METHODS, SHAPES
from bot.sandbox.checker import Checker, Mismatch

API = loads((Path(__file__).parents[2] / "data" / "bot-api.json").read_text(encoding="utf-8"))


async def call(sandbox, method, **kwargs):
    async with httpx.AsyncClient() as client:
        answer = await client.post(f"{sandbox.base_url}{sandbox.token}/{method}", **kwargs)
    return answer.status_code, answer.json()


@pytest.mark.parametrize("described", [True, False])
@pytest.mark.parametrize(
    ("method", "given", "code", "words"),
    [
        ("sendNothing", {}, 404, "Not Found"),
        ("sendMessage", {"text": "x"}, 400, "chat_id is empty"),
        ("sendMessage", {"chat_id": "1"}, 400, "message text is empty"),
        ("sendMessage", {"chat_id": "1", "text": "x", "txet": "y"}, 400, '"txet" is unknown'),
        ("sendMessage", {"chat_id": "1", "text": "x", "reply_markup": "{"}, 400, "can't parse"),
        ("sendMessage", {"chat_id": "1", "text": "x", "reply_markup": "[]"}, 400, "an Object"),
        ("getUpdates", {"timeout": "soon"}, 400, '"timeout" must be of type Integer'),
        ("getUpdates", {"allowed_updates": '"message"'}, 400, "must be an Array"),
        ("pinChatMessage", {"chat_id": "1"}, 400, "message identifier is not specified"),
        ("sendPhoto", {"chat_id": "1"}, 400, "there is no photo in the request"),
        ("getChat", {"chat_id": "@nobody"}, 400, "chat not found"),
    ],
)
async def test_refused(described, method, given, code, words):
    async with Sandbox(api=API if described else None) as sandbox:
        status, body = await call(sandbox, method, data=given)
    assert (status, body["ok"], body["error_code"]) == (code, False, code)
    assert words in body["description"]
    assert sandbox.world.journal[-1].error == body["description"]


async def test_nested_fields_are_checked(sandbox, anna):
    board = {"inline_keyboard": [[{"text": 1, "callback_data": "x"}]]}
    given = {"chat_id": anna.id, "text": "x", "reply_markup": board}
    status, body = await call(sandbox, "sendMessage", json=given)
    assert status == 400
    assert 'inline_keyboard[0][0].text" must be of type String' in body["description"]
    board["inline_keyboard"][0][0] = {"text": "x", "callback": "x"}
    _, body = await call(sandbox, "sendMessage", json=given)
    assert "unknown to InlineKeyboardButton" in body["description"]


async def test_json_form_and_query_are_the_same(sandbox, anna):
    given = {"chat_id": anna.id, "text": "<b> x</b> "}
    results = [
        await call(sandbox, "sendMessage", json=given),
        await call(sandbox, "SENDMESSAGE", data=given),
        await call(sandbox, "sendMessage", params=given),
    ]
    assert [(status, body["result"]["text"]) for status, body in results] == [
        (200, "<b> x</b>")
    ] * 3


def test_every_method_is_the_bot_api_s_own():
    assert set(SHAPES) == set(METHODS)
    for name, shape in SHAPES.items():
        described = API["methods"][name]["fields"]
        for field, about in shape["fields"].items():
            assert field in described, (name, field)
            assert about["required"] == described[field]["required"], (name, field)
        missing = {f for f in described if f not in shape["fields"]}
        assert not {f for f in missing if described[f]["required"]}, name


def test_answers_are_checked():
    checker = Checker(API["methods"], API["types"])
    checker.answer("deleteMessage", True)
    with pytest.raises(Mismatch, match="required in User"):
        checker.answer("getMe", {"id": 1, "is_bot": True})
    with pytest.raises(Mismatch, match="unknown to Update"):
        checker.update({"update_id": 1, "massage": {}})


async def test_wrong_token(sandbox):
    async with httpx.AsyncClient() as client:
        wrong = await client.post(f"{sandbox.base_url}1:x/getMe")
        broken = await client.post(f"{sandbox.base_url}x/getMe")
    assert (wrong.status_code, broken.status_code) == (401, 404)
