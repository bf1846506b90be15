"""Monsters and ghosts attack, one after the other in the lord's order (L5.4-L5.8, L9.3, L9.4)."""

from collections.abc import Callable

from rules.lords import cost
from rules.lords.battle import Assault
from rules.lords.blows import Bout, aimed, blow, flow
from rules.lords.data import Attack, Data, MonsterKind
from rules.lords.facts import told
from rules.lords.state import Hero, Lord, Monster, Tile


def limit(data: Data, tile: Tile) -> int:
    """How many monsters, ghosts aside, a fight over this tile may hold (L9.2, L6.2)."""
    if not tile.room:
        return data.gifts.gifts["strong walls"].monsters if tile.walls else data.tunnel_monsters
    own = data.rooms[tile.room].monsters
    return data.room_monsters if own is None else own


def ready(monster: Monster, round_: int) -> bool:
    """Whether a monster can be sent in this round: rested, and not on strike (L5.4, L5.6)."""
    return not monster.exhausted and not (monster.striking and round_ == 1)


def named(lord: Lord, kind: str, round_: int) -> list[int]:
    """The lair's monsters of a kind by index, as `goblin`, `goblin 2` name them (L5.8).

    Those that can be sent first, among them the drilled one, then owned longest.
    """
    of_kind = [i for i, monster in enumerate(lord.monsters) if monster.kind == kind]
    if len(of_kind) > 1:
        lair = lord.monsters
        of_kind.sort(key=lambda i: (not ready(lair[i], round_), not lair[i].drilled, i))
    return of_kind


def attack_named(kind: MonsterKind, way: str) -> Attack:
    """The attack of this name; the first-listed one when there is none (L9.3)."""
    return next((attack for attack in kind.attacks if attack.name == way), kind.attacks[0])


def may_strike(attack: Attack, hero: Hero, line: list[Hero]) -> bool:
    """Whether a blow may be aimed at this hero (L5.4, L5.5, L9.10)."""
    if hero.invisible or (attack.never and hero.cls == attack.never):
        return False
    return attack.target != "behind" or hero is not line[0]


def assault(bout: Bout, order: Assault) -> None:
    """Let one monster or ghost of the queue attack, and tire it out for this year (L5.6)."""
    monster = bout.lord.monsters[order.index]
    kind = bout.data.monsters[monster.kind]
    raging = bout.fight.rage and not kind.spirit
    attack = kind.attacks[0] if raging else attack_named(kind, order.way)
    if attack.pay and cost.why_not_pay(bout.state, bout.lord, attack.pay) is not None:
        attack = kind.attacks[0]
    if not raging and not attack.holds and _finds_nobody(bout, attack):
        # a picky one that finds nobody to bite stays ready (L5.6)
        monster.exhausted = not (attack.never or attack.stays_ready)
        bout.tell("no attack", monster=monster.kind, reason="nobody to strike")
        return
    if raging and attack.never and bout.party[0].cls == attack.never:
        bout.tell("no attack", monster=monster.kind, reason="nobody to strike")
        return
    if attack.pay:
        cost.pay(bout.state, bout.lord, attack.pay, monster.kind, bout.record)
    monster.exhausted = not attack.stays_ready
    bout.tell("attack", monster=monster.kind, way=attack.name, pay=attack.pay)
    if bout.over:
        return
    _mark(bout, monster.kind, attack)
    if attack.holds:
        return
    bout.fight.attacked = True
    damage = attack.damage + bonus(bout, monster)
    if raging:
        _hit(bout, bout.party[0], monster.kind, attack, damage)
    else:
        STRIKES[attack.target](bout, order, monster.kind, attack, damage)


def bonus(bout: Bout, monster: Monster) -> int:
    """What a drill and the room add to every hit; both add up (L5.8)."""
    more = bout.data.gifts.gifts["drill sergeant"].damage if monster.drilled else 0
    return more + (bout.room.stronger.get(monster.kind, 0) if bout.room else 0)


def _finds_nobody(bout: Bout, attack: Attack) -> bool:
    if attack.target not in ("any", "behind"):
        return False
    return not any(may_strike(attack, hero, bout.party) for hero in bout.party)


def _mark(bout: Bout, by: str, attack: Attack) -> None:
    """Side effects on the whole party (L5.4)."""
    fight = bout.fight
    if attack.no_conquest or attack.holds:
        fight.no_conquest = fight.no_conquest or by
        bout.tell("effect", by=by, effect="no conquest", hero=None)
    if attack.no_healing:
        fight.no_healing = fight.no_healing or by
        bout.tell("effect", by=by, effect="no healing", hero=None)


def _hit(bout: Bout, hero: Hero, by: str, attack: Attack, damage: int) -> bool:
    """One hit with the attack's side effects on its target; whether it removed him."""
    gone = blow(bout, hero, damage, by, shield=True, courage=not attack.ignores_courage)
    if attack.mutes and not gone:
        hero.muted = True
        bout.tell("effect", by=by, effect="muted", hero=told(hero))
    return gone


def _front(bout: Bout, order: Assault, by: str, attack: Attack, damage: int) -> None:
    gone = _hit(bout, bout.party[0], by, attack, damage)
    if gone and attack.chain and not bout.over:
        _hit(bout, bout.party[0], by, attack, damage - attack.damage + attack.chain)


def _all(bout: Bout, order: Assault, by: str, attack: Attack, damage: int) -> None:
    for hero in list(bout.party):
        _hit(bout, hero, by, attack, damage)


def _aimed(bout: Bout, order: Assault, by: str, attack: Attack, damage: int) -> None:
    for number in range(attack.hits):
        if bout.over:
            return
        place = order.targets[number] if number < len(order.targets) else 0
        hero = aimed(bout, place, lambda hero: may_strike(attack, hero, bout.party))
        if hero is not None:
            _hit(bout, hero, by, attack, damage)


def _flow(bout: Bout, order: Assault, by: str, attack: Attack, damage: int) -> None:
    flow(bout, damage, by)


STRIKES: dict[str, Callable[[Bout, Assault, str, Attack, int], None]] = {
    "front": _front,
    "all": _all,
    "any": _aimed,
    "behind": _aimed,
    "flow": _flow,
}
"""How an attack's damage falls, by its target."""
