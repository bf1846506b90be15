"""The spells of the combat cards, one small function each (L9.9, L9.10).

A spell tells of itself first, then of what it brings about. Spells that touch or pick monsters do
nothing if only ghosts or none were sent.
"""

from collections.abc import Callable

from rules.lords import cost, evil, scoring
from rules.lords.battle import Assault
from rules.lords.blows import Bout
from rules.lords.data import Data
from rules.lords.facts import told
from rules.lords.state import PHANTOM, Hero, Lord, Monster

Spell = Callable[[Bout], None]

REPLIES: dict[str, tuple[str, ...]] = {
    "word of peace": ("withdraw", "evil"),
    "suggestion": ("pay", "withdraw"),
}
"""Spells with a standing reply of one word, the default first (L9.10)."""

VICTIM = ("aura of fear", "metamorphosis")
"""Spells that pick one monster: the reply `victim`."""

ESCAPE = ("magic key",)
"""Spells that free a prisoner: the reply `escapes`."""


def cast(bout: Bout, speed: str) -> None:
    """Cast the round's card if it has this speed and the living party's magic suffices (L9.4)."""
    if bout.card.speed != speed:
        return
    reason = why_not_cast(bout)
    if reason:
        bout.tell("no spell", card=bout.card_name, reason=reason, magic=_magic(bout),
                  needs=bout.state.round)  # fmt: skip
    else:
        SPELLS[bout.card_name](bout)


def why_not_cast(bout: Bout) -> str:
    """What keeps the party from casting the round's card now; nothing if it can (L9.4)."""
    if bout.room and bout.room.no_spells:
        return bout.lord.tiles[bout.fight.tile].room
    if bout.fight.no_spells:
        return bout.fight.no_spells
    return "too little magic" if _magic(bout) < bout.state.round else ""


def _magic(bout: Bout) -> int:
    return sum(hero.magic for hero in bout.party if not hero.muted)


def _tell(bout: Bout, **how: object) -> None:
    bout.tell("spell", card=bout.card_name, how=how)


def sent(bout: Bout) -> list[Assault]:
    """The monsters, ghosts aside, that have yet to attack, in their order."""
    lair, kinds = bout.lord.monsters, bout.data.monsters
    return [order for order in bout.fight.queue if not kinds[lair[order.index].kind].spirit]


def _leave(bout: Bout, order: Assault) -> None:
    bout.fight.queue = [other for other in bout.fight.queue if other is not order]


def _withdraw(bout: Bout, order: Assault) -> None:
    """Back ready, unused."""
    _leave(bout, order)
    bout.tell("withdrawn", monster=bout.lord.monsters[order.index].kind)


def _reply(bout: Bout) -> str:
    default = REPLIES[bout.card_name][0]
    return bout.fight.plan.replies.get(bout.card_name, default)


def _word_of_peace(bout: Bout) -> None:
    asked = sent(bout)
    if not asked:
        _tell(bout, nothing="no monsters")
    elif _reply(bout) == "evil":
        _tell(bout, reply="evil")
        _evil(bout)
    else:
        _tell(bout, reply="withdraw")
        for order in asked:
            _withdraw(bout, order)


def _suggestion(bout: Bout) -> None:
    asked = sent(bout)
    if not asked:
        _tell(bout, nothing="no monsters")
        return
    reply = _reply(bout)
    _tell(bout, reply=reply)
    for order in asked:
        if bout.over:
            return
        if not any(other is order for other in bout.fight.queue):
            continue  # eaten by a demon that was paid before it
        if reply == "withdraw" or order.withdraws or not _pay_again(bout, order):
            _withdraw(bout, order)


def _pay_again(bout: Bout, order: Assault) -> bool:
    """Pay a monster's price once more; False when he can't (L9.10). A demon eats another."""
    lord, monster = bout.lord, bout.lord.monsters[order.index]
    price = bout.data.monsters[monster.kind].price
    if not can_pay_again(bout, monster):
        return False
    others = _others(bout, monster)
    bout.tell("paid again", monster=monster.kind, pay=price)
    eaten = cost.cheapest(bout.data, others) if price.get("monster") else None
    if eaten is not None:
        _strike_off(bout, eaten)
    cost.pay(bout.state, lord, price, bout.card_name, bout.record, eats=eaten)
    return True


def _others(bout: Bout, monster: Monster) -> list[Monster]:
    lair = cost.monsters_only(bout.data, bout.lord)
    return [other for other in lair if other is not monster]


def can_pay_again(bout: Bout, monster: Monster) -> bool:
    """Whether a monster's price can be paid once more, a demon's with another monster."""
    price = bout.data.monsters[monster.kind].price
    if len(_others(bout, monster)) < price.get("monster", 0):
        return False
    return cost.why_not_pay(bout.state, bout.lord, price) is None


def _strike_off(bout: Bout, eaten: Monster) -> None:
    """Take a monster that is about to be eaten out of the queue; those behind it move up."""
    at = next(i for i, monster in enumerate(bout.lord.monsters) if monster is eaten)
    fight = bout.fight
    fight.queue = [order for order in fight.queue if order.index != at]
    for order in fight.queue:
        order.index -= order.index > at


def _magic_shield(bout: Bout) -> None:
    bout.fight.shield = bout.card.amount
    _tell(bout, stops=bout.card.amount)


def _invisibility(bout: Bout) -> None:
    wizards = [hero for hero in bout.party if hero.cls == "wizard"]
    for hero in wizards:
        hero.invisible = True
    bout.party[:] = [hero for hero in bout.party if not hero.invisible] + wizards
    _tell(bout, line=[told(hero) for hero in bout.party], hidden=len(wizards))


def _evil(bout: Bout) -> None:
    evil.change(bout.state, bout.lord.seat, bout.card.amount, bout.card_name, bout.record)


def _detect_evil(bout: Bout) -> None:
    _tell(bout, evil=bout.card.amount)
    _evil(bout)


def _fist_of_justice(bout: Bout) -> None:
    _lose(bout, "imps")


def _detect_treasure(bout: Bout) -> None:
    _lose(bout, "gold", "food", "traps")


def _graffiti(bout: Bout) -> None:
    _lose(bout, "food", "gold")


def _lose(bout: Bout, *goods: str) -> None:
    """Lose of the first of these goods that he has any of; a trap is the one held longest."""
    lord = bout.lord
    for good in goods:
        has = len(lord.traps) if good == "traps" else getattr(lord, good)
        lost = min(bout.card.amount, has)
        if not lost:
            continue
        _tell(bout, **{good: lost})
        if good != "traps":
            setattr(lord, good, has - lost)
            return
        for trap in lord.traps[:lost]:
            cost.discard_trap(bout.state, lord, trap)
            bout.whisper("trap given", trap=trap, why=bout.card_name)
        return
    _tell(bout, nothing="nothing to lose")


def _fireball(bout: Bout) -> None:
    _tell(bout)


def victim(data: Data, lord: Lord, sent: list[Assault], wanted: int) -> Assault:
    """The one monster a spell picks: the lord's choice, else the one with the lowest price (L9.10).

    `wanted` is an index in the lair; one that was not sent is no choice.
    """

    def rank(order: Assault) -> tuple[int, int, int]:
        price = data.monsters[lord.monsters[order.index].kind].price
        return (order.index != wanted, cost.units(price), order.index)

    return min(sent, key=rank)


def _picked(bout: Bout) -> Assault | None:
    """The monster picked, told of; None when there is none to pick."""
    among = sent(bout)
    if not among:
        _tell(bout, nothing="no monsters")
        return None
    order = victim(bout.data, bout.lord, among, bout.fight.victim)
    _tell(bout, victim=bout.lord.monsters[order.index].kind)
    return order


def _aura_of_fear(bout: Bout) -> None:
    order = _picked(bout)
    if order is not None:
        _withdraw(bout, order)


def _metamorphosis(bout: Bout) -> None:
    order = _picked(bout)
    if order is not None:
        _leave(bout, order)
        bout.lord.monsters[order.index].exhausted = True


def _blind_rage(bout: Bout) -> None:
    raging = sent(bout)
    if not raging:
        _tell(bout, nothing="no monsters")
        return
    bout.fight.rage = True
    _tell(bout, monsters=[bout.lord.monsters[order.index].kind for order in raging])


def _create_food(bout: Bout) -> None:
    hero = bout.party[0]
    hero.health += bout.card.amount
    _tell(bout, hero=told(hero), health=bout.card.amount)


def _illusion(bout: Bout) -> None:
    bout.party.insert(0, Hero(PHANTOM, health=bout.card.amount))
    _tell(bout, health=bout.card.amount)


def _song_of_courage(bout: Bout) -> None:
    given = [0 if hero.kind or hero.cls == PHANTOM else bout.card.amount for hero in bout.party]
    for hero, points in zip(bout.party, given, strict=True):
        hero.courage += points
    _tell(bout, courage=given)


def _regeneration(bout: Bout) -> None:
    _tell(bout)
    for hero in bout.party:
        points = min(bout.card.amount, hero.wounds)
        if points:
            hero.wounds -= points
            bout.tell("healed", hero=told(hero), points=points)


def escapee(data: Data, prisoners: list[Hero], wanted: str) -> Hero:
    """The prisoner who escapes: of the class named, worth least, held longest; paladins last."""

    def rank(hero: Hero) -> tuple[bool, bool, int]:
        return (bool(hero.kind), prison_word(hero) != wanted, scoring.prisoner(data, hero))

    return min(prisoners, key=rank)


def prison_word(hero: Hero) -> str:
    """How a prisoner is named: `warrior`, `paladin elf`."""
    return f"{hero.cls} {hero.kind}".rstrip()


def _magic_key(bout: Bout) -> None:
    lord = bout.lord
    if not lord.prisoners:
        _tell(bout, nothing="no prisoners")
        return
    _tell(bout)
    for _ in range(min(bout.card.amount, len(lord.prisoners))):
        free = escapee(bout.data, lord.prisoners, bout.fight.plan.replies.get("escapes", ""))
        lord.prisoners[:] = [hero for hero in lord.prisoners if hero is not free]
        bout.tell("freed", hero=told(free))


def _dimensional_gate(bout: Bout) -> None:
    """First and last hero swap; paladins and phantoms keep their places (L9.10)."""
    line = bout.party
    heroes = [at for at, hero in enumerate(line) if not hero.kind and hero.cls != PHANTOM]
    if len(heroes) < 2:
        _tell(bout, nothing="nobody to swap")
        return
    first, last = heroes[0], heroes[-1]
    line[first], line[last] = line[last], line[first]
    _tell(bout, line=[told(hero) for hero in line])


SPELLS: dict[str, Spell] = {
    "word of peace": _word_of_peace,
    "suggestion": _suggestion,
    "magic shield": _magic_shield,
    "invisibility": _invisibility,
    "detect evil": _detect_evil,
    "fist of justice": _fist_of_justice,
    "detect treasure": _detect_treasure,
    "graffiti": _graffiti,
    "fireball": _fireball,
    "aura of fear": _aura_of_fear,
    "metamorphosis": _metamorphosis,
    "blind rage": _blind_rage,
    "create food": _create_food,
    "illusion": _illusion,
    "song of courage": _song_of_courage,
    "regeneration": _regeneration,
    "magic key": _magic_key,
    "dimensional gate": _dimensional_gate,
}
