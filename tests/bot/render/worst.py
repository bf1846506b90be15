"""Tables as bad as they get, for pictures: everything at once, names as people have them."""

from bot.render.lords.ink import Ink
from rules.kernel.facts import Fact
from rules.lords import decks, servants
from rules.lords.cases.table import lay_out
from rules.lords.data import load
from rules.lords.setup import new_lord
from rules.lords.state import Hero, Lord, Offer, State

NAMES = {1: "Вася <b>&_*", 2: "Ж" * 64, 3: "\u2068משה הגדול\u2069", 4: "🐙🐙", 5: 'O\'Neill "Q"'}


def ink(lang: str) -> Ink:
    return Ink(lang, load("shoggoth"), NAMES)


def table(season: str = "autumn", step: str = "orders", lords: int = 5) -> State:
    state = State(variant="shoggoth", seed="picture", season=season, step=step, turn=9)
    state.lords = [new_lord(state.data, seat) for seat in range(1, lords + 1)]
    decks.lay_out_year(state)
    servants.clear_places(state)
    return state


def modest(state: State) -> Lord:
    """A lord with a little of everything."""
    lord = state.lord(1)
    lay_out(lord, {
        "gold": 12, "evil": 11, "tunnels": ["c1", "c2", "c3", "b2", "d2", "e2", "c4"],
        "rooms": {"e2": "smugglers' den", "c4": "mint"}, "conquered": ["c1", "d2"],
        "monsters": ["goblin", "troll", "ghost"], "exhausted": ["troll"], "walls": ["c2"],
        "traps": ["pendulum"], "pets": ["mole"], "plans": ["forge"], "imps": 10,
        "prisoners": ["warrior", "paladin elf"], "permits": {"tunnels": 4, "gold": 5},
    })  # fmt: skip
    lord.used_pets = ["bat"]
    lord.party = [decks.paladin(state.data, "dwarf", 1), decks.hero("wizard", 3, 4, 2)]
    lord.party[1].wounds = 2
    return lord


def full(state: State) -> Lord:
    """All twenty tiles as rooms, nine monsters, five heroes with a paladin and a phantom."""
    lord, data = state.lord(2), state.data
    cells = [f"{column}{row}" for row in range(1, 5) for column in "abcde"]
    lay_out(lord, {
        "gold": 123, "food": 99, "imps": 27, "evil": 15, "letters": 12, "tunnels": cells,
        "rooms": dict(zip(cells, data.rooms, strict=False)), "conquered": ["c1", "c2", "d1"],
        "walls": ["b2", "e4"], "drilled": ["goblin"], "striking": ["slime"],
        "exhausted": ["troll", "witch"],
        "monsters": ["goblin", "slime", "ghost", "troll", "witch", "vampire", "golem",
                     "evil eye", "cockatrice"],
        "traps": [*["pendulum"] * 3, "poisoned dart", "anti-magic dart", "kamikaze imp"],
        "pets": ["mole", "monkey", "show dog"], "plans": ["forge", "anti-magic room"],
        "prisoners": ["warrior", "warrior", "paladin elf", "bard", "wizard"],
    })  # fmt: skip
    lord.used_pets = ["hedgehog", "mouse"]
    heroes = [decks.hero(cls, 4, 6, 3) for cls in ("wizard", "priest", "thief", "bard")]
    lord.party = [Hero("phantom", health=1), decks.paladin(data, "dwarf", 2), *heroes,
                  decks.hero("warrior", 5, 7)]  # fmt: skip
    for at, hero in enumerate(lord.party):
        hero.wounds = at % 4 if at else 0
    return lord


def crowded(state: State) -> list[Fact]:
    """Every place taken, all on one space of the evilometer, a servant too late at every site."""
    for lord in state.lords:
        lay_out(lord, {"evil": 15, "gold": 25, "food": 33, "imps": 17, "letters": 3})
    for seat, kind in ((1, "elf"), (3, "human"), (4, "dwarf")):
        state.lord(seat).party = [decks.paladin(state.data, kind, 2)]
    state.offer = Offer(["goblin", "shoggoth", "cockatrice"],
                        ["anti-magic room", "smugglers' den", "concert hall"])  # fmt: skip
    state.heroes = [
        decks.hero(c, 4, 6, 3) for c in ("wizard", "priest", "thief", "bard", "warrior")
    ]
    state.next_heroes = state.heroes
    state.event, state.next_event, state.tent = "imp union", "fire inspection", []
    facts, kinds = [], ("executed", "held", "failed", "executed")
    for at, site in enumerate(state.data.sites):
        for place, kind in enumerate(kinds):
            seat = (at + place) % 5 + 1
            state.places[site][place] = seat
            where = {"seat": seat, "site": site, "place": place + 1}
            facts.append(Fact("arrived", {**where, "servant": place % 3 + 1}))
            facts.append(Fact(kind, {**where, "card": "dragon" if site == "monster" else ""}))
        late = {"seat": (at + 4) % 5 + 1, "site": site, "servant": 3}
        facts.append(Fact("turned away", late))
    return facts
