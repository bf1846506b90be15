"""No word of a picture, of the board game or of the chat is outside the catalogues either.

The made-up language is written in wide letters; whatever is in others comes from elsewhere.
"""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from bot.chat.time import zones
from bot.gallery import chair, lobby, said, shows, worst
from bot.render import lint, phrases
from bot.render.face import Picture
from bot.render.lords import house_words
from bot.render.lords.face import LordsFace
from tests.bot.render import pseudo

FACE = LordsFace()
NAMES = {seat: f"№{seat}" for seat in range(1, 6)}
TAG = re.compile(r"<[^>]*>")
TEXT = "{http://www.w3.org/2000/svg}text"
ELSEWHERE = re.compile("UTC|yanul|[a-f]{20,}|bbcode|markdown|plain")
"""A zone and a month, which Babel names; a hash; forms of a post, which are typed as they stand."""


def strays(html: str) -> list[str]:
    """Words in no wide letters."""
    return [
        word
        for word in pseudo.strays(unescape(TAG.sub(" ", html)))
        if not ELSEWHERE.fullmatch(word)
    ]


def drawn(picture: Picture) -> Iterator[str]:
    """All that is read in a picture and under it."""
    yield picture.caption
    for text in ElementTree.fromstring(picture.svg).iter(TEXT):
        yield "".join(text.itertext())


def pictured(lang: str, moment: Any) -> Iterator[Picture]:
    """The group's album, and the plans as their lords saw them grow."""
    yield from shows.pictures(FACE, lang, moment, NAMES)
    for seat in moment.answers:
        for draft in shows.drafts(moment, seat):
            picture = FACE.planning_picture(lang, draft.view, draft.question, draft.walk, NAMES)
            if picture is not None:
                yield picture


@pytest.mark.parametrize(("variant", "seats"), [("classic", 2), ("shoggoth", 4)])
def test_no_word_of_a_games_pictures(third: str, variant: str, seats: int) -> None:
    seen = 0
    for moment in shows.moments(3, seats, variant):
        for picture in pictured(third, moment):
            seen += 1
            for text in drawn(picture):
                assert not strays(text), text
    assert seen > 100


def test_no_word_of_pictures_at_their_worst(third: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for seat, name in NAMES.items():
        monkeypatch.setitem(worst.NAMES, seat, name)
    for name, draw in worst.PICTURES.items():
        for text in drawn(draw(third)):
            assert not strays(text), (name, text)


@pytest.mark.parametrize("seats", [2, 4])
def test_no_word_of_the_board_game(third: str, seats: int) -> None:
    """Its posts, its questions (those in mid-fight among them), what is said alone."""
    for moment in shows.moments(3, seats, "classic"):
        told = [shows.post(FACE, third, moment, NAMES)]
        for seat in moment.answers:
            told.append(shows.private(FACE, third, moment, seat, NAMES))
            for draft in shows.drafts(moment, seat):
                asked = third, draft.view, draft.question, draft.walk
                told.append(FACE.prompt(*asked, NAMES))
                told += [FACE.label(*asked, option, NAMES) for option in draft.options]
        for text in told:
            assert not strays(text), text


def test_no_word_of_lobby_rules_notices_and_the_masters_panel(
    third: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What languages call themselves aside, and cities, which Babel names."""
    for seat, name in NAMES.items():
        monkeypatch.setitem(shows.WORST, seat, name)
    monkeypatch.setattr(chair, "UNDOABLE", [(name, False) for name in NAMES.values()])
    own = {str(phrases.phrase(lang, "chat.language")) for lang in phrases.languages()}
    own |= {word for zone in zones.offered(third) for word in strays(zones.name(third, zone))}
    every = list(shows.moments(3, 5, "shoggoth"))[:6]
    for word in ("why", "text", "name", "before", "after"):
        monkeypatch.setitem(said.SAID, word, "№")
        monkeypatch.setitem(said.PLAIN, word, "")
    monkeypatch.setitem(said.REFUSED, "games", ["№"])
    pages = [*lobby.posts(third, every), *chair.pages(third), *said.pages(third)]
    assert len(pages) > 300
    for title, html, rows in pages:
        for text in [html, *(key for row in rows for key in row)]:
            assert not set(strays(text)) - own, (title, text)


def test_the_linter_finds_a_guide_and_a_house_rule_left_out(third: str, tmp_path: Path) -> None:
    assert lint.problems() == []
    folder = tmp_path / third
    (folder / "guide" / "master.md").unlink()
    house = (folder / "house.toml").read_text("utf-8").replace('"usual" =', '"unusual" =')
    (folder / "house.toml").write_text(house, "utf-8")
    house_words.tables.cache_clear()
    assert lint.problems() == [
        f"{third}: no guide/master.md",
        f"{third}: no usual of [values] in house.toml",
        "en: no unusual of [values] in house.toml",
    ]
