"""Posts: what each must hold, told once, with a headline that a phone shows at a glance."""

import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any

import pytest

from bot.render import phrases
from bot.render.filters import bound
from bot.render.lords.chronicle import past
from bot.render.lords.face import LordsFace
from bot.render.lords.posts import chapters
from rules.kernel.facts import Fact
from rules.kernel.question import replay
from rules.lords.game import Lords

GAME = Lords()
FACE = LordsFace()
NAMES = {1: "Ann", 2: "Bob", 3: "Cat", 4: "Dan", 5: "Eva"}
QUOTE = re.compile(r"<blockquote expandable>.*?</blockquote>", re.DOTALL)
TAG = re.compile(r"<[^>]*>")
Play = Callable[[str, int], Iterator[Any]]

LINES, LETTERS = 20, 1000
"""So much of a section's headline, at a table of five, is about one screen of a phone."""


def plain(html: str) -> str:
    return unescape(TAG.sub("", html)).replace("\u00a0", " ")


def word(lang: str, key: str) -> str:
    return phrases.catalogue(lang).words.noun(key)


def told(lang: str, moment: Any, names: dict[int, str] = NAMES) -> str:
    return FACE.post(lang, GAME.view(moment.state, None), moment.facts, names, [])


@pytest.fixture(scope="module")
def game() -> list[Any]:
    from tests.bot.render.conftest import moments

    return list(moments("posts", 5))


def steps(moment: Any) -> dict[str, list[Fact]]:
    found: dict[str, list[Fact]] = {}
    for chapter in chapters(GAME.view(moment.state, None), moment.facts):
        found.setdefault(chapter.moment.step, []).extend(chapter.facts)
    return found


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_headlines_fit_a_phone_and_say_nothing_twice(lang: str, game: list[Any]) -> None:
    for moment in game:
        for section in QUOTE.sub("", told(lang, moment)).split("\n\n"):
            lines = [line for line in plain(section).splitlines() if line.strip()]
            assert len(lines) <= LINES, section
            assert sum(map(len, lines)) <= LETTERS, section
            assert len(set(lines)) == len(lines), section


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_an_opening_has_offer_prices_events_heroes_and_who_is_barred(
    lang: str, game: list[Any]
) -> None:
    seen = 0
    for moment in game:
        opening = steps(moment).get("opening")
        if not opening:
            continue
        view = GAME.view(moment.state, None)
        text = plain(told(lang, moment))
        for fact in opening:
            if fact.kind == "offer":
                for card in (*fact.data["monsters"], *fact.data["rooms"]):
                    assert text.count(word(lang, card)) >= 2, "its price, and what it does"
                for kind in fact.data["monsters"]:
                    price = phrases.catalogue(lang).phrase
                    for good, n in view.data.monsters[kind].price.items():
                        assert str(price(f"good.{good}", n=n)).replace("\u00a0", " ") in text
                seen += 1
            if fact.kind == "event shown":
                assert word(lang, fact.data["event"]) in text.lower()
        for lord in view.lords:
            for site in lord.barred:
                name = phrases.plain(lang, f"site.{site}")
                own = f"{NAMES[lord.seat]}: "
                assert any(row.startswith(own) and name in row for row in text.splitlines())
    assert seen == 10


def test_the_first_resolve_tells_who_came_where_and_what_became_of_it(game: list[Any]) -> None:
    came = 0
    for moment in game:
        for fact in steps(moment).get("orders", ()):
            if fact.kind in ("arrived", "turned away"):
                came += 1
                text = plain(told("en", moment))
                title = plain(phrases.phrase("en", "post.site_title", id=fact.data["site"]))
                assert NAMES[fact.data["seat"]] in text.split(title)[1].split("\n\n")[0]
    assert came


def test_the_second_resolve_tells_the_evilometer_before_and_after(game: list[Any]) -> None:
    moved = 0
    for moment in game:
        facts = [*steps(moment).get("production", ()), *steps(moment).get("change", ())]
        first: dict[int, int] = {}
        for fact in facts:
            if fact.kind == "evil":
                first.setdefault(fact.data["seat"], fact.data["before"])
        for seat, before in first.items():
            after = moment.state.lord(seat).evil
            if before != after:
                assert f"{NAMES[seat]} {before} → {after}" in plain(told("en", moment))
                moved += 1
    assert moved > 5


def test_a_round_tells_every_blow_once_with_health_before_and_after(game: list[Any]) -> None:
    blows = 0
    for moment in game:
        if "combat" not in steps(moment) or moment.before is None:
            continue
        text = plain(told("en", moment))
        hits = [fact for fact in steps(moment)["combat"] if fact.kind == "hit"]
        for fact in hits:
            hero = fact.data["hero"]
            after = hero["health"] - hero["wounds"]
            if fact.data["dealt"] and after:
                assert f"♥ {after + fact.data['dealt']} → {after}" in text
            elif fact.data["dealt"]:
                assert re.search(rf"♥ [1-{hero['health']}] → 0", text), "excess is lost"
        assert text.count("hit for ") == len(hits)
        blows += len(hits)
        removed = [fact for fact in steps(moment)["combat"] if fact.kind == "removed"]
        assert text.count("☠") == len(removed)
    assert blows > 20


def test_excess_damage_is_not_told_as_health() -> None:
    from bot.render.lords import telling
    from bot.render.lords.ink import Ink
    from rules.lords.data import load

    hero = {"cls": "priest", "kind": "", "strength": 1, "health": 3, "symbols": 1, "place": 1}
    facts = [
        Fact("fight", {"seat": 1, "tile": "c1", "room": "", "traps": [], "monsters": ["troll"],
                       "party": [{**hero, "wounds": 1}]}),
        Fact("attack", {"seat": 1, "monster": "troll", "way": "", "pay": {}}),
        Fact("hit", {"seat": 1, "by": "troll", "hero": {**hero, "wounds": 3}, "damage": 4,
                     "stopped": {}, "dealt": 4}),
        Fact("removed", {"seat": 1, "hero": {**hero, "wounds": 3}}),
    ]  # fmt: skip
    ink = Ink("en", load("shoggoth"), NAMES)
    *_, last = telling.lines(ink, facts)
    assert plain(last.text).endswith("priest #1: hit for 4, ♥ 2 → 0 ☠ to the cells")


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_the_end_has_table_titles_and_an_epilogue_when_the_past_is_given(
    lang: str, game: list[Any]
) -> None:
    history = [(GAME.view(moment.state, None), moment.facts) for moment in game]
    view, facts = history[-1]
    bare = plain(FACE.post(lang, view, facts, NAMES, []))
    whole = plain(FACE.post(lang, view, facts, NAMES, [], history))
    result = view.result
    for line in result.lines[0]:
        if any(table[line] for table in result.lines):
            title = plain(phrases.phrase(lang, f"score.{line}"))
            assert title[:1].upper() + title[1:] + ": " in whole
    for title in view.data.scoring.titles:
        assert phrases.plain(lang, f"title.{title}") in whole
    epilogue = plain(phrases.phrase(lang, "epilogue.title"))
    assert epilogue not in bare
    *_, tail = whole.split(epilogue)
    for seat in NAMES:
        assert NAMES[seat] in tail
    lines = [line for line in tail.splitlines() if line]
    assert len(lines) >= 2 * len(NAMES)


def test_an_epilogue_tells_what_really_happened(game: list[Any]) -> None:
    history = [(GAME.view(moment.state, None), moment.facts) for moment in game]
    view = history[-1][0]
    deeds = past(view, history).deeds
    for lord in view.lords:
        own = deeds[lord.seat]
        assert own.letters == lord.letters
        assert own.lost == sum(tile.conquered for tile in lord.tiles.values()) + repaired(
            history, lord.seat
        )
        assert sum(own.taken.values()) + len(own.paladins) >= len(lord.prisoners)


def repaired(history: list[Any], seat: int) -> int:
    return sum(
        fact.kind == "gift" and fact.data["seat"] == seat and "whole" in fact.data["how"]
        for _, facts in history
        for fact in facts
    )


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_the_story_so_far_grows_and_names_what_was_lost(
    lang: str, game: list[Any], check: Callable[[str], str]
) -> None:
    history: list[Any] = []
    before = 0
    for moment in game:
        history.append((GAME.view(moment.state, None), moment.facts))
        story = check(FACE.story(lang, history, NAMES))
        assert len(story) > before * 0.8
        before = len(story)
    for _, facts in history:
        for fact in facts:
            if fact.kind in ("built", "conquered") and fact.data["room"]:
                assert word(lang, fact.data["room"]) in story
    assert FACE.story(lang, [], NAMES) == ""


def test_secrets_stay_out_of_story_and_epilogue(game: list[Any]) -> None:
    history = [(GAME.view(moment.state, None), moment.facts) for moment in game]
    open_only = [(view, [fact for fact in facts if fact.to is None]) for view, facts in history]
    assert FACE.story("en", history, NAMES) == FACE.story("en", open_only, NAMES)
    view, facts = history[-1]
    assert FACE.post("en", view, facts, NAMES, [], history) == FACE.post(
        "en", view, facts, NAMES, [], open_only
    )


# private help


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_help_can_be_switched_off_and_is_told_with_the_receipt(lang: str, game: list[Any]) -> None:
    helped = 0
    for moment in game:
        for seat, tokens in moment.answers.items():
            view = GAME.view(moment.before, seat)
            question = GAME.question(view)
            assert question is not None
            walk = replay(question, tokens)
            loud = FACE.prompt(lang, view, question, walk, NAMES)
            quiet = FACE.prompt(lang, view, question, walk, NAMES, warn=False)
            receipt = FACE.receipt(lang, view, question, tokens, NAMES)
            advised = FACE.receipt(lang, view, question, tokens, NAMES, warn=True)
            assert "⚠️ " not in quiet
            assert "🔮" not in quiet + receipt
            assert advised.startswith(receipt)
            extra = advised[len(receipt) :].strip()
            assert bound(extra) in loud
            helped += bool(extra)
            if question.kind == "combat":
                assert "🔮" in advised
    assert helped > 20


def test_prices_out_of_reach_are_marked(game: list[Any]) -> None:
    marked = 0
    for moment in game:
        for lord in moment.state.lords:
            view = GAME.view(moment.state, lord.seat)
            question = GAME.question(view)
            if question is None or question.kind != "orders":
                continue
            text = plain(FACE.prompt("en", view, question, question.walk(), NAMES))
            rows = {row.split(":")[0]: row for row in text.splitlines() if ": " in row}
            trap = rows["Traps"]
            left = lord.gold - view.data.bribe * ("traps" in lord.barred)  # L2.5
            assert ("🔴 IV" in trap) == (left < 3)
            assert ("🔴 I 1 gold" in trap.replace("\u00a0", " ")) == (left < 1)
            marked += "🔴" in trap
    assert marked > 5
