"""Heroes come: shown a season ahead, dealt by evil, each to his place in the party (L3.4, L3.5)."""

import msgspec

from rules.kernel.facts import Recorder
from rules.lords.facts import told
from rules.lords.state import Hero, State

NOBODY = 0
"""The seat of the evil counter that is nobody's (L2.16)."""


def join(party: list[Hero], hero: Hero) -> None:
    """Place a newcomer in a party: warriors in front, bards last, paladins before all (L3.5)."""
    at = len(party)
    if hero.kind:
        at = 0
    elif hero.cls == "warrior":
        at = sum(1 for other in party if other.kind)
    elif hero.cls != "bard":
        at = next((i for i, other in enumerate(party) if other.cls == "bard"), at)
    party.insert(at, hero)


def deal(state: State, record: Recorder) -> None:
    """This season's heroes go to the lords, the weakest to the kindest (L3.4, L1.4).

    Whom the counter that is nobody's draws goes elsewhere (L2.16).
    """
    if state.heroes:
        move_neutral(state, state.data.neutral.season, record)
    for hero, seat in zip(state.heroes, kindest_first(state), strict=False):
        if seat == NOBODY:
            record("hero strays", hero=told(hero))
            continue
        join(state.lord(seat).party, hero)
        record("hero goes", hero=told(hero), seat=seat)
    state.heroes = []


def kindest_first(state: State) -> list[int]:
    """The seats from the kindest on, nobody's counter among them, on a tie before them (L2.16)."""
    seats = state.evil_order()[::-1]
    if state.neutral is not msgspec.UNSET:
        at = state.neutral
        seats.insert(sum(state.lord(seat).evil < at for seat in seats), NOBODY)
    return seats


def move_neutral(state: State, amount: int, record: Recorder) -> None:
    """Move nobody's evil counter, if there is one; it stops at the ends (L2.16, L1.3)."""
    before, meter = state.neutral, state.data.evilometer
    if before is not msgspec.UNSET:
        state.neutral = max(meter.kindest, min(meter.most, before + amount))
        record("neutral", before=before, after=state.neutral)


def draw(deck: list[Hero], count: int) -> list[Hero]:
    """Draw so many heroes, not all of one class while the deck has another (L3.4).

    The deck's next card is its last. Returns them weakest first: by strength, then health, then
    the order in which they were drawn.
    """
    drawn = [deck.pop() for _ in range(min(count, len(deck)))]
    for _ in range(len(deck)):
        if len({hero.cls for hero in drawn}) > 1:
            break
        coming = deck.pop()
        deck.insert(0, drawn.pop())
        drawn.append(coming)
    return sorted(drawn, key=lambda hero: (hero.strength, hero.health))


def show_next(state: State, record: Recorder) -> None:
    """Draw and show next season's heroes, one for each lord, or the least that come (L3.4)."""
    count = max(len(state.lords), state.data.heroes_least)
    state.next_heroes = draw(state.hero_deck, count)
    record("heroes shown", heroes=[told(hero) for hero in state.next_heroes])
