"""The one door: every command on a game, and every question about one, goes through Table.

Commands are coroutines, and idempotent: a press that comes twice does its work once. What they
mean stands with the modules that do them.
"""

import os
from collections.abc import Callable, Collection, Mapping
from typing import Any

from bot.store.store import Store
from bot.table.clock import Clock
from bot.table.core import Core
from bot.table.desks import Desks
from bot.table.holding import Holding
from bot.table.late import Late
from bot.table.lobby import Lobby
from bot.table.mail import Mail
from bot.table.master.master import Master
from bot.table.pending import Pending
from bot.table.reading import Reading
from bot.table.resolving import Resolving
from bot.table.sketches import Sketches
from bot.table.time.door import Time
from bot.table.timing import Timing
from rules.kernel.game import Game
from rules.kernel.standin import StandIn


class Table:
    """All games of one store.

    `games` by name, `standins` by kind (the first is the rule for absence unless a game's settings
    say otherwise), `draw(n)` gives n secret random bytes, `admins` have every master's hand.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        games: Mapping[str, Game[Any]],
        standins: Mapping[str, StandIn],
        draw: Callable[[int], bytes] = os.urandom,
        admins: Collection[int] = (),
    ) -> None:
        core = Core(store, clock, games, standins, draw, admins)
        self.clock = clock
        self._core = core

        resolving = Resolving(core)

        lobby = Lobby(core, resolving)
        self.open, self.join, self.leave = lobby.open, lobby.join, lobby.leave
        self.start, self.cancel, self.again = lobby.start, lobby.cancel, lobby.again
        self.may_cancel = lobby.may_cancel

        desks = Desks(core, resolving)
        self.desk, self.put, self.ready = desks.desk, desks.put, desks.ready

        holding = Holding(core, resolving)
        self.resign, self.sit_in = holding.resign, holding.sit_in
        self.person, self.set_person = holding.person, holding.set_person
        self.set_hints = holding.set_hints
        self.set_reachable, self.move_chat = holding.set_reachable, holding.move_chat
        self.pause_chat, self.resume_chat = holding.pause_chat, holding.resume_chat
        self.is_paused = holding.is_paused

        mail = Mail(core)
        self.outbox_due, self.claim, self.progress = mail.due, mail.claim, mail.progress
        self.done, self.postpone, self.drop = mail.done, mail.postpone, mail.drop
        self.lose, self.retell = mail.lose, mail.retell
        self.message_of, self.keep_message = mail.message_of, mail.keep_message
        self.forget_message = mail.forget_message

        self.master = Master(core, resolving, mail)
        self.resolve = self.master.resolve

        self.time = Time(core, self.master.book, resolving)
        timing = Timing(core, lobby, resolving, mail, self.time.timers)
        self.set_deadline = timing.set_deadline
        self.next_due, self.tick = timing.next_due, timing.tick
        self.faults = timing.faults  # the newest that were only logged, so that others go on

        reading = Reading(core)
        self.info, self.games_in, self.games_of = reading.info, reading.games_in, reading.games_of
        self.find, self.view, self.export = reading.find, reading.view, reading.export
        self.state_hash, self.history = reading.state_hash, reading.history

        self.sketches = Sketches(core)
        self.pending = Pending(core)
        self.late = Late(core)

    def listen(self, listener: Callable[[], None]) -> None:
        """Have this called after each commit that may make something due earlier."""
        self._core.listeners.append(listener)
