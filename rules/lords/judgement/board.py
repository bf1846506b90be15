"""What only some variants ask: inaccessible orders, clerks, spells in mid-fight (L2, L9.3)."""

from collections.abc import Callable, Iterator, Sequence

from rules.kernel.question import CLAUSE
from rules.kernel.stream import Stream
from rules.lords import attacks, inaccessible, mid_fight, servants, spells
from rules.lords.judgement import combat, orders, production
from rules.lords.judgement.follow import Clauses
from rules.lords.judgement.worth import STRENGTH, Outlook
from rules.lords.state import View

DEAR = 1.6
"""Points more than which a monster is not paid again for one attack."""


def setup(view: View, stream: Stream) -> Clauses:
    """The orders worth least begin inaccessible (L2.12)."""
    purse = orders.Purse(Outlook(view))
    drawn = sorted(view.me.barred, key=purse.value)
    return [[CLAUSE + site] for site in drawn[: view.data.inaccessible]]


def season_orders(view: View, stream: Stream) -> Iterator[list[str]]:
    """The orders, none first that costs a fee so; then where his clerk goes (L2.14, L2.16)."""
    clauses = [list(clause) for clause in orders.plan(view, stream)]
    sites = [clause[0].removeprefix(CLAUSE) for clause in clauses]
    dear = [view.data.sites[site].first_fee for site in sites if site in view.data.sites]
    if dear and dear[0] and len(clauses) > 1:
        clauses[0], clauses[1] = clauses[1], clauses[0]
    yield from clauses
    if servants.runs_clerks(view):
        yield [CLAUSE + "clerk", clerk_site(view, sites)]


def clerk_site(view: View, sent: list[str]) -> str:
    """The best site to which he sends nobody: the clerk takes its first place from the other."""
    purse = orders.Purse(Outlook(view))
    own = view.clerks[view.me.seat - 1]
    free = [site for site in view.data.sites if site not in own]
    return max(free, key=lambda site: (site not in sent, purse.value(site)))


def season(view: View, stream: Stream) -> Iterator[Sequence[str]]:
    """The season's actions, and which order comes back (L2.15)."""
    yield from production.plan(view, stream)
    back = inaccessible.returnable(view.me)
    if len(back) > 1:
        purse = orders.Purse(Outlook(view))
        yield [CLAUSE + inaccessible.VERB, max(back, key=purse.value)]


def spell(view: View, stream: Stream) -> Clauses:
    """What he says to a spell in mid-fight (L9.9)."""
    return SPELLS.get(view.turned[-1], _default)(view)


def _default(view: View) -> Clauses:
    return []


def _word_of_peace(view: View) -> Clauses:
    """Evil, when the attacks are worth more than it costs."""
    assert view.fight is not None
    planner = combat.Planner(view, view.fight.tile)
    gain = planner.best([""])[0] - planner.sketch.worth("", [])
    costs = -Outlook(view).evil_worth(view.data.cards[view.turned[-1]].amount)
    return [[CLAUSE + ("evil" if gain > costs else "withdraw")]]


def _suggestion(view: View) -> Clauses:
    """The strongest first, those whose price is not too dear."""
    outlook = Outlook(view)
    price = {name: view.data.monsters[kind].price for name, kind in _sent(view).items()}
    paid = [name for name in price if outlook.price_worth(price[name]) <= DEAR]
    paid.sort(key=lambda name: -STRENGTH.get(_sent(view)[name], 2.5))
    return [[CLAUSE + name] for name in paid] or [[CLAUSE + "withdraw"]]


def _victim(view: View) -> Clauses:
    """The weakest."""
    sent = _sent(view)
    return [[CLAUSE + min(sent, key=lambda name: STRENGTH.get(sent[name], 2.5))]] if sent else []


def _sent(view: View) -> dict[str, str]:
    """The monsters yet to attack: name and kind."""
    assert view.fight is not None
    named = mid_fight.names(view.data, view.me, view.fight)
    return {name: view.me.monsters[order.index].kind for name, order in named.items()}


SPELLS: dict[str, Callable[[View], Clauses]] = {
    "word of peace": _word_of_peace,
    "suggestion": _suggestion,
    **dict.fromkeys(spells.VICTIM, _victim),
}
"""The spells that are answered otherwise than by their default."""


def in_fight(view: View, stream: Stream) -> Clauses:
    """The attacks of those sent; heroes keep the numbers of the round's beginning (L9.3)."""
    assert view.fight is not None
    planner = combat.Planner(view, view.fight.tile)
    sent = {order.index for order in view.fight.queue}
    numbers = {
        id(view.me.monsters[index]): (kind, number)
        for kind in dict.fromkeys(view.me.monsters[index].kind for index in sent)
        for number, index in enumerate(
            (i for i in attacks.named(view.me, kind, view.round) if i in sent), start=1
        )
    }
    planner.only = {id(view.me.monsters[index]) for index in sent}
    for blow in planner.best([""])[2]:
        kind, number = numbers[id(blow.monster)]
        words = [CLAUSE + kind, *([str(number)] if number > 1 else [])]
        words += [blow.way.name] if blow.way.name else []
        yield [*words, *(f"@{view.me.party[place - 1].place}" for place in blow.places)]
