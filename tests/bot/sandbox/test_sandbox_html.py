"""HTML parse mode: Telegram's words for what it refuses, offsets in UTF-16 units."""

import pytest

from bot.sandbox import ApiError, html

REFUSED = {
    "<abac>": 'Unsupported start tag "abac" at byte offset 0',
    "Ж<3": "Unclosed start tag at byte offset 2",
    "a < b": 'Unsupported start tag "" at byte offset 2',
    "<b>a": 'Can\'t find end tag corresponding to start tag "b"',
    "<b>a</i>": 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"',
    "<b><i>a</b></i>": 'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"',
    "a</b>": "Unexpected end tag at byte offset 1",
    "<i>a</i   ": "Unclosed end tag at byte offset 4",
    "<i   =aba>": 'Empty attribute name in the tag "i" at byte offset 0',
    "<i aba  =  ": 'Unclosed start tag "i" at byte offset 0',
    "<i aba = 190azAz-.,": "Unexpected end of name token at byte offset 9",
    '<a href="&lt;>': "Unclosed start tag at byte offset 0",
    "<span>a</span>": 'Tag "span" must have class "tg-spoiler" at byte offset 0',
    "<br>": 'Unsupported start tag "br" at byte offset 0',
    '<tg-time unix="x">a</tg-time>': 'Invalid Unix time "x" in the tag "tg-time"',
}


@pytest.mark.parametrize("source", REFUSED)
def test_refused(source):
    with pytest.raises(ApiError) as caught:
        html.parse(source)
    assert caught.value.description == f"Bad Request: can't parse entities: {REFUSED[source]}"


def entities(source, user_of=lambda _: None):
    text, found = html.parse(source, user_of)
    return text, [(e["type"], html.cut(text, e["offset"], e["length"])) for e in found]


@pytest.mark.parametrize(
    ("source", "text", "found"),
    [
        ("&lt;&amp;&quot;&#1078;&#x41;&laquo;", '<&"жA&laquo;', []),
        ("➡️😀<b>😀x</b>", "➡️😀😀x", [("bold", "😀x")]),
        ("<STRONG>a</strong>", "a", [("bold", "a")]),
        ("<b></b>a", "a", []),
        ("  <i> a </i>\n", "a", [("italic", "a")]),
        ("<tg-spoiler>a</tg-spoiler>", "a", [("spoiler", "a")]),
        ("<b>a<code>b</code>c</b>", "abc", [("bold", "a"), ("code", "b"), ("bold", "c")]),
        ("<blockquote expandable>a</blockquote>", "a", [("expandable_blockquote", "a")]),
        (
            "<blockquote>a<blockquote>b</blockquote></blockquote>",
            "ab",
            [("blockquote", "ab")],
        ),
        ('<a href="https://e.org">a</a>', "a", [("text_link", "a")]),
        ('<a href="nowhere">a</a>', "a", []),
        ('<a href="tg://user?id=7">a</a>', "a", []),
        ("<tg-time unix=5 format=wDT>a</tg-time>", "a", [("date_time", "a")]),
    ],
)
def test_read(source, text, found):
    assert entities(source) == (text, found)


def test_mention_of_somebody_known():
    seven = {"id": 7, "is_bot": False, "first_name": "x"}
    _, found = html.parse('<a href="tg://user?id=7">a</a>', {7: seven}.get)
    assert found == [{"type": "text_mention", "offset": 0, "length": 1, "user": seven}]


def test_language_of_a_listing():
    _, found = html.parse('<pre><code class="language-toml">a = 1</code></pre>')
    assert found == [{"type": "pre", "offset": 0, "length": 5, "language": "toml"}]


def test_what_the_server_finds_by_itself():
    text = "😀 /go@lords_bot, ask @anna_ok at t.me/lords_bot?start=x or 1/2"
    found = [(e["type"], html.cut(text, e["offset"], e["length"])) for e in html.detect(text, [])]
    assert found == [
        ("bot_command", "/go@lords_bot"),
        ("mention", "@anna_ok"),
        ("url", "t.me/lords_bot?start=x"),
    ]
