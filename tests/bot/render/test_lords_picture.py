"""The dungeon's picture: a pure function of a view, the same bytes everywhere, no system fonts."""

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from bot.render.lords.ink import Ink
from bot.render.lords.picture import drawable, dungeon_picture
from bot.render.png import png
from rules.lords import decks
from rules.lords.cases.table import lay_out
from rules.lords.data import load
from rules.lords.setup import new_lord
from rules.lords.state import State, View, view

GOLDEN = Path(__file__).parent / "golden"
NAMES = {1: "Вася <b>&_*", 2: "🐙"}


def table() -> View:
    data = load("shoggoth")
    state = State(variant="shoggoth", seed="picture", season="autumn")
    state.lords = [new_lord(data, seat) for seat in (1, 2)]
    decks.lay_out_year(state)
    lord = state.lord(1)
    lay_out(lord, {
        "gold": 12, "evil": 11, "tunnels": ["c1", "c2", "c3", "b2", "d2", "e2", "c4"],
        "rooms": {"e2": "smugglers' den", "c4": "mint"}, "conquered": ["c1", "d2"],
        "monsters": ["goblin", "troll", "ghost"], "exhausted": ["troll"], "walls": ["c2"],
        "traps": ["pendulum"], "pets": ["mole"], "plans": ["forge"],
        "prisoners": ["warrior", "paladin elf"],
    })  # fmt: skip
    lord.party = [decks.paladin(data, "dwarf", 1), decks.hero("wizard", 3, 4, 2)]
    lord.party[1].wounds = 2
    return view(state, None)


def ink(lang: str) -> Ink:
    return Ink(lang, load("shoggoth"), NAMES)


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_the_golden_dungeon(lang: str) -> None:
    drawn = dungeon_picture(ink(lang), table(), 1).svg
    golden = GOLDEN / f"dungeon.{lang}.svg"
    assert drawn == golden.read_text("utf-8"), f"if meant, write it anew: {golden}"


def test_the_same_view_gives_the_same_bytes_and_sound_xml() -> None:
    first, second = (dungeon_picture(ink("ru"), table(), 1) for _ in range(2))
    assert first == second
    ElementTree.fromstring(first.svg)


def test_symbols_that_are_used_are_defined() -> None:
    root = ElementTree.fromstring(dungeon_picture(ink("ru"), table(), 1).svg)
    ids = {element.get("id") for element in root.iter()}
    link = "{http://www.w3.org/1999/xlink}href"
    used = {str(element.get(link))[1:] for element in root.iter() if element.get(link)}
    assert used
    assert used <= ids


def test_every_room_has_a_symbol_of_its_own() -> None:
    root = ElementTree.fromstring(dungeon_picture(ink("ru"), table(), 1).svg)
    ids = {element.get("id") for element in root.iter()}
    rooms = {room.replace("'", "").replace(" ", "-") for room in load("shoggoth").rooms}
    assert rooms <= ids


def test_it_renders_with_the_bundled_fonts() -> None:
    picture = dungeon_picture(ink("ru"), table(), 1)
    data = png(picture.svg, picture.width)
    assert data.startswith(b"\x89PNG")
    assert int.from_bytes(data[16:20], "big") == picture.width == 780
    without_text = png(picture.svg.replace("<text", "<desc").replace("</text", "</desc"), 780)
    assert data != without_text


def test_a_broken_picture_is_an_error() -> None:
    with pytest.raises(ValueError, match=r".+"):
        png("<svg", 100)


def test_names_keep_only_what_the_fonts_can_draw() -> None:
    assert drawable("Вася 🐙 O'Neill\u200b") == "Вася O'Neill"
    assert drawable("🐙") == ""
    svg = dungeon_picture(ink("ru"), table(), 2).svg
    assert "№2" in svg


def test_the_caption_says_what_is_shown_and_escapes_the_name() -> None:
    caption = dungeon_picture(ink("en"), table(), 1).caption
    assert caption.startswith("<b>Вася &lt;b&gt;&amp;_*</b>: 7\u00a0tiles, 2 of them in ruins")
    assert "dwarf paladin, wizard" in caption.replace("\u00a0", " ")
