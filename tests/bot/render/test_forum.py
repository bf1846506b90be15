"""Posts as a forum takes them."""

import pytest

from bot.render.forum import convert

POST = (
    "<b>Spring &amp; rain</b>\n\n<i>It drips.</i> 2 * 3_4\n"
    '<a href="tg://user?id=5">Ann</a> digs <code>b2*</code>, see <a href="https://x.y/z">there</a>.\n'
    "<blockquote expandable>one\n\ntwo</blockquote>\n<s>gone</s>"
)


def test_bbcode():
    assert convert(POST, "bbcode") == (
        "[b]Spring & rain[/b]\n\n[i]It drips.[/i] 2 * 3_4\n"
        "Ann digs [code]b2*[/code], see [url=https://x.y/z]there[/url].\n"
        "[spoiler]one\n\ntwo[/spoiler]\n[s]gone[/s]"
    )


def test_markdown():
    assert convert(POST, "markdown") == (
        "**Spring & rain**\n\n*It drips.* 2 \\* 3\\_4  \n"
        "Ann digs `b2*`, see [there](https://x.y/z).\n"
        "> one\n>\n> two\n\n~~gone~~"
    )


def test_plain():
    assert convert(POST, "plain") == (
        "Spring & rain\n\nIt drips. 2 * 3_4\nAnn digs b2*, see there.\none\n\ntwo\ngone"
    )


@pytest.mark.parametrize("text", ["# no title", "- no list", "> no quote", "1. no number"])
def test_what_would_mean_something_at_a_line_s_start_is_escaped(text):
    assert convert(text.replace(">", "&gt;"), "markdown") != text


def test_an_unknown_form_is_refused():
    with pytest.raises(KeyError):
        convert("x", "tex")
