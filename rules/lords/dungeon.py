"""The dungeon's grid: neighbours, distances, where one may dig and build (L1.2, L4, L9.1)."""

from functools import lru_cache

from rules.kernel.question import Reason
from rules.lords.data import Data, Grid
from rules.lords.state import Lord, Tile

Tiles = dict[str, Tile]

FAR = 99
"""The distance of a tile that no way leads to."""


@lru_cache(maxsize=8)
def _cells(columns: str, rows: int) -> tuple[str, ...]:
    return tuple(f"{column}{row}" for row in range(1, rows + 1) for column in columns)


@lru_cache(maxsize=8)
def _neighbours(columns: str, rows: int) -> dict[str, tuple[str, ...]]:
    near = {}
    for x, column in enumerate(columns):
        for row in range(1, rows + 1):
            around = [(x, row - 1), (x - 1, row), (x + 1, row), (x, row + 1)]
            near[f"{column}{row}"] = tuple(
                f"{columns[i]}{j}" for i, j in around if 0 <= i < len(columns) and 1 <= j <= rows
            )
    return near


@lru_cache(maxsize=8)
def _blocks(columns: str, rows: int) -> dict[str, tuple[tuple[str, str, str], ...]]:
    """For each cell the other three cells of every 2x2 block it is part of."""
    found: dict[str, list[tuple[str, str, str]]] = {c: [] for c in _cells(columns, rows)}
    for x in range(len(columns) - 1):
        for row in range(1, rows):
            block = [f"{columns[i]}{j}" for j in (row, row + 1) for i in (x, x + 1)]
            for cell in block:
                a, b, c = (other for other in block if other != cell)
                found[cell].append((a, b, c))
    return {cell: tuple(blocks) for cell, blocks in found.items()}


def cells(grid: Grid) -> tuple[str, ...]:
    """All cells, row by row from the top, `a1` first."""
    return _cells(grid.columns, grid.rows)


def neighbours(grid: Grid, cell: str) -> tuple[str, ...]:
    """The cells that touch this one by an edge."""
    return _neighbours(grid.columns, grid.rows)[cell]


def why_not_dig(grid: Grid, tiles: Tiles, cell: str) -> Reason | None:
    """What stands against a tunnel here, permit and imps aside (L4.1)."""
    near = _neighbours(grid.columns, grid.rows).get(cell)
    if near is None:
        return Reason("no such cell", {"cell": cell})
    if cell in tiles:
        return Reason("already dug", {"cell": cell})
    if not any(other in tiles for other in near):
        return Reason("touches nothing", {"cell": cell})
    for a, b, c in _blocks(grid.columns, grid.rows)[cell]:
        if a in tiles and b in tiles and c in tiles:
            return Reason("full square", {"cell": cell, "with": sorted((a, b, c))})
    return None


def why_no_tunnel(lord: Lord, cell: str) -> Reason | None:
    """Why no whole tunnel is here: for mining (L4.2), building (L4.5), strong walls (L6.2)."""
    tile = lord.tiles.get(cell)
    if tile is None:
        return Reason("no tunnel", {"cell": cell})
    if tile.conquered:
        return Reason("conquered", {"cell": cell})
    if tile.room:
        return Reason("already a room", {"cell": cell, "room": tile.room})
    return None


def why_not_build(data: Data, lord: Lord, room: str, cell: str) -> Reason | None:
    """What stands against this room here, imps aside (L4.5)."""
    why = why_no_tunnel(lord, cell)
    if why is not None:
        return why
    zone = data.rooms[room].zone
    if zone and cell not in data.grid.zones[zone]:
        return Reason("wrong zone", {"cell": cell, "room": room, "zone": zone})
    for other in neighbours(data.grid, cell):
        beside = lord.tiles.get(other)
        if beside is not None and beside.room:
            return Reason("beside a room", {"cell": cell, "other": other, "room": beside.room})
    return None


def distances(grid: Grid, tiles: Tiles) -> dict[str, int]:
    """Steps from the entrance through the dungeon to each tile; FAR where no way leads (L9.1)."""
    near = _neighbours(grid.columns, grid.rows)
    steps = {grid.entrance: 0} if grid.entrance in tiles else {}
    edge = list(steps)
    for cell in edge:
        for other in near[cell]:
            if other in tiles and other not in steps:
                steps[other] = steps[cell] + 1
                edge.append(other)
    return {cell: steps.get(cell, FAR) for cell in tiles}


def by_column(cell: str) -> tuple[str, int]:
    """The order among equals: a to e, then 1 to 4 (L9.3)."""
    return cell[0], int(cell[1:])


def nearest(grid: Grid, tiles: Tiles, among: list[str]) -> list[str]:
    """Those of the cells that have the fewest steps from the entrance, a to e, then 1 to 4."""
    if not among:
        return []
    steps = distances(grid, tiles)
    fewest = min(steps[cell] for cell in among)
    return sorted((cell for cell in among if steps[cell] == fewest), key=by_column)
