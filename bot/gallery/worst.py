"""Tables as bad as they get, for pictures: everything at once, names as people have them."""

from collections.abc import Callable
from typing import Any

from bot.render.face import Picture
from bot.render.lords.ink import Ink
from bot.render.lords.pictures.dungeon import dungeon_picture
from bot.render.lords.pictures.fight import fight_picture
from bot.render.lords.pictures.planning import planning_picture
from bot.render.lords.pictures.standings import standings_picture
from bot.render.lords.pictures.table import table_picture
from rules.kernel.facts import Fact
from rules.kernel.question import Walk, replay
from rules.lords import decks, servants
from rules.lords.cases.table import lay_out
from rules.lords.data import load
from rules.lords.facts import told
from rules.lords.game import Lords
from rules.lords.scoring import attest
from rules.lords.setup import new_lord
from rules.lords.state import Hero, Lord, Offer, State, view

NAMES = {1: "Вася <b>&_*", 2: "Ж" * 64, 3: "\u2068משה הגדול\u2069", 4: "🐙🐙", 5: 'O\'Neill "Q"'}


def ink(lang: str) -> Ink:
    """Words with those names."""
    return Ink(lang, load("shoggoth"), NAMES)


def table(season: str = "autumn", step: str = "orders", lords: int = 5) -> State:
    """A table at the start of a step, its sites empty."""
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
        "drilled": ["goblin"], "striking": ["slime"],
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


def dungeon(lang: str) -> Picture:
    """A dungeon with a little of everything."""
    state = table(lords=2)
    modest(state)
    return dungeon_picture(ink(lang), view(state, None), 1)


def bare_dungeon(lang: str) -> Picture:
    """A dungeon of which there is nothing to say: as the game begins."""
    return dungeon_picture(ink(lang), view(table(), None), 5)


def worst_dungeon(lang: str) -> Picture:
    """Everything a dungeon can hold."""
    state = table()
    full(state)
    return dungeon_picture(ink(lang), view(state, None), 2)


def opened_table(lang: str) -> Picture:
    """The table as a season opens, a clerk in a queue."""
    state = table(lords=3)
    state.places["food"][1] = 0
    return table_picture(ink(lang), view(state, None))


def worst_table(lang: str) -> Picture:
    """The table with every place taken."""
    state = table()
    facts = crowded(state)
    return table_picture(ink(lang), view(state, None), facts)


def standings(lang: str) -> Picture:
    """Standings far apart, with losses."""
    state = table()
    modest(state)
    full(state)
    return standings_picture(ink(lang), view(state, None), attest(state))


def fought() -> list[Fact]:
    """A fight in which nearly everything happens, as facts."""
    state = table()
    thief, priest, wizard = (full(state).party[at] for at in (4, 3, 2))
    for place, hero in enumerate((wizard, priest, thief), 1):
        hero.place = place
    hurt = {**told(priest), "wounds": 3}
    dead = {**told(wizard), "wounds": wizard.health}
    rows: list[tuple[str, dict[str, Any]]] = [
        ("fight", {"tile": "b1", "room": "mushroom bed", "traps": ["?"], "monsters": ["troll"],
                   "party": [told(hero) for hero in (wizard, priest, thief)]}),
        ("courage", {"given": [2, 1, 0]}),
        ("trap sprung", {"trap": "kamikaze imp", "pay": {"imps": 1, "gold": 1}}),
        ("hit", {"by": "kamikaze imp", "hero": told(wizard), "damage": 3, "dealt": 1,
                 "stopped": {"anti-trap": 1, "courage": 1}}),
        ("trap unpaid", {"trap": "?"}),
        ("spell", {"card": "graffiti", "how": {"food": 1}}),
        ("paladin", {"paladin": "elf", "source": 0, "seat": 2}),
        ("attack", {"monster": "troll", "way": "fed", "pay": {"food": 1}}),
        ("hit", {"by": "troll", "hero": dead, "damage": 4, "stopped": {"magic shield": 1},
                 "dealt": 3}),
        ("removed", {"hero": dead}),
        ("attack", {"monster": "dragon", "way": "", "pay": {}}),
        ("effect", {"by": "dragon", "effect": "no healing", "hero": None}),
        ("no attack", {"monster": "vampire", "reason": "nobody to strike"}),
        ("no spell", {"card": "fireball", "reason": "too little magic", "magic": 1, "needs": 3}),
        ("no healing", {"reason": "dragon"}),
        ("healed", {"hero": hurt, "points": 2}),
        ("fatigue", {"hero": hurt, "points": 1}),
        ("conquered", {"tile": "b1", "room": "mushroom bed"}),
        ("poisoned", {"hero": hurt, "points": 2}),
        ("freed", {"hero": told(thief)}),
        ("fight over", {"reason": "nothing left", "party": [], "tile": "b1"}),
    ]  # fmt: skip
    return [Fact(kind, {"seat": 2, **data}) for kind, data in rows]


def fight(lang: str) -> Picture:
    """That fight as a strip."""
    state = table("", "combat")
    state.round = 3
    return fight_picture(ink(lang), view(state, None), 2, fought(), "graffiti")


def planned(lang: str, state: State, seat: int, tokens: str) -> Picture:
    """A draft of a seat, its tokens with _ for a blank."""
    state.owing = [seat]
    seen = view(state, seat)
    question = Lords().question(seen)
    assert question is not None
    walk: Walk = replay(question, [t.replace("_", " ") for t in tokens.split()])
    picture = planning_picture(ink(lang), seen, question, walk)
    assert picture is not None
    return picture


def orders(lang: str) -> Picture:
    """Orders: one holds, one only at some places, one with wishes."""
    state = table()
    crowded(state)
    lord = state.lord(5)
    lord.barred, lord.evil, lord.monsters = ["imps", "gold"], 5, modest(state).monsters
    state.places = {site: [None] * 4 for site in state.data.sites}
    drafted = ";food hold ;imps only II III ;monster shoggoth >goblin >any"
    return planned(lang, state, 5, drafted)


def production(lang: str) -> Picture:
    """A plan with everything in it."""
    state = table("autumn", "production", 2)
    modest(state)
    state.event = "taxes"
    drafted = ";dig e3 a2 ;mine c2 ;work mint ;pet mole a3 ;build forge a2"
    return planned(lang, state, 1, drafted)


def may_choose(lang: str) -> Picture:
    """Nothing planned, everything open."""
    state = table("autumn", "production", 2)
    modest(state)
    return planned(lang, state, 1, "")


def combat(lang: str) -> Picture:
    """A battle plan in the fullest dungeon."""
    state = table("", "combat", 2)
    state.round, state.cards = 3, ["graffiti"] * 5
    full(state).spied = [3]
    drafted = ";tile b1 ;trap poisoned_dart @3 ;vampire @4 ;evil_eye @2 ;ghost"
    return planned(lang, state, 2, drafted)


PICTURES: dict[str, Callable[[str], Picture]] = {
    "dungeon": dungeon, "dungeon-bare": bare_dungeon, "dungeon-worst": worst_dungeon,
    "table": opened_table, "table-worst": worst_table, "standings": standings, "fight": fight,
    "orders": orders, "production": production, "production-free": may_choose, "combat": combat,
}  # fmt: skip
"""Every kind of picture at its worst, by name."""
