"""Traps: paid and sprung, damage laid out hero by hero, side effects (L9.2, L9.4, L9.8)."""

from rules.lords import cost
from rules.lords.battle import PlannedTrap
from rules.lords.battle_pets import use_pet
from rules.lords.blows import Bout, aimed, blow
from rules.lords.data import Data, Goods, Trap
from rules.lords.facts import told
from rules.lords.state import HIDDEN, Hero, Tile

Laid = list[tuple[Hero, int]]
"""Damage by hero, front first."""

SILENCE = {"wizard": "no_spells", "priest": "no_healing"}
"""What an anti-magic dart on a hero of this class takes from the whole party (L9.8)."""


def limit(data: Data, tile: Tile) -> int:
    """How many traps a fight over this tile may hold (L9.2)."""
    return data.rooms[tile.room].traps if tile.room else data.tunnel_traps


def price(data: Data, tile: Tile, trap: str) -> Goods:
    """A trap's price with the fee of the room it is laid in (L9.2)."""
    own = data.traps.traps[trap].price
    if not tile.room:
        return own
    fee = data.rooms[tile.room].trap_fee
    fee = data.traps.room_fee if fee is None else fee
    return cost.both(own, {"gold": fee}) if fee else own


def spring(bout: Bout, planned: PlannedTrap) -> None:
    """Pay for a trap and spring it; unpaid it does nothing and stays in hand (L9.2)."""
    lord, name = bout.lord, planned.trap
    if name not in lord.traps:
        bout.whisper("ignored", what=name, reason="not yours")
        return
    pay = price(bout.data, lord.tiles[bout.fight.tile], name)
    if cost.why_not_pay(bout.state, lord, pay) is not None:
        bout.tell("trap unpaid", trap=HIDDEN)
        bout.whisper("trap unpaid", trap=name)
        return
    cost.pay(bout.state, lord, pay, name, bout.record)
    cost.discard_trap(bout.state, lord, name)
    bout.tell("trap sprung", trap=name, pay=pay)
    if bout.over:
        return
    trap = bout.data.traps.traps[name]
    laid = lay_out(bout, trap, planned.target)
    _deal(bout, name, laid)
    if not bout.over:
        _side_effects(bout, name, trap, laid)


def lay_out(bout: Bout, trap: Trap, target: int) -> Laid:
    """The damage hero by hero from the front, before anything stops it (L9.4, L9.8)."""
    line = bout.party
    match trap.target:
        case "front":
            first = line[0].health if trap.whole else trap.damage
            return [(line[0], first), *((hero, trap.rest) for hero in line[1:] if trap.rest)]
        case "second":
            return [(hero, trap.damage) for hero in line[1:2]]
        case "all":
            last = len(line) - 1
            return [
                (hero, trap.damage + (trap.last if at == last else 0))
                for at, hero in enumerate(line)
            ]
        case "any":
            hero = aimed(bout, target, lambda hero: True)
            return [(hero, trap.damage)] if hero else []
    raise ValueError(f"no trap strikes {trap.target!r}")


def _side_effects(bout: Bout, name: str, trap: Trap, laid: Laid) -> None:
    """They happen even if all damage is stopped (L9.4)."""
    fight = bout.fight
    if trap.no_conquest:
        fight.no_conquest = fight.no_conquest or name
        bout.tell("effect", by=name, effect="no conquest", hero=None)
    for hero, _ in laid:
        if trap.poison and hero.left > 0:
            hero.poison += trap.poison
            bout.tell("effect", by=name, effect="poison", hero=told(hero))
        if trap.silences and hero.cls in SILENCE:
            mark = SILENCE[hero.cls]
            setattr(fight, mark, getattr(fight, mark) or name)
            bout.tell("effect", by=name, effect=mark.replace("_", " "), hero=told(hero))


def _deal(bout: Bout, name: str, laid: Laid) -> None:
    """Anti-trap symbols take off a point each, from the front; then courage; the rest is dealt."""
    thieves = [hero for hero in bout.party if hero.anti_trap > hero.spent and not hero.muted]
    if bout.fight.no_anti_trap:
        thieves = []
    if thieves and any(damage for _, damage in laid) and use_pet(bout, "no_anti_trap"):
        bout.fight.no_anti_trap = True
        thieves = []
    stops = []
    for _, damage in laid:
        stops.append(_spend(thieves, damage))
    for (hero, damage), stopped in zip(laid, stops, strict=True):
        blow(bout, hero, damage, name, anti_trap=stopped)


def _spend(thieves: list[Hero], damage: int) -> int:
    """Spend symbols on so much damage, the front-most thief's first; how much they stop."""
    stopped = 0
    for hero in thieves:
        takes = min(damage - stopped, hero.anti_trap - hero.spent)
        hero.spent += takes
        stopped += takes
    return stopped
