"""The lair: monsters by name, dearest first, cheapest first (L5.2, L5.8)."""

from rules.lords import cost
from rules.lords.data import Data
from rules.lords.state import Lord, Monster


def names(data: Data, lord: Lord, *, spirits: bool) -> list[tuple[str, Monster]]:
    """Every monster (and ghost, with `spirits`) under its name, oldest kind first (L5.8).

    The name alone is the drilled one of its kind, else the oldest ready one; `goblin 2` the other.
    """
    kinds: dict[str, list[Monster]] = {}
    for monster in lord.monsters:
        if spirits or not data.monsters[monster.kind].spirit:
            kinds.setdefault(monster.kind, []).append(monster)
    found = []
    for kind, same in kinds.items():
        first = min(same, key=lambda monster: (not monster.drilled, monster.exhausted))
        rest = [monster for monster in same if monster is not first]
        found += [(numbered(kind, n), m) for n, m in enumerate([first, *rest], 1)]
    return found


def numbered(kind: str, number: int) -> str:
    """The name of the nth monster of a kind: `goblin`, `goblin 2` (L5.8)."""
    return kind if number == 1 else f"{kind} {number}"


def named(data: Data, lord: Lord, name: str, *, spirits: bool) -> Monster | None:
    """The monster of that name; None when he has none."""
    return dict(names(data, lord, spirits=spirits)).get(name)


def words(data: Data, lord: Lord) -> list[str]:
    """What may be written for a monster: the names of his own, then all other kinds."""
    own = [name for name, _ in names(data, lord, spirits=True)]
    return own + [kind for kind in data.monsters if kind not in own]


def dearest_first(data: Data, monsters: list[Monster]) -> list[Monster]:
    """By the units of their price, then owned longest (L5.2)."""
    return sorted(monsters, key=lambda monster: -cost.units(data.monsters[monster.kind].price))
