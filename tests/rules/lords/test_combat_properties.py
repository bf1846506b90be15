"""Random parties, lairs and plans: every plan can be written and read, every fight is sound."""

from hypothesis import given
from hypothesis import strategies as st

from rules.kernel import notation
from rules.kernel.facts import Recorder
from rules.kernel.question import replay, write
from rules.kernel.standin import RandomStandIn
from rules.kernel.stream import Stream
from rules.lords import audit, combat
from rules.lords.data import load
from rules.lords.game import Lords
from rules.lords.state import view
from tests.rules.lords.battlefield import ask, field

DATA = load("shoggoth")
ROOMS = [name for name, room in DATA.rooms.items() if room.year == 2]
CLASSES = ("warrior", "thief", "priest", "wizard", "bard")
HEROES = [
    f"{cls} 1/{health}{'' if cls == 'warrior' else '/2'}" for cls in CLASSES for health in (1, 4)
]


def some(names, most):
    return st.lists(st.sampled_from(sorted(names)), max_size=most)


LORD = st.fixed_dictionaries({
    "gold": st.integers(0, 3),
    "food": st.integers(0, 3),
    "imps": st.integers(0, 2),
    "evil": st.integers(7, 15),
    "monsters": some(DATA.monsters, 5),
    "traps": some(DATA.traps.traps, 3),
    "pets": some(DATA.pets, 2),
    "prisoners": some(["warrior", "bard", "paladin elf"], 2),
    "party": some(HEROES, 5),
    "rooms": st.sampled_from([{}, *({"c1": room} for room in ROOMS)]),
})  # fmt: skip
CARD = st.sampled_from(sorted(DATA.cards))


def board(lords, card, round_, paladins, phantom):
    """Nobody's prisoner is at large; the paladins stand where the evilometer sends them."""
    for seat, kind in enumerate(paladins, start=1):
        if seat <= len(lords):
            lords[seat - 1]["party"] = [kind, *lords[seat - 1]["party"]]
    if phantom:
        lords[0]["party"] = ["phantom 0/1", *lords[0]["party"], "warrior 1/4"]
    return field(lords, card=card, round=round_, year=2)


@given(
    lords=st.lists(LORD, min_size=2, max_size=4), card=CARD, round_=st.integers(1, 5),
    paladins=st.sampled_from([[], ["dwarf"], ["human", "elf"]]), phantom=st.booleans(),
    seed=st.integers(0, 1000),
)  # fmt: skip
def test_random_plans_are_written_read_and_fought(lords, card, round_, paladins, phantom, seed):
    state = board(lords, card, round_, paladins, phantom)
    answers = {}
    for seat in state.owing:
        question = ask(state, seat)
        stream = Stream(str(seed), str(seat))
        tokens = RandomStandIn().answer(view(state, seat), question, stream)
        walk = replay(question, tokens)
        assert walk.complete
        text = write(tokens)
        assert notation.read(question, text) == tokens, text
        answers[seat] = walk.result
    game = Lords()
    heroes = sum(len(lord.party) + len(lord.prisoners) for lord in state.lords)
    tiles = sum(len(lord.unconquered()) for lord in state.lords)
    state = game.decode(game.encode(state))
    record = Recorder()
    assert combat.resolve(state, answers, record)
    for lord in state.lords:
        assert list(audit.goods(state, lord)) == []
        assert all(hero.wounds >= 0 for hero in lord.party + lord.prisoners)
        assert all(hero.left > 0 for hero in lord.party)
    kinds = [fact.kind for fact in record.facts]
    left = sum(len(lord.party) + len(lord.prisoners) for lord in state.lords)
    illusions = sum(f.kind == "spell" and f.data["card"] == "illusion" for f in record.facts)
    assert left == heroes + illusions - kinds.count("vanished") - kinds.count("freed")
    assert sum(len(lord.unconquered()) for lord in state.lords) == tiles - kinds.count("conquered")
    assert all(set(fact.data) == set(audit.FACTS[fact.kind]) for fact in record.facts)


@given(
    lord=LORD, card=CARD, draws=st.lists(st.integers(0, 1000), min_size=12, max_size=12),
)  # fmt: skip
def test_no_walk_ends_in_a_dead_end(lord, card, draws):
    lord["party"] = [*lord["party"], "warrior 1/3"]
    walk = ask(field([lord], card=card, year=2), 1).walk()
    for draw in draws:
        options = walk.options()
        assert options or walk.complete
        if not options:
            break
        every = {option.token: option.why for option in walk.options(every=True)}
        assert [option.token for option in options] == [o.token for o in options if o.why is None]
        assert all(every[option.token] is None for option in options)
        assert {t for t, why in every.items() if why is None} == {o.token for o in options}
        walk.take(options[draw % len(options)].token)


@given(
    lord=LORD, card=CARD, draws=st.lists(st.integers(0, 1000), min_size=10, max_size=10),
)  # fmt: skip
def test_whatever_a_master_forces_can_be_fought(lord, card, draws):
    lord["party"] = [*lord["party"], "warrior 1/3"]
    state = field([lord], card=card, year=2)
    walk = ask(state, 1).walk()
    for draw in draws:
        options = walk.options(every=True)
        walk.take(options[draw % len(options)].token, force=True)
    while not walk.complete:
        walk.take(walk.options(every=True)[0].token, force=True)
    assert combat.resolve(state, {1: walk.result}, Recorder())
    assert list(audit.goods(state, state.lord(1))) == []
