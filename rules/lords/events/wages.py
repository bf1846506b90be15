"""Events about monsters: pay day, the strike, the witch hunt (L5.2, L5.4)."""

from typing import NamedTuple

from rules.kernel.question import Reason
from rules.lords import cost, lair
from rules.lords.data import EventKind, Goods
from rules.lords.events.dues import Dues
from rules.lords.state import Monster

NONE = "none"
"""`pay none`: nobody is paid."""


class Wage(NamedTuple):
    """A monster to pay, with what the lord said of its price: a trap, or whom a demon eats.

    All are found by their names before anyone is eaten: `goblin 2` must not become `goblin`.
    """

    name: str
    monster: Monster
    trap: str = ""
    eats: Monster | None = None


def pay_day(dues: Dues) -> None:
    """Wages first, in the order given; then the unpaid leave, evil following each (L5.2)."""
    data, lord = dues.data, dues.lord
    if dues.verb:
        wages = _said(dues, spirits=True)
    else:
        wages = [Wage("", monster) for monster in lair.dearest_first(data, lord.monsters)]
    paid: list[Monster] = []
    for wage in wages:
        if any(wage.monster is monster for monster in lord.monsters):
            why = _pay_wage(dues, wage, paid)
        else:
            why = Reason("eaten", {"monster": wage.monster.kind})
        if why is not None and dues.verb:
            dues.skip(why, (wage.name,))
    for monster in list(lord.monsters):
        if not any(monster is other for other in paid):
            dues.lose_monster(monster)
            dues.move(dues.event.leaves)


def _said(dues: Dues, *, spirits: bool) -> list[Wage]:
    """The monsters he named, each once; what he does not have is skipped."""
    wages: list[Wage] = []
    for name, *choice in dues.reply.parts if dues.reply else ():
        if name == NONE:
            continue
        monster = lair.named(dues.data, dues.lord, name, spirits=spirits)
        if monster is None or any(wage.monster is monster for wage in wages):
            dues.skip(Reason("no such monster", {"monster": name}), (name,))
            continue
        words = dict(zip(choice[::2], choice[1::2], strict=False))
        eats = lair.named(dues.data, dues.lord, words.get("eats", ""), spirits=False)
        wages.append(Wage(name, monster, words.get("with", ""), eats))
    return wages


def _pay_wage(dues: Dues, wage: Wage, paid: list[Monster]) -> Reason | None:
    """Pay one monster's price again, or say what stands against it."""
    price = dues.data.monsters[wage.monster.kind].price
    plain = {good: amount for good, amount in price.items() if good != "monster"}
    why = dues.why_not_pay(plain)
    victim, needs = None, price.get("monster", 0)
    if needs:
        victim = victim_of(dues, wage, paid)
        has = len(cost.monsters_only(dues.data, dues.lord)) - 1  # a demon does not eat himself
        short = Reason("too little", {"good": "monster", "needs": needs, "has": has})
        why = why or (short if has < needs else None)
    if why is not None:
        return cost.whole(why, price)
    rest = dues.strike(price)
    dues.record("wage", seat=dues.lord.seat, monster=wage.monster.kind, pay=rest)
    cost.pay(dues.state, dues.lord, rest, dues.state.event, dues.record,
             trap=wage.trap, eats=victim)  # fmt: skip
    paid.append(wage.monster)
    return None


def victim_of(dues: Dues, wage: Wage, paid: list[Monster]) -> Monster | None:
    """Whom the demon eats: the one named, else the cheapest, one not yet paid first (L5.2)."""
    others = [
        monster
        for monster in cost.monsters_only(dues.data, dues.lord)
        if monster is not wage.monster
    ]
    if any(monster is wage.eats for monster in others):
        return wage.eats
    unpaid = [m for m in others if not any(m is other for other in paid)]
    return cost.cheapest(dues.data, unpaid) or cost.cheapest(dues.data, others)


def strike_price(event: EventKind, price: Goods) -> Goods:
    """What a striker wants: gold if its price has gold, else food, else evil (L5.4)."""
    good = next((good for good in ("gold", "food") if good in price), "evil")
    return {good: getattr(event, good)}


def strike(dues: Dues) -> None:
    """An unpaid monster can't be sent in round 1 of the coming combat (L5.4)."""
    data, lord = dues.data, dues.lord
    monsters = cost.monsters_only(data, lord)
    if dues.verb:
        wages = _said(dues, spirits=False)
    else:
        wages = [Wage("", monster) for monster in lair.dearest_first(data, monsters)]
    paid: list[Monster] = []
    for name, monster, *_ in wages:
        price = strike_price(dues.event, data.monsters[monster.kind].price)
        why = dues.why_not_pay(price)
        if why is None and (dues.verb or "evil" not in dues.rest(price)):
            rest = dues.pay(price)
            dues.record("wage", seat=lord.seat, monster=monster.kind, pay=rest)
            paid.append(monster)
        elif dues.verb and why is not None:
            dues.skip(why, (name,))
    out = [m for m in monsters if not any(m is other for other in paid)]
    for monster in out:
        monster.striking = True
    if out:
        dues.record("struck", seat=lord.seat, monsters=[monster.kind for monster in out])


def witch_hunt(dues: Dues) -> None:
    """One monster goes, or evil comes (L5.4)."""
    monsters = cost.monsters_only(dues.data, dues.lord)
    if dues.verb == "evil" or not monsters:
        if dues.verb == "give":
            dues.skip(Reason("no such monster"), _first_part(dues))
        dues.move(dues.event.evil)
        return
    victim = cost.cheapest(dues.data, monsters)
    if dues.verb == "give":
        (name,) = _first_part(dues)
        named = lair.named(dues.data, dues.lord, name, spirits=False)
        if named is None:
            dues.skip(Reason("no such monster", {"monster": name}), (name,))
        victim = named or victim
    assert victim is not None
    dues.lose_monster(victim)


def _first_part(dues: Dues) -> tuple[str, ...]:
    return tuple(dues.reply.parts[0]) if dues.reply and dues.reply.parts else ()
