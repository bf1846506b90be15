"""What is going on while heroes are in the dungeons: plans, the fight at hand and its marks (L9).

Values only. They live in the hidden part of the state: a plan is secret until its fight is over.
"""

import msgspec


class PlannedTrap(msgspec.Struct, omit_defaults=True):
    """A trap of a plan; `target` is a place in the party, 0 when not said (L9.3)."""

    trap: str
    target: int = 0


class PlannedAttack(msgspec.Struct, omit_defaults=True):
    """A monster sent: which of its kind (L5.8), how it attacks, at which places (L9.3)."""

    monster: str
    number: int = 1
    way: str = ""
    targets: list[int] = []


class BattlePlan(msgspec.Struct, omit_defaults=True):
    """One lord's plan for one round; what is not said takes its default (L9.3, L9.10)."""

    tile: str = ""
    traps: list[PlannedTrap] = []
    attacks: list[PlannedAttack] = []
    pets: list[str] = []
    replies: dict[str, str] = {}


class Assault(msgspec.Struct, omit_defaults=True):
    """A monster in the queue, by its index in the lair; `withdraws`: it is not paid again."""

    index: int
    way: str = ""
    targets: list[int] = []
    withdraws: bool = False


class Fight(msgspec.Struct, omit_defaults=True):
    """One lord's fight of one round: where it stands and what has been marked in it.

    `phase` counts the phases done, so that the fight can be left and taken up again. The marks
    no_spells, no_healing and no_conquest name what brought them about. `behind` tells of a removed
    hero's place who stood behind him (0: nobody). `paladin` had place 1 when the round began.
    Before the phase `asked` the lord has been asked; `asks` is what he is asked now (L9.3).
    """

    seat: int
    phase: int = 0
    tile: str = ""
    plan: BattlePlan = msgspec.field(default_factory=BattlePlan)
    queue: list[Assault] = []
    victim: int = -1
    pets: list[str] = []
    no_spells: str = ""
    no_healing: str = ""
    no_conquest: str = ""
    no_anti_trap: bool = False
    shield: int = 0
    rage: bool = False
    attacked: bool = False
    behind: dict[int, int] = {}
    paladin: str = ""
    asked: int = -1
    asks: str = ""


class Battle(msgspec.Struct, omit_defaults=True):
    """One round: the plans by seat, who is still to fight, whose party is gone, the fight on.

    `paladins` tells who stood at whose head when the round began.
    """

    plans: dict[int, BattlePlan] = {}
    waiting: list[int] = []
    gone: list[int] = []
    paladins: dict[int, str] = {}
    fight: Fight | None = None
