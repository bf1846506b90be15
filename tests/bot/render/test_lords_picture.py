"""Pictures: pure functions of a view, the same bytes everywhere, no system fonts, nothing outside.

Golden SVGs are in `golden/`; to write them anew after a change that was looked at:
`GOLDEN_ANEW=1 python -m pytest tests/bot/render/test_lords_picture.py`.
"""

import os
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.gallery import boxes
from bot.gallery.worst import PICTURES, dungeon, ink, modest, table
from bot.render import glyphs
from bot.render.lords.pictures import canvas
from bot.render.lords.pictures.dungeon import dungeon_picture
from bot.render.lords.pictures.planning import planning_picture
from bot.render.lords.pictures.tile import INNER, room_name
from bot.render.png import png
from rules.kernel.game import Setup, begin
from rules.kernel.question import replay
from rules.lords.data import load
from rules.lords.game import Lords
from rules.lords.state import view

GOLDEN = Path(__file__).parent / "golden"
LINK = "{http://www.w3.org/1999/xlink}href"
SPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
SYMBOL = '<use xlink:href="#{}" transform="translate({} {}) scale({})"/>'


@pytest.fixture(params=PICTURES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_the_golden_pictures(lang: str, name: str) -> None:
    drawn = PICTURES[name](lang).svg
    golden = GOLDEN / f"{name}.{lang}.svg"
    if os.environ.get("GOLDEN_ANEW"):
        golden.write_text(drawn, "utf-8")
    assert drawn == golden.read_text("utf-8"), f"if meant, write it anew: {golden}"


def test_the_same_view_gives_the_same_bytes_and_sound_xml(name: str) -> None:
    first, second = (PICTURES[name]("ru") for _ in range(2))
    assert first == second
    ElementTree.fromstring(first.svg)


def test_symbols_that_are_used_are_defined_and_no_others(name: str) -> None:
    root = ElementTree.fromstring(PICTURES[name]("ru").svg)
    ids = {element.get("id") for element in root.iter() if element.get("id")}
    used = {str(element.get(LINK))[1:] for element in root.iter() if element.get(LINK)}
    assert used
    assert used == ids - {"rock"}


def test_every_coordinate_is_short(name: str) -> None:
    assert not re.search(r"\d\.\d{3,}", PICTURES[name]("en").svg)


def test_every_text_can_be_read(name: str) -> None:
    for lang in ("ru", "en"):
        assert not list(boxes.faults(PICTURES[name](lang).svg))


@pytest.mark.parametrize(("text", "fault"), [
    ('<text x="0" y="9" font-size="9.9">a</text>', "too small"),
    ('<text x="385" y="9" font-size="12">abc</text>', "leaves"),
    ('<text x="5" y="9" font-size="12" text-anchor="end">abc</text>', "leaves"),
    ('<text x="9" y="9" font-size="12">ab</text><g transform="translate(5 5)">'
     '<text x="9" y="9" font-size="12">cd</text></g>', "lies on"),
    ('<text x="9" y="19" font-size="12">ab</text>' + SYMBOL.format("imp", 12, 8, 1), "lies on"),
    (SYMBOL.format("imp", 9, 9, 1) + SYMBOL.format("gold", 15, 15, 0.5), "lies on"),
    (SYMBOL.format("imp", 380, 9, 1), "leaves"),
    (SYMBOL.format("imp", 9, 9, 1) + '<rect class="tag" x="20" y="20" width="15" height="15"/>',
     "lies on"),
    ('<rect class="tag" x="9" y="9" width="9" height="15"/><text x="9" y="21" font-size="12">abc'
     "</text>", "lies on"),
    (SYMBOL.format("seat-1", 9, 9, 1) + '<text x="12" y="25" font-size="12">ab</text>', "lies on"),
])  # fmt: skip
def test_what_can_not_be_read_is_found(text: str, fault: str) -> None:
    (found,) = boxes.faults(f"<svg {SPACES}>{text}</svg>")
    assert fault in found


@pytest.mark.parametrize("text", [
    SYMBOL.format("seat-1", 9, 9, 1) + '<text x="17" y="25" font-size="12">1</text>'
    + SYMBOL.format("no", 25, 25, 0.5),
    '<rect class="tag" x="9" y="9" width="15" height="15"/><text x="13" y="20" font-size="10">1'
    "</text>",
    SYMBOL.format("imp", 9, 9, 1) + SYMBOL.format("gold", 31, 9, 1),
    "<defs><text>a</text></defs>",
])  # fmt: skip
def test_what_is_made_to_carry_a_thing_may(text: str) -> None:
    assert not list(boxes.faults(f"<svg {SPACES}>{text}</svg>"))


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_every_room_has_its_whole_name_on_the_map(lang: str) -> None:
    for room in load("shoggoth").rooms:
        lines, bold = room_name(ink(lang), room)
        whole = str(ink(lang).t(f"room_short.{room}")).replace("\u00ad", "")
        assert "".join(lines).replace("-", "").replace(" ", "") == re.sub("[- ]", "", whole)
        assert all(glyphs.width(line, canvas.LEAST, bold) <= INNER for line in lines)
        assert bold


def test_they_render_with_the_bundled_fonts(name: str) -> None:
    picture = PICTURES[name]("ru")
    data = png(picture.svg, picture.width)
    assert data.startswith(b"\x89PNG")
    assert int.from_bytes(data[16:20], "big") == picture.width == 780
    assert int.from_bytes(data[20:24], "big") == picture.height
    assert picture.height < 4 * picture.width


def test_the_edges_are_opaque_for_dark_and_light_themes(name: str) -> None:
    svg = PICTURES[name]("ru").svg
    assert f'<rect width="{canvas.WIDTH}"' in svg
    assert "rx" not in svg.split("</defs>")[1].split("/>")[0]


def test_every_card_and_good_has_a_symbol() -> None:
    data, known = load("shoggoth"), canvas.symbols()
    assert {canvas.symbol(room) for room in data.rooms} <= set(known)
    assert set(canvas.GOODS.values()) <= set(known)
    assert set(canvas.COLOURS) <= set(known)


def test_no_two_symbols_look_the_same() -> None:
    shapes = [re.sub(r' id="[^"]+"', "", text) for text in canvas.symbols().values()]
    twins = {shape for shape in shapes if shapes.count(shape) > 1}
    assert len(twins) <= 1  # a phantom is a ghost


def test_a_broken_picture_is_an_error() -> None:
    with pytest.raises(ValueError, match=r".+"):
        png("<svg", 100)


def test_both_fonts_hold_the_same_signs() -> None:
    assert glyphs.same(glyphs.REGULAR, glyphs.BOLD)


def test_names_keep_only_what_the_fonts_can_draw() -> None:
    assert glyphs.drawable("Вася 🐙 O'Neill\u200b") == "Вася O'Neill"
    assert glyphs.drawable("🐙") == ""
    state = table()
    assert ">Лорд 4<" in dungeon_picture(ink("ru"), view(state, None), 4).svg
    assert "משה" in dungeon_picture(ink("ru"), view(state, None), 3).svg


@pytest.mark.parametrize("text", ["Ж" * 64, "W" * 64, "i" * 64, "a b " * 16])
def test_what_is_fitted_fits(text: str) -> None:
    for room in (20, 55.5, 200):
        assert glyphs.width(glyphs.fit(text, room, 13, True), 13, True) <= room
        assert all(glyphs.width(row, 11) <= room for row in glyphs.wrap(text, room, 11, 2))
    assert glyphs.fit("abc", 100, 12) == "abc"
    assert glyphs.shrink("abc", 1000, 12, 8) == 12


def test_captions_say_what_is_shown_and_fit(name: str, check: Callable[[str], str]) -> None:
    for lang in ("ru", "en"):
        assert 20 < len(check(PICTURES[name](lang).caption)) <= 1024
    caption = dungeon("en").caption
    assert caption.startswith("<b>Вася &lt;b&gt;&amp;_*</b>, the dungeon: 7\u00a0tiles, 2 of them")
    assert "dwarf paladin, wizard" in caption.replace("\u00a0", " ")


def test_the_groups_dungeon_hides_pets_and_traps() -> None:
    state = table(lords=2)
    modest(state)
    seen = dungeon_picture(ink("en"), view(state, None), 1).svg
    assert "pendulum" not in seen
    assert "mole" not in seen
    assert "bat · used" in seen
    assert "pendulum" in dungeon_picture(ink("en"), view(state, 1), 1).svg


def test_drawing_a_draft_leaves_the_walk_as_it_is() -> None:
    state = table("autumn", "production", 2)
    modest(state)
    state.owing = [1]
    seen = view(state, 1)
    question = Lords().question(seen)
    assert question is not None
    walk = replay(question, [";dig", "e3"])
    options = [option.token for option in walk.options()]
    assert planning_picture(ink("en"), seen, question, walk) is not None
    assert [option.token for option in walk.options()] == options
    walk.take("a2")


def test_prices_out_of_reach_are_red_and_crossed_in_the_orders_picture() -> None:
    """A poor lord's; the same lord rich sees none."""
    game, found = Lords(), []
    seen = game.view(begin(game, Setup("lords", "shoggoth", 4, "5")).state, 1)
    for goods in (0, 9):
        seen.me.gold = seen.me.food = goods
        question = game.question(seen)
        assert question is not None
        drawn = planning_picture(ink("en"), seen, question, question.walk())
        assert drawn is not None
        found.append((drawn.svg.count(f'fill="{canvas.FAR}"'), drawn.svg.count('href="#no"')))
    assert found[0][0] > 5
    assert found[0][1] > 5
    assert found[1] == (0, 0)
