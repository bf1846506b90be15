"""Every field of the state can be set by a command: each is shown by one that changes it."""

import re
import types
import typing
from collections.abc import Iterator

import msgspec
import pytest

from rules.kernel.facts import Recorder
from rules.kernel.game import Setup, begin
from rules.kernel.overriding import Difference, differences, override, plain
from rules.lords.audit import told
from rules.lords.game import Lords
from rules.lords.hand.forms import DERIVED, FORMS
from rules.lords.heroes import join
from rules.lords.state import Lord, Monster, State, Tile

GAME = Lords()


def ground(variant: str = "shoggoth", seats: int = 3) -> State:
    """A spring in which there is something of everything to be changed."""
    state = begin(GAME, Setup("lords", variant, seats, "fields")).state
    state = override(GAME, state, "season spring").state
    lord = state.lord(1)
    lord.tiles["b2"] = Tile()
    lord.monsters = [Monster("troll")]
    state.monster_deck.remove("troll")
    lord.traps = [state.trap_deck.pop()]
    state.next_heroes = [state.hero_deck.pop()]
    state.heroes = [state.hero_deck.pop()]
    lord.prisoners = [state.hero_deck.pop()]
    for _ in range(2):
        join(lord.party, state.hero_deck.pop())
    return state


SEASON: dict[str, str] = {
    "lords.gold": "gold 1 5",
    "lords.food": "food 1 +2",
    "lords.imps": "imps 1 -1",
    "lords.evil": "evil 1 12",
    "lords.letters": "letters 1 2",
    "lords.tiles": "tile 1 b3 dug",
    "lords.tiles.room": "room 1 b2 listening post",
    "lords.tiles.conquered": "tile 1 c1 conquered",
    "lords.tiles.walls": "tile 1 c2 walls",
    "lords.monsters": "monster 1 add goblin",
    "lords.monsters.kind": "monster 1 add witch",
    "lords.monsters.exhausted": "monster 1 troll exhausted",
    "lords.monsters.drilled": "monster 1 troll drilled",
    "lords.monsters.striking": "monster 1 troll striking",
    "lords.traps": "trap 1 add pendulum",
    "lords.pets": "pet 1 remove {pet}",
    "lords.used_pets": "pet 1 used {pet}",
    "lords.plans": "plan 1 add mint",
    "lords.permits": "permit 1 tunnels 3",
    "lords.barred": "barred 1 food gold",
    "lords.executed": "executed 1 imps traps",
    "lords.prisoners": "prisoner 1 remove 1",
    "lords.party": "party 1 remove 2",
    "lords.removed": "removed heroes 1 2",
    "lords.spied": "spied 1 2 3",
    "offer.monsters": "offer monsters witch ghost",
    "offer.rooms": "offer rooms mint",
    "event": "event now rats",
    "next_event": "event next landslide",
    "heroes": "heroes now remove 1",
    "next_heroes": "heroes next remove 1",
    "tent": "evil 1 12",
    "clerks": "clerk 1 food gold imps",
    "places": "place traps II 3",
    "first": "first 2",
    "year": "year 2",
    "season": "season autumn",
    "round": "round 1",
    "step": "step production",
    "turned": "round 2",
    "monster_deck": "deck monsters next goblin",
    "room_deck": "deck rooms next mint",
    "trap_deck": "deck traps next {trap}",
    "trap_discards": "discards add {trap}",
    "hero_deck": "deck heroes next {hero}",
    "pet_deck": "deck pets next {pet_there}",
    "event_deck": "deck events next {event}",
    "special_deck": "deck specials next {special}",
    "cards": "card 3 {card}",
}
"""A field and a command that is there to change it."""

ELSEWHERE: dict[str, tuple[str, str]] = {
    "lords.dealt": ("winter", "dealt 1 mole bat"),
    "lords.discards_owed": ("year 2", "discards owed 1 1"),
    "lords.drawn_last": ("spring", "drawn last 1 {own_trap}"),
    "gifts": ("festival", "gifts barrel masks"),
    "neutral": ("classic", "neutral 7"),
    "lords.errands.sent": ("classic", "sent 1 food gold"),
    "lords.errands.busy": ("classic", "busy 1 2"),
    "lords.errands.fresh": ("classic", "fresh 1 c3"),
}
"""Fields that mean something at other times or tables only."""

FIGURES = {
    "strength": "strength 4", "health": "health 9", "anti_trap": "anti-trap +1",
    "magic": "magic +1", "heart": "heart +1", "lutes": "lutes +1", "wounds": "wounds 1",
    "place": "place 3", "courage": "courage 2", "poison": "poison 2", "spent": "spent 1",
    "muted": "muted on", "invisible": "invisible on",
}  # fmt: skip

ROWS = {
    "lords.party": "hero 1 1", "lords.prisoners": "hero prison 1 1", "heroes": "hero now 1",
    "next_heroes": "hero next 1", "tent": "hero tent 1", "hero_deck": "hero deck 1",
}  # fmt: skip

NAMES = {
    "lords.party": "party 1 add bard 1/3/1", "lords.prisoners": "prisoner 1 add bard 1/3/1",
    "heroes": "heroes now add bard 1/3/1", "next_heroes": "heroes next add bard 1/3/1",
    "tent": "paladin human gone", "hero_deck": "deck heroes next paladin elf",
}  # fmt: skip
"""How heroes of a class or kind come into each row, or leave it."""


def fields(kind: type[msgspec.Struct], path: str = "") -> Iterator[str]:
    """All fields of a struct and of the structs in it, as paths."""
    hints = typing.get_type_hints(kind)
    for field in msgspec.structs.fields(kind):
        name = f"{path}{field.name}"
        if name in DERIVED:
            continue
        inner = list(structs(hints[field.name]))
        if not inner or name in ("lords.tiles", "lords.monsters", *ROWS):
            yield name
        for struct in inner:
            yield from fields(struct, f"{name}.")


def structs(hint: object) -> Iterator[type[msgspec.Struct]]:
    if isinstance(hint, type) and not isinstance(hint, types.GenericAlias):
        if issubclass(hint, msgspec.Struct):
            yield hint
        return
    for part in typing.get_args(hint):
        yield from structs(part)


def command_for(path: str) -> tuple[str, str]:
    """The time and the command that show a field being set."""
    if path in SEASON:
        return "spring", SEASON[path]
    if path in ELSEWHERE:
        return ELSEWHERE[path]
    row, _, field = path.rpartition(".")
    if row in ROWS and field in FIGURES:
        return "spring", f"{ROWS[row]} {FIGURES[field]}"
    if row in ROWS and field in ("cls", "kind"):
        return "spring", NAMES[row]
    return "", ""


def at(when: str) -> State:
    if when == "classic":
        return begin(GAME, Setup("lords", "classic", 2, "fields")).state
    if when == "winter":
        return begin(GAME, Setup("lords", "shoggoth", 3, "fields")).state
    state = ground()
    if when == "festival":
        return override(GAME, state, "season festival", force=True).state
    return override(GAME, state, "year 2").state if when == "year 2" else state


def worded(text: str, state: State) -> str:
    """The command with what this state has in its decks."""
    if "{" not in text:
        return text
    hero = state.hero_deck[0]
    figures = f"{hero.strength}/{hero.health}"
    symbols = hero.anti_trap + hero.magic + hero.heart + hero.lutes
    lord: Lord = state.lord(1)
    unused = [c for c, card in state.data.cards.items() if card.year == state.year]
    return text.format(
        pet=(lord.pets or ["mole"])[0],
        trap=state.trap_deck[0],
        own_trap=(lord.traps or [""])[0],
        hero=f"{hero.cls} {figures}" + (f"/{symbols}" if symbols else ""),
        pet_there=next(pet for pet in state.pet_deck if pet != state.pet_deck[-1]),
        event=state.event_deck[0],
        special=state.special_deck[0],
        card=next(c for c in unused if c not in state.cards),
    )


PATHS = list(fields(State))


def touches(change: Difference, path: str) -> bool:
    """Whether a difference is one of this field, in whichever lord, cell or row.

    Who a hero or monster is changes with the whole row.
    """
    words = [part for part in change.path.split(".") if not re.fullmatch(r"[a-e]?\d+", part)]
    row, _, field = path.rpartition(".")
    whole = field in ("cls", "kind") and ".".join(words) == row
    return whole or words[: path.count(".") + 1] == path.split(".")


def test_at_most_ten_fields_have_no_command() -> None:
    assert len(DERIVED) <= 10
    assert len(PATHS) > 100


@pytest.mark.parametrize("path", PATHS)
def test_every_field_can_be_set(path: str) -> None:
    when, text = command_for(path)
    assert text, f"no command is there to set {path}"
    state = at(when)
    came = override(GAME, state, worded(text, state), force=True)
    changed = differences(plain(state), plain(came.state))
    assert any(touches(change, path) for change in changed), (text, changed)


def test_what_the_commands_say_they_set_is_there() -> None:
    every = {*PATHS, "lords.tiles", "lords.monsters"}
    said = {path for form in FORMS for path in form.sets}
    assert not {path for path in said if path not in every}


def test_every_field_is_said_to_be_set_by_some_command() -> None:
    said = {path for form in FORMS for path in form.sets}
    whole = {path.rpartition(".")[0] for path in PATHS if path.endswith((".cls", ".kind"))}
    missing = {
        path for path in PATHS
        if path not in said and path.rpartition(".")[0] not in (said & whole)
    }  # fmt: skip
    assert not missing


def test_a_command_records_only_facts_of_the_catalogue() -> None:
    for path in PATHS:
        when, text = command_for(path)
        state, record = at(when), Recorder()
        GAME.override(state, worded(text, state), True, record)
        assert not told(record.facts), path
