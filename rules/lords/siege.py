"""The siege to come: the year's heroes against all that a lord has, reckoned ahead from a view.

In the year's last season a lord knows who stands at his gate and who will yet come. His plan, the
season's event, the change of season and every round of combat are played by the rules themselves
on a trial copy made of his view. What nobody can know is assumed, and must be said in words:

- evil stays as the lord sees it but for his own plan and the event, so that he gets that hero,
  and the paladins who come to such evil;
- the other lords do nothing, and a trap that he will draw is none;
- he meets the heroes as a stand-in with judgement would;
- a card that he has not spied tires like the middle one of those still possible, and no spell is
  cast in its round.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from rules.kernel.facts import Recorder
from rules.kernel.stream import Stream
from rules.lords import change, combat
from rules.lords.battle import BattlePlan
from rules.lords.battle_plan import BattleQuestion
from rules.lords.clause import Action
from rules.lords.judgement.combat import plan as planned
from rules.lords.judgement.follow import finish, follow
from rules.lords.state import HIDDEN, PHANTOM, State, View, view
from rules.lords.whatif import possible_cards, season


class Siege(msgspec.Struct, frozen=True):
    """How the year's combat would end: who yet comes, how many in all, prisoners made, tiles
    conquered, who is left at the gate; `paladins` are the kinds of those among all these, `force`
    the monsters, ghosts and traps at hand when it begins."""

    comes: dict[str, Any] | None
    party: int
    force: int
    taken: int
    ruins: int
    left: int
    paladins: list[str] = []


def siege(seen: View, plan: Sequence[Action] = ()) -> Siege | None:
    """The siege if the viewer's production plan is this; None before the year's last season."""
    if seen.season != seen.data.seasons[-1]:
        return None
    tried = season(seen, plan)
    state, me, record = tried.state, tried.after, Recorder()
    me.traps = [trap for trap in me.traps if trap != HIDDEN]
    change.resolve(state, {}, record)
    comes = [
        fact.data["hero"]
        for fact in record.facts
        if fact.kind == "hero goes" and fact.data["seat"] == me.seat
    ]
    captives, ruins, party = len(me.prisoners), _ruins(state, me.seat), len(me.party)
    force = len(me.monsters) + len(me.traps)
    held = [hero.kind for hero in me.prisoners if hero.kind]
    there = [hero.kind for hero in me.party if hero.kind]
    _fight(state, me.seat)
    met = [hero for hero in (*me.prisoners, *me.party) if hero.kind not in held]
    there += [hero.kind for hero in met if hero.kind and hero.kind not in there]
    taken, left = len(me.prisoners) - captives, sum(hero.cls != PHANTOM for hero in me.party)
    return Siege(
        comes[0] if comes else None,
        max(party, taken + left),  # a paladin may walk in when another is caught (L8.5)
        force, taken, _ruins(state, me.seat) - ruins, left, there,
    )  # fmt: skip


def _ruins(state: State, seat: int) -> int:
    lord = state.lord(seat)
    return len(lord.tiles) - len(lord.unconquered())


def _fight(state: State, seat: int) -> None:
    """Every round of the year's combat, or until the party is gone or nothing is left."""
    me, state.season, state.step = state.lord(seat), "", "combat"
    for number in range(1, state.data.rounds + 1):
        if not me.party or not me.unconquered():
            return
        state.round = number
        known = state.cards[number - 1] != HIDDEN
        plan = _plan(state, seat)
        magic = [(hero, hero.magic) for hero in me.party]
        if not known:
            _silence(state, seat)
        combat.resolve(state, {seat: plan}, Recorder())
        for hero, symbols in magic:
            hero.magic = symbols


def _plan(state: State, seat: int) -> BattlePlan:
    """What a stand-in with judgement would do, who knows no more than the lord."""
    seen = view(state, seat)
    walk = BattleQuestion(seen).walk()
    follow(walk, planned(seen, Stream("", "siege")))
    finish(walk)
    return walk.result


def _silence(state: State, seat: int) -> None:
    """A card he has not seen: the middle one by fatigue of those possible, and no spell."""
    seen = view(state, seat)
    tiring = {name: state.data.cards[name].fatigue for name in possible_cards(seen)}
    ranked = sorted(tiring, key=lambda name: tiring[name])
    state.cards[state.round - 1] = ranked[len(ranked) // 2]
    for hero in seen.me.party:
        hero.magic = 0
