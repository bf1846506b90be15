"""What all parts of the table share: store, clock, games, a lock a game, states at hand."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import Any
from weakref import WeakValueDictionary

import msgspec

from bot.store import games as rows
from bot.store import logs
from bot.store.db import Db
from bot.store.rows import GameRow
from bot.store.store import Store
from bot.table.clock import Clock
from bot.table.records import Refused, Settings
from rules.kernel.game import Game, Setup
from rules.kernel.standin import StandIn

AT_HAND = 128
"""So many games' states are kept decoded."""


@lru_cache(maxsize=256)
def settings_of(text: str) -> Settings:
    """A game's settings from their JSON."""
    return msgspec.json.decode(text, type=Settings)


@lru_cache(maxsize=256)
def setup_of(text: str) -> Setup:
    """What a game began with, from its JSON."""
    return msgspec.json.decode(text, type=Setup)


class Core:
    """Store, clock, games and stand-ins; every command on a game goes through that game's lock."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        games: Mapping[str, Game[Any]],
        standins: Mapping[str, StandIn],
        draw: Callable[[int], bytes],
        admins: Collection[int],
    ) -> None:
        self.store, self.clock = store, clock
        self.games, self.standins = games, standins
        self.draw = draw
        self.admins = frozenset(admins)
        self.listeners: list[Callable[[], None]] = []
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._states: OrderedDict[int, tuple[int, Any]] = OrderedDict()

    def lock(self, game: int) -> asyncio.Lock:
        """The one lock a game's commands go through."""
        lock = self._locks.get(game)
        if lock is None:
            lock = self._locks[game] = asyncio.Lock()
        return lock

    def changed(self) -> None:
        """Tell whoever listens that something may be due earlier than he thinks."""
        for listener in self.listeners:
            listener()

    async def row(self, db: Db, game: int, status: str = "") -> GameRow:
        """The game (raises Refused: no game, or not in the part of its life called for)."""
        row = await rows.game(db, game)
        if row is None:
            raise Refused("no game", game=game)
        if status and row.status != status:
            raise Refused("not lobby" if status == "lobby" else "not playing", status=row.status)
        return row

    def rules(self, row: GameRow) -> Game[Any]:
        """The rules this game is played by (raises Refused)."""
        name = settings_of(row.settings).game
        if name not in self.games:
            raise Refused("unknown game", game=name)
        return self.games[name]

    async def state(self, db: Db, row: GameRow) -> Any:
        """The game's state at its step; never to be changed by whoever gets it."""
        held = self._states.get(row.id)
        if held is not None and held[0] == row.version:
            self._states.move_to_end(row.id)
            return held[1]
        data = await logs.snapshot(db, row.id, row.step)
        if data is None:
            raise Refused("not playing", status=row.status)
        state = self.rules(row).decode(data)
        self.keep(row.id, row.version, state)
        return state

    def keep(self, game: int, version: int, state: Any) -> None:
        """Have a committed state at hand."""
        self._states[game] = version, state
        self._states.move_to_end(game)
        if len(self._states) > AT_HAND:
            self._states.popitem(last=False)

    def is_master(self, row: GameRow, person: int) -> bool:
        """Whether this person has the master's hand in the game."""
        deputies = settings_of(row.settings).chair.deputies
        return person == row.master_id or person in deputies or person in self.admins

    def check_master(self, row: GameRow, person: int) -> None:
        """Raise Refused unless this person is the master."""
        if not self.is_master(row, person):
            raise Refused("not master")

    def standin(self, settings: Settings, kind: str = "") -> str:
        """A kind of stand-in that the game allows; "" means its first (raises Refused)."""
        allowed = settings.standins or tuple(self.standins)
        kind = kind or settings.absence or allowed[0]
        if kind not in self.standins or (kind not in allowed and kind != settings.absence):
            raise Refused("unknown stand-in", kind=kind, allowed=list(allowed))
        return kind
