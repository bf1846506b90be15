"""The change of season: heroes dealt and drawn, each at his place (L3.4, L3.5)."""

from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.facts import Recorder
from rules.lords import change, decks, heroes
from rules.lords.setup import new_lord
from rules.lords.state import Hero, State

CLASSES = ("warrior", "thief", "priest", "wizard", "bard")

some_hero = st.builds(
    decks.hero, st.sampled_from(CLASSES), st.integers(1, 4), st.integers(3, 8), st.integers(1, 3)
)


@given(st.lists(some_hero, max_size=20), st.integers(2, 5))
def test_drawing_loses_nobody_and_sorts(deck: list[Hero], count: int) -> None:
    everyone = {id(hero) for hero in deck}
    drawn = heroes.draw(deck, count)
    assert {id(hero) for hero in (*drawn, *deck)} == everyone
    assert [(h.strength, h.health) for h in drawn] == sorted((h.strength, h.health) for h in drawn)


@given(st.lists(some_hero, min_size=2, max_size=20), st.integers(2, 5))
def test_classes_differ_where_they_can(deck: list[Hero], count: int) -> None:
    """At most the first all but one may be of one class while the rest of the deck is not."""
    classes = {hero.cls for hero in deck}
    drawn = heroes.draw(deck, count)
    assert len(drawn) == min(count, len(drawn) + len(deck))
    if len(classes) > 1:
        assert len({hero.cls for hero in drawn}) > 1


@given(st.lists(some_hero, max_size=8), st.booleans())
def test_a_party_stays_in_order(arriving: list[Hero], led: bool) -> None:
    """Paladin, warriors (the last come first), the others as they came, bards as they came."""
    state = State(variant="shoggoth", seed="x")
    party = [decks.paladin(state.data, "elf", 1)] if led else []
    for hero in arriving:
        heroes.join(party, hero)
    warriors = [hero for hero in reversed(arriving) if hero.cls == "warrior"]
    bards = [hero for hero in arriving if hero.cls == "bard"]
    others = [hero for hero in arriving if hero.cls not in ("warrior", "bard")]
    wanted = [*warriors, *others, *bards]
    assert [id(hero) for hero in party[led:]] == [id(hero) for hero in wanted]
    assert not led or party[0].kind == "elf"


@given(
    st.lists(st.integers(1, 15), min_size=2, max_size=5),
    st.integers(1, 5),
    st.data(),
)
def test_the_stronger_goes_to_the_more_evil(
    evil: list[int], first: int, data: st.DataObject
) -> None:
    state = State(variant="shoggoth", seed="x", season="autumn", first=(first - 1) % len(evil) + 1)
    state.lords = [new_lord(state.data, seat) for seat in range(1, len(evil) + 1)]
    for lord, value in zip(state.lords, evil, strict=True):
        lord.evil = value
    drawn = data.draw(st.lists(some_hero, min_size=len(evil), max_size=len(evil)))
    state.heroes = sorted(drawn, key=lambda hero: (hero.strength, hero.health))
    coming = list(state.heroes)
    decks.lay_out_year(state)
    was_first = state.first
    change.resolve(state, {}, Recorder())
    rank = {id(hero): n for n, hero in enumerate(coming)}
    got = [(lord.evil, rank[id(lord.party[0])]) for lord in state.lords]
    assert all(a[1] < b[1] for a in got for b in got if a[0] < b[0])
    assert state.heroes == []
    assert state.first == was_first % len(evil) + 1
