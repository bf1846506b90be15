"""What the viewer can't pay now: marked wherever a prompt tells a price."""

from collections.abc import Collection, Sequence

from markupsafe import Markup

from bot.render.lords.ink import Ink
from rules.lords.data import Goods
from rules.lords.sites import Order, Wish
from rules.lords.state import View
from rules.lords.warnings import OrderBook


class Reach:
    """What is within the viewer's reach with what he has, when the bribes and the fee of the
    orders given so far are paid (L2.5, L2.14)."""

    def __init__(self, view: View, orders: Sequence[Order] = ()) -> None:
        self.view = view
        self.given = orders

    def shut(self, site: str) -> bool:
        """Whether nothing can be sent there this season, for no price (L2.12)."""
        return site in self.view.me.barred and self.view.data.inaccessible > 0

    def unpaid(self, site: str) -> list[int]:
        """The free places of a site, from 1, where he could not pay now; none if it is shut, or
        hires monsters and has none on offer."""
        view, places = self.view, self.view.data.sites[site].places
        nobody = "monster" in places[0].gain and not view.offer.monsters
        if nobody or self.shut(site):
            return []
        wishes = next((order.wishes for order in self.given if order.site == site), [])
        paid = self._now(Order(site, wishes=wishes))  # where he only holds, too: it is the price
        held = view.places.get(site, [None] * len(places))
        return [at for at, here in enumerate(held, 1) if here is None and at not in paid]

    def _now(self, order: Order) -> list[int]:
        """Where he could pay for an order, given in place of the one to its site or besides all;
        what a first servant yet to be sent costs more is none of its price."""
        book = self._book(order)
        return book.now(order) if book.bribes <= book.me.gold else []

    def _book(self, order: Order) -> OrderBook:
        sent = {given.site: given for given in self.given}
        book = OrderBook(self.view, list({**sent, order.site: order}.values()))
        if not sent:
            book.fee = 0
        return book

    def bribe(self, site: str) -> bool:
        """Whether the bribe of a site, if it wants one, can be paid besides those given (L2.5)."""
        book = self._book(Order(site))
        return book.bribes <= book.me.gold

    def monster(self, kind: str) -> bool:
        """Whether he can hire a monster at some place that no clerk has taken."""
        return any(self._now(order) for order in self._hiring(kind))

    def _hiring(self, kind: str) -> list[Order]:
        sites = self.view.data.sites.items()
        hiring = [site for site, table in sites if "monster" in table.places[0].gain]
        return [Order(site, wishes=[Wish(kind)]) for site in hiring]

    def lacking(self, site: str, price: Goods) -> list[str]:
        """The goods of a place's own price of which he has too little."""
        return self._book(Order(site)).lacking(price)

    def lacking_for(self, kind: str) -> list[str]:
        """The goods of a monster's price of which he has too little, wherever he hires it."""
        prices = [
            (self._book(order), price)
            for order in self._hiring(kind)
            for each in self._book(order).by_place(order).values()
            for price in each
        ]
        own = self.view.data.monsters[kind].price
        return [good for good in own if all(good in book.lacking(price) for book, price in prices)]


def marked(ink: Ink, price: Goods, lacking: Collection[str]) -> Markup:
    """A price, the mark at each part that is short; at the whole where only the sum is."""
    parts = [(good, ink.goods({good: n})) for good, n in price.items() if n]
    if not lacking:
        return ink.t("state.out_of_reach", text=ink.goods(price))
    told = [ink.t("state.out_of_reach", text=t) if good in lacking else t for good, t in parts]
    return Markup(", ").join(told)
