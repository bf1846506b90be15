"""What a number on a button counts, what is left unsaid, what is told once and not twice."""

from itertools import pairwise

import msgspec
import pytest

from bot.render.lords.answers import said
from bot.render.lords.chronicle import Deeds, Past
from bot.render.lords.combat_post import armed, steps
from bot.render.lords.epilogue import epilogue
from bot.render.lords.face import LordsFace
from bot.render.lords.ink import Ink
from bot.render.lords.opening_post import barred_sites, offers, short_offers
from bot.render.lords.orders_post import paladins, together
from bot.render.lords.posts import Chapter
from bot.render.lords.production_post import in_event, write
from bot.render.lords.telling import lines
from bot.render.phrases import languages
from rules.kernel.facts import Fact
from rules.kernel.game import Setup, advance, begin
from rules.kernel.playing import answers
from rules.kernel.question import replay
from rules.kernel.standin import RandomStandIn
from rules.lords.data import load
from rules.lords.game import Lords, Moment
from rules.lords.state import Monster, Offer, View

GAME, FACE = Lords(), LordsFace()
NAMES = {1: "Вася", 2: "Аня", 3: "Пётр"}
FAIR = (";fair", "2", "masks")


def ink(lang: str = "ru") -> Ink:
    return Ink(lang, load("shoggoth"), NAMES)


@pytest.fixture(scope="module")
def festival() -> View:
    """A lord's view of a festival whose fair has masks."""
    standins = {seat: RandomStandIn() for seat in NAMES}
    state, number = begin(GAME, Setup("lords", "shoggoth", 3, "5")).state, 0
    while (state.season, state.step) != ("festival", "production"):
        state = advance(GAME, state, answers(GAME, state, "1", standins, number)).state
        number += 1
    state.gifts = ["masks", "crystal ball", "barrel"]
    return GAME.view(state, 1)


def labels(view: View, *tokens: str, lang: str = "ru") -> list[str]:
    question = GAME.question(view)
    assert question is not None
    walk = replay(question, tokens)
    return [
        FACE.label(lang, view, question, walk, option, NAMES).replace("\u00a0", " ")
        for option in walk.options()
    ]


def test_a_number_on_a_button_says_what_it_counts(festival: View) -> None:
    assert labels(festival, ";fair")[:3] == ["0 импов", "1 имп", "2 импа"]
    assert labels(festival, ";fair", lang="en")[:3] == ["0 imps", "1 imp", "2 imps"]
    assert labels(festival, *FAIR)[:2] == ["😈 +1: Аня", "😈 +1: Пётр"]
    rounds = [label for label in labels(festival, ";fair", "1", "crystal ball") if "раунд" in label]
    assert len(rounds) > 1


def test_an_unfinished_clause_ends_in_dots_and_is_asked_for(festival: View) -> None:
    question = GAME.question(festival)
    assert question is not None
    assert FACE.receipt("ru", festival, question, (";fair",), NAMES) == "На ярмарку …"
    prompt = FACE.prompt("ru", festival, question, replay(question, (";fair",)), NAMES)
    assert "На ярмарку" not in prompt
    assert "<b>Сколько импов пойдёт на ярмарку?" in prompt
    whole = FACE.receipt("ru", festival, question, FAIR, NAMES)
    assert whole.replace("\u00a0", " ") == "На ярмарку: 2 импа — карнавальные маски"


def test_places_are_told_in_their_order() -> None:
    view = GAME.view(begin(GAME, Setup("lords", "shoggoth", 3, "5")).state, 1)
    question = GAME.question(view)
    assert question is not None
    told = said(ink("en"), view, question, [(";imps", "only", "III", "I", "II")])
    assert told == ["1. Imps — only at places I, II, III"]


def test_cells_named_with_an_order_stand_behind_a_colon() -> None:
    view = GAME.view(begin(GAME, Setup("lords", "shoggoth", 3, "5")).state, 1)
    question = GAME.question(view)
    assert question is not None
    told = said(
        ink("en"), view, question, [(";tunnels", "b3", "d3"), (";gold", "c1", "only", "II")]
    )
    assert told == [
        "1. Tunnels: b3, d3",
        "2. Gold: c1 — only at place II",
    ]


def test_monsters_of_one_kind_are_offered_in_one_word() -> None:
    monsters, _ = short_offers(ink("en"), Offer(["ghost", "troll", "ghost"], []))
    assert "ghost ×2 (1 evil), troll (2 food)" in monsters.replace("\u00a0", " ")
    lines = offers(ink("en"), Offer(["ghost", "troll", "ghost"], []))
    assert len([line for line in lines if "ghost" in line]) == 1


def test_barred_sites_stand_in_the_order_of_the_sites() -> None:
    view = GAME.view(begin(GAME, Setup("lords", "shoggoth", 3, "5")).state, 1)
    view.me.barred = ["room", "food", "imps"]
    assert barred_sites(ink("en"), view.me) == ["Food", "Imps", "Rooms"]


def test_one_place_is_one_place() -> None:
    view = GAME.view(begin(GAME, Setup("lords", "shoggoth", 3, "5")).state, 1)
    question = GAME.question(view)
    assert question is not None
    clauses = [(";imps", "only", "I"), (";food", "only", "I", "II")]
    assert said(ink(), view, question, clauses) == [
        "1. Импы — только на месте I",
        "2. Провизия — только на местах I, II",
    ]


@pytest.mark.parametrize(
    ("lang", "told"),
    [("ru", "Не платить никому"), ("en", "Pay nobody")],
)
def test_paying_nobody_is_said_as_people_say_it(festival: View, lang: str, told: str) -> None:
    question = GAME.question(festival)
    assert question is not None
    assert said(ink(lang), festival, question, [(";pay", "none")]) == [told]


def test_two_pets_of_a_kind_are_told_once(festival: View) -> None:
    told = str(ink().t("fact.pets dealt", pets=["mole", "mole"]))
    assert told.count("крот") == 1
    assert "×2" in told
    assert "по умолчанию" not in told
    assert "по умолчанию крот" in str(ink().t("fact.pets dealt", pets=["mole", "bat"]))
    view = msgspec.structs.replace(festival)
    view.me.dealt = ["mole", "mole"]
    assert (
        FACE.seat("ru", view, 1, NAMES).replace("\u00a0", " ").count("крот ×2, каждый — роет") == 1
    )


def walk_of(*seats: int) -> list[Fact]:
    return [
        Fact("paladin", {"paladin": "elf", "source": source, "seat": seat})
        for source, seat in pairwise(seats)
    ]


def test_a_paladin_who_swaps_about_is_told_by_where_he_ends() -> None:
    assert [str(line) for line in paladins(ink(), walk_of(0, 1, 2, 3))] == [
        "🛡 Паладин-эльф: шатёр → Пётр"
    ]
    assert paladins(ink(), walk_of(1, 2, 1)) == []
    there, back = walk_of(1, 2, 1)
    struck = Fact("fatigue", {"seat": 2, "hero": hero(kind="elf", cls="paladin"), "points": 1})
    assert [str(line) for line in paladins(ink(), [there, struck, back])] == [
        "🛡 Паладин-эльф: Вася → Аня → Вася"
    ]


def test_what_was_mined_in_turn_is_one_line() -> None:
    facts = [Fact("mined", {"seat": 1, "cells": ["b1"], "gold": 1}),
             Fact("mined", {"seat": 1, "cells": ["c4"], "gold": 1}),
             Fact("mined", {"seat": 2, "cells": ["c4"], "gold": 1})]  # fmt: skip
    told = [line.text.replace("\u00a0", " ") for line in lines(ink(), together(facts))]
    assert told == ["добыто 2 золотых (b1, c4)", "добыт 1 золотой (c4)"]


def hero(**changes: object) -> dict[str, object]:
    return {"cls": "warrior", "kind": "", "place": 1, "strength": 1, "health": 9, "wounds": 0,
            "symbols": 0, **changes}  # fmt: skip


def test_food_from_nowhere_counts_before_fatigue_does() -> None:
    fed, tired = hero(health=10), hero(health=10, wounds=2)
    facts = [Fact("fight", {"seat": 1, "tile": "c1", "room": "", "party": [hero()]}),
             Fact("spell", {"seat": 1, "card": "create food", "how": {"hero": fed, "health": 1}}),
             Fact("fatigue", {"seat": 1, "hero": tired, "points": 2})]  # fmt: skip
    assert "♥\u00a010\u00a0→\u00a08" in lines(ink(), facts)[-1].text


def told(*facts: Fact) -> list[str]:
    fight = Fact("fight", {"seat": 1, "tile": "c1", "room": "", "party": [hero(), hero(place=2)]})
    found = lines(ink(), [fight, *facts])[1:]
    return [line.text.replace("\u00a0", " ") for line in found]


def blow(place: int, dealt: int, **stopped: int) -> Fact:
    return Fact("hit", {"seat": 1, "by": "cursed ring", "damage": 1, "dealt": dealt,
                        "stopped": stopped, "hero": hero(place=place, wounds=dealt)})  # fmt: skip


def test_who_is_struck_alike_is_named_together() -> None:
    ring = Fact("trap sprung", {"seat": 1, "trap": "cursed ring", "pay": {}})
    assert told(ring, blow(1, 0, courage=1), blow(2, 0, courage=1)) == [
        "срабатывает проклятое кольцо → воин №1, воин №2: удар 1, мужество спасло от 1, ни царапины"
    ]
    assert told(ring, blow(1, 0, courage=1), blow(2, 1)) == [
        "срабатывает проклятое кольцо → воин №1: удар 1, мужество спасло от 1, ни царапины; "
        "воин №2: удар 1, ♥ 9 → 8"
    ]


def test_whom_a_spell_sends_away_is_told_with_it() -> None:
    spell = {"seat": 1, "card": "aura of fear", "how": {"victim": "witch"}}
    gone = Fact("withdrawn", {"seat": 1, "monster": "witch"})
    assert told(Fact("spell", spell), gone) == [
        "герои пускают в ход ауру страха: ведьма отходит, силы сбережены"
    ]


def test_a_paladin_who_comes_or_goes_in_mid_fight_is_told_where_it_matters() -> None:
    human = {"cls": "paladin", "kind": "human", "strength": 0, "health": 8, "wounds": 0,
             "symbols": 0, "place": 1}  # fmt: skip
    begun = Fact("fight", {"seat": 1, "tile": "c1", "room": "", "party": [human], "traps": [],
                           "monsters": []})  # fmt: skip
    swap = [Fact("paladin", {"paladin": "dwarf", "source": 2, "seat": 1}),
            Fact("paladin", {"paladin": "human", "source": 1, "seat": 2}),
            Fact("paladin", {"paladin": "elf", "source": 2, "seat": 3})]  # fmt: skip
    fell = Fact("conquered", {"seat": 1, "tile": "c1", "room": ""})
    facts = [armed(ink("en"), begun, 2), *swap, fell, *swap]
    assert [line.replace("\u00a0", " ") for line in steps(ink("en"), 1, facts)] == [
        "Fight at c1. Line: human paladin #1 ♥8 🛠\u20603 ✨\u20603 ✚\u20603",
        "🛡 The dwarf paladin comes in and takes the lead",
        "🛡 The human paladin leaves for another dungeon",
        "Conquered: c1",
    ]


@pytest.mark.parametrize(("left", "eaten", "letters", "said"), [
    (0, 0, 0, "everybody got through"), (1, 0, 0, "1 monster gone."),
    (0, 0, 2, ": 2 nasty letters for the"), (0, 1, 0, ": 1 monster eaten."),
    (2, 1, 1, "2 monsters gone, 1 monster eaten, 1 nasty letter for the lords"),
])  # fmt: skip
def test_an_event_too_long_for_the_headline_is_summed_up(
    left: int, eaten: int, letters: int, said: str
) -> None:
    told = ink("en").t("post.event_head", event="taxes", left=left, eaten=eaten, letters=letters)
    assert said in told.replace("\u00a0", " ")


def test_what_an_event_took_is_told_as_a_change_a_line_a_lord(festival: View) -> None:
    moment = Moment(1, "festival", 0, "production")
    facts = [Fact("event", {"event": "greedy inspector"})]
    for seat, gold in ((1, 3), (2, 1)):
        festival.lord(seat).gold, festival.lord(seat).letters = gold, 2
        lost = {"seat": seat, "lost": {"gold": 1}, "gained": {"letters": 1} if seat == 1 else {}}
        facts.append(Fact("event hit", lost))
    (first, *_) = write(ink(), festival, Chapter(moment, facts)).head
    assert first.replace("\u00a0", " ").splitlines() == [
        "📜 <b>Жадный инспектор</b>", "• Вася: 💰 4 → 3, ✉️ 1 → 2", "• Аня: 💰 2 → 1"
    ]  # fmt: skip
    data = {"seat": 1, "lost": {"gold": 1}, "gained": {"trap": 1}}
    (mixed, *_) = write(ink(), festival, Chapter(moment, [facts[0], Fact("event hit", data)])).head
    assert mixed.replace("\u00a0", " ").endswith("Вася: 💰 4 → 3, +1 ловушка")
    moved = Fact("evil", {"seat": 1, "before": 2, "after": 5, "why": "witch hunt"})
    (hunt, *_) = write(ink(), festival, Chapter(moment, [
        Fact("event", {"event": "witch hunt"}), moved
    ])).head  # fmt: skip
    assert hunt.replace("\u00a0", " ") == "📜 <b>Охота на ведьм.</b> Вася: злоба 2 → 5"
    (alone, *_) = write(ink(), festival, Chapter(moment, facts[:2])).head
    assert alone.replace("\u00a0", " ") == "📜 <b>Жадный инспектор.</b> Вася: 💰 4 → 3, ✉️ 1 → 2"


def test_pay_day_tells_evil_once() -> None:
    facts = [
        Fact("wage", {"seat": 1, "monster": "vampire", "pay": {"evil": 2}}),
        Fact("evil", {"seat": 1, "before": 4, "after": 6, "why": "vampire"}),
        Fact("wage", {"seat": 1, "monster": "witch", "pay": {"evil": 1}}),
        Fact("evil", {"seat": 1, "before": 6, "after": 7, "why": "witch"}),
    ]
    assert [line.replace("\u00a0", " ") for line in in_event(ink(), facts)] == [
        "Вася: вампир — 2 злобы; ведьма — 1 злоба; злоба 4 → 7"
    ]


def test_a_monster_given_to_the_mob_does_not_leave_of_its_own_will() -> None:
    gone = Fact("left", {"seat": 1, "monster": "witch"})
    hunt, wages = (Fact("event", {"event": event}) for event in ("witch hunt", "pay day"))
    assert in_event(ink(), [hunt, gone]) == ["Вася: толпе выдана ведьма"]
    assert "уходит" in in_event(ink(), [wages, gone])[0]


@pytest.mark.parametrize("lang", languages())
def test_no_lord_s_epilogue_is_told_in_another_s_words(lang: str) -> None:
    """Five lords to whom the very same things have happened."""
    view = GAME.view(begin(GAME, Setup("lords", "shoggoth", 5, "5")).state, None)
    names = {seat: str(seat) for seat in range(1, 6)}
    for busy in (True, False):
        deeds = {seat: Deeds() for seat in names}
        for own in deeds.values():
            own.lost = 1
            own.letters = own.held = own.failed = own.late = own.beaten = 5 if busy else 0
        for lord in view.lords:
            lord.monsters = [Monster("goblin")]
        blocks = epilogue(Ink(lang, load("shoggoth"), names), view, Past([], deeds))
        told = [line for _, block in blocks for line in block]
        assert len(told) >= len(names)
        assert len(set(told)) == len(told)


@pytest.mark.parametrize("lang", languages())
def test_a_number_is_not_parted_from_what_it_counts(lang: str) -> None:
    """No plain space where a line's end on a phone would part what belongs together."""
    pen = ink(lang)
    change = {"before": 3, "after": 4}
    wizard = hero(cls="wizard", symbols=2, strength=1)
    told = [
        pen.t("post.moved", id="imp", **change),
        pen.t("post.evil_after", **change),
        pen.t("post.evil_moved", seat=1, **change).removeprefix("Вася "),
        pen.t("fact.neutral", **change).rpartition(": ")[2],
        pen.t("hero.full", h=wizard).partition("(")[2],
        pen.t("hero.short", h=wizard).partition("♥")[2],
    ]
    assert [text for text in told if " " in text] == []
