"""The opening of a season: offers, next event, gifts, pets and clerks (L3.1, L2.11, L6.1, L7.1)."""

from collections.abc import Mapping
from typing import Any

from rules.kernel.facts import Recorder
from rules.kernel.question import Question
from rules.lords import decks, heroes, servants
from rules.lords.state import Offer, State, View

FESTIVAL = "festival"
"""The season of the fair (L6)."""


def asks(state: State) -> list[int]:
    """Nobody is asked anything."""
    return []


def question(view: View) -> Question | None:
    """Nobody is asked anything."""
    return None


def resolve(state: State, answers: Mapping[int, Any], record: Recorder) -> bool:
    """Clear the last season away and lay this one out; it is always over (L3.1)."""
    winter = state.season == state.data.seasons[0]
    turn_the_page(state)
    if winter:
        forget_the_combat(state)
    lay_out_offer(state, record)
    announce(state, record)
    if state.data.heroes_early and state.season != state.data.seasons[-1]:
        heroes.show_next(state, record)
    lay_out_gifts(state, record)
    send_clerks(state, record)
    if winter and state.data.pets:
        deal_pets(state, record)
    return True


def turn_the_page(state: State) -> None:
    """What last season left: permits lapse, the executed is barred, heroes shown are due."""
    for lord in state.lords:
        lord.permits = {}
        if not state.data.inaccessible:  # else it says what is inaccessible (L2.12)
            lord.barred = lord.executed
        lord.executed = []
        lord.discards_owed, lord.drawn_last = 0, ""
    state.heroes, state.next_heroes = state.next_heroes, []
    state.event, state.next_event = state.next_event, ""


def forget_the_combat(state: State) -> None:
    """A new year: the cards are new, so nobody has seen one; no hero has been removed yet."""
    for lord in state.lords:
        lord.spied = []
        lord.removed = 0


def lay_out_offer(state: State, record: Recorder) -> None:
    """New monsters, unsold ones leave; new rooms after the last of the unsold ones (L3.1)."""
    data, unsold = state.data, state.offer.rooms
    kept = unsold[max(0, len(unsold) - data.rooms_kept) :]
    state.offer = Offer(
        monsters=_draw(state.monster_deck, data.monsters_offered),
        rooms=kept + _draw(state.room_deck, data.rooms_offered),
    )
    record("offer", monsters=list(state.offer.monsters), rooms=list(state.offer.rooms),
           kept=kept[0] if kept else "")  # fmt: skip


def _draw(deck: list[str], count: int) -> list[str]:
    return [deck.pop() for _ in range(min(count, len(deck)))]


def announce(state: State, record: Recorder) -> None:
    """The event of the next season is announced, but in the last season (L3.1).

    There may be too few of them by a house rule, or after the master has moved the calendar.
    """
    if state.season != state.data.seasons[-1] and state.event_deck:
        state.next_event = state.event_deck.pop()
        record("event shown", event=state.next_event)


def lay_out_gifts(state: State, record: Recorder) -> None:
    """At the festival as many gifts as lords, all of them shuffled anew (L6.1)."""
    state.gifts = []
    if state.season == FESTIVAL:
        every = decks.shuffled(state, f"gifts.{state.year}", list(state.data.gifts.gifts))
        state.gifts = every[: len(state.lords)]
        if state.gifts:  # a house may have no fair
            record("gifts laid", gifts=list(state.gifts))


def send_clerks(state: State, record: Recorder) -> None:
    """Clerks for missing lords at random sites; they take their places at once (L2.11, L2.16).

    Where a lord runs the clerk, one of its sites is left to his orders.
    """
    data = state.data
    missing = max(0, data.missing_lords_under - len(state.lords))
    count = data.clerk_sites - servants.clerks_are_run(state)
    before = state.clerks if data.clerks_remember and state.clerks else [[]] * missing
    state.clerks = [
        decks.shuffled(state, "clerks", [site for site in data.sites if site not in used])[:count]
        for used in before
    ]
    servants.clear_places(state)
    if missing:
        record("clerks", clerks=[list(clerk) for clerk in state.clerks])


def deal_pets(state: State, record: Recorder) -> None:
    """Every lord is dealt pets secretly, of which he will keep one (L7.1)."""
    for seat in state.turn_order():
        lord = state.lord(seat)
        lord.dealt = _draw(state.pet_deck, state.data.pets_dealt)
        if lord.dealt:  # a house may deal none
            record("pets dealt", seat=seat, pets=list(lord.dealt), to=[seat])
