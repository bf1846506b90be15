"""One lord's fight of one round, phase by phase (L9.4).

Where it stands is kept in the state (`Fight.phase`, `Fight.queue`), so that it can be left after
any phase and taken up again: that is where a question in mid-fight belongs.
"""

from collections.abc import Callable
from typing import Any

from rules.kernel.facts import Recorder
from rules.lords import attacks, battle_pets, dungeon, evil, mid_fight, spells, traps
from rules.lords.battle import Assault, BattlePlan, Fight
from rules.lords.battle_pets import use_pet
from rules.lords.blows import Bout, tire
from rules.lords.facts import told
from rules.lords.state import HIDDEN, PHANTOM, Hero, Lord, State


def begin(state: State, seat: int, plan: BattlePlan, record: Recorder) -> Fight:
    """Lay a plan out as a fight; what it holds against the rules is left out and told the lord."""
    lord = state.lord(seat)
    fight = Fight(seat, plan=plan)
    near = dungeon.nearest(state.data.grid, lord.tiles, lord.unconquered())
    fight.tile = plan.tile if plan.tile in near else near[0]
    if state.battle is not None:
        fight.paladin = state.battle.paladins.get(seat, "")
    bout = Bout(state, fight, record)
    if plan.tile not in ("", fight.tile):
        bout.whisper("ignored", what=plan.tile, reason="not the nearest")
    battle_pets.gather(bout)
    _line_up(bout)
    fight.victim = _index(state, lord, plan.replies.get("victim", ""))
    bout.tell(
        "fight",
        tile=fight.tile,
        room=lord.tiles[fight.tile].room,
        party=[told(hero) for hero in lord.party],
        traps=[HIDDEN] * len(plan.traps),
        monsters=[lord.monsters[order.index].kind for order in fight.queue],
    )
    return fight


def _line_up(bout: Bout) -> None:
    """Queue the monsters that can be sent, up to the tile's limit; ghosts don't count (L9.2)."""
    lord, data, queue = bout.lord, bout.data, bout.fight.queue
    room = attacks.limit(data, lord.tiles[bout.fight.tile])
    for planned in bout.fight.plan.attacks:
        spirit = data.monsters[planned.monster].spirit
        of_kind = attacks.named(lord, planned.monster, bout.state.round)
        index = of_kind[planned.number - 1] if planned.number <= len(of_kind) else -1
        if index < 0:
            reason = "not yours"
        elif any(order.index == index for order in queue):
            reason = "already sent"
        elif not attacks.ready(lord.monsters[index], bout.state.round):
            reason = "exhausted" if lord.monsters[index].exhausted else "striking"
        elif not spirit and room == 0:
            reason = "too many monsters"
        else:
            room -= not spirit
            queue.append(Assault(index, planned.way, list(planned.targets)))
            continue
        bout.whisper("ignored", what=planned.monster, reason=reason)


def _index(state: State, lord: Lord, words: str) -> int:
    """The lair's index of a monster named as in a reply, `goblin` or `goblin 2`; -1 if none."""
    kind, number = words, 1
    if words and words[-1].isdigit():
        kind, _, count = words.rpartition(" ")
        number = int(count)
    of_kind = attacks.named(lord, kind, state.round)
    return of_kind[number - 1] if number <= len(of_kind) else -1


def run(state: State, fight: Fight, record: Recorder) -> bool:
    """Go on with a fight from where it stands until its phases are done or the party is gone.

    False: the lord must be asked first; `fight.asks` says what (L9.3).
    """
    bout = Bout(state, fight, record)
    while fight.phase < len(PHASES) and not bout.over:
        if bout.data.choices_in_fight and fight.asked != fight.phase:
            fight.asks = _asks(bout)
            if fight.asks:
                return False
        PHASES[fight.phase](bout)
        fight.phase += 1
    for pet in fight.pets:
        bout.whisper("ignored", what=pet, reason="could do nothing")
    end(bout)
    return True


def _asks(bout: Bout) -> str:
    """The kind of question that comes before the phase at hand; nothing if there is none."""
    kind, asks = QUESTIONS.get(PHASES[bout.fight.phase], ("", None))
    return kind if asks is not None and asks(bout) else ""


def hear(state: State, fight: Fight, answer: Any, record: Recorder) -> None:
    """Take the answer to what the lord was asked; the fight can go on."""
    bout = Bout(state, fight, record)
    bout.tell(
        "fight goes on",
        tile=fight.tile,
        room=bout.lord.tiles[fight.tile].room,
        card=bout.card_name,
        party=[told(hero) for hero in bout.party],
    )
    mid_fight.HEAR[fight.asks](bout, answer)
    fight.asked, fight.asks = fight.phase, ""


def end(bout: Bout) -> None:
    """Tell when a lord's fight is over for this year (L9.6); a phantom alone vanishes (L9.10)."""
    if bout.over:
        disperse(bout)
        reason = "party gone"
    elif not bout.lord.unconquered():
        reason = "nothing left"
    elif bout.state.round == bout.data.rounds:
        reason = "last round"
    else:
        return
    party = [told(hero) for hero in bout.party]
    bout.tell("fight over", reason=reason, party=party, tile=bout.fight.tile)


def disperse(bout: Bout) -> None:
    """Take away phantoms that no hero is left with."""
    if any(hero.cls == PHANTOM for hero in bout.party):
        if all(hero.cls == PHANTOM for hero in bout.party):
            bout.party.clear()
            bout.tell("vanished")


def _courage(bout: Bout) -> None:
    """Each bard cheers as many heroes as he has lutes, from the front, paladins skipped (L9.4)."""
    bards = [hero for hero in bout.party if hero.lutes]
    if not bards:
        return
    if bout.room and bout.room.no_courage:
        bout.tell("no courage", reason=bout.lord.tiles[bout.fight.tile].room)
        return
    listeners = [hero for hero in bout.party if not hero.kind and hero.cls != PHANTOM]
    for bard in bards:
        lutes = bard.lutes - (bout.lord.removed if bout.data.mourning else 0)
        for hero in listeners[: max(0, lutes)]:
            hero.courage += 1
    bout.tell("courage", given=[hero.courage for hero in bout.party])


def _traps(bout: Bout) -> None:
    room = traps.limit(bout.data, bout.lord.tiles[bout.fight.tile])
    for number, planned in enumerate(bout.fight.plan.traps):
        if number >= room:
            bout.whisper("ignored", what=planned.trap, reason="too many traps")
        elif not bout.over:
            traps.spring(bout, planned)


def _fast_spell(bout: Bout) -> None:
    spells.cast(bout, "fast")


def _monsters(bout: Bout) -> None:
    while bout.fight.queue and not bout.over:
        attacks.assault(bout, bout.fight.queue.pop(0))


def _slow_spell(bout: Bout) -> None:
    spells.cast(bout, "slow")


def _healing(bout: Bout) -> None:
    """One damage a heart, front first, if a monster or ghost attacked (L9.4)."""
    hearts = sum(hero.heart for hero in bout.party if not hero.muted)
    if not hearts or not any(hero.wounds for hero in bout.party):
        return
    reason = bout.fight.no_healing
    if not bout.fight.attacked:
        reason = "no attack"
    elif not reason and use_pet(bout, "no_healing"):
        reason = bout.lord.used_pets[-1]
    if reason:
        bout.tell("no healing", reason=reason)
        return
    for hero in bout.party:
        points = min(hearts, hero.wounds)
        if points:
            hearts -= points
            hero.wounds -= points
            bout.tell("healed", hero=told(hero), points=points)


def _courage_ends(bout: Bout) -> None:
    for hero in bout.party:
        hero.courage = 0


def _conquest(bout: Bout) -> None:
    """Fatigue, and if anyone is left the tile is conquered and the lord less evil (L9.4)."""
    lord, fight = bout.lord, bout.fight
    if fight.no_conquest:
        bout.tell("no conquest", reason=fight.no_conquest, tile=fight.tile)
        return
    tire(bout, bout.card.fatigue)
    if bout.over:
        return
    tile = lord.tiles[fight.tile]
    tile.conquered, tile.walls = True, False
    bout.tell("conquered", tile=fight.tile, room=tile.room)
    evil.change(bout.state, lord.seat, bout.data.conquest_evil, "conquered", bout.record)


PHASES: tuple[Callable[[Bout], None], ...] = (
    _courage,
    battle_pets.strike,
    _traps,
    _fast_spell,
    _monsters,
    _slow_spell,
    _healing,
    _courage_ends,
    _conquest,
)


QUESTIONS: dict[Callable[[Bout], None], tuple[str, Callable[[Bout], bool]]] = {
    _fast_spell: (mid_fight.SPELL, lambda bout: mid_fight.spell_asks(bout, "fast")),
    _monsters: (mid_fight.ATTACKS, mid_fight.attacks_ask),
    _slow_spell: (mid_fight.SPELL, lambda bout: mid_fight.spell_asks(bout, "slow")),
}
"""What is asked before a phase, where that is the custom, and when there is anything to ask."""


def numbered(party: list[Hero]) -> list[tuple[int, Hero]]:
    """The heroes with their places as an order names them, from 1; a phantom has none (L9.10)."""
    return list(enumerate((hero for hero in party if hero.cls != PHANTOM), start=1))
