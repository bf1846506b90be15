"""The fair as it is written, and what it tells (L6)."""

import pytest

from rules.kernel.facts import Recorder
from rules.kernel.notation import NotAnAnswer, read
from rules.kernel.question import replay, write
from rules.lords import production
from rules.lords.cases.production import lay_out
from rules.lords.cases.table import state_of
from rules.lords.plan import PlanQuestion
from rules.lords.state import State, view

TABLE = {"imps": 3, "rooms": {"b3": "mint"}, "monsters": ["ghost", "troll"], "conquered": ["c1"]}


def at_the_fair(*gifts: str, **changed: object) -> State:
    case = {"season": "festival", "gifts": gifts}
    state = state_of(case, [{**TABLE, **changed}, {}, {}], "production")
    lay_out(state, case, [])
    return state


def offered(state: State, text: str) -> list[str]:
    question = PlanQuestion(view(state, 1))
    walk = replay(question, read(question, text))
    return [o.token for o in walk.options() if not o.token.startswith(";")]


def test_numbers_up_to_the_idle_imps() -> None:
    assert offered(at_the_fair("barrel"), "fair") == ["0", "1", "2", "3"]
    # the mint has taken two imps and the troll
    assert offered(at_the_fair("barrel"), "work mint; fair") == ["0", "1"]


def test_gifts_are_ranked_each_once() -> None:
    state = at_the_fair("barrel", "strongbox", "masks")
    assert offered(state, "fair 2") == ["barrel", "strongbox", "masks"]
    assert offered(state, "fair 2 strongbox") == [">barrel", ">masks"]
    assert offered(state, "fair 0") == []


@pytest.mark.parametrize(
    ("gift", "words"),
    [
        ("masks", ["2", "3"]),
        ("drill sergeant", ["troll"]),
        ("strong walls", ["c2", "c3"]),
        ("crystal ball", ["1", "2", "3", "4", "5"]),
        ("barrel", []),
    ],
)
def test_what_may_be_said_to_a_gift(gift: str, words: list[str]) -> None:
    assert offered(at_the_fair(gift), f"fair 1 {gift}") == words


def test_masons_take_a_conquered_tile_or_a_legal_cell() -> None:
    cells = offered(at_the_fair("masons"), "fair 1 masons")
    assert {"c1", "b1", "a3", "d2"} <= set(cells)
    assert not {"c2", "b3", "a1", "b2", "e4"} & set(cells)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("fair 4", "too few imps"), ("fair 1 barrel>masons", "not laid out"),
        ("fair 1 barrel>barrel", "already said"), ("fair 0 barrel", "nobody sent"),
        ("fair 1; fair 1", "already said"), ("fair 1 masks 1", "yourself"),
        ("fair 1 masks 5", "no such lord"),
    ],
)  # fmt: skip
def test_refusals(text: str, code: str) -> None:
    with pytest.raises(NotAnAnswer) as caught:
        read(PlanQuestion(view(at_the_fair("barrel", "masks"), 1)), text)
    assert caught.value.data["reason"].code == code


def test_a_long_ranking_is_written_as_it_was_read() -> None:
    state = at_the_fair("trap crate", "crystal ball", "masks", "strong walls")
    text = "fair 2 trap crate pendulum trapdoor>crystal ball 2 4>masks 3>strong walls c2"
    assert write(read(PlanQuestion(view(state, 1)), text)) == text


def test_what_is_told() -> None:
    state = at_the_fair("masks", "barrel", "imp family")
    plans = {1: "fair 1 imp family", 2: "fair 3 masks 1", 3: ""}
    answers = {}
    for seat, text in plans.items():
        question = PlanQuestion(view(state, seat))
        answers[seat] = replay(question, read(question, text)).result
    record = Recorder()
    production.resolve(state, answers, record)
    assert [(fact.kind, fact.data) for fact in record.facts] == [
        ("fair", {"seat": 2, "imps": 3}),
        ("fair", {"seat": 1, "imps": 1}),
        ("gift", {"seat": 2, "gift": "masks", "how": {"seat": 1, "evil": 1}}),
        ("evil", {"seat": 1, "before": 5, "after": 6, "why": "masks"}),
        ("gift", {"seat": 1, "gift": "imp family", "how": {"imps": 1}}),
    ]
    assert state.gifts == []
