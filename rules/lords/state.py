"""The state: what lies open to all (Board), what is hidden (State), what one sees (View)."""

from functools import lru_cache
from hashlib import sha256

import msgspec

from rules.lords.battle import Battle, Fight
from rules.lords.data import Data, load

HIDDEN = "?"
"""Stands for a card whose face the viewer may not see: the number of cards is open, not which."""

PHANTOM = "phantom"
"""The class of what an illusion puts in front of a party (L9.10): no hero."""


class Tile(msgspec.Struct, omit_defaults=True):
    """A tunnel, or a room when it has one; `walls`: strong walls (L6.2)."""

    room: str = ""
    conquered: bool = False
    walls: bool = False


class Monster(msgspec.Struct, omit_defaults=True):
    """A monster or ghost in a lair; `striking`: can't be sent in the coming round 1 (L5.4)."""

    kind: str
    exhausted: bool = False
    drilled: bool = False
    striking: bool = False


class Hero(msgspec.Struct, omit_defaults=True):
    """A hero, paladin (with `kind`) or phantom; `place` is his place when the round began."""

    cls: str
    strength: int = 0
    health: int = 0
    anti_trap: int = 0
    magic: int = 0
    heart: int = 0
    lutes: int = 0
    wounds: int = 0
    kind: str = ""
    place: int = 0
    courage: int = 0
    poison: int = 0
    spent: int = 0
    muted: bool = False
    invisible: bool = False

    @property
    def left(self) -> int:
        """The health he has left."""
        return self.health - self.wounds

    def forget(self) -> None:
        """Drop what lasts for one round only: courage, poison, spent and muted symbols, hiding."""
        self.courage = self.poison = self.spent = 0
        self.muted = self.invisible = False


class Errands(msgspec.Struct, omit_defaults=True):
    """What a season's orders have come to, where it matters later (L2.15, L2.17).

    `sent` are the sites in the order of sending; `busy` imps have dug or mined there; `fresh` are
    the tunnels dug there.
    """

    sent: list[str] = []
    busy: int = 0
    fresh: list[str] = []


class Lord(msgspec.Struct):
    """One lord: goods, dungeon, lair, hand, plans, permits, prison and the party at his gate."""

    seat: int
    gold: int = 0
    food: int = 0
    imps: int = 0
    evil: int = 0
    letters: int = 0
    tiles: dict[str, Tile] = {}
    monsters: list[Monster] = []
    traps: list[str] = []
    pets: list[str] = []
    dealt: list[str] = []
    used_pets: list[str] = []
    plans: list[str] = []
    permits: dict[str, int] = {}
    barred: list[str] = []
    executed: list[str] = []
    prisoners: list[Hero] = []
    party: list[Hero] = []
    removed: int = 0
    spied: list[int] = []
    discards_owed: int = 0
    drawn_last: str = ""
    errands: Errands | msgspec.UnsetType = msgspec.UNSET

    def unconquered(self, *, rooms: bool | None = None) -> list[str]:
        """His unconquered cells; only those with (True) or without (False) a room if asked."""
        return [
            cell
            for cell, tile in self.tiles.items()
            if not tile.conquered and (rooms is None or bool(tile.room) == rooms)
        ]


class Offer(msgspec.Struct):
    """What the Ministry offers this season, in draw order; a kept room stands first (L3.1)."""

    monsters: list[str] = []
    rooms: list[str] = []


class Result(msgspec.Struct):
    """The attestation: totals by seat, lines by seat, titles with their holders, winners (L10)."""

    totals: list[int]
    lines: list[dict[str, int]]
    titles: dict[str, list[int]]
    winners: list[int]


class Board(msgspec.Struct, kw_only=True):
    """What lies open to all; `neutral` is where nobody's evil counter stands, if there is one."""

    variant: str
    house: str = ""
    at: int = 0
    turn: int = 0
    year: int = 1
    season: str = ""
    round: int = 0
    step: str = ""
    owing: list[int] = []
    first: int = 1
    lords: list[Lord] = []
    offer: Offer = msgspec.field(default_factory=Offer)
    gifts: list[str] = []
    event: str = ""
    next_event: str = ""
    heroes: list[Hero] = []
    next_heroes: list[Hero] = []
    tent: list[Hero] = []
    clerks: list[list[str]] = []
    places: dict[str, list[int | None]] = {}
    turned: list[str] = []
    neutral: int | msgspec.UnsetType = msgspec.UNSET
    result: Result | None = None

    @property
    def data(self) -> Data:
        """The variant's data, house rules included."""
        return load(self.variant, self.house)

    def lord(self, seat: int) -> Lord:
        """The lord of a seat, from 1."""
        return self.lords[seat - 1]

    def turn_order(self) -> list[int]:
        """The seats in turn order from the first player (L1.1)."""
        count = len(self.lords)
        return [(self.first - 1 + i) % count + 1 for i in range(count)]

    def evil_order(self) -> list[int]:
        """The seats from the most evil to the kindest; ties by the first player (L1.4)."""
        turn = self.turn_order()
        if self.data.first_is == "kindest":
            turn.reverse()
        rank = {seat: i for i, seat in enumerate(turn)}
        return sorted(turn, key=lambda seat: (-self.lord(seat).evil, rank[seat]))


class State(Board, kw_only=True):
    """The whole truth: the board, the seed, the decks (next card last) and the face-down cards."""

    seed: str
    streams: dict[str, int] = {}
    monster_deck: list[str] = []
    room_deck: list[str] = []
    trap_deck: list[str] = []
    trap_discards: list[str] = []
    hero_deck: list[Hero] = []
    pet_deck: list[str] = []
    event_deck: list[str] = []
    special_deck: list[str] = []
    cards: list[str] = []
    battle: Battle | None = None


class View(Board, kw_only=True):
    """What one viewer may see; cards he may not see are HIDDEN; `viewer` None is the group.

    `fight` is the viewer's own, while it waits for a word of his (L9.3); `fighting` is whose fight
    waits, 0 for none: that all know. `voice` is what may be known of the seed: see `voice`.
    """

    viewer: int | None
    cards: list[str] = []
    fight: Fight | None = None
    fighting: int = 0
    voice: int = 0

    @property
    def me(self) -> Lord:
        """The viewer's own lord (raises ValueError for the group)."""
        if self.viewer is None:
            raise ValueError("the group has no lord")
        return self.lords[self.viewer - 1]


def _as_seen(lord: Lord) -> Lord:
    return msgspec.structs.replace(
        lord,
        traps=[HIDDEN] * len(lord.traps),
        pets=[HIDDEN] * len(lord.pets),
        dealt=[HIDDEN] * len(lord.dealt),
        spied=[],
        discards_owed=0,
        drawn_last="",
    )


_OPEN = tuple(name for name in Board.__struct_fields__ if name != "lords")


VOICES = 9973
"""How many voices there are; a prime, so that lists of variants of any length start anywhere."""


@lru_cache(maxsize=64)
def voice(seed: str) -> int:
    """The game's number below VOICES, by which its posts choose among variants of a line.

    A few bits of a hash apart from every stream: of a seed as long as a table draws they
    tell nothing about any card (L1.5).
    """
    return int(sha256(f"voice {seed}".encode()).hexdigest(), 16) % VOICES


def view(state: State, viewer: int | None) -> View:
    """What this seat (None: the group) may see of the state (L1.5); shares what is open."""
    shown = len(state.turned)
    known = set(state.lord(viewer).spied) if viewer else set()
    fight = state.battle.fight if state.battle is not None else None
    return View(
        viewer=viewer,
        fight=fight if fight is not None and fight.seat == viewer else None,
        fighting=fight.seat if fight is not None else 0,
        voice=voice(state.seed),
        lords=[lord if lord.seat == viewer else _as_seen(lord) for lord in state.lords],
        cards=[
            card if i < shown or i + 1 in known else HIDDEN for i, card in enumerate(state.cards)
        ],
        **{name: getattr(state, name) for name in _OPEN},
    )
