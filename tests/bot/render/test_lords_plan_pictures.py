"""Private plans drawn: numbers agree with the text, captions tell the signs that are there."""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from functools import lru_cache

import msgspec
import pytest

from bot.gallery import shows
from bot.gallery.shows import Draft, Moment
from bot.gallery.worst import full, ink, modest, table
from bot.render.face import Picture
from bot.render.lords import prompt
from bot.render.lords.cells import legal
from bot.render.lords.ink import Ink
from bot.render.lords.pictures import canvas
from bot.render.lords.pictures.planning import planning_picture
from bot.render.lords.pictures.table import table_picture
from rules.kernel.facts import Fact
from rules.kernel.game import Setup, begin
from rules.kernel.question import replay
from rules.lords import cost
from rules.lords.data import load
from rules.lords.game import Lords
from rules.lords.state import State, View, view
from rules.lords.warnings import so_far
from rules.lords.whatif import season

NAMES = {seat: f"Lord {seat}" for seat in range(1, 6)}
GAMES = (("shoggoth", 3, 4), ("classic", 2, 4))
LINK = "{http://www.w3.org/1999/xlink}href"


@lru_cache(maxsize=2)
def played(variant: str, seed: int, seats: int) -> list[Moment]:
    return list(shows.moments(seed, seats, variant))


@pytest.fixture(params=GAMES, ids=lambda game: game[0])
def moments(request: pytest.FixtureRequest) -> list[Moment]:
    return played(*request.param)


def drafts(moments: list[Moment], *kinds: str) -> Iterator[tuple[Draft, Picture]]:
    """Every draft of these kinds, every third of a game, with its picture."""
    for moment in moments:
        for seat in list(moment.answers)[:2]:
            for draft in shows.drafts(moment, seat):
                if draft.question.kind in kinds:
                    words = Ink("en", draft.view.data, NAMES)
                    drawn = planning_picture(words, draft.view, draft.question, draft.walk)
                    assert drawn is not None
                    yield draft, drawn


def drawn_of(state: State, seat: int, *tokens: str) -> Picture:
    """The picture of a draft at a table laid out by hand."""
    state.owing = [seat]
    seen = view(state, seat)
    question = Lords().question(seen)
    assert question is not None
    drawn = planning_picture(ink("en"), seen, question, replay(question, list(tokens)))
    assert drawn is not None
    return drawn


def texts(picture: Picture) -> list[str]:
    root = ElementTree.fromstring(picture.svg)
    return [part.text or "" for part in root.iter() if part.tag.endswith("}text")]


SIGNS = {
    "a lock": 'href="#lock"',
    "a red price with a cross": f'fill="{canvas.FAR}"',
    "dashed:": 'stroke-dasharray="6 4"',
    "a chain of dots": 'stroke-dasharray="1 5"',
    "corners and a large name": "h11v11M",
    "an arrow": "→",
    "the red frame": 'stroke="#8a1c1c" stroke-width="4"',
    "two bars": 'href="#pause"',
}
"""What a caption says of a sign, and what is in a picture that has it."""


def test_captions_explain_the_signs_that_are_there_and_no_others(moments: list[Moment]) -> None:
    told = dict.fromkeys(SIGNS, 0)
    for draft, picture in drafts(moments, "orders", "production", "combat"):
        for said, sign in SIGNS.items():
            if said == "an arrow" and draft.question.kind != "production":
                continue  # there it parts a price from what it buys
            caption = picture.caption.casefold()
            assert (said in caption) == (sign in picture.svg), (said, draft.walk.tokens)
            told[said] += said in caption
    assert sum(n > 0 for n in told.values()) >= 6


def test_the_mark_of_a_wish_that_the_caption_explains_is_a_drawn_one(moments: list[Moment]) -> None:
    explained = set[str]()
    for draft, picture in drafts(moments, "orders"):
        marks = {text for text in texts(picture) if re.fullmatch(r"\d\.\d", text)}
        found = re.findall(r"(\d\.\d): the (first|second|third) one's first wish", picture.caption)
        assert len(found) == bool(marks), draft.walk.tokens
        for mark, servant in found:
            assert mark in marks
            assert mark[0] == str(1 + ("first", "second", "third").index(servant))
            explained.add(mark)
    assert len(explained) > 1


def test_a_plan_shows_the_goods_that_the_text_foretells(moments: list[Moment]) -> None:
    changed = 0
    for draft, picture in drafts(moments, "production"):
        me, after = draft.view.me, season(draft.view, so_far(draft.walk)).after
        goods = texts(picture)[4:7]
        for shown, good in zip(goods, ("gold", "food", "imps"), strict=True):
            now, then = getattr(me, good), getattr(after, good)
            assert shown == (f"{now}" if now == then else f"{now}→{then}")
            changed += now != then
        assert ("at the season's end" in picture.caption) == (me.evil != after.evil)
    assert changed > 5


def test_a_trap_to_discard_bears_the_number_of_its_line() -> None:
    state = table("autumn", "production", 2)
    lord = modest(state)
    lord.traps, lord.discards_owed = ["pendulum", "pendulum", "trapdoor"], 1
    found = texts(drawn_of(state, 1, ";discard", "pendulum"))
    at = found.index("pendulum")
    assert found[at + 1] == "1"
    assert found.count("pendulum") == 2  # the other one stays
    assert "1. Discard: pendulum" in found or any(f.startswith("1. ") for f in found)


def test_a_tile_not_chosen_is_not_drawn_as_chosen() -> None:
    state = table("", "combat", 2)
    state.round, state.cards = 3, ["graffiti"] * 5
    full(state).tiles["d1"].conquered = False
    asked, chosen = drawn_of(state, 2), drawn_of(state, 2, ";tile", "b1")
    red = 'stroke="#8a1c1c" stroke-width="4"'
    assert red not in asked.svg
    assert red in chosen.svg
    assert "the fight is at b1" in texts(chosen)
    assert not any("the fight is at" in text for text in texts(asked))


def opened(variant: str) -> tuple[Lords, View]:
    game = Lords()
    seen = game.view(begin(game, Setup("lords", variant, 4, "5")).state, 1)
    return game, seen


def crossed(picture: Picture, row: int) -> list[bool]:
    """Whether each place of a site is crossed: rows follow each other in the sites' block."""
    root = ElementTree.fromstring(picture.svg)
    block = next(part for part in root if any(u.get(LINK) == "#reputation" for u in part.iter()))
    places: list[bool] = []
    for part in list(block)[row].iter():
        if part.tag.endswith("}rect") and part.get("rx") == "4":
            places.append(False)
        elif part.get(LINK) == "#no" and places:
            places[-1] = True
    return places


@pytest.mark.parametrize("places", [("I", "II", "III"), ("I", "III")])
def test_all_places_of_a_site_are_drawn_as_no_limit(places: tuple[str, ...]) -> None:
    game = Lords()
    state = begin(game, Setup("lords", "classic", 4, "5")).state
    state.step, state.lord(1).barred = "orders", ["gold", "room"]
    picture = drawn_of(state, 1, ";traps", "only", *places)
    assert ("acts only there" in picture.caption) == (len(places) < 3)


def test_a_bribe_that_cannot_be_paid_is_red_and_so_is_all_behind_it() -> None:
    game, seen = opened("shoggoth")
    seen.me.barred, seen.me.evil = ["reputation"], 5
    for gold, wanted in ((0, [True] * 4), (1, [False, False, True, True])):
        seen.me.gold = gold
        question = game.question(seen)
        assert question is not None
        drawn = planning_picture(ink("en"), seen, question, question.walk())
        assert drawn is not None
        assert crossed(drawn, 1) == wanted


def test_the_bribes_of_all_orders_are_reckoned_in_the_queues_as_in_the_text() -> None:
    """L2.5: two bribes leave nothing for the first place of the traps."""
    state = table("summer", "orders", 3)
    state.places = {site: [None] * 4 for site in state.data.sites}
    state.lord(1).gold, state.lord(1).barred = 2, ["traps", "imps"]
    row = list(load("shoggoth").sites).index("traps")
    assert crossed(drawn_of(state, 1, ";traps"), row) == [False, False, True, True]
    assert crossed(drawn_of(state, 1, ";traps", ";imps"), row) == [True, False, True, True]
    for limited in (("hold",), ("only", "II")):  # what a place costs, he may pay it there or not
        drawn = drawn_of(state, 1, ";traps", *limited, ";imps")
        assert crossed(drawn, row) == [True, False, True, True]


def test_the_red_mark_stands_at_the_part_that_is_short() -> None:
    """L2.4: of a price in several goods; at the whole place where all of it is."""
    state = table("summer", "orders", 3)
    state.places = {site: [None] * 4 for site in state.data.sites}
    state.offer.monsters = ["golem", "dragon", "cockatrice"]
    lord = state.lord(1)
    lord.gold, lord.food, lord.evil, lord.barred, lord.monsters = 1, 1, 5, ["gold"], []
    lord.traps = []

    def told(*tokens: str) -> str:
        state.owing = [1]
        seen = view(state, 1)
        question = Lords().question(seen)
        assert question is not None
        walk = replay(question, list(tokens))
        said = prompt.prompt(Ink("en", state.data, NAMES), seen, question, walk)
        return re.sub("<[^>]+>", "", said).replace("\u00a0", " ")

    fresh, bribed = told(), told(";gold")
    assert "golem — 1 gold, 🔴 1 trap" in fresh
    assert "dragon — 🔴 2 food, 2 evil" in fresh
    assert "cockatrice — 1 food, 1 gold" in fresh
    assert "golem — 🔴 1 gold, 🔴 1 trap" in bribed
    assert "cockatrice — 1 food, 🔴 1 gold" in bribed
    assert "III 1 food, 1 gold → +2 imps; IV 🔴 2 food, 1 gold → +3 imps" in fresh
    assert "III 1 food, 🔴 1 gold → +2 imps; 🔴 IV 2 food, 1 gold → +3 imps" in bribed
    blocks = ElementTree.fromstring(drawn_of(state, 1).svg)
    chips = next(b for b in blocks if any(part.text == "golem" for part in b.iter()))
    prices = [(part.text, part.get("fill")) for part in chips.iter()
              if part.tag.endswith("}text") and str(part.text).isdigit()]  # fmt: skip
    assert prices == [
        ("1", canvas.INK), ("1", canvas.FAR),  # golem: gold, trap
        ("2", canvas.FAR), ("2", canvas.INK),  # dragon: food, evil
        ("1", canvas.INK), ("1", canvas.INK),  # cockatrice: it can be hired
    ]  # fmt: skip


def test_a_place_for_monsters_is_crossed_where_none_on_offer_can_be_paid() -> None:
    """The demon eats a monster (L5.4); III costs one food more in the board game."""
    state = table("autumn", "orders", 2)
    state.places = {site: [None] * 4 for site in state.data.sites}
    lord = state.lord(1)
    lord.gold, lord.food, lord.evil, lord.monsters = 5, 0, 3, []
    lord.barred = []
    state.offer.monsters = ["demon"]
    row = list(load("shoggoth").sites).index("monster")
    assert crossed(drawn_of(state, 1), row) == [True] * 4
    wished = drawn_of(state, 1, ";monster", "demon")
    assert "1.1" in texts(wished)
    assert wished.svg.count('href="#no"') >= 5  # the badge takes no cross away
    lord.monsters = modest(state).monsters[:1]
    lord.food, lord.gold, lord.evil = 0, 5, 3
    assert crossed(drawn_of(state, 1), row) == [True, False, False, False]


def test_what_the_picture_crosses_the_rules_would_refuse(moments: list[Moment]) -> None:
    """A chip of the offer is crossed just when no free place lets its lord pay for it now, with
    what the bribes leave (L2.5)."""
    seen = 0
    for draft, picture in drafts(moments, "orders"):
        board, data = draft.view, draft.view.data
        sent = {"monster", *(order.site for order in draft.walk.result.orders)}
        bribes = data.bribe * len(sent & set(board.me.barred))
        left = msgspec.structs.replace(board.me, gold=board.me.gold - bribes)
        free = [
            place.pay
            for place, here in zip(
                data.sites["monster"].places, board.places["monster"], strict=True
            )
            if here is None
        ]
        far = sum(
            left.gold < 0
            or all(
                cost.why_not_pay(board, left, cost.both(pay, data.monsters[kind].price))
                for pay in free
            )
            for kind in board.offer.monsters
        )
        root = ElementTree.fromstring(picture.svg)
        chips = [b for b in root if any("stroke-width" in r.attrib and r.get("rx") == "12"
                                        for r in b.iter())]  # fmt: skip
        assert sum(u.get(LINK) == "#no" for u in chips[0].iter()) == far
        seen += far
    assert seen


def test_the_red_mark_is_explained_where_it_stands_and_nowhere_else(moments: list[Moment]) -> None:
    for draft, _ in drafts(moments, "orders", "production", "combat"):
        words = Ink("en", draft.view.data, NAMES)
        said = prompt.prompt(words, draft.view, draft.question, draft.walk)
        later = draft.question.kind != "combat"  # nothing comes in before the price of a trap
        note = re.sub("<[^>]+>", "", str(words.t("ask.unpaid", later=later)))
        rest = said.replace(str(words.t("ask.unpaid", later=later)), "")
        marked = "🔴" in rest or any(o.note.get("unpaid") for o in draft.options)
        assert (note in re.sub("<[^>]+>", "", said)) == marked


def test_an_answer_is_shown_as_the_buttons_lead_to_it(moments: list[Moment]) -> None:
    """The one tile there is to fight over is named by many a stand-in and has no button (L9.1)."""
    dropped = 0
    for moment in moments:
        for seat, tokens in moment.answers.items():
            (*_, last) = shows.drafts(moment, seat)
            dropped += len(tokens) - len(last.walk.tokens)
            for at, token in enumerate(last.walk.tokens):
                options = replay(last.question, last.walk.tokens[:at]).options()
                assert not any(o.note.get("needless") for o in options if o.token == token)
    assert dropped


def test_cells_are_drawn_to_choose_only_where_cells_are_chosen(moments: list[Moment]) -> None:
    for draft, _ in drafts(moments, "production"):
        words = Ink("en", draft.view.data, NAMES)
        openers = {option.token.lstrip(";") for option in draft.options}
        if draft.walk.complete and not openers & {"dig", "mine", "build", *words.cells}:
            assert not legal(words, draft.question, draft.walk), openers


def test_the_gifts_of_the_fair_stand_in_the_plan_with_their_ranks(moments: list[Moment]) -> None:
    for draft, picture in drafts(moments, "production"):
        found = texts(picture)
        for gift in draft.view.gifts:
            assert Ink("en", draft.view.data, NAMES).noun(gift) in found
        assert ("Gifts of the fair" in found) == bool(draft.view.gifts)
        ranked = any(re.fullmatch(r"\d\.\d", text) for text in found)
        assert ("which gift it is by preference" in picture.caption) == ranked
        words = Ink("en", draft.view.data, NAMES)
        said = prompt.prompt(words, draft.view, draft.question, draft.walk)
        if "first choice at the fair" in said:
            assert "first choice at the fair" in picture.caption
        elif "first choice at the fair" in picture.caption:  # the event's line has told it all
            assert "if left so" in said
            assert "By the season's end" not in said


def test_the_tables_caption_knows_paladins_and_heroes_only_where_they_are() -> None:
    state = table()
    empty = table_picture(ink("en"), view(state, None)).caption
    state.lord(1).party = full(state).party[1:2]
    state.heroes = full(state).party[2:4]
    there = table_picture(ink("en"), view(state, None)).caption
    assert "a shield" not in empty.casefold()
    assert "a shield" in there.casefold()
    assert "the heroes to come" in there


def test_numbers_of_lines_are_explained_where_one_is_drawn(moments: list[Moment]) -> None:
    seen = set[bool]()
    for draft, picture in drafts(moments, "production"):
        marked = 'fill="#35283f" stroke="#fff7e6"' in picture.svg
        assert ("the lines at the bottom" in picture.caption) == marked, draft.walk.tokens
        seen.add(marked)
    assert seen == {True, False}


def test_a_badge_below_a_queues_name_is_explained_where_one_stands() -> None:
    told = [Fact("turned away", {"seat": 5, "site": "food", "servant": 1})]
    late = table_picture(ink("en"), view(table(), None), told)
    assert "below a queue's name" in late.caption
    told = [Fact("failed", {"seat": 5, "site": "food", "place": 1, "reason": "", "data": {}})]
    assert "below a queue's name" not in table_picture(ink("en"), view(table(), None), told).caption


def test_who_took_a_card_is_explained_where_one_was_taken() -> None:
    done = {"seat": 5, "site": "monster", "place": 1, "pay": {}, "gain": {}, "card": "witch"}
    told = [Fact("executed", done)]
    assert "who took it" in table_picture(ink("en"), view(table(), None), told).caption
    told = [Fact("executed", {**done, "site": "food", "card": ""})]
    assert "who took it" not in table_picture(ink("en"), view(table(), None), told).caption


def test_the_gifts_of_the_fair_lie_on_the_table_that_is_drawn() -> None:
    state = table("festival")
    assert "Gifts of the fair" not in texts(table_picture(ink("en"), view(state, None)))
    state.gifts = ["masks", "crystal ball", "drill sergeant"]
    found = texts(table_picture(ink("en"), view(state, None)))
    at = found.index("Gifts of the fair")
    assert found[at + 1 : at + 4] == [ink("en").noun(gift) for gift in state.gifts]
    assert "Queues" in found[at:]
