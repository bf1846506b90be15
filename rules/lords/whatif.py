"""What if: a plan tried out from a view alone (L4, L9): a season's, or a round's against every
card that may lie there.

The lord's own fight is played by the rules themselves on a trial copy made of his view. The other
lords' fights are left out: what they do meanwhile (a paladin that comes or goes) nobody knows.
Where the rules would ask in mid-fight, the defaults answer; what is asked in mid-fight is tried
out from there, with the card that lies open.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from rules.kernel.facts import Fact, Recorder
from rules.lords import combat, production
from rules.lords.battle import Battle
from rules.lords.clause import Action
from rules.lords.state import HIDDEN, Board, Lord, State, View

BOARD = tuple(Board.__struct_fields__)
"""What lies open to all, and so is the same in a state as in a view."""

PURSE = ("gold", "food", "imps", "letters")
"""Goods whose loss an outcome tells."""

UNSEEN = 9
"""So many traps whose face nobody has seen lie in a trial's deck."""

_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(State)


class Outcome(msgspec.Struct, frozen=True):
    """What one card would bring: the tile fought over, the viewer's lord after the round, and the
    facts that he would know."""

    card: str
    tile: str
    lord: Lord
    facts: list[Fact]

    def of(self, kind: str) -> list[Fact]:
        """The facts of a kind."""
        return [fact for fact in self.facts if fact.kind == kind]

    @property
    def falls(self) -> bool:
        """Whether that tile would be conquered."""
        return bool(self.of("conquered"))

    @property
    def taken(self) -> list[dict[str, Any]]:
        """The heroes who would become prisoners, as facts tell of them."""
        return [fact.data["hero"] for fact in self.of("removed")]

    @property
    def kept_back(self) -> list[str]:
        """The monsters, by kind, that the card would keep from striking (L9.10)."""
        kept = [str(fact.data["monster"]) for fact in self.of("withdrawn")]
        picked = [
            str(f.data["how"]["victim"]) for f in self.of("spell") if "victim" in f.data["how"]
        ]
        return kept or picked

    @property
    def left(self) -> int:
        """How many heroes would still stand at the gate."""
        return len(self.lord.party)


def possible_cards(view: View) -> list[str]:
    """What the round's card may be: the one the viewer has spied, else the year's cards that are
    neither turned nor known to lie elsewhere, in the order of the data."""
    at = view.round - 1
    if at < len(view.cards) and view.cards[at] != HIDDEN:
        return [view.cards[at]]
    known = {*view.cards, *view.turned}
    return [
        name
        for name, card in view.data.cards.items()
        if card.year == view.year and name not in known
    ]


def what_if(view: View, answer: Any) -> list[Outcome]:
    """The outcome of the viewer's answer for each possible card; none where he has no fight.

    The answer is a round's plan, or what he says to the question in mid-fight (L9.3).
    """
    me = view.me
    if not me.party or not me.unconquered():
        return []
    state = trial_copy(view)
    if view.fight is None:
        cards = possible_cards(view)
    else:
        state.battle = Battle({me.seat: view.fight.plan}, fight=view.fight)
        cards = [view.turned[-1]]
    trial = _ENCODER.encode(state)
    return [_outcome(trial, me.seat, answer, card) for card in cards]


class Season(msgspec.Struct, frozen=True):
    """A production plan tried out: the lord without the season's event and with it, what he would
    know of it, and the state that it leads to. Traps he would draw are HIDDEN."""

    calm: Lord
    after: Lord
    facts: list[Fact]
    state: State

    @property
    def unpaid(self) -> list[str]:
        """The monsters and ghosts that leave for want of their price."""
        event = self.state.data.events.get(self.state.event)
        return self._told("left") if event is not None and event.kind == "pay day" else []

    @property
    def eaten(self) -> list[str]:
        """The monsters that demons eat for their wage."""
        return self._told("eaten")

    @property
    def taken(self) -> list[str]:
        """The monsters and ghosts that the event takes in other ways."""
        here, there = (Counter(m.kind for m in lord.monsters) for lord in (self.calm, self.after))
        return list((here - there - Counter([*self.unpaid, *self.eaten])).elements())

    def _told(self, kind: str) -> list[str]:
        return [str(fact.data["monster"]) for fact in self.facts if fact.kind == kind]

    @property
    def struck(self) -> list[str]:
        """The monsters that the event keeps out of the coming combat's first round."""
        calm, after = (
            Counter(monster.kind for monster in lord.monsters if monster.striking)
            for lord in (self.calm, self.after)
        )
        return list((after - calm).elements())

    def change(self, good: str) -> int:
        """What the event takes (below zero) or gives of a good."""
        return int(getattr(self.after, good) - getattr(self.calm, good))


def season(view: View, plan: Sequence[Action]) -> Season:
    """The viewer's production plan played with the others idle: he alone goes to the fair."""
    seat = view.me.seat
    state = apart(trial_copy(view))
    state.trap_deck = [HIDDEN] * UNSEEN
    calm, record = apart(state), Recorder()
    calm.event = ""
    production.resolve(state, {seat: tuple(plan)}, record)
    production.resolve(calm, {seat: tuple(plan)}, Recorder())
    return Season(calm.lord(seat), state.lord(seat), _own(record, seat), state)


def trial_copy(view: View) -> State:
    """A state as far as the view knows it: no seed, no decks, nobody fights but the viewer.

    Other lords' tiles count as conquered, so that they have no fight while their parties, and the
    paladins in them, stand where they stand.
    """
    board = {name: getattr(view, name) for name in BOARD}
    board["lords"] = [lord if lord.seat == view.viewer else _at_rest(lord) for lord in view.lords]
    board["house"] = _never_asked(view.house)
    state = State(seed="", **board)
    state.cards = list(view.cards)
    return state


def apart(state: State) -> State:
    """The same with nothing shared: what is played on it leaves the view as it is."""
    return _DECODER.decode(_ENCODER.encode(state))


def _at_rest(lord: Lord) -> Lord:
    tiles = {
        cell: msgspec.structs.replace(tile, conquered=True) for cell, tile in lord.tiles.items()
    }
    return msgspec.structs.replace(lord, tiles=tiles)


def _never_asked(house: str) -> str:
    """The house's changes, and that nothing is asked in mid-fight."""
    changes = msgspec.json.decode(house) if house else {}
    return msgspec.json.encode({**changes, "choices_in_fight": False}, order="sorted").decode()


def _outcome(trial: bytes, seat: int, answer: Any, card: str) -> Outcome:
    state = _DECODER.decode(trial)
    state.cards[state.round - 1] = card
    fight = state.battle.fight if state.battle is not None else None
    record = Recorder()
    combat.resolve(state, {seat: answer}, record)
    facts = _own(record, seat)
    begun = [str(fact.data["tile"]) for fact in facts if fact.kind == "fight"]
    tile = fight.tile if fight is not None else "".join(begun)
    return Outcome(card, tile, state.lord(seat), facts)


def _own(record: Recorder, seat: int) -> list[Fact]:
    """The facts of a trial that are a lord's own or nobody's."""
    return [
        fact for fact in record.facts if fact.data.get("seat", seat) == seat and fact.known_to(seat)
    ]
