"""The calendar: moving a game to another year, season, step or round (L3, L9, L10)."""

from collections.abc import Callable, Sequence

from rules.kernel.facts import Recorder
from rules.kernel.question import Reason
from rules.lords import decks, evil, servants
from rules.lords.calendar import Moment, calendar
from rules.lords.hand.grammar import NUMBERS, Form, Said, breaks, named
from rules.lords.opening import FESTIVAL
from rules.lords.state import State

SEASONAL = ("opening", "orders", "production", "change")
"""The steps of a season, in their order."""


def moment_of(state: State) -> Moment:
    """Where the calendar stands."""
    return Moment(state.year, state.season, state.round, state.step)


def _at_year(state: State, said: Said) -> Moment:
    """The same time of another year; what comes once a game, its first season's opening."""
    now = moment_of(state)._replace(year=said.number("year"))
    moments = calendar(state.data)
    first = next(m for m in moments if m.year == now.year and m.step == SEASONAL[0])
    return now if now in moments else first


def _at_season(state: State, said: Said) -> Moment:
    """The same step of another season, or its opening."""
    step = state.step if state.step in SEASONAL else SEASONAL[0]
    return Moment(state.year, said.one("season"), 0, step)


def _at_round(state: State, said: Said) -> Moment:
    return Moment(state.year, "", said.number("round"), "combat")


def _at_step(state: State, said: Said) -> Moment:
    """That step of this season; from outside the seasons, of the last one; else the year's."""
    step, data = said.one("step"), state.data
    if step in SEASONAL:
        return Moment(state.year, state.season or data.seasons[-1], 0, step)
    same = [m for m in calendar(data) if m.step == step]
    return next((m for m in same if m.year == state.year), same[0])


def _steps(state: State, said: Said) -> Sequence[str]:
    return list(dict.fromkeys(moment.step for moment in calendar(state.data)))


def _years(state: State, said: Said) -> Sequence[str]:
    return NUMBERS[1 : state.data.years + 1]


def _seasons(state: State, said: Said) -> Sequence[str]:
    return list(state.data.seasons)


def _rounds(state: State, said: Said) -> Sequence[str]:
    return NUMBERS[1 : state.data.rounds + 1]


def move(state: State, moment: Moment, record: Recorder) -> None:
    """Go to a moment, as if the calendar had come there: decks of its year, cards turned so far.

    What lasts only as long as the time that is left goes: a fight under way, pets dealt and not
    chosen from (the first dealt is kept), gifts. Into another year the decks are those of that
    year, and its paladins are assigned at once (L8.2, L10.1).
    """
    first = state.data.seasons[0]
    if (moment.season, moment.step) not in ((first, "opening"), (first, "orders")):
        _keep_pets(state, record)
    if moment.year != state.year:
        _lay_out(state, moment.year)
        evil.follow(state, record)
    state.at = calendar(state.data).index(moment)
    state.year, state.season, state.round, state.step = moment
    state.battle = state.result = None
    state.turned = state.cards[: max(0, state.round - 1)]
    if state.season != FESTIVAL:
        state.gifts = []
    if state.step in ("opening", "orders"):
        servants.clear_places(state)
    record("step", **moment._asdict())


def _keep_pets(state: State, record: Recorder) -> None:
    """Whoever has not chosen keeps the first dealt (L7.1)."""
    for lord in state.lords:
        if lord.dealt:
            kept, *others = lord.dealt
            lord.dealt = []
            lord.pets.append(kept)
            state.pet_deck[:0] = others
            record("pet kept", seat=lord.seat, pet=kept, to=[lord.seat])


def _lay_out(state: State, year: int) -> None:
    """The decks of a year, as at the end of the one before; traps and pets are laid out once."""
    once = state.trap_deck, state.pet_deck
    state.year = year
    for lord in state.lords:
        lord.party = []
        lord.spied = []
        lord.removed = lord.discards_owed = 0
        lord.drawn_last = ""
        for monster in lord.monsters:
            monster.exhausted = monster.striking = False
    state.heroes, state.next_heroes = [], []
    state.event = state.next_event = ""
    state.offer.monsters = []
    decks.lay_out_year(state)
    state.trap_deck, state.pet_deck = once


def _form(verb: str, words: Callable[[State, Said], Sequence[str]],
          to: Callable[[State, Said], Moment], sets: str) -> Form:  # fmt: skip
    def do(state: State, said: Said, record: Recorder) -> None:
        move(state, to(state, said), record)

    def why_not(state: State, said: Said) -> Reason | None:
        moment = to(state, said)
        if moment not in calendar(state.data):
            return breaks("no such moment", "L3", **moment._asdict())
        if moment.year < state.year:
            return breaks("a year that has been", "L10.1", year=moment.year)
        return None

    return Form(verb, (named(verb, words),), (sets,), do, why_not)


FORMS = (
    _form("year", _years, _at_year, "year"),
    _form("season", _seasons, _at_season, "season"),
    _form("step", _steps, _at_step, "step"),
    _form("round", _rounds, _at_round, "round"),
)
