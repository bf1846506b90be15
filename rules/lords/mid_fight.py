"""What a lord is asked while his fight goes on, where that is the custom, and what he says (L9.3).

Before a spell that lets him choose he is asked about it, before his monsters attack how they do.
Nothing is asked where there is nothing to choose.
"""

from collections.abc import Callable, Sequence

from rules.lords import attacks, lair, spells
from rules.lords.battle import Assault, BattlePlan, Fight
from rules.lords.blows import Bout
from rules.lords.data import Data
from rules.lords.state import Hero, Lord

SPELL, ATTACKS = "spell", "attacks"
"""The kinds of question."""


def names(data: Data, lord: Lord, fight: Fight, *, spirits: bool = False) -> dict[str, Assault]:
    """Those yet to attack by the names of L5.8, `goblin`, `goblin 2`; ghosts too with `spirits`."""
    queued = {order.index: order for order in fight.queue}
    found: dict[str, Assault] = {}
    for kind in dict.fromkeys(lord.monsters[order.index].kind for order in fight.queue):
        if spirits or not data.monsters[kind].spirit:
            same = [i for i in attacks.named(lord, kind, 0) if i in queued]
            for number, index in enumerate(same, start=1):
                found[lair.numbered(kind, number)] = queued[index]
    return found


def freeable(prisoners: Sequence[Hero]) -> list[str]:
    """The words for those whom a magic key may free: paladins only when they are alone (L9.9)."""
    others = [hero for hero in prisoners if not hero.kind]
    return list(dict.fromkeys(spells.prison_word(hero) for hero in others or prisoners))


def spell_asks(bout: Bout, speed: str) -> bool:
    """Whether the round's card is cast now and leaves the lord a choice (L9.9)."""
    choice = CHOICES.get(bout.card_name)
    return choice is not None and bout.card.speed == speed and (
        not spells.why_not_cast(bout) and choice(bout)
    )  # fmt: skip


def _any_sent(bout: Bout) -> bool:
    return bool(spells.sent(bout))


def _any_payable(bout: Bout) -> bool:
    own = bout.lord.monsters
    return any(spells.can_pay_again(bout, own[order.index]) for order in spells.sent(bout))


def _two_sent(bout: Bout) -> bool:
    return len(spells.sent(bout)) > 1


def _two_prisoners(bout: Bout) -> bool:
    return len(freeable(bout.lord.prisoners)) > 1


CHOICES: dict[str, Callable[[Bout], bool]] = {
    "word of peace": _any_sent,
    "suggestion": _any_payable,
    **dict.fromkeys(spells.VICTIM, _two_sent),
    **dict.fromkeys(spells.ESCAPE, _two_prisoners),
}
"""The cards that ask something, and whether there is anything to choose."""


def attacks_ask(bout: Bout) -> bool:
    """Whether there is an order, a kind or a target of attacks to choose."""
    queue, own, rage = bout.fight.queue, bout.lord.monsters, bout.fight.rage
    if len(queue) > 1:
        return True
    return any(_can_choose(bout, own[o.index].kind, rage) for o in queue)


def _can_choose(bout: Bout, kind: str, rage: bool) -> bool:
    table = bout.data.monsters[kind]
    if rage and not table.spirit:
        return False
    if len(table.attacks) > 1:
        return True
    attack = table.attacks[0]
    line = bout.party
    aims = attack.target in ("any", "behind")
    return aims and sum(attacks.may_strike(attack, hero, line) for hero in line) > 1


def hear_spell(bout: Bout, picked: list[str]) -> None:
    """Keep what was said to the spell; nothing said is its default (L9.10)."""
    fight, card = bout.fight, bout.card_name
    if not picked:
        return
    sent = names(bout.data, bout.lord, fight)
    if card in spells.VICTIM:
        fight.victim = sent[picked[0]].index if picked[0] in sent else -1
    elif card in spells.ESCAPE:
        fight.plan.replies["escapes"] = picked[0]
    elif picked[0] in spells.REPLIES[card]:
        fight.plan.replies[card] = picked[0]
    else:
        for name, order in sent.items():
            order.withdraws = name not in picked


def hear_attacks(bout: Bout, plan: BattlePlan) -> None:
    """Put the attacks into the lord's order; those he does not speak of follow (L9.3)."""
    known = names(bout.data, bout.lord, bout.fight, spirits=True)
    said: list[Assault] = []
    for planned in plan.attacks:
        order = known.get(lair.numbered(planned.monster, planned.number))
        if order is None or any(order is other for other in said):
            bout.whisper("ignored", what=planned.monster, reason="not sent")
            continue
        order.way, order.targets = planned.way, list(planned.targets)
        said.append(order)
    rest = [order for order in bout.fight.queue if not any(order is other for other in said)]
    bout.fight.queue = said + rest


HEAR: dict[str, Callable[..., None]] = {SPELL: hear_spell, ATTACKS: hear_attacks}
"""What is done with the answer to each kind of question."""
