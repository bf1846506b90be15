"""Points and titles (L10.2-L10.4)."""

from rules.lords.data import Data
from rules.lords.state import Board, Hero, Lord, Result

LINES = (
    "monsters", "heroes", "paladins", "rooms", "special rooms", "conquered", "pets", "letters",
    "titles",
)  # fmt: skip
"""The lines of the table, in their order."""


def attest(board: Board) -> Result:
    """The whole attestation: the highest total wins, equal totals share it (L10.4)."""
    held = titles(board)
    lines = [lines_of(board, lord, held) for lord in board.lords]
    totals = [sum(line.values()) for line in lines]
    best = max(totals)
    winners = [lord.seat for lord, total in zip(board.lords, totals, strict=True) if total == best]
    return Result(totals, lines, held, winners)


def licensed(board: Board, result: Result) -> list[int]:
    """The seats that get the licence (L10.4)."""
    least = board.data.scoring.licence_above
    return [seat for seat, total in enumerate(result.totals, start=1) if total > least]


def titles(board: Board) -> dict[str, list[int]]:
    """Each title with the seats that hold it; nobody holds one with nothing (L10.3)."""
    held = {}
    for title, counted in board.data.scoring.titles.items():
        amounts = {lord.seat: count(board, lord, counted) for lord in board.lords}
        most = max(amounts.values())
        held[title] = [seat for seat, amount in amounts.items() if amount == most and most > 0]
    return held


def count(board: Board, lord: Lord, counted: list[str]) -> int:
    """How much of what a title counts a lord has, all its goods together."""
    amounts = {
        "rooms": len(lord.unconquered(rooms=True)),
        "tunnels": len(lord.unconquered(rooms=False)),
        "tiles": len(lord.unconquered()),
        "monsters": sum(not board.data.monsters[m.kind].spirit for m in lord.monsters),
        "evil": lord.evil,
        "imps": lord.imps,
        "gold": lord.gold,
        "food": lord.food,
    }
    return sum(amounts[what] for what in counted)


def lines_of(board: Board, lord: Lord, held: dict[str, list[int]]) -> dict[str, int]:
    """One lord's table: line id -> points (L10.2)."""
    data, rules = board.data, board.data.scoring
    rooms = lord.unconquered(rooms=True)
    mine = [seats for seats in held.values() if lord.seat in seats]
    alone = sum(len(seats) == 1 for seats in mine)
    monsters = sum(data.monsters[monster.kind].points for monster in lord.monsters)
    pets = (data.pets[pet].points for pet in lord.pets)
    return {
        "monsters": rules.monster * monsters,
        "heroes": rules.hero * sum(not hero.kind for hero in lord.prisoners),
        "paladins": sum(rules.paladin[hero.kind] for hero in lord.prisoners if hero.kind),
        "rooms": rules.room * len(rooms),
        "special rooms": sum(special(board, lord, lord.tiles[cell].room, alone) for cell in rooms),
        "conquered": rules.conquered * (len(lord.tiles) - len(lord.unconquered())),
        "pets": sum(rules.pet if points is None else points for points in pets),
        "letters": rules.letter * lord.letters,
        "titles": rules.title_alone * alone + rules.title_shared * (len(mine) - alone),
    }


def prisoner(data: Data, hero: Hero) -> int:
    """What a prisoner is worth (L10.2)."""
    return data.scoring.paladin[hero.kind] if hero.kind else data.scoring.hero


def special(board: Board, lord: Lord, room: str, alone: int) -> int:
    """What a special room gives on top of the points of any room; `alone`: titles held alone."""
    kind = board.data.rooms[room]
    points = sum(kind.points.get(monster.kind, 0) for monster in lord.monsters)
    points += kind.pet_points * len(lord.pets)
    if kind.title_points:
        points += alone * kind.title_points[len(board.lords) - board.data.seats[0]]
    return points
