"""Heroes and paladins: at the gates, in prison, in the tent, on the way, in the deck (L3.4, L8)."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from rules.kernel.facts import Recorder
from rules.kernel.question import Reason
from rules.lords import decks, evil, heroes
from rules.lords.hand.grammar import (
    AMOUNT,
    HERO,
    NUMBER,
    NUMBERS,
    SEAT,
    Form,
    Said,
    Slot,
    breaks,
    choice,
    named,
    positions,
    say,
)
from rules.lords.state import PHANTOM, Hero, State

Row = Callable[[State, Said], list[Hero]]


def made(state: State, said: Said) -> Hero:
    """The hero that was said."""
    cls = said.one("class")
    if cls == "paladin":
        return decks.paladin(state.data, said.one("kind"), state.year)
    figures = [said.number(slot) for slot in ("strength", "health", "symbols")]
    return decks.hero(cls, figures[0], figures[1], figures[2])


def why_not_printed(state: State, said: Said) -> Reason | None:
    """There is no such hero among those of the years so far (L8.1)."""
    cls = said.one("class")
    if cls == "paladin":
        return None
    figures = tuple(said.number(s) for s in ("strength", "health", "symbols") if s in said)
    for year in range(1, state.year + 1):
        if figures in [tuple(row) for row in state.data.heroes.year[year].get(cls, ())]:
            return None
    return breaks("no such hero", "L8.1", cls=cls, strength=said.number("strength"),
                  health=said.number("health"))  # fmt: skip


def fetch(state: State, hero: Hero) -> Hero:
    """The very card out of the deck, or out of the tent; if it is in neither, a new one."""
    for row in (state.hero_deck, state.tent):
        if hero in row:
            row.remove(hero)
            break
    return hero


def put_back(state: State, hero: Hero) -> None:
    """A hero goes under the deck unharmed, a paladin into the tent; a phantom is gone."""
    if hero.cls == PHANTOM:
        return
    fresh = decks.hero(hero.cls, hero.strength, hero.health, decks.symbols(hero))
    if hero.kind:
        pitch(state, decks.paladin(state.data, hero.kind, state.year))
    else:
        state.hero_deck.insert(0, fresh)


def pitch(state: State, hero: Hero) -> None:
    """A paladin goes into the tent, where the weakest stands first (L8.4)."""
    toughness = list(state.data.heroes.paladins)
    state.tent.append(hero)
    state.tent.sort(key=lambda other: toughness.index(other.kind))


def _party(state: State, said: Said) -> list[Hero]:
    return said.lord(state).party


def _prison(state: State, said: Said) -> list[Hero]:
    return said.lord(state).prisoners


# parties and prisons


def _join(state: State, said: Said, record: Recorder) -> None:
    """Where a newcomer stands (L3.5)."""
    heroes.join(_party(state, said), fetch(state, made(state, said)))


def _lock_up(state: State, said: Said, record: Recorder) -> None:
    _prison(state, said).append(fetch(state, made(state, said)))


def _leave(row: Row) -> Callable[[State, Said, Recorder], None]:
    def do(state: State, said: Said, record: Recorder) -> None:
        put_back(state, row(state, said).pop(said.number("member") - 1))

    return do


def _turns(state: State, said: Said) -> Sequence[str]:
    before = said.words.get("line", ())
    return [number for number in positions(_party)(state, said) if number not in before]


def _line_up(state: State, said: Said, record: Recorder) -> None:
    party = _party(state, said)
    party[:] = [party[int(number) - 1] for number in said.all("line")]


def _why_not_line_up(state: State, said: Said) -> Reason | None:
    """All of them, and outside combat as they came: paladin, warriors, others, bards (L3.5)."""
    party, order = _party(state, said), [int(number) for number in said.all("line")]
    if len(order) < len(party):
        return breaks("not the whole party", "L3.5", there=len(party), named=len(order))
    ranks = [_rank(party[number - 1]) for number in order]
    if state.step != "combat" and ranks != sorted(ranks):
        return breaks("party out of order", "L3.5", seat=said.number("seat"))
    return None


def _rank(hero: Hero) -> int:
    order = (PHANTOM, "paladin", "warrior", "", "bard")
    return order.index(hero.cls) if hero.cls in order else order.index("")


def _wound(state: State, said: Said, record: Recorder) -> None:
    hero = _party(state, said)[said.number("member") - 1]
    hero.wounds = max(0, said.amount(hero.wounds))


# any field of any hero


class Where(NamedTuple):
    """A row of heroes by the words that name it, and its path in the state."""

    slots: tuple[Slot, ...]
    row: Row
    path: str


ROWS = (
    Where((SEAT,), _party, "lords.party"),
    Where((say("prison"), SEAT), _prison, "lords.prisoners"),
    Where((say("now"),), lambda state, said: state.heroes, "heroes"),
    Where((say("next"),), lambda state, said: state.next_heroes, "next_heroes"),
    Where((say("tent"),), lambda state, said: state.tent, "tent"),
    Where((say("deck"),), lambda state, said: state.hero_deck[::-1], "hero_deck"),
)
"""All rows of heroes; of the deck the next card is number 1."""

FIGURES = {
    "strength": "strength", "health": "health", "anti-trap": "anti_trap", "magic": "magic",
    "heart": "heart", "lutes": "lutes", "wounds": "wounds", "place": "place",
    "courage": "courage", "poison": "poison", "spent": "spent",
}  # fmt: skip
"""A hero's numbers by the word for them."""

FLAGS = {"muted": "muted", "invisible": "invisible"}
"""What a hero is or is not."""


def _figures_of(where: Where) -> tuple[Form, Form]:
    member = named("member", positions(where.row))
    sets = [f"{where.path}.{field}" for field in (*FIGURES.values(), *FLAGS.values())]

    def set_figure(state: State, said: Said, record: Recorder) -> None:
        hero = where.row(state, said)[said.number("member") - 1]
        field = FIGURES[said.one("figure")]
        setattr(hero, field, max(0, said.amount(getattr(hero, field))))

    def why_not(state: State, said: Said) -> Reason | None:
        hero = where.row(state, said)[said.number("member") - 1]
        before = getattr(hero, FIGURES[said.one("figure")])
        after = said.amount(before)
        if after < 0:
            return breaks("below zero", "L8.1", has=before, amount=after)
        return None

    def set_flag(state: State, said: Said, record: Recorder) -> None:
        hero = where.row(state, said)[said.number("member") - 1]
        setattr(hero, FLAGS[said.one("flag")], said.one("switch") == "on")

    return (
        Form("hero", (*where.slots, member, choice("figure", *FIGURES), AMOUNT), tuple(sets),
             set_figure, why_not),
        Form("hero", (*where.slots, member, choice("flag", *FLAGS), choice("switch", "on", "off")),
             tuple(sets), set_flag),
    )  # fmt: skip


# heroes on the way


def _coming(state: State, said: Said) -> list[Hero]:
    return state.heroes if said.one("when") == "now" else state.next_heroes


def _show(state: State, said: Said, record: Recorder) -> None:
    """They stand by strength, then health (L3.4)."""
    row = _coming(state, said)
    row.append(fetch(state, made(state, said)))
    row.sort(key=lambda hero: (hero.strength, hero.health))


def _why_not_show(state: State, said: Said) -> Reason | None:
    """Heroes come by season, paladins do not (L3.4, L8.4)."""
    if said.one("class") == "paladin":
        return breaks("paladins follow evil", "L8.4")
    return why_not_printed(state, said)


def _swap_heroes(state: State, said: Said, record: Recorder) -> None:
    put_back(state, _coming(state, said).pop(said.number("member") - 1))


# paladins


def _find(state: State, kind: str) -> tuple[Hero, list[Hero]] | None:
    for row in (state.tent, *(lord.party for lord in state.lords),
                *(lord.prisoners for lord in state.lords)):  # fmt: skip
        for hero in row:
            if hero.kind == kind:
                return hero, row
    return None


def _paladins(state: State, said: Said) -> Sequence[str]:
    return list(state.data.heroes.paladins)


def _whither(state: State, said: Said) -> Sequence[str]:
    return [*NUMBERS[1 : len(state.lords) + 1], "tent", "gone"]


def _move_paladin(state: State, said: Said, record: Recorder) -> None:
    """To a lord's gate, with his damage; into the tent; or out of the game (L8.2, L8.5)."""
    kind, where = said.one("kind"), said.one("where")
    found = _find(state, kind)
    hero = found[0] if found else decks.paladin(state.data, kind, state.year)
    source = evil.holder(state, kind)
    if found and not (source and where.isdigit()):
        found[1][:] = [other for other in found[1] if other is not hero]
    if where.isdigit():
        evil.walk(state, hero, source, int(where), record)
    elif where == "tent":
        pitch(state, decks.paladin(state.data, kind, state.year))


def _why_not_move(state: State, said: Said) -> Reason | None:
    """Where evil would not have taken him (L8.2, L8.4)."""
    kind, where = said.one("kind"), said.one("where")
    if where == "gone":
        return breaks("paladins stay", "L8.2", paladin=kind)
    if where.isdigit():
        lord, line = state.lord(int(where)), state.data.evilometer.line
        if lord.evil < line and not any(hero.kind for hero in lord.party):
            return breaks("below the line", "L8.4", seat=lord.seat, evil=lord.evil, line=line)
        return None
    above = sum(lord.evil >= state.data.evilometer.line for lord in state.lords)
    left = [hero for hero in evil.at_large(state).values() if hero.kind != kind]
    if above > len(left):
        return breaks("paladins are due", "L8.4", above=above)
    return None


MEMBER = named("member", positions(_party))

FORMS = (
    Form("party", (SEAT, say("add"), *HERO), ("lords.party", "hero_deck", "tent"), _join,
         why_not_printed),
    Form("party", (SEAT, say("remove"), MEMBER), ("lords.party", "hero_deck"), _leave(_party)),
    Form("party", (SEAT, say("order"), Slot("line", _turns, many=True)), ("lords.party",),
         _line_up, _why_not_line_up),
    Form("wound", (SEAT, MEMBER, NUMBER), ("lords.party.wounds",), _wound),
    Form("prisoner", (SEAT, say("add"), *HERO), ("lords.prisoners", "hero_deck"), _lock_up,
         why_not_printed),
    Form("prisoner", (SEAT, say("remove"), named("member", positions(_prison))),
         ("lords.prisoners", "hero_deck"), _leave(_prison)),
    Form("heroes", (choice("when", "now", "next"), say("add"), *HERO),
         ("heroes", "next_heroes", "hero_deck"), _show, _why_not_show),
    Form("heroes", (choice("when", "now", "next"), say("remove"),
                    named("member", positions(_coming))),
         ("heroes", "next_heroes", "hero_deck"), _swap_heroes),
    Form("paladin", (named("kind", _paladins), named("where", _whither)),
         ("lords.party", "tent"), _move_paladin, _why_not_move),
    *(form for where in ROWS for form in _figures_of(where)),
)  # fmt: skip
