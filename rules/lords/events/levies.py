"""Events about goods: taxes, inspectors, rats, preachers and the like (L5.3, L5.4)."""

from rules.kernel.question import Reason
from rules.lords import gains
from rules.lords.data import EventKind
from rules.lords.events.dues import Dues
from rules.lords.state import Lord


def tax_on(event: EventKind, tiles: int) -> int:
    """The tax on so many tiles, conquered ones too: rounded up (L5.3)."""
    return -(-tiles // event.tiles)


def union_due(event: EventKind, imps: int) -> int:
    """The union's food for so many imps, rounded up (L5.4)."""
    return -(-imps // event.imps) * event.food


def rooms_of(lord: Lord) -> int:
    """His rooms, conquered ones too."""
    return sum(bool(tile.room) for tile in lord.tiles.values())


def _wanted(dues: Dues, most: int) -> int:
    """How much of what is due he will pay: as much as he said, else all; never more than he can."""
    if dues.reply is None or not dues.reply.parts:
        return most
    said = int(dues.reply.parts[0][0])
    if said > most:
        dues.skip(Reason("too much", {"most": most}), (str(said),))
    return min(said, most)


def taxes(dues: Dues) -> None:
    """Gold for tiles; every gold not paid is a letter (L5.3)."""
    lord = dues.lord
    due = tax_on(dues.event, len(lord.tiles))
    rest = dues.strike({"gold": due}).get("gold", 0)
    paid = _wanted(dues, min(rest, lord.gold))
    lord.gold -= paid
    lord.letters += rest - paid
    dues.record("tax", seat=lord.seat, due=due, paid=paid, letters=rest - paid)


def inspector(dues: Dues) -> None:
    """A share of his gold is lost, rounded down (L5.4)."""
    dues.hit({"gold": dues.lose("gold", dues.lord.gold // dues.event.share)})


def rats(dues: Dues) -> None:
    """Food is lost, or all if there is less (L5.4)."""
    dues.hit({"food": dues.lose("food", dues.event.food)})


def preacher(dues: Dues) -> None:
    """The evil lose evil, the kind gain some (L5.4)."""
    event = dues.event
    if dues.lord.evil >= event.evil_from:
        dues.move(-event.evil)
    elif dues.lord.evil <= event.kind_to:
        dues.move(event.evil)


def landslide(dues: Dues) -> None:
    """Pay, or an imp is lost; without a word he pays if he can (L5.4)."""
    event = dues.event
    price = {"gold": event.gold}
    can_pay = dues.why_not_pay(price)
    if dues.verb == "pay" and can_pay is not None:
        dues.skip(can_pay)
    if dues.verb == "imp" and not dues.lord.imps:
        dues.skip(Reason("too little", {"good": "imps", "needs": event.imps, "has": 0}))
    gives_imp = dues.verb == "imp" and dues.lord.imps
    if can_pay is None and not gives_imp:
        dues.hit(dues.pay(price))
    else:
        dues.hit({"imps": dues.lose("imps", event.imps)})


def union(dues: Dues) -> None:
    """Food for imps; for each food unpaid imps leave (L5.4)."""
    lord, event = dues.lord, dues.event
    rest = dues.strike({"food": union_due(event, lord.imps)}).get("food", 0)
    paid = _wanted(dues, min(rest, lord.food))
    lord.food -= paid
    gone = dues.lose("imps", (rest - paid) * event.leave)
    dues.hit({"food": paid, "imps": gone})


def fire_inspection(dues: Dues) -> None:
    """Gold for every room, or one letter in all; without a word he pays if he can (L5.4)."""
    lord, event = dues.lord, dues.event
    price = {"gold": event.gold * rooms_of(lord)}
    if not price["gold"]:
        return
    can_pay = dues.why_not_pay(price)
    if dues.verb == "pay" and can_pay is not None:
        dues.skip(can_pay)
    if can_pay is None and dues.verb != "letter":
        dues.hit(dues.pay(price))
        return
    lord.letters += event.letters
    dues.hit({}, {"letters": event.letters})


def market(dues: Dues) -> None:
    """A trap may be bought; without a word it is not (L5.4)."""
    event = dues.event
    if dues.verb != "buy":
        return
    price, gain = {"food": event.food}, {"trap": event.traps}
    why = dues.why_not_pay(price) or gains.why_not_gain(dues.state, gain)
    if why is not None:
        dues.skip(why)
        return
    dues.hit(dues.pay(price), gain)
    gains.receive(dues.state, dues.lord, gain, dues.state.event, dues.record)
