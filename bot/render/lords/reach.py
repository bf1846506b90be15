"""What the viewer can't pay now: marked wherever a prompt tells a price."""

from collections.abc import Sequence

from rules.lords.sites import Order, Wish
from rules.lords.state import View
from rules.lords.warnings import OrderBook


class Reach:
    """What is within the viewer's reach with what he has, when the bribes and the fee of the
    orders given so far are paid; without any, each by itself."""

    def __init__(self, view: View, orders: Sequence[Order] = ()) -> None:
        self.view = view
        self.given, self.book = orders, OrderBook(view, orders)

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
        for order in self.given:
            if order.site == site:
                now = self.book.now(order)
                return [at for at in self.book.by_place(order) if at not in now]
        held, paid = view.places.get(site, [None] * len(places)), self.places(site)
        return [at for at, here in enumerate(held, 1) if here is None and at not in paid]

    def places(self, site: str) -> list[int]:
        """The places of a site, from 1, where he could pay now; its bribe counts (L2.5)."""
        return self._now(Order(site))

    def _now(self, order: Order) -> list[int]:
        """Where he could pay for an order; a first servant's fee (L2.14) is none of its price."""
        book = OrderBook(self.view, [order])
        book.fee = 0
        return book.now(order) if book.bribes <= book.me.gold else []

    def monster(self, kind: str) -> bool:
        """Whether he can hire a monster at some place that no clerk has taken."""
        sites = self.view.data.sites.items()
        hiring = [site for site, table in sites if "monster" in table.places[0].gain]
        orders = [Order(site, wishes=[Wish(kind)]) for site in hiring]
        return any(self._now(order) for order in orders)
