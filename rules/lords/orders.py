"""The orders: three different sites, each with what goes with it, and the first resolve (L2).

`food; tunnels hold; monster dragon>demon eats troll>any` - a clause an order, in the order in which
the servants leave; in winter one more clause, `keep mole`, at any place. In some variants orders
name their cells, `tunnels c4 d3`, and who runs a clerk may say where it goes, `clerk traps`.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from rules.kernel.facts import Recorder
from rules.kernel.question import CLAUSE, RANK, Illegal, Option, Question, Reason, joint, word
from rules.lords import cost, decks, inaccessible, lair, servants
from rules.lords.cells import CellWords, most_cells
from rules.lords.data import Data, Goods
from rules.lords.sites import ANY, Order, Orders, Wish
from rules.lords.state import State, View

KEEP = CLAUSE + "keep"
CLERK = CLAUSE + "clerk"

ROMAN = ("I", "II", "III", "IV", "V", "VI")
"""The places of a site as they are written, the first one first."""

CHOICES = {"with": "trap", "eats": "monster"}
"""The words that name what is given, and the good of the price they stand for (L2.9)."""


def asks(state: State) -> list[int]:
    """Every lord gives orders."""
    return [lord.seat for lord in state.lords]


def question(view: View) -> Question | None:
    """The orders the viewer owes, from his own view."""
    return OrdersQuestion(view)


def resolve(state: State, answers: Mapping[int, Any], record: Recorder) -> bool:
    """The first resolve; it is always over."""
    servants.first_resolve(state, answers, record)
    return True


class OrdersQuestion:
    """What a lord may order this season."""

    kind = "orders"

    def __init__(self, view: View) -> None:
        self.view, self.me, self.data = view, view.me, view.data
        self.id = f"t{view.turn}"
        self.seat = view.me.seat
        self._sites: dict[int, tuple[tuple[str, int, Option], ...]] = {}
        self._cards: dict[tuple[str, int], tuple[Option, ...]] = {}
        self._free: dict[str, list[int]] = {}
        self.shut = inaccessible.shut(self.me, self.data.inaccessible)
        self.cells = CellWords(self.data, self.me) if self.data.cells_with_orders else None
        self.fees = _fees(self.data)
        self.runs_clerk = servants.runs_clerks(view)

    def walk(self) -> "OrdersWalk":
        """Orders not yet begun."""
        return OrdersWalk(self)

    def sites(self, purse: int) -> tuple[tuple[str, int, Option], ...]:
        """Every site with its bribe in gold (0: none) and the option to send someone there, with
        so much gold left."""
        if purse not in self._sites:
            self._sites[purse] = tuple(
                (site, self.bribe(site), self._site_option(site, purse)) for site in self.data.sites
            )
        return self._sites[purse]

    def bribe(self, site: str) -> int:
        """The gold that opens a barred site; 0 for one that is open or can't be opened."""
        if site in self.shut:
            return 0
        return self.data.bribe if site in self.me.barred else 0

    def _site_option(self, site: str, purse: int) -> Option:
        note: dict[str, Any] = {}
        if self.bribe(site):
            note["bribe"] = self.bribe(site)
        if self.data.sites[site].first_fee:
            note["first_fee"] = self.data.sites[site].first_fee
        own = [self.price(card) for card in self.offered(site)] if self.deals_in(site) else [{}]
        if not self.payable(site, own, purse - self.bribe(site)):
            note["unpaid"] = True
        return Option(CLAUSE + site, "site", note=note)

    def deals_in(self, site: str) -> str:
        """The cards wished for at a site: `monster`, `room` or none."""
        gain = self.data.sites[site].places[0].gain
        return "monster" if "monster" in gain else "room" if "room" in gain else ""

    def offered(self, site: str) -> list[str]:
        """The monsters or rooms on offer at a site, each once, in draw order."""
        offer = {"monster": self.view.offer.monsters, "room": self.view.offer.rooms}
        return list(dict.fromkeys(offer.get(self.deals_in(site), ())))

    def every_card(self, site: str) -> list[str]:
        """Every monster or room there is, for a site where one is wished for."""
        every: dict[str, Iterable[str]] = {"monster": self.data.monsters, "room": self.data.rooms}
        return list(every.get(self.deals_in(site), ()))

    def price(self, card: str) -> Goods:
        """A card's own price; a room has none but its place's."""
        kind = self.data.monsters.get(card)
        return kind.price if kind else {}

    def cards(self, site: str, purse: int) -> tuple[Option, ...]:
        """The wishes that can be met at a site, as they continue a clause, with so much gold left;
        `any` stands last."""
        if (site, purse) not in self._cards:
            made = [
                Option(card, "wish", note=self._note(site, card, purse))
                for card in self.offered(site)
            ]
            self._cards[site, purse] = (*made, Option(ANY, "wish"))
        return self._cards[site, purse]

    def _note(self, site: str, card: str, purse: int) -> dict[str, Any]:
        price = self.price(card)
        note: dict[str, Any] = {"price": price} if price else {}
        if not self.payable(site, [price], purse):
            note["unpaid"] = True
        return note

    def free(self, site: str) -> list[int]:
        """The places of a site, from 0, that no clerk has taken (L2.11)."""
        if site not in self._free:
            taken = self.view.places.get(site, [])
            self._free[site] = [
                place
                for place in range(len(self.data.sites[site].places))
                if place >= len(taken) or taken[place] is None
            ]
        return self._free[site]

    def payable(self, site: str, prices: Iterable[Goods], purse: int) -> bool:
        """Whether one of these prices could be paid at some free place with what he has now, of
        his gold only what bribes and a fee leave (L2.5, L2.14)."""
        places = self.data.sites[site].places
        me = msgspec.structs.replace(self.me, gold=max(0, purse))
        for own in prices:
            for place in self.free(site):
                price = cost.both(places[place].pay, own) if own else places[place].pay
                if cost.why_not_pay(self.view, me, price) is None:
                    return True
        return False

    def cells_most(self, site: str) -> int:
        """In how many cells an order could dig or mine at the best free place (L2.17)."""
        places = self.data.sites[site].places
        return max((most_cells(places[n], self.me.imps) for n in self.free(site)), default=0)

    def spies(self, site: str) -> bool:
        """Whether some place of the site lets a lord look at a card (L2.2)."""
        return any("spy" in place.gain for place in self.data.sites[site].places)


def _fees(data: Data) -> dict[str, int]:
    """What it costs to send a servant to a site first, where it costs anything (L2.14)."""
    return {site: table.first_fee for site, table in data.sites.items() if table.first_fee}


class OrdersWalk:
    """Orders being written.

    `_needs` is what must come next to end a clause (a place, a round, ...), `_tail` what the clause
    at hand ends with and so may go on with: fresh, cells, only, wish, or nothing that goes on.
    """

    def __init__(self, question: OrdersQuestion) -> None:
        self.question = question
        self.tokens: list[str] = []
        self.orders: list[Order] = []
        self.keep = ""
        self.clerk = ""
        self._bribes = 0
        self._needs = ""
        self._tail = ""
        self._chosen: Wish | None = None
        self._legal: list[Option] | None = None

    @property
    def complete(self) -> bool:
        """Whether all orders are given and none is left half-said."""
        return not self._needs and len(self.orders) >= self.question.data.orders

    @property
    def result(self) -> Orders:
        """The orders as given."""
        return Orders(self.orders, self.keep, self.clerk)

    @property
    def purse(self) -> int:
        """The gold that the bribes and the fee of the orders so far leave."""
        return self.question.me.gold - self._bribes

    def options(self, every: bool = False) -> list[Option]:
        """What may come next; with `every` also what is a word here, and why it can't be chosen."""
        if every:
            return self._every()
        if self._legal is None:
            self._legal = self._needed() if self._needs else [*self._modifiers(), *self._clauses()]
        return self._legal

    def take(self, token: str, force: bool = False) -> None:
        """Choose one option (raises Illegal: see `Walk`)."""
        if token not in [option.token for option in self.options()]:
            found = next((o for o in self._every() if o.token == token), None)
            if found is None:
                raise Illegal(Reason("unknown word", {"word": word(token)}))
            if found.why is not None and not force:
                raise Illegal(found.why)
        self._accept(token)
        self.tokens.append(token)
        self._legal = None

    # what a token does

    def _accept(self, token: str) -> None:
        if self._needs:
            ACCEPT[self._needs](self, token)
        elif token == KEEP:
            self._needs, self._tail = "pet", ""
        elif token == CLERK:
            self._needs, self._tail = "clerk", ""
        elif joint(token) == CLAUSE:
            self._send(word(token))
        elif token == "hold":
            self.orders[-1].hold, self._tail = True, ""
        elif token == "only":
            self._needs = "place"
        elif token == "spy":
            self._needs = "round"
        elif token in CHOICES:
            self._needs = CHOICES[token]
        elif self._tail == "only" and token in ROMAN:
            self._accept_place(token)
        elif self.question.cells is not None and self.question.cells.is_cell(token):
            self.orders[-1].cells.append(token)
            self._tail = "cells"
        else:
            self._chosen = Wish(word(token))
            self.orders[-1].wishes.append(self._chosen)
            self._tail = "wish"

    def _send(self, site: str) -> None:
        self._bribes += self.question.bribe(site) + self._fee(site)
        self.orders.append(Order(site))
        self._tail = "fresh"

    def _fee(self, site: str) -> int:
        """What it costs to send a servant here now, if he is the first (L2.14)."""
        return 0 if self.orders else self.question.fees.get(site, 0)

    def _accept_place(self, token: str) -> None:
        self.orders[-1].only.append(ROMAN.index(token) + 1)
        self._needs, self._tail = "", "only"

    def _accept_round(self, token: str) -> None:
        self.orders[-1].spy = int(token)
        self._needs, self._tail = "", "spy"

    def _accept_choice(self, token: str) -> None:
        assert self._chosen is not None
        self._chosen.choice = token
        self._needs = ""

    def _accept_pet(self, token: str) -> None:
        self.keep = token
        self._needs = ""

    def _accept_clerk(self, token: str) -> None:
        self.clerk = token
        self._needs = ""

    # what can be chosen

    def _clauses(self) -> list[Option]:
        question, sent = self.question, [order.site for order in self.orders]
        found: list[Option] = []
        if len(sent) < question.data.orders:
            purse, out = self.purse, [*sent, *question.shut]
            if question.fees and not sent:
                fees = question.fees.items()
                out += [site for site, fee in fees if fee + question.bribe(site) > purse]
            found = [
                option
                for site, bribe, option in question.sites(purse)
                if site not in out and bribe <= purse
            ]
        if question.me.dealt and not self.keep:
            found.append(Option(KEEP, "keep"))
        if question.runs_clerk and not self.clerk:
            found.append(Option(CLERK, "clerk"))
        return found

    def _modifiers(self) -> list[Option]:
        if not self._tail:
            return []
        question, order = self.question, self.orders[-1]
        found: list[Option] = []
        if self._tail == "only":
            found += self._places()
        if self._tail in ("fresh", "cells") and question.cells is not None:
            most = question.cells_most(order.site)
            found += question.cells.options(order.site, order.cells, most)
        found += self._more_wishes()
        if question.spies(order.site) and not order.spy:
            if decks.unseen_rounds(question.view, question.seat):
                found.append(Option("spy", "spy"))
        if not order.only and question.free(order.site):
            found.append(Option("only", "only"))
        if self._tail == "fresh":
            found.append(Option("hold", "hold"))
        return found

    def _more_wishes(self) -> list[Option]:
        order = self.orders[-1]
        if not self.question.deals_in(order.site):
            return []
        if not order.wishes:
            return list(self.question.cards(order.site, self.purse))
        if self._tail != "wish" or order.wishes[-1].card == ANY:
            return []
        named = [wish.card for wish in order.wishes]
        return self._choice_words() + [
            Option(RANK + option.token, option.group, note=option.note)
            for option in self.question.cards(order.site, self.purse)
            if option.token not in named
        ]

    def _choice_words(self) -> list[Option]:
        wish = self._chosen
        if wish is None or wish.choice:
            return []
        price, me = self.question.price(wish.card), self.question.me
        found: list[Option] = []
        if "trap" in price and me.traps:
            found.append(Option("with", "choice"))
        if "monster" in price and cost.monsters_only(self.question.data, me):
            found.append(Option("eats", "choice"))
        return found

    def _places(self) -> list[Option]:
        order = self.orders[-1]
        return [
            Option(ROMAN[place], "place")
            for place in self.question.free(order.site)
            if place + 1 not in order.only
        ]

    def _rounds(self) -> list[Option]:
        view = self.question.view
        return [Option(str(n), "round") for n in decks.unseen_rounds(view, self.question.seat)]

    def _traps(self) -> list[Option]:
        return [Option(trap, "trap") for trap in dict.fromkeys(self.question.me.traps)]

    def _monsters(self) -> list[Option]:
        own = lair.names(self.question.data, self.question.me, spirits=False)
        return [Option(name, "monster") for name, _ in own]

    def _clerk_sites(self) -> list[Option]:
        own = self.question.view.clerks[self.question.seat - 1]
        return [Option(site, "site") for site in self.question.data.sites if site not in own]

    def _pets(self) -> list[Option]:
        return [Option(pet, "pet") for pet in dict.fromkeys(self.question.me.dealt)]

    def _needed(self) -> list[Option]:
        return NEEDED[self._needs](self)

    # what is a word but can't be chosen now, and why

    def _every(self) -> list[Option]:
        legal = self.options()
        known = {option.token for option in legal}
        words = self._needed_words() if self._needs else self._free_words()
        return [*legal, *(option for option in words if option.token not in known)]

    def _needed_words(self) -> list[Option]:
        data, tail = self.question.data, self.orders[-1].site if self.orders else ""
        match self._needs:
            case "place":
                return self._place_words(tail)
            case "round":
                return _no("round", "round known", "round", map(str, range(1, data.rounds + 1)))
            case "trap":
                return _no("trap", "not in hand", "trap", data.traps.traps)
            case "monster":
                return _no("monster", "not in the lair", "monster", data.monsters)
            case "clerk":
                return _no("site", "clerk there", "site", data.sites)
        return _no("pet", "not dealt", "pet", data.pets)

    def _place_words(self, site: str) -> list[Option]:
        """Places that a clerk has taken, or that have been named."""
        return [
            Option(ROMAN[place], "place", Reason(
                "already named" if place + 1 in self.orders[-1].only else "place taken",
                {"place": ROMAN[place], "site": site},
            ))
            for place in range(len(self.question.data.sites[site].places))
        ]  # fmt: skip

    def _free_words(self) -> list[Option]:
        question = self.question
        words = [self._site_word(site, question.bribe(site)) for site in question.data.sites]
        if self.question.data.pets:
            code = "already said" if self.keep else "no pets dealt"
            words.append(Option(KEEP, "keep", Reason(code, {"word": "keep"})))
        if self.question.runs_clerk:
            words.append(Option(CLERK, "clerk", Reason("already said", {"word": "clerk"})))
        if self._tail:
            words += self._modifier_words(self.orders[-1])
        return words

    def _site_word(self, site: str, bribe: int) -> Option:
        me, data = self.question.me, self.question.data
        if any(order.site == site for order in self.orders):
            why = Reason("same site", {"site": site})
        elif len(self.orders) >= data.orders:
            why = Reason("enough orders", {"orders": data.orders})
        elif site in self.question.shut:
            why = Reason("inaccessible", {"site": site})
        else:
            code, needs = "fee" if self._fee(site) else "bribe", bribe + self._fee(site)
            why = Reason(code, {"site": site, "needs": self._bribes + needs, "has": me.gold})
        return Option(CLAUSE + site, "site", why)

    def _modifier_words(self, order: Order) -> list[Option]:
        words = _no("hold", "not with other words", "word", ("hold",))
        words += _no("only", "already said" if order.only else "place taken", "word", ("only",))
        if self._tail == "only":
            words += self._place_words(order.site)
        if self._tail in ("fresh", "cells") and self.question.cells is not None:
            most = self.question.cells_most(order.site)
            words += self.question.cells.words(order.site, order.cells, most)
        if self.question.spies(order.site):
            code = "already said" if order.spy else "nothing to spy"
            words += _no("spy", code, "word", ("spy",))
        if self.question.deals_in(order.site):
            words += self._wish_words(order)
        return words

    def _wish_words(self, order: Order) -> list[Option]:
        """Cards that are not on offer or have been named, and ways to pay that he has not."""
        sign = RANK if order.wishes else ""
        if order.wishes and (self._tail != "wish" or order.wishes[-1].card == ANY):
            return []
        named = [wish.card for wish in order.wishes]
        words = [
            Option(sign + card, "wish", Reason(
                "already named" if card in named else "not on offer", {"card": card}))
            for card in (*self.question.every_card(order.site), ANY)
        ]  # fmt: skip
        if self._chosen is not None and order.wishes and not self._chosen.choice:
            price = self.question.price(self._chosen.card)
            for choice, good in CHOICES.items():
                if good in price:
                    words += _no("choice", "nothing to give", "good", (choice,), good)
        return words


def _no(group: str, code: str, key: str, words: Iterable[str], value: str = "") -> list[Option]:
    """Words that can't be chosen, each with the reason's code and itself (or the value) as data."""
    return [Option(each, group, Reason(code, {key: value or each})) for each in words]


ACCEPT: dict[str, Callable[[OrdersWalk, str], None]] = {
    "place": OrdersWalk._accept_place,
    "round": OrdersWalk._accept_round,
    "trap": OrdersWalk._accept_choice,
    "monster": OrdersWalk._accept_choice,
    "pet": OrdersWalk._accept_pet,
    "clerk": OrdersWalk._accept_clerk,
}

NEEDED: dict[str, Callable[[OrdersWalk], list[Option]]] = {
    "place": OrdersWalk._places,
    "round": OrdersWalk._rounds,
    "trap": OrdersWalk._traps,
    "monster": OrdersWalk._monsters,
    "pet": OrdersWalk._pets,
    "clerk": OrdersWalk._clerk_sites,
}
