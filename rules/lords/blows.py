"""Blows: who is struck, what stops damage, how a hero leaves the line (L9.3-L9.5, L9.10)."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from rules.kernel.facts import Recorder
from rules.lords.battle import Fight
from rules.lords.data import Card, Data, RoomKind
from rules.lords.facts import told
from rules.lords.state import PHANTOM, Hero, Lord, State


class Bout:
    """A fight with all that its phases need at hand; what must last is in `fight`."""

    def __init__(self, state: State, fight: Fight, record: Recorder) -> None:
        self.state, self.fight, self.record = state, fight, record
        self.data: Data = state.data
        self.lord: Lord = state.lord(fight.seat)

    @property
    def party(self) -> list[Hero]:
        """The heroes in line, front first; the list changes under one's feet."""
        return self.lord.party

    @cached_property
    def room(self) -> RoomKind | None:
        """The room that is fought over; None in a tunnel."""
        room = self.lord.tiles[self.fight.tile].room
        return self.data.rooms[room] if room else None

    @property
    def card_name(self) -> str:
        """The round's combat card."""
        return self.state.turned[-1]

    @property
    def card(self) -> Card:
        """The round's combat card's numbers."""
        return self.data.cards[self.card_name]

    @property
    def over(self) -> bool:
        """Whether no hero is left in line, or the party was left empty meanwhile (L8.5, L9.5)."""
        battle = self.state.battle
        if battle is not None and self.lord.seat in battle.gone:
            return True
        return not any(hero.cls != PHANTOM for hero in self.party)

    def tell(self, kind: str, **data: Any) -> None:
        """Record a fact of this lord's for everyone."""
        self.record(kind, seat=self.lord.seat, **data)

    def whisper(self, kind: str, **data: Any) -> None:
        """Record a fact of this lord's for him alone."""
        self.record(kind, to=[self.lord.seat], seat=self.lord.seat, **data)


def aimed(bout: Bout, place: int, legal: Callable[[Hero], bool]) -> Hero | None:
    """The hero whom a blow aimed at a place strikes; 0: the front-most legal one (L9.3).

    Is the named hero gone or barred, it falls on the next legal hero behind him, then from the
    front. None when no hero is legal.
    """
    line, start = bout.party, 0
    if place:
        at = _standing(bout, place)
        if at is not None:
            start = at
        else:
            start = _behind(bout, place)
    for hero in line[start:] + line[:start]:
        if legal(hero):
            return hero
    return None


def _standing(bout: Bout, place: int) -> int | None:
    """Where in line the hero stands who had this place when the round began; None: gone."""
    first = bout.fight.paladin if place == 1 else ""
    for at, hero in enumerate(bout.party):
        if hero.place == place or (first and hero.kind == first):
            return at
    return None


def _behind(bout: Bout, place: int) -> int:
    """Where in line the first hero stands who stood behind one that is gone; 0: nobody did."""
    behind = bout.fight.behind
    while place in behind:
        place = behind[place]
        at = _standing(bout, place)
        if at is not None:
            return at
    return next((at for at, hero in enumerate(bout.party) if hero.place > place > 0), 0)


def blow(
    bout: Bout, hero: Hero, damage: int, by: str,
    *, anti_trap: int = 0, shield: bool = False, courage: bool = True,
) -> bool:  # fmt: skip
    """Strike one hero; whether that removed him.

    `anti_trap` points have been taken off by thieves' symbols; then the magic shield, where it
    counts, and courage stop what they can (L9.4, L9.10).
    """
    stopped: dict[str, int] = {}
    left = damage
    stops = (
        ("anti-trap", anti_trap),
        ("invisibility", left if hero.invisible else 0),
        ("magic shield", bout.fight.shield if shield else 0),
        ("courage", hero.courage if courage else 0),
    )
    for why, points in stops:
        stop = min(points, left)
        if stop:
            stopped[why] = stop
            left -= stop
    bout.fight.shield -= stopped.get("magic shield", 0)
    hero.courage -= stopped.get("courage", 0)
    dealt = min(left, hero.left)
    gone = wound(hero, left)
    bout.tell("hit", by=by, hero=told(hero), damage=damage, stopped=stopped, dealt=dealt)
    if gone:
        remove(bout, hero)
    return gone


def wound(hero: Hero, points: int) -> bool:
    """Add damage, the excess being lost (L5.7); whether he has no health left."""
    hero.wounds += min(points, hero.left)
    return hero.left <= 0


def remove(bout: Bout, hero: Hero) -> None:
    """Take a hero out of the line at once: he is the lord's prisoner (L9.5); a phantom is not."""
    lord = bout.lord
    at = next(i for i, other in enumerate(lord.party) if other is hero)
    if hero.place:
        after = lord.party[at + 1] if at + 1 < len(lord.party) else None
        bout.fight.behind[hero.place] = after.place if after else 0
    del lord.party[at]
    if hero.cls == PHANTOM:
        bout.tell("vanished")
        return
    bout.tell("removed", hero=told(hero))
    lord.prisoners.append(hero)
    hero.forget()
    hero.place = 0
    if not hero.kind:
        lord.removed += 1


def flow(bout: Bout, points: int, by: str) -> None:
    """Strike point by point from the front, spilling over when a hero is removed (L5.4)."""
    while points > 0 and not bout.over:
        hero, shield = bout.party[0], bout.fight.shield
        takes = min(points, shield + hero.courage + hero.left)
        if hero.invisible:
            takes = points
        points -= takes
        if not blow(bout, hero, takes, by, shield=True):
            return


def tire(bout: Bout, points: int) -> None:
    """Fatigue: point by point from the front, spilling over, not preventable (L9.4).

    On an invisible wizard it is lost (L9.10); behind him there are only invisible ones.
    """
    while points > 0 and not bout.over:
        hero = bout.party[0]
        if hero.invisible:
            return
        takes = min(points, hero.left)
        points -= takes
        gone = wound(hero, takes)
        bout.tell("fatigue", hero=told(hero), points=takes)
        if gone:
            remove(bout, hero)
