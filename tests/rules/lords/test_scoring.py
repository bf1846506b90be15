"""The attestation and the year's end as they are told (L10); their numbers are in the cases."""

from rules.kernel.facts import Recorder
from rules.lords import attestation, scoring, year_end
from rules.lords.cases.table import hero, state_of
from rules.lords.facts import FACTS


def ended(lords, year=2):
    return state_of({"year": year}, lords, "attestation")


def test_the_table_has_every_line_and_adds_up():
    state = ended([{"monsters": ["goblin"], "letters": 2}, {"prisoners": ["warrior"]}])
    record = Recorder()
    assert attestation.asks(state) == []
    assert attestation.resolve(state, {}, record)
    result = state.result
    assert result is not None
    assert [tuple(line) for line in result.lines] == [scoring.LINES] * 2
    assert [sum(line.values()) for line in result.lines] == result.totals
    assert result.lines[0]["letters"] == -6
    assert result.lines[1]["heroes"] == 2


def test_scores_titles_and_winners_are_told():
    state = ended([{"evil": 9}, {}])
    record = Recorder()
    attestation.resolve(state, {}, record)
    assert [fact.kind for fact in record.facts] == ["scores", "titles", "winners"]
    assert all(set(fact.data) == set(FACTS[fact.kind]) for fact in record.facts)
    assert record.facts[1].data["titles"]["Dark Deeds"] == [1]
    assert record.facts[1].data["titles"]["Halls"] == []
    assert record.facts[2].data == {"seats": [1], "licensed": [1, 2]}


def test_the_year_ends_with_all_who_leave():
    state = state_of({"year": 1}, [{"evil": 11}, {}], "year end")
    state.lord(2).party = [hero(state, "warrior 1/3")]
    before = list(state.monster_deck)
    record = Recorder()
    assert year_end.asks(state) == []
    assert year_end.resolve(state, {}, record)
    assert [fact.kind for fact in record.facts] == ["heroes leave", "year over", "paladin"]
    assert record.facts[0].data["seat"] == 2
    assert record.facts[1].data == {"year": 1}
    assert state.year == 2, "the year-2 decks are laid out"
    assert sorted(before) != sorted(state.monster_deck)
    assert all(state.data.rooms[room].year == 2 for room in state.room_deck)
    assert all(state.data.cards[card].year == 2 for card in state.cards)


def test_no_decks_after_the_last_year():
    state = state_of({"year": 2}, [{}, {}], "year end")
    before = list(state.monster_deck)
    year_end.resolve(state, {}, Recorder())
    assert state.monster_deck == before
    assert state.year == 2
