"""A game that is named among the words of a command."""

import pytest

from bot.chat.numbers import numbered


@pytest.mark.parametrize(
    ("text", "number", "rest"),
    [
        ("#12", 12, ""),
        ("5h #12", 12, "5h"),
        ("2 #3 anew", 3, "2 anew"),
        ("5h", None, "5h"),
        ("5h // as in #2", None, "5h // as in #2"),
        ("5h #3 // as in #2", 3, "5h // as in #2"),
        ("#3 // #2", 3, "// #2"),
        ("a#3 #3b # #-1", None, "a#3 #3b # #-1"),
        ("first line\n#4\nlast", 4, "first line\nlast"),
    ],
)
def test_a_game_is_named_anywhere_but_in_the_reason(text, number, rest):
    assert numbered(text) == (number, rest)


@pytest.mark.parametrize(
    ("text", "number", "rest"),
    [("#3 come to #2", 3, "come to #2"), ("come to #2", None, "come to #2"), ("", None, "")],
)
def test_a_masters_own_words_name_a_game_first_or_not_at_all(text, number, rest):
    assert numbered(text, first=True) == (number, rest)
