"""What lies on the table: offers, gifts, events, decks, combat cards, clerks and places (L2-L9)."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from rules.kernel.facts import Recorder
from rules.kernel.question import Reason
from rules.lords import servants
from rules.lords.hand import company, lair
from rules.lords.hand.grammar import (
    HERO,
    NONE,
    NUMBER,
    NUMBERS,
    Form,
    Said,
    breaks,
    choice,
    in_mid_fight,
    named,
    positions,
    say,
    several,
    some,
)
from rules.lords.orders import ROMAN
from rules.lords.state import Hero, State

# offers and gifts


def _monsters(state: State, said: Said) -> Sequence[str]:
    return list(state.data.monsters)


def _rooms(state: State, said: Said) -> Sequence[str]:
    return [room for room, kind in state.data.rooms.items() if kind.year <= state.year]


def _offer_monsters(state: State, said: Said, record: Recorder) -> None:
    before, state.offer.monsters = state.offer.monsters, []
    for kind in before:
        lair.put_back_monster(state, kind)
    for kind in said.all("cards"):
        lair.fetch_monster(state, kind)
        state.offer.monsters.append(kind)


def _offer_rooms(state: State, said: Said, record: Recorder) -> None:
    before, state.offer.rooms = state.offer.rooms, []
    for room in before:
        lair.put_back_room(state, room)
    for room in said.all("cards"):
        lair.fetch_room(state, room)
        state.offer.rooms.append(room)


def _gifts(state: State, said: Said) -> Sequence[str]:
    return list(state.data.gifts.gifts)


def _lay_gifts(state: State, said: Said, record: Recorder) -> None:
    state.gifts = said.all("gifts")


# events


def _events(state: State, said: Said) -> Sequence[str]:
    return [*state.data.events, NONE]


EVENTS = {"now": "event", "next": "next_event"}


def _set_event(state: State, said: Said, record: Recorder) -> None:
    """The event changes places with the one that was there; a special one may be from any year."""
    field, event = EVENTS[said.one("when")], "".join(said.all("event"))
    before = getattr(state, field)
    setattr(state, field, event)
    decks = (state.event_deck, state.special_deck)
    deck = next((deck for deck in decks if event and event in deck), None)
    if deck is None:
        if before:
            state.event_deck.insert(0, before)
    elif before and (deck is state.event_deck or not state.data.events[before].always):
        deck[deck.index(event)] = before
    else:
        deck.remove(event)
        if before:
            state.event_deck.insert(0, before)


def _why_no_event(state: State, said: Said) -> Reason | None:
    """An event that has been is in no deck any more (L5.1)."""
    event = "".join(said.all("event"))
    there = (*state.event_deck, *state.special_deck, state.event, state.next_event, "")
    if event not in there:
        return breaks("event has been", "L5.1", event=event)
    return None


# decks: the next card is the last


class Deck(NamedTuple):
    """A deck: its cards, where else they may come from when a card is forced upon it."""

    cards: Callable[[State], list[Any]]
    words: Callable[[State, Said], Sequence[str]]
    path: str
    rule: str


def _trap_names(state: State, said: Said) -> Sequence[str]:
    return list(state.data.traps.traps)


def _pet_names(state: State, said: Said) -> Sequence[str]:
    return list(state.data.pets)


def _event_names(state: State, said: Said) -> Sequence[str]:
    return list(state.data.events)


DECKS = {
    "monsters": Deck(lambda state: state.monster_deck, _monsters, "monster_deck", "L3.1"),
    "rooms": Deck(lambda state: state.room_deck, _rooms, "room_deck", "L3.1"),
    "traps": Deck(lambda state: state.trap_deck, _trap_names, "trap_deck", "L2.4"),
    "pets": Deck(lambda state: state.pet_deck, _pet_names, "pet_deck", "L7.1"),
    "events": Deck(lambda state: state.event_deck, _event_names, "event_deck", "L5.1"),
    "specials": Deck(lambda state: state.special_deck, _event_names, "special_deck", "L5.4"),
}
"""The decks of named cards; heroes are said otherwise."""


def _next(cards: list[Any], card: Any) -> None:
    """The copy that would come first comes at once; a card that is not there is slipped in."""
    for at in range(len(cards) - 1, -1, -1):
        if cards[at] == card:
            del cards[at]
            break
    cards.append(card)


def _deck_form(name: str, deck: Deck) -> Form:
    def do(state: State, said: Said, record: Recorder) -> None:
        _next(deck.cards(state), said.one("card"))

    def why_not(state: State, said: Said) -> Reason | None:
        if said.one("card") not in deck.cards(state):
            return breaks("not in the deck", deck.rule, card=said.one("card"))
        return None

    slots = (say(name), say("next"), named("card", deck.words))
    return Form("deck", slots, (deck.path,), do, why_not)


def _hero_next(state: State, said: Said, record: Recorder) -> None:
    _next(state.hero_deck, company.made(state, said))


def _why_no_hero_next(state: State, said: Said) -> Reason | None:
    hero: Hero = company.made(state, said)
    if hero not in state.hero_deck:
        return breaks("not in the deck", "L3.4", card=hero.kind or hero.cls)
    return None


def _in_deck(state: State, said: Said) -> Sequence[str]:
    return [trap for trap in state.data.traps.traps if trap in state.trap_deck]


def _in_discards(state: State, said: Said) -> Sequence[str]:
    return list(dict.fromkeys(state.trap_discards))


def _discard(state: State, said: Said, record: Recorder) -> None:
    state.trap_deck.remove(said.one("trap"))
    state.trap_discards.append(said.one("trap"))


def _undiscard(state: State, said: Said, record: Recorder) -> None:
    state.trap_discards.remove(said.one("trap"))
    state.trap_deck.insert(0, said.one("trap"))


# combat cards


def _cards(state: State, said: Said) -> Sequence[str]:
    return list(state.data.cards)


def _set_card(state: State, said: Said, record: Recorder) -> None:
    """A card that lies at another round changes places with the one that was here."""
    at, card = said.number("round") - 1, said.one("card")
    if card in state.cards:
        state.cards[state.cards.index(card)] = state.cards[at]
    state.cards[at] = card
    state.turned = state.cards[: len(state.turned)]


def _why_no_card(state: State, said: Said) -> Reason | None:
    """Turned cards are turned, and lie where they lay (L9)."""
    if in_mid_fight(state):
        return in_mid_fight(state)
    card, turned = said.one("card"), len(state.turned)
    number = said.number("round")
    if number <= turned or card in state.turned:
        return breaks("already turned", "L9", round=number)
    return None


def _turn(state: State, said: Said, record: Recorder) -> None:
    state.turned = state.cards[: said.number("amount")]


def _why_not_turn(state: State, said: Said) -> Reason | None:
    return in_mid_fight(state)


# clerks and places


def _clerk_numbers(state: State, said: Said) -> Sequence[str]:
    """No more than can stand at one site, wherever they may be sent (L2.11)."""
    return NUMBERS[1 : state.data.places + 1]


def _sites(state: State, said: Said) -> Sequence[str]:
    return list(state.data.sites)


def _set_clerk(state: State, said: Said, record: Recorder) -> None:
    """While servants are on their way to him, he takes his places at once (L2.11)."""
    at, sites = said.number("clerk") - 1, said.all("sites")
    state.clerks += [[] for _ in range(at + 1 - len(state.clerks))]
    state.clerks[at] = sites
    while state.clerks and not state.clerks[-1]:
        state.clerks.pop()
    if state.step in ("opening", "orders"):
        servants.clear_places(state)


def _place_names(state: State, said: Said) -> Sequence[str]:
    return ROMAN[: state.data.places]


def _holders(state: State, said: Said) -> Sequence[str]:
    return [*NUMBERS[1 : len(state.lords) + 1], "clerk", NONE]


def _set_place(state: State, said: Said, record: Recorder) -> None:
    who = {NONE: None, "clerk": 0}
    holder = said.one("holder")
    if said.one("site") not in state.places:
        servants.clear_places(state)
    place = ROMAN.index(said.one("place"))
    state.places[said.one("site")][place] = who[holder] if holder in who else int(holder)


FORMS = (
    Form("offer", (say("monsters"), several("cards", _monsters)),
         ("offer.monsters", "monster_deck"), _offer_monsters),
    Form("offer", (say("rooms"), some("cards", _rooms)), ("offer.rooms", "room_deck"),
         _offer_rooms),
    Form("gifts", (some("gifts", _gifts),), ("gifts",), _lay_gifts),
    Form("event", (choice("when", *EVENTS), named("event", _events)),
         ("event", "next_event", "event_deck", "special_deck"), _set_event, _why_no_event),
    *(_deck_form(name, deck) for name, deck in DECKS.items()),
    Form("deck", (say("heroes"), say("next"), *HERO), ("hero_deck",), _hero_next,
         _why_no_hero_next),
    Form("discards", (say("add"), named("trap", _in_deck)), ("trap_discards", "trap_deck"),
         _discard),
    Form("discards", (say("remove"), named("trap", _in_discards)),
         ("trap_discards", "trap_deck"), _undiscard),
    Form("card", (named("round", positions(lambda state, said: state.cards)),
                  named("card", _cards)), ("cards",), _set_card, _why_no_card),
    Form("turned", (NUMBER,), ("turned",), _turn, _why_not_turn),
    Form("clerk", (named("clerk", _clerk_numbers), some("sites", _sites)), ("clerks",),
         _set_clerk),
    Form("place", (named("site", _sites), named("place", _place_names),
                   named("holder", _holders)), ("places",), _set_place),
)  # fmt: skip
