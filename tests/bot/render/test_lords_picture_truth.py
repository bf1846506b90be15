"""What is drawn is what is so: pictures of whole games held against the state and the text."""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from functools import lru_cache

import pytest

from bot.gallery import shows
from bot.gallery.shows import Moment
from bot.render.lords import table_text
from bot.render.lords.ink import Ink
from bot.render.lords.pictures.canvas import EDGE, INNER, symbol
from bot.render.lords.pictures.dungeon import dungeon_picture
from bot.render.lords.pictures.fight import Strip, fight_picture
from bot.render.lords.pictures.planning import planning_picture
from bot.render.lords.pictures.table import queue, table_picture
from rules.kernel.facts import Fact
from rules.kernel.game import Setup, begin
from rules.kernel.question import word
from rules.lords.data import load
from rules.lords.decks import paladin
from rules.lords.game import Lords
from rules.lords.plan import PlanWalk
from rules.lords.state import PHANTOM, Errands, Hero, Lord, View
from rules.lords.state import view as lords_view
from rules.lords.work import PERMITS

NAMES = {seat: f"Lord {seat}" for seat in range(1, 5)}
LINK = "{http://www.w3.org/1999/xlink}href"
GAMES = (("shoggoth", 3, 3), ("classic", 2, 4))
"""Variant, seed, lords."""

Element = ElementTree.Element


@lru_cache(maxsize=2)
def played(variant: str, seed: int, seats: int) -> list[Moment]:
    return list(shows.moments(seed, seats, variant))


@pytest.fixture(params=GAMES, ids=lambda game: game[0])
def moments(request: pytest.FixtureRequest) -> list[Moment]:
    return played(*request.param)


def blocks(svg: str) -> list[Element]:
    """The blocks of a picture, from the top."""
    return [child for child in ElementTree.fromstring(svg) if child.tag.endswith("}g")]


def texts(element: Element, **wanted: str) -> list[str]:
    """The texts below an element, those with the wanted attributes."""
    return [
        part.text or ""
        for part in element.iter()
        if part.tag.endswith("}text") and all(part.get(k.replace("_", "-")) == v
                                              for k, v in wanted.items())
    ]  # fmt: skip


def uses(element: Element) -> list[str]:
    """The symbols below an element."""
    return [str(part.get(LINK))[1:] for part in element.iter() if part.get(LINK)]


def lords(moments: list[Moment]) -> Iterator[tuple[Ink, View, Lord]]:
    """Every lord as the group sees him after each step."""
    for moment in moments:
        view = moment.history[-1][0]
        for lord in view.lords:
            yield Ink("en", view.data, NAMES), view, lord


def test_a_dungeon_shows_its_goods_evil_and_party(moments: list[Moment]) -> None:
    for ink, view, lord in lords(moments):
        _, goods, meter, party, *_ = blocks(dungeon_picture(ink, view, lord.seat).svg)
        counts = [lord.gold, lord.food, lord.imps, len(lord.prisoners), len(lord.traps),
                  *([len(lord.pets)] if view.data.pets else []), lord.letters]  # fmt: skip
        assert texts(goods) == [str(n) for n in counts]
        assert texts(meter, font_weight="bold")[0] == str(lord.evil)
        line = [each for each in texts(party) if each.startswith("♥")]
        assert line == [health(hero) for hero in lord.party]
        assert [each for each in uses(party) if each in CLASSES] == [
            each for hero in lord.party for each in drawn(hero)
        ]


def test_heroes_between_rounds_bear_the_numbers_by_which_a_plan_names_them(
    moments: list[Moment],
) -> None:
    left_over = False
    for ink, view, lord in lords(moments):
        party = blocks(dungeon_picture(ink, view, lord.seat).svg)[3]
        numbers = [each for each in texts(party) if each.startswith("#")]
        line = [hero for hero in lord.party if hero.cls != PHANTOM]
        places = range(1, len(line) + 1)
        if not view.fighting:  # else they keep those of the round at hand (L9.3)
            assert numbers == [f"#{place}" for place in places]
            left_over = left_over or any(
                hero.place not in (0, place) for place, hero in zip(places, line, strict=True)
            )
    assert left_over  # a round before had numbered them otherwise


CLASSES = ("warrior", "thief", "priest", "wizard", "bard", "paladin", PHANTOM)


def health(hero: Hero) -> str:
    left = hero.health - hero.wounds
    return f"♥{left}/{hero.health}" if hero.wounds else f"♥{hero.health}"


def drawn(hero: Hero) -> list[str]:
    """A hero's own symbol and those of his symbols, in the order they are drawn."""
    signs = {"thief": hero.anti_trap, "wizard": hero.magic, "priest": hero.heart,
             "bard": hero.lutes}  # fmt: skip
    return [hero.cls, *(sign for sign, n in signs.items() if n)]


def test_a_dungeon_shows_its_map(moments: list[Moment]) -> None:
    for ink, view, lord in lords(moments):
        grid = blocks(dungeon_picture(ink, view, lord.seat).svg)[4]
        tiles = lord.tiles.values()
        rocks = [part for part in grid.iter() if part.get("fill") == "url(#rock)"]
        crosses = [part for part in grid.iter() if part.get("stroke-width") == "3.5"]
        bricks = [part for part in grid.iter() if part.get("stroke-dasharray") == "8.5 1.5"]
        assert len(rocks) == 20 - len(tiles)
        assert len(crosses) == sum(tile.conquered for tile in tiles)
        assert len(bricks) == sum(tile.walls for tile in tiles)
        assert sorted(uses(grid)) == sorted(symbol(tile.room) for tile in tiles if tile.room)


def test_a_dungeon_shows_what_its_text_says(moments: list[Moment]) -> None:
    for ink, view, lord in lords(moments):
        below = blocks(dungeon_picture(ink, view, lord.seat).svg)[5:]
        said = re.sub("<[^>]+>", "", table_text.seat(ink, view, lord.seat))
        chips = [text for block in below for text in texts(block, font_size="12")]
        for chip in chips:
            name = re.sub(r"\s×\d+$| ·.*$|\+$", "", chip)
            assert name in said or name in ("?", *HEADINGS), (chip, said)
        away = sum(bool(monster.exhausted or monster.striking) for monster in lord.monsters)
        assert sum(" · asleep" in chip or " · on strike" in chip for chip in chips) == away


HEADINGS = ("Lair", "In store", "Prisoners", "not a soul")


@pytest.mark.parametrize("year", [1, 2])
def test_a_paladin_in_a_fight_bears_the_symbols_of_its_year(year: int) -> None:
    data = load("shoggoth")
    human = paladin(data, "human", year)
    told = {"cls": human.cls, "kind": human.kind, "strength": 0, "health": human.health,
            "wounds": 0, "symbols": 0, "place": 1}  # fmt: skip
    fact = Fact("fight", {"seat": 1, "tile": "c1", "room": "", "party": [told], "traps": [],
                          "monsters": []})  # fmt: skip
    seen = lords_view(begin(Lords(), Setup("lords", "shoggoth", 2, "1")).state, None)
    seen.year = 2  # the year's last round is over
    svg = fight_picture(Ink("en", data, NAMES), seen, 1, [fact], year=year).svg
    signs = [str(n) for n in (human.anti_trap, human.magic, human.heart)]
    assert texts(blocks(svg)[2], font_weight="bold")[-3:] == signs


def test_a_fight_of_no_steps_yet_says_that_it_waits() -> None:
    told = {"cls": "warrior", "kind": "", "strength": 1, "health": 3, "wounds": 0,
            "symbols": 0, "place": 1}  # fmt: skip
    fight = Fact("fight", {"seat": 1, "tile": "c1", "room": "", "party": [told], "traps": [],
                           "monsters": []})  # fmt: skip
    seen = lords_view(begin(Lords(), Setup("lords", "classic", 2, "1")).state, None)
    ink, waits = Ink("en", load("classic"), NAMES), "The fight waits for its lord's word"
    picture = fight_picture(ink, seen, 1, [fight])
    assert texts(blocks(picture.svg)[3]) == [waits]
    assert "up to its lord's word" in picture.caption
    lost = Fact("conquered", {"seat": 1, "tile": "c1", "room": ""})
    picture = fight_picture(ink, seen, 1, [fight, lost])
    assert waits not in texts(blocks(picture.svg)[3])
    assert "word" not in picture.caption


def test_healing_after_a_spell_is_a_step_of_its_own() -> None:
    ink = Ink("en", load("shoggoth"), NAMES)
    wizard = {"cls": "wizard", "kind": "", "health": 4, "wounds": 0, "symbols": 1, "place": 1}
    healed = Fact("healed", {"seat": 1, "hero": wizard, "points": 1})
    for card, steps in (("fist of justice", 2), ("regeneration", 1)):
        spell = Fact("spell", {"seat": 1, "card": card, "how": {}})
        told = Strip(ink).read([Fact("fight", {"seat": 1}), spell, healed])
        assert [step.id for step in told] == ["card", "priest"][:steps]
        assert [len(step.changes) for step in told] == [0, 1][-steps:]


def test_a_table_shows_goods_evil_and_servants(moments: list[Moment]) -> None:
    for moment in moments:
        view, facts = moment.history[-1]
        ink = Ink("en", view.data, NAMES)
        every = blocks(table_picture(ink, view, facts).svg)
        rows, meter = every[1], every[2]
        order = [str(seat) for seat in view.turn_order()]
        assert texts(rows, text_anchor="middle") == order
        assert uses(rows).count("star") == 1
        assert shown_evil(meter, view) == {lord.seat: lord.evil for lord in view.lords}
        site = next(block for block in every if "reputation" in uses(block))
        stands = sum(bool(here) for places in view.places.values() for here in places)
        late = sum(min(3, len(seats)) for seats in queue(facts).late.values())
        assert sum(each.startswith("seat-") for each in uses(site)) == stands + late


def test_a_plan_draws_every_imp_that_works(moments: list[Moment]) -> None:
    """Imps on the map, foremen and those busy at sites are all that are not idle (L4.4)."""
    seen = 0
    for moment in moments:
        for seat in moment.answers:
            for draft in shows.drafts(moment, seat):
                view, walk = draft.view, draft.walk
                away = AWAY & {word(each) for each in walk.tokens}
                if not isinstance(walk, PlanWalk) or not walk.complete or away:
                    continue
                drawn = planning_picture(Ink("en", view.data, NAMES), view, draft.question, walk)
                assert drawn is not None
                errands = view.me.errands or Errands()
                idle = walk.tried.free + errands.busy + foremen(view, walk)
                assert imps(blocks(drawn.svg)[5]) == walk.tried.lord.imps - idle, walk.tokens
                seen += len(walk.tokens) > 1
    assert seen > 5


AWAY = {"fair", "monkey"}
"""Words of plans in which imps are at the fair, or others do their work."""


def foremen(view: View, walk: PlanWalk) -> int:
    """Those that came with the permits used (L2.1)."""
    return sum(
        place.gain.get("foreman", 0)
        for site in walk.tried.begun & set(view.me.permits)
        for place in view.data.sites[site].places
        if place.gain.get(PERMITS[site]) == view.me.permits[site]
    )


def imps(grid: Element) -> int:
    """Imps drawn on a map; several in a cell have their number behind them."""
    parts, found = list(grid.iter()), 0
    for part, following in zip(parts, [*parts[1:], None], strict=True):
        if part.get(LINK) == "#imp":
            text = (following.text or "") if following is not None else ""
            found += int(text[1:]) if text.startswith("×") else 1
    return found


def shown_evil(meter: Element, view: View) -> dict[int, int]:
    """The space below each lord's badge, read from where it stands."""
    spaces = range(view.data.evilometer.kindest, view.data.evilometer.most + 1)
    found = {}
    for part in meter.iter():
        if part.tag.endswith("}text") and part.get("fill") not in ("#5a4d45", "#5a3d6e"):
            at = (float(part.get("x", 0)) - EDGE) * len(spaces) / INNER
            found[int(part.text or 0)] = spaces[int(at)]
    return found
