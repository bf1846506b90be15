"""The cells of an order that digs or mines at its site (L2.17): which may be named, and why not."""

from rules.kernel.question import Option, Reason
from rules.lords import dungeon
from rules.lords.data import Data, Place
from rules.lords.state import Lord, Tile

GROUP = "cell"


def most_cells(place: Place, imps: int) -> int:
    """How many cells so many imps can dig or mine at a place, its foreman taken off (L2.1)."""
    number = place.gain.get("tunnels", 0) + place.gain.get("mine", 0)
    return max(0, min(number, imps - place.gain.get("foreman", 0)))


class CellWords:
    """What may be said after an order to dig or to mine, from the dungeon as it is now."""

    def __init__(self, data: Data, me: Lord) -> None:
        self.data, self.me = data, me
        self.cells = dungeon.cells(data.grid)

    def is_cell(self, word: str) -> bool:
        """Whether the word is a cell of the grid."""
        return word in self.cells

    def good(self, site: str) -> str:
        """What is done at a site in the cells named: `tunnels`, `mine`, or nothing."""
        gain = self.data.sites[site].places[0].gain
        return next((good for good in ("tunnels", "mine") if good in gain), "")

    def options(self, site: str, named: list[str], most: int) -> list[Option]:
        """The cells that may be named next."""
        if not self.good(site) or len(named) >= most:
            return []
        tiles = self._with(named)
        return [
            Option(c, GROUP) for c in self.cells if self._why_not(site, named, c, tiles) is None
        ]

    def words(self, site: str, named: list[str], most: int) -> list[Option]:
        """The cells that may not be named now, each with the reason."""
        if not self.good(site):
            return []
        tiles, found = self._with(named), []
        for cell in self.cells:
            why = self._why_not(site, named, cell, tiles)
            if why is None and len(named) >= most:
                why = Reason("enough cells", {"most": most})
            found.append(Option(cell, GROUP, why))
        return found

    def _with(self, named: list[str]) -> dungeon.Tiles:
        return {**dict.fromkeys(named, Tile()), **self.me.tiles}

    def _why_not(
        self, site: str, named: list[str], cell: str, tiles: dungeon.Tiles
    ) -> Reason | None:
        if cell in named:
            return Reason("already named", {"cell": cell})
        if self.good(site) == "tunnels":
            return dungeon.why_not_dig(self.data.grid, tiles, cell)
        return dungeon.why_no_tunnel(self.me, cell)
