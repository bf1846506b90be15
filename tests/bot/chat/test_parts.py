"""Small parts of the chat side: buttons, links, budgets, periods, the words of /newgame."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat import panel
from bot.chat.budget import Budget
from bot.chat.buttons import LONGEST, Press, pack, unpack
from bot.chat.links import Links, url
from bot.chat.time import words
from bot.games import GAMES
from bot.render.phrases import catalogue, languages, plain

NOW = datetime(2025, 3, 1, 12, tzinfo=UTC)


@given(st.lists(st.integers(-(2**63), 2**63), max_size=3))
def test_buttons_read_back(numbers):
    data = pack("o", *numbers)
    assert len(data.encode()) <= LONGEST
    assert unpack(data) == Press("o", tuple(numbers))


def test_the_biggest_button_fits():
    person, game = 2**53, 10**9
    assert pack("np", person, 9, 5, 1, 86400, 1)
    assert pack("o", game, 10**6, 10**6, 99)
    with pytest.raises(ValueError, match="too long"):
        pack("o", *[2**60] * 6)


@pytest.mark.parametrize("data", ["", ":", "o:!", "o:1:", "o:я", "привет:1.5", "o: :1"])
def test_foreign_data_is_nothing(data):
    press = unpack(data)
    assert press is None or press.verb in ("", ":")


def test_links_are_signed_and_end():
    links = Links("token")
    payload = links.payload(12, NOW)
    assert len(payload) <= 64
    assert links.payload(12, NOW + timedelta(hours=1)) == payload  # the lobby is not edited for it
    assert links.game(payload, NOW) == 12
    assert links.game(payload, NOW + timedelta(days=13)) == 12
    assert links.game(payload, NOW + timedelta(days=16)) is None
    assert Links("another").game(payload, NOW) is None
    assert links.game(payload.replace("12", "13", 1), NOW) is None
    for forged in ("", "j", "j_", "j_12", "j_12_9", "j_-1_9_x", "j_١_٢_x", "q_12", payload[:-1]):
        assert links.game(forged, NOW) is None
    assert url("bot", payload) == f"https://t.me/bot?start={payload}"


def test_a_group_gets_twenty_a_minute_and_others_do_not_wait():
    budget = Budget()
    for second in range(20):
        assert budget.free_at(-5, NOW + timedelta(seconds=second)) <= NOW + timedelta(
            seconds=second
        )
        budget.spend(-5, NOW + timedelta(seconds=second))
    later = NOW + timedelta(seconds=20)
    assert budget.free_at(-5, later) == NOW + timedelta(seconds=60)
    assert budget.free_at(-6, later) == later
    assert budget.free_at(7, later) == later


def test_thirty_a_second_in_all():
    budget = Budget()
    for chat in range(1, 31):
        budget.spend(chat, NOW)
    assert budget.free_at(99, NOW) == NOW + timedelta(seconds=1)


def test_a_chat_that_said_stop_is_left_alone():
    budget = Budget()
    until = NOW + timedelta(seconds=40)
    budget.exhaust(-5, until)
    assert budget.free_at(-5, NOW) == until
    assert budget.free_at(-5, until) == until
    assert budget.free_at(-6, NOW) == NOW


@pytest.mark.parametrize(
    ("text", "length"),
    [("24h", timedelta(hours=24)), ("2д", timedelta(days=2)), ("30M", timedelta(minutes=30)),
     ("none", None), ("нет", None), ("0", None), ("12 ч", timedelta(hours=12))],
)  # fmt: skip
def test_periods(text, length):
    assert panel.period(text) == length


@pytest.mark.parametrize("text", ["", "h", "24", "1m", "99d", "-1h", "1.5h", "24hh", "²h"])
def test_no_periods(text):
    with pytest.raises(panel.BadWords):
        panel.period(text)


def test_words_of_newgame_in_any_order():
    wish = panel.from_words(["24h", "en", "nomaster", "3"], panel.Wish(), GAMES)
    settings = panel.settings(wish, GAMES, 7)
    assert (settings.seats, settings.language, settings.deadline) == (3, "en", 86400)
    assert settings.master == panel.NOBODY
    assert panel.settings(panel.Wish(), GAMES, 7).master == 7


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("classic 4 ru", ("classic", 4, "ru")),
        ("классика 4", ("classic", 4, "en")),
        ("форум", ("shoggoth", 4, "en")),
        ("forum 5", ("shoggoth", 5, "en")),
        ("shoggoth русский", ("shoggoth", 4, "ru")),
        ("Classic, 3 lords, русский+english", ("classic", 3, "ru+en")),
        ("4 лорда, настольная, русский", ("classic", 4, "ru")),
        ("board 2 players lords", ("classic", 2, "en")),
    ],
)  # fmt: skip
def test_variants_and_languages_by_their_words_in_any_language(text, wish):
    found = panel.settings(panel.from_words(text.split(), panel.Wish(), GAMES), GAMES, 7)
    assert (found.variant, found.seats, found.language) == wish


def test_without_a_master_and_a_deadline_in_two_words():
    start = panel.Wish(minutes=60)
    wish = panel.from_words(["без", "мастера", "без", "срока"], start, GAMES)
    assert (wish.master, wish.minutes) == (False, 0)
    assert panel.from_words(["no", "master", "no", "deadline"], start, GAMES) == wish


def test_more_lords_than_the_variant_has_a_table_for():
    with pytest.raises(panel.BadSize) as caught:
        panel.from_words(["классика", "5"], panel.Wish(), GAMES)
    assert (caught.value.variant, caught.value.low, caught.value.high) == ("classic", 2, 4)
    assert panel.from_words(["classic"], panel.Wish(lords=5), GAMES).lords == 4


def test_no_word_of_newgame_means_two_things():
    spelled = [*panel.variant_words("ru", GAMES), *panel.variant_words("en", GAMES)]
    assert spelled == ["форум", "классика", "forum", "classic"]
    meant = {}
    for lang in languages():
        for key in catalogue(lang).keys:
            if key.startswith(("variant_words.", "language_words.")):
                for word in plain(lang, key).split(", "):
                    assert meant.setdefault(word, key) == key
                    clock = words.parted([word])[1]
                    assert not clock, word


def test_a_panels_button_with_nonsense_in_it_is_nothing_or_harmless():
    for numbers in ((9, 4, 0, 0, 1), (0, 99, 0, 0, 1), (0, 4, 9, 0, 1), (0, 4, 0, -5, 1)):
        wish = panel.from_press(Press("np", (1, *numbers)), GAMES)
        assert wish is None or 2 <= wish.lords <= 5
