"""Cutting long texts: paragraph borders, never inside a tag, Telegram's own counting."""

from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.split import ALBUM, LIMIT, albums, split, units, visible
from bot.sandbox.html import Parser


def read(html):
    """The text and entities as the real server reads them (raises ApiError)."""
    return Parser(html, lambda number: None).parse()


def test_short_texts_stay_whole_and_empty_ones_vanish():
    assert split("<b>Hello</b>\n\nthere") == ["<b>Hello</b>\n\nthere"]
    assert split("") == []
    assert split(" \n ") == []


def test_units_are_utf16():
    assert units("я😀") == 3
    assert visible("<b>&lt;&amp;&#39;😀</b>") == 5


def test_the_cut_is_at_the_last_paragraph_that_fits():
    first, second, third = "a" * 3000, "b" * 1000, "c" * 3000
    assert split(f"{first}\n\n{second}\n\n{third}") == [f"{first}\n\n{second}", third]


def test_lines_then_words_when_a_paragraph_is_too_long():
    lines = "\n".join(["x" * 99] * 60)
    assert all(part.endswith("x") and len(part) <= LIMIT for part in split(lines))
    assert len(split("word " * 2000)) == 3


def test_a_tag_that_has_to_be_cut_is_closed_and_opened_again():
    parts = split(f"<b>{'слово ' * 1000}</b>")
    assert all(part.startswith("<b>") and part.endswith("</b>") for part in parts)


def test_no_more_than_a_hundred_entities():
    html = "\n".join(f"<b>{n}</b>" for n in range(250))
    parts = split(html)
    assert len(parts) == 3
    assert all(len(read(part)[1]) <= 100 for part in parts)


WORDS = st.sampled_from(
    ["слово", "😀", "&lt;", "&amp;", "\n", "\n\n", " ", "<b>x</b>", "<i>y <b>z</b></i>",
     '<a href="tg://user?id=1">кто</a>', "x" * 150, "&#39;"]
)  # fmt: skip


@given(st.lists(WORDS, max_size=60), st.integers(20, 120))
def test_every_part_fits_is_well_formed_and_nothing_is_lost(words, limit):
    html = "".join(words)
    parts = split(html, limit, 8)
    text = ""
    for part in parts:
        plain, entities = read(part)
        assert 0 < units(plain) <= limit
        assert len(entities) <= 8
        text += plain
    squeezed = "".join(unescape(text).split())
    assert squeezed == "".join(read(html)[0].split())


@pytest.mark.parametrize("html", ["a & b", "&nbsp;", "&", "<b>&</b>"])
def test_loose_ampersands_do_no_harm(html):
    assert split(html) == [html]


@given(st.integers(0, 45))
def test_albums_keep_the_order_and_are_of_about_one_size(count):
    """Telegram takes 2-10 at once; none of several is left with one alone."""
    found = albums(range(count))
    sizes = [len(album) for album in found]
    assert [picture for album in found for picture in album] == list(range(count))
    assert all(0 < size <= ALBUM for size in sizes)
    assert len(found) == -(-count // ALBUM)
    assert len(found) < 2 or min(sizes) >= max(sizes) - 1 >= 1
