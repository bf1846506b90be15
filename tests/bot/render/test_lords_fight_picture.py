"""The strip of a fight: what a step shows of its heroes, which signs its caption explains."""

import re

import pytest

from bot.render.lords.ink import Ink
from bot.render.lords.pictures.fight import Strip, fight_picture
from rules.kernel.facts import Fact
from rules.kernel.game import Setup, begin
from rules.lords.data import load
from rules.lords.game import Lords
from rules.lords.state import view

NAMES = {seat: f"Lord {seat}" for seat in range(1, 6)}
INK = Ink("en", load("shoggoth"), NAMES)
SEEN = view(begin(Lords(), Setup("lords", "shoggoth", 3, "1")).state, None)


def hero(cls: str, place: int, wounds: int = 0, health: int = 4) -> dict[str, object]:
    return {"cls": cls, "kind": "", "strength": 1, "health": health, "wounds": wounds,
            "symbols": 1, "place": place}  # fmt: skip


def of_seat(kind: str, **data: object) -> Fact:
    return Fact(kind, {"seat": 1, **data})


PARTY = [hero("warrior", 1), hero("wizard", 2), hero("bard", 3)]
BEGINS = of_seat("fight", tile="c1", room="", party=PARTY, traps=[], monsters=[])
ENDS = of_seat("conquered", tile="c1", room="")
HIT = of_seat("hit", by="troll", hero=hero("warrior", 1, 2), damage=3, dealt=2,
              stopped={"courage": 1})  # fmt: skip
ATTACK = of_seat("attack", monster="troll", way="", pay={})
TAKEN = of_seat("removed", hero=hero("warrior", 1, 4))


def test_courage_stands_beside_whom_it_was_given() -> None:
    (step,) = Strip(INK).read([BEGINS, of_seat("courage", given=[2, 1, 0])])
    assert [(one.hero["place"], one.given) for one in step.changes] == [(1, 2), (2, 1)]
    svg = fight_picture(INK, SEEN, 1, [BEGINS, of_seat("courage", given=[2, 1, 0]), ENDS]).svg
    assert "#1 +2" in svg
    assert "#2 +1" in svg


def test_a_song_that_nobody_hears_says_so() -> None:
    (step,) = Strip(INK).read([BEGINS, of_seat("courage", given=[0, 0, 0])])
    assert step.words == [str(INK.t("post.no_cheer"))]


@pytest.mark.parametrize(("seat", "source", "drawn"), [(1, 2, 1), (2, 1, 1), (2, 3, 0), (3, 0, 0)])
def test_a_paladin_is_drawn_where_he_comes_or_goes(seat: int, source: int, drawn: int) -> None:
    walks = Fact("paladin", {"seat": seat, "source": source, "paladin": "elf"})
    steps = Strip(INK).read([BEGINS, ENDS, walks])
    assert sum(step.id == "paladin" for step in steps) == drawn


def test_health_a_spell_gives_is_drawn_as_all_health_is() -> None:
    fed = of_seat("spell", card="create food",
                  how={"hero": hero("warrior", 1, 1, health=5), "health": 1})  # fmt: skip
    (step,) = Strip(INK).read([BEGINS, fed])
    assert [(one.before, one.after) for one in step.changes] == [(3, 4)]
    assert not step.words


def test_a_spell_that_heals_nobody_says_so() -> None:
    (step,) = Strip(INK).read([BEGINS, of_seat("spell", card="regeneration", how={})])
    assert step.words == [str(INK.t("post.no_wounds"))]


SIGNS = {"♥: health": HIT, "a sign with a minus": HIT, "bars: taken": TAKEN}


@pytest.mark.parametrize("facts", [[], [HIT], [HIT, TAKEN]], ids=len)
def test_a_caption_explains_the_signs_that_are_there_once(facts: list[Fact]) -> None:
    known = set[str]()
    first, again = (
        fight_picture(INK, SEEN, 1, [BEGINS, ATTACK, *facts, ENDS], known=known).caption
        for _ in range(2)
    )
    for said, fact in SIGNS.items():
        assert bool(re.search(said, first, re.IGNORECASE)) == (fact in facts), said
        assert not re.search(said, again, re.IGNORECASE)
    assert again.endswith("step by step")


def test_what_a_blow_keeps_from_the_heroes_is_told_where_it_matters() -> None:
    barred = of_seat("effect", by="demon", effect="no conquest", hero=None)
    ends = of_seat("no conquest", reason="demon", tile="c1")
    attack = of_seat("attack", monster="demon", way="", pay={})
    steps = Strip(INK).read([BEGINS, attack, barred, ends])
    assert [step.words for step in steps] == [[], []]
    assert steps[-1].text == "No conquest, no fatigue: demon"
