"""The album of a post shows what the post tells, in its order: parts of fights, the year's end."""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from functools import lru_cache

import pytest

from bot.gallery import shows
from bot.gallery.shows import Moment
from bot.render.face import Picture
from bot.render.lords import combat_post, posts
from bot.render.lords.face import LordsFace
from bot.render.lords.ink import Ink
from bot.render.lords.pictures.album import album
from bot.render.lords.pictures.fight import Strip
from bot.render.lords.pictures.past import rewound
from rules.kernel import notation
from rules.kernel.facts import Fact, for_viewer
from rules.kernel.game import advance, ask
from rules.lords.game import Lords
from rules.lords.state import State, View
from tests.rules.lords.battlefield import field

NAMES = {seat: f"Lord {seat}" for seat in range(1, 6)}
GAME = Lords()
FACE = LordsFace()


@lru_cache(maxsize=3)
def played(variant: str, seed: int, seats: int) -> list[Moment]:
    return list(shows.moments(seed, seats, variant))


@pytest.fixture(params=[("classic", 7, 4), ("shoggoth", 3, 3)], ids=lambda game: game[0])
def moments(request: pytest.FixtureRequest) -> list[Moment]:
    return played(*request.param)


def pictures(moment: Moment) -> list[Picture]:
    return shows.pictures(FACE, "en", moment, NAMES)


def texts(picture: Picture) -> list[str]:
    parts = ElementTree.fromstring(picture.svg).iter()
    return [part.text or "" for part in parts if part.tag.endswith("}text")]


def kind(picture: Picture) -> str:
    """What a picture is, by its caption: strip, poison, dungeon, table, standings."""
    for name, words in (("strip", "step by step"), ("poison", "the poison works"),
                        ("dungeon", "the dungeon"), ("table", "The table"),
                        ("standings", "standings")):  # fmt: skip
        if words.casefold() in picture.caption.casefold():
            return name
    raise AssertionError(picture.caption)


def play(state: State, answers: dict[int, str]) -> tuple[State, View, list[Fact]]:
    """One advance by answers in notation: the state after it, what the group sees and hears."""
    tokens = {}
    for seat in GAME.owed(state):
        question = ask(GAME, state, seat)
        assert question is not None
        tokens[seat] = notation.read(question, answers.get(seat, ""))
    after = advance(GAME, state, tokens)
    return after.state, GAME.view(after.state, None), for_viewer(after.facts, None)


def shown(view: View, facts: Sequence[Fact], lang: str = "en") -> list[Picture]:
    return album(Ink(lang, view.data, NAMES), view, facts)


def post_of(view: View, facts: Sequence[Fact]) -> str:
    """The post of an advance as plain text."""
    html = FACE.post("en", view, facts, NAMES, ())
    return re.sub("<[^>]+>", "", html).replace("\u00a0", " ")


def summary(found: Sequence[Picture]) -> list[tuple[str, int]]:
    """What each picture is and whose."""
    seats = [re.search(r"Lord (\d)", each.caption.partition(":")[0]) for each in found]
    return [(kind(each), int(seat[1]) if seat else 0)
            for each, seat in zip(found, seats, strict=True)]  # fmt: skip


def test_all_parts_of_a_fight_are_drawn_and_make_the_whole_of_it_once(
    moments: list[Moment],
) -> None:
    """Every part has a strip of its own with the round's card and at least one step (L9.3)."""
    ink = Ink("en", moments[0].state.data, NAMES)
    parts = 0
    rounds: dict[tuple[int, int, int], list[Fact]] = {}
    drawn: dict[tuple[int, int, int], list[str]] = {}
    for moment in moments:
        view, facts = moment.history[-1]
        strips = [each for each in pictures(moment) if kind(each) in ("strip", "poison")]
        for chapter in posts.chapters(view, facts):
            if chapter.moment.step != "combat":
                continue
            told = [part for part in combat_post.fights(chapter.facts)
                    if part[1][0].kind not in ("no fight", "poisoned")]  # fmt: skip
            carded = posts.of(chapter.facts, "card turned", "fight goes on")
            for seat, own in told:
                strip = strips.pop(0)
                assert f"Lord {seat}" in strip.caption
                card = ink.noun(carded[0].data["card"]) if carded else ""
                if own[0].kind != "poison works":
                    assert any(text.startswith(f"{card}: fatigue") for text in texts(strip))
                steps = [step.text for step in Strip(ink).read(own)]
                assert steps or combat_post.waits(own)
                key = chapter.moment.year, chapter.moment.round, seat
                drawn.setdefault(key, []).extend(steps)
                rounds.setdefault(key, []).extend(own)
                parts += own[0].kind == "fight goes on"
        assert not strips
    for key, facts in rounds.items():
        assert drawn[key] == [step.text for step in Strip(ink).read(facts)]
    assert bool(parts) == moments[0].state.data.choices_in_fight


HALVES = [
    {"traps": ["poisoned dart"], "monsters": ["witch"], "party": ["warrior 1/9", "thief 1/3"]},
    {"monsters": ["witch"], "party": ["warrior 1/9", "warrior 1/9"]},
]
"""Two lords whose witches may strike in several ways, the first with poison for his thief."""


def test_poison_of_a_fight_told_before_is_its_own_lords() -> None:
    """It works when all fights are done (L9.8): in another lord's post, yet not in his part."""
    state = field(HALVES, card="fireball", variant="classic")
    state, view, facts = play(state, {1: "trap poisoned dart @2; witch", 2: "witch"})
    assert summary(shown(view, facts)) == [("strip", 1)]
    assert view.fighting == 1
    state, view, facts = play(state, {1: "witch two @1 @1"})
    assert summary(shown(view, facts)) == [("strip", 1), ("dungeon", 1), ("strip", 2)]
    state, view, facts = play(state, {2: "witch two @1 @1"})
    assert state.lord(1).prisoners
    found = shown(view, facts)
    assert summary(found) == [("strip", 2), ("dungeon", 2), ("poison", 1), ("dungeon", 1)]
    assert "Poison at work" in texts(found[2])
    assert "The round is over" in [text[:1].upper() + text[1:] for text in texts(found[2])]
    assert "thief" in texts(found[3])[-1]
    post = post_of(view, facts)
    assert "Lord 1: the poison has worked; thief in the cells; 1 hero still at the gate" in post
    own, _, others = post.rpartition("Lord 1\n")
    assert "Poison: thief" in others
    assert "still to work" not in post
    assert "oison" not in own.rpartition("Lord 2\n")[2]


def test_a_fight_that_goes_on_says_where_and_who_stands_there() -> None:
    state = field(HALVES, card="fireball", variant="classic")
    state, *_ = play(state, {1: "trap poisoned dart @2; witch", 2: "witch"})
    _, view, facts = play(state, {1: "witch two @1 @1"})
    post = post_of(view, facts)
    assert post.count("The round's card: fireball (fatigue 1") == 1
    assert "2 heroes still at the gate; the poison is still to work" in post
    line = next(row for row in post.splitlines() if row.startswith("Fight at c1, continued"))
    assert "thief #2 ♥2\u2060/\u20603" in line
    strip, _, other = shown(view, facts)
    assert "continued" in strip.caption
    assert "word" not in strip.caption
    assert "continued" not in other.caption
    assert "up to its lord's word" in other.caption


def test_a_fight_in_the_middle_has_a_name_of_its_own() -> None:
    state = field(HALVES, card="fireball", variant="classic")
    before = GAME.view(state, None)
    state, *_ = play(state, {1: "witch", 2: "witch"})
    for viewer in (None, 1, 2):
        name = FACE.step_name("ru", GAME.view(state, viewer))
        assert "посреди боя" in name
        assert name != FACE.step_name("ru", before)


def test_the_years_last_fights_are_drawn_before_the_heroes_leave(moments: list[Moment]) -> None:
    """Heroes at the gate and tired monsters, then the new year's table, or the standings."""
    left = tired = 0
    for moment in moments:
        view, facts = moment.history[-1]
        if not posts.of(facts, "year over"):
            continue
        found = pictures(moment)
        order = [kind(each) for each in found]
        assert order[-1] == ("standings" if view.result else "table")
        assert {"table", "standings"}.isdisjoint(order[:-1])
        for each in posts.of(facts, "heroes leave"):
            seat = each.data["seat"]
            own = [at for at, what in enumerate(summary(found)) if what == ("dungeon", seat)]
            if not own:  # nothing was left to conquer, or his fight was told in a part before
                continue
            health = [text for text in texts(found[own[0]]) if text.startswith("♥")]
            assert len(health) == len(each.data["party"])
            left += 1
        for each in posts.of(facts, "monsters wake"):
            for at, what in enumerate(summary(found)):
                if what == ("dungeon", each.data["seat"]):
                    asleep = sum("asleep" in text for text in texts(found[at]))
                    assert asleep == len(each.data["monsters"])
                    tired += 1
    assert left
    assert tired


def test_rounds_in_which_nobody_fights_leave_the_last_fight_its_pictures() -> None:
    """Parties gone, the other rounds pass by themselves within the same advance (L9.6)."""
    weak = [{"monsters": ["goblin"], "party": ["warrior 1/1"]}, {}]
    for variant in ("classic", "shoggoth"):
        state = field(weak, card="fireball", variant=variant)
        _, view, facts = play(state, {1: "goblin"})
        assert len(posts.of(facts, "card turned")) == view.data.rounds
        found = shown(view, facts)
        assert summary(found)[:2] == [("strip", 1), ("dungeon", 1)]
        assert [kind(each) for each in found[2:]] == ["table"]


def test_five_lords_who_all_fight_in_the_last_round_keep_every_strip() -> None:
    """More than one album takes: nothing gives way, each strip stands before its own dungeon."""
    lords = [{"monsters": ["goblin"], "party": ["warrior 1/5", "thief 2/3"]}] * 5
    rounds = field(lords, variant="shoggoth").data.rounds
    state = field(lords, card="fireball", variant="shoggoth", year=2, round=rounds)
    state, view, facts = play(state, dict.fromkeys(range(1, 6), "goblin"))
    found = summary(shown(view, facts))
    fought = [(what, seat) for seat in range(1, 6) for what in ("strip", "dungeon")]
    assert found == [*fought, ("standings", 0)]


def test_a_view_is_rewound_over_a_year_and_prisoners_let_go() -> None:
    lords = [{"monsters": ["troll", "goblin"], "party": ["elf", "warrior 2/5"]}, {}]
    after = field(lords, variant="shoggoth", year=2)
    told = [
        Fact("freed", {"seat": 1, "hero": HERO}),
        Fact("heroes leave", {"seat": 2, "party": [{**HERO, "wounds": 2}]}),
        Fact("monsters wake", {"seat": 1, "monsters": ["goblin"], "at": [1]}),
        Fact("year over", {"year": 1}),
        Fact("paladin", {"paladin": "elf", "source": 0, "seat": 1}),
    ]
    view = GAME.view(after, None)
    then = rewound(view, told, 1)
    assert not then.lord(1).party
    ((left,), (let_go,)) = then.lord(2).party, then.lord(1).prisoners
    assert (left.cls, left.anti_trap, left.left) == ("thief", 1, 2)
    assert (let_go.cls, let_go.left) == ("thief", 4)
    assert [monster.exhausted for monster in then.lord(1).monsters] == [False, True]
    assert [hero.cls for hero in view.lord(1).party] == ["paladin", "warrior"]  # untouched
    assert not any(monster.exhausted for monster in after.lord(1).monsters)


HERO = {"cls": "thief", "kind": "", "strength": 2, "health": 4, "symbols": 1, "wounds": 0,
        "place": 1}  # fmt: skip


def test_only_after_the_last_round_the_party_is_about_to_leave(moments: list[Moment]) -> None:
    seen = set()
    for moment in moments:
        seen_by_all, facts = moment.history[-1]
        told = [one.moment for one in posts.chapters(seen_by_all, facts)]
        rounds = {one.round for one in told if one.step == "combat"}
        ends = rounds == {seen_by_all.data.rounds}
        for picture in pictures(moment):
            if rounds and kind(picture) == "dungeon" and "at the gate" in picture.caption:
                assert ("about to leave" in picture.caption) == ends
                seen.add(ends)
    assert seen == {True, False}
