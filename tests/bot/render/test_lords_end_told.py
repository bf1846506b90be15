"""The end of a year and of the game: who comes, who went and how, what is shared (L10)."""

from typing import Any

import pytest
from markupsafe import Markup

from bot.render import phrases
from bot.render.lords.chronicle import past
from bot.render.lords.face import LordsFace
from bot.render.lords.ink import Ink
from bot.render.lords.posts import Section, willing
from bot.render.lords.telling import lines
from rules.kernel.facts import Fact, Recorder
from rules.lords import attestation, opening, year_end
from rules.lords.cases.table import hero, state_of
from rules.lords.game import Lords

NAMES = {1: "Ann", 2: "Bob"}
KEPT = {0x2060: "", 0xA0: " "}
"""Signs that only keep a line together."""
STEP = {"season": "", "round": 0}


def at(step: str, year: int) -> Fact:
    return Fact("step", {"year": year, **STEP, "step": step})


def ended(state: Any, step: Any, name: str, lang: str) -> str:
    year, record = state.year, Recorder()
    step.resolve(state, {}, record)
    view = Lords().view(state, None)
    facts = [at(name, year), *record.facts]
    return LordsFace().post(lang, view, facts, NAMES, []).translate(KEPT)


@pytest.mark.parametrize(("lang", "new"), [("en", "New in the tent"), ("ru", "Новые в шатре")])
def test_a_year_s_end_names_the_new_paladins_wherever_they_are_by_now(lang: str, new: str) -> None:
    """L8.2: the elf has come to seat 1 already, and is told among the three."""
    table = [{"evil": 11, "prisoners": ["paladin elf"]}, {}]
    told = ended(state_of({"year": 1}, table, "year end"), year_end, "year end", lang)
    (line,) = (line for line in told.splitlines() if new in line)
    words = phrases.catalogue(lang).words
    found = [line.index(f"{words.noun(kind)} ♥{n}") for kind, n in
             (("elf", 7), ("human", 8), ("dwarf", 9))]  # fmt: skip
    assert found == sorted(found)


@pytest.mark.parametrize(("lang", "first"), [("en", "First player"), ("ru", "Первый игрок")])
def test_to_whom_the_token_has_passed_is_told_once(lang: str, first: str) -> None:
    """L10.1: where it moves at the year's end, the opening in the same post names him."""
    state = state_of({"year": 1, "variant": "classic"}, [{}, {}, {}], "year end")
    ended_by, opened_by = Recorder(), Recorder()
    year_end.resolve(state, {}, ended_by)
    state.year, state.season, state.step = 2, state.data.seasons[0], "opening"
    opening.resolve(state, {}, opened_by)
    assert [fact.kind for fact in ended_by.facts].count("token") == 1
    began = Fact("step", {"year": 2, "season": state.season, "round": 0, "step": "opening"})
    facts = [at("year end", 1), *ended_by.facts, began, *opened_by.facts]
    names = {**NAMES, 3: "Cid"}
    told = LordsFace().post(lang, Lords().view(state, None), facts, names, [])
    (line,) = (line for line in told.splitlines() if first in line)
    assert line.endswith(names[state.first])


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_the_last_year_s_end_has_no_new_paladins_and_sayings_of_its_own(lang: str) -> None:
    told = ended(state_of({"year": 2}, [{"evil": 11}, {}], "year end"), year_end, "year end", lang)
    texts = phrases.sources(lang)
    assert any(text in told for text in texts["flavour.last_year_end"])
    assert not any(text in told for text in texts["flavour.year_end"])
    assert "♥" not in told


@pytest.mark.parametrize(
    ("lang", "home"),
    [("en", ("gone home: priest", "gone home: priest, thief")),
     ("ru", ("ушёл домой: клерик", "ушли домой: клерик, плут"))],
)  # fmt: skip
def test_who_goes_home_is_told_in_the_number_there_is(lang: str, home: tuple[str, str]) -> None:
    for party, words in zip((["priest 1/3/1"], ["priest 1/3/1", "thief 1/3/1"]), home, strict=True):
        state = state_of({"year": 1}, [{}, {}], "year end")
        state.lord(2).party = [hero(state, one) for one in party]
        told = ended(state, year_end, "year end", lang).splitlines()
        assert any(line.endswith(f"; {words}") for line in told)


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_that_ties_are_shared_is_said_where_there_is_one(lang: str) -> None:
    """L10.3, L10.4."""
    (ties,) = phrases.sources(lang)["post.ties"]
    apart = [{"evil": 9, "gold": 9, "monsters": ["goblin"], "imps": 9,
              "tunnels": ["c1", "c2", "c3", "c4"]}, {}]  # fmt: skip
    for table, shared in (([{}, {}], True), (apart, False)):
        state = state_of({"year": 2}, table, "attestation")
        told = ended(state, attestation, "attestation", lang)
        assert (ties in told) is shared


def test_whom_the_mob_got_has_not_left_of_his_own_will() -> None:
    gone = Fact("left", {"seat": 1, "monster": "troll"})
    hunt = [at("production", 1), Fact("event", {"event": "witch hunt"}), gone]
    pay = [at("production", 2), Fact("event", {"event": "pay day"}), gone]
    assert [fact.kind for fact in willing([*hunt, *pay]) if fact.data.get("monster")] == [
        "handed over",
        "left",
    ]
    view = Lords().view(state_of({}, [{}, {}], "production"), None)
    deeds = past(view, [(view, [*hunt, gone, *pay])]).deeds[1]
    assert (dict(deeds.mob), dict(deeds.left)) == ({"troll": 2}, {"troll": 1})


@pytest.mark.parametrize(
    ("lang", "found"),
    [("en", ("troll left", "gave troll to the mob", "goblin eaten", "built mint at b3",
             "lost c1, c2 (mint)")),
     ("ru", ("ушёл тролль", "толпе выдан тролль", "съеден гоблин",
             "построен монетный двор на b3", "разграблены c1, c2 (монетный двор)"))],
)  # fmt: skip
def test_the_story_says_how_each_was_lost(lang: str, found: tuple[str, ...]) -> None:
    view = Lords().view(state_of({}, [{}, {}], "production"), None)
    gone = Fact("left", {"seat": 1, "monster": "troll"})
    facts = [
        Fact("step", {"year": 1, "season": "spring", "round": 0, "step": "production"}),
        Fact("built", {"seat": 1, "cell": "b3", "room": "mint"}),
        Fact("eaten", {"seat": 1, "monster": "goblin"}),
        Fact("event", {"event": "pay day"}),
        gone,
        Fact("step", {"year": 1, "season": "summer", "round": 0, "step": "production"}),
        Fact("event", {"event": "witch hunt"}),
        gone,
        Fact("step", {"year": 1, "season": "", "round": 1, "step": "combat"}),
        Fact("conquered", {"seat": 1, "tile": "c1", "room": ""}),
        Fact("conquered", {"seat": 1, "tile": "c2", "room": "mint"}),
    ]
    story = LordsFace().story(lang, [(view, facts)], NAMES).replace("\u00a0", " ")
    for line in found:
        assert line in story


def test_more_details_begin_a_quotation_of_their_own() -> None:
    details = [(Markup("a"), [Markup("1")]), (Markup("b"), [Markup("2")])]
    more = [(Markup("c"), [Markup("3")])]
    section = Section(Markup("title"), Markup(""), [], details, more)
    assert section.folds == ["a\n1\n\nb\n2", "c\n3"]


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_all_who_leave_in_one_event_leave_in_words_of_their_own(lang: str) -> None:
    """As long as there are words enough, two of one lord's monsters among them."""
    view = Lords().view(state_of({}, [{}] * 3, "production"), None)
    gone = [Fact("left", {"seat": seat, "monster": "troll"}) for seat in (3, 3, 1, 1, 2)]
    ink = Ink(lang, view.data, {seat: f"{seat}" for seat in (1, 2, 3)}, 4)
    told = [line.text for line in lines(ink, gone)]
    assert len(phrases.sources(lang)["fact.left"]) >= len(gone)
    assert len(set(told)) == len(gone)


def test_a_visit_counts_for_the_epilogue_where_the_group_was_told_of_it() -> None:
    """L8.5: there and back within a resolve without a thing done is no visit."""
    walks = [Fact("paladin", {"paladin": "elf", "source": source, "seat": seat})
             for source, seat in ((0, 1), (1, 2), (2, 1), (1, 2), (2, 1))]  # fmt: skip
    swings = [at("orders", 1), walks[0], at("production", 1), *walks[1:3], at("orders", 2)]
    table = [{"evil": 11}, {"evil": 10}]
    view = Lords().view(state_of({"year": 2}, table, "orders"), None)
    deeds = past(view, [(view, [*swings, walks[3], at("production", 2), walks[4]])]).deeds
    assert (deeds[1].visits, deeds[2].visits) == (2, 1)


@pytest.mark.parametrize(
    ("lang", "key", "pick", "one", "two"),
    [("ru", "left", 0, "Хлопнула дверью ведьма.", "Хлопали дверью: ведьма ×2."),
     ("ru", "left", 1, "подпись бывшего работника: ведьма.", "бывшие работники: ведьма ×2."),
     ("ru", "eaten", 0, "О коллеге, съеденном", "О коллегах, съеденных"),
     ("en", "left", 0, "behind it: witch.", "behind them: witch ×2."),
     ("en", "eaten", 0, "A colleague eaten at work (witch) is", "Colleagues eaten at work (witch")],
)  # fmt: skip
def test_the_epilogue_speaks_of_one_as_of_one(
    lang: str, key: str, pick: int, one: str, two: str
) -> None:
    for n, found in ((1, one), (2, two)):
        told = phrases.phrase(lang, f"epilogue.{key}", pick=pick, n=n, ids=["witch"] * n)
        assert found in told.translate(KEPT)
