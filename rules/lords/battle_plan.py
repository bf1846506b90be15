"""The combat question: one round's secret plan, clause by clause (L9.1-L9.3, L9.10).

`tile c1; trap poisoned dart @2; goblin; slime hold; witch two @1 @3; pet bat; victim goblin`

Clauses may come in any order, but limits are those of the tile chosen so far (the default one
until then), so that a lord who wants more says the tile first. What is not said takes its default.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from rules.kernel.question import CLAUSE, Illegal, Option, Reason
from rules.lords import attacks, cost, dungeon, fight, spells, traps
from rules.lords.battle import BattlePlan, PlannedAttack, PlannedTrap
from rules.lords.data import Attack, Goods
from rules.lords.state import HIDDEN, Tile, View

Alternatives = dict[str, Reason | None]
"""Words that may come next, each with what stands against it."""

ONCE = Reason("already said")


class BattleQuestion:
    """What one lord owes before a round: made from his own view."""

    kind = "combat"
    attacks_now = False

    def __init__(self, view: View) -> None:
        assert view.viewer is not None
        self.view, self.me, self.data = view, view.me, view.data
        self.id, self.seat = f"t{view.turn}", view.viewer
        me, kinds = self.me, self.data.monsters
        self.nearest = dungeon.nearest(self.data.grid, me.tiles, me.unconquered())
        self.heroes = fight.numbered(me.party)
        self.named = {
            kind: attacks.named(me, kind, view.round)
            for kind in dict.fromkeys(monster.kind for monster in me.monsters)
        }
        self.sendable = {i for i, m in enumerate(me.monsters) if attacks.ready(m, view.round)}
        self.fighters = sum(not kinds[me.monsters[i].kind].spirit for i in self.sendable)
        self.cards = self._possible_cards()
        names = _clauses_of(bool(self.data.pets), self.data.choices_in_fight)
        self.clauses = {CLAUSE + name: CLAUSES.get(name, SEND) for name in (*names, *kinds)}
        starts = ["tile", "trap", *self.named, "pet"]
        starts += [name for name, card in REPLIES.items() if self.cards & card]
        self.starts = [CLAUSE + name for name in starts if name in names or name in kinds]
        self.said: dict[str, Option] = {}

    def _possible_cards(self) -> set[str]:
        """What this round's card may be, as far as the lord knows."""
        cards, at = self.view.cards, self.view.round - 1
        if at < len(cards) and cards[at] != HIDDEN:
            return {cards[at]}
        return {n for n, c in self.data.cards.items() if c.year == self.view.year} - set(cards)

    def walk(self) -> "BattleWalk":
        """A new, empty plan."""
        return BattleWalk(self)


class BattleWalk:
    """A plan being written; `following` holds what may go on with the clause at hand."""

    def __init__(self, question: BattleQuestion) -> None:
        self.tokens: list[str] = []
        self.question = question
        self.me, self.data = question.me, question.data
        self.plan = BattlePlan()
        self.sent: list[int] = []
        self.fighting = 0
        self.clause = ""
        self.following: Alternatives = {}
        self.follow: Callable[[str], None] = self._nothing
        self.must = False

    @property
    def complete(self) -> bool:
        """Whether the clause at hand may end here."""
        return not self.must

    @property
    def result(self) -> BattlePlan:
        """The plan."""
        return self.plan

    @property
    def tile(self) -> Tile:
        """The tile that will be fought over, as far as is said."""
        chosen = self.me.tiles.get(self.plan.tile)
        return chosen or self.me.tiles[self.question.nearest[0]]

    def options(self, every: bool = False) -> list[Option]:
        """What may come next."""
        group = self.clause
        found = [
            Option(token, group, why, self._note(token))
            for token, why in self.following.items()
            if every or why is None
        ]  # fmt: skip
        if self.must:
            return found
        said, clauses = self.question.said, self.question.clauses
        for token in clauses if every else self.question.starts:
            why = clauses[token].why_not(self, token[1:])
            if why is not None:
                if every:
                    found.append(Option(token, clauses[token].group, why))
                continue
            option = said.get(token)
            if option is None:
                note = {"needless": True} if self._nothing_to_choose(token) else {}
                option = said[token] = Option(token, clauses[token].group, note=note)
            found.append(option)
        return found

    def take(self, token: str, force: bool = False) -> None:
        """Choose one option (raises Illegal)."""
        if token in self.following:
            why, clause = self.following[token], None
        elif not self.must and token in self.question.clauses:
            clause = self.question.clauses[token]
            why = clause.why_not(self, token[1:])
        else:
            raise Illegal(Reason("unknown word", {"token": token}))
        if why is not None and not force:
            raise Illegal(why)
        if clause is None:
            self.follow(token)
        else:
            self.clause = token[1:]
            clause.begin(self, token[1:])
        self.tokens.append(token)

    def go_on(self, following: Alternatives, follow: Callable[[str], None], must: bool) -> None:
        """Let these words go on with the clause; it may not end here if one of them must."""
        self.following, self.follow, self.must = following, follow, must

    def done(self, word: str = "") -> None:
        """Nothing more belongs to the clause."""
        self.following, self.follow, self.must = {}, self._nothing, False

    def _nothing_to_choose(self, token: str) -> bool:
        """Whether the word may be said and changes nothing: the one tile there is (L9.1)."""
        return token == CLAUSE + "tile" and len(self.question.nearest) == 1

    def _nothing(self, word: str) -> None:
        raise AssertionError(word)

    def _note(self, token: str) -> dict[str, Goods]:
        if self.clause == "trap" and token in self.data.traps.traps:
            return {"pay": traps.price(self.data, self.tile, token)}
        if self.clause in self.data.monsters:
            pay = attacks.attack_named(self.data.monsters[self.clause], token).pay
            return {"pay": pay} if pay else {}
        return {}

    def why_not_lay(self, trap: str) -> Reason | None:
        """What he lacks to pay for one more such trap here; None if he has none left (L9.2)."""
        if self.me.traps.count(trap) <= sum(other.trap == trap for other in self.plan.traps):
            return None
        price = traps.price(self.data, self.tile, trap)
        return self.why_not_pay(self.tile, price) if price else None

    def why_not_pay(self, tile: Tile, more: Goods) -> Reason | None:
        """What he lacks for all that the plan costs over this tile, and for so much more."""
        due = more
        for planned in self.plan.traps:
            due = cost.both(due, traps.price(self.data, tile, planned.trap))
        for sent in self.plan.attacks:
            if sent.way:
                kind = self.data.monsters[sent.monster]
                due = cost.both(due, attacks.attack_named(kind, sent.way).pay)
        return cost.why_not_pay(self.question.view, self.me, due) if due else None


class Clause(NamedTuple):
    """A kind of clause: its buttons' group, what stands against it, and how it begins."""

    group: str
    why_not: Callable[[BattleWalk, str], Reason | None]
    begin: Callable[[BattleWalk, str], None]


# the tile


def _why_no_tile(walk: BattleWalk, name: str) -> Reason | None:
    return ONCE if walk.plan.tile else None


def _why_not_there(walk: BattleWalk, cell: str) -> Reason | None:
    tile, data = walk.me.tiles.get(cell), walk.data
    if tile is None:
        return Reason("no tunnel", {"cell": cell})
    if cell not in walk.question.nearest:
        return Reason("not the nearest", {"cell": cell, "nearest": walk.question.nearest})
    if walk.fighting > (most := attacks.limit(data, tile)):
        return Reason("too many monsters", {"limit": most})
    if len(walk.plan.traps) > (most := traps.limit(data, tile)):
        return Reason("too many traps", {"limit": most})
    return walk.why_not_pay(tile, {})


def _begin_tile(walk: BattleWalk, name: str) -> None:
    def choose(cell: str) -> None:
        walk.plan.tile = cell
        walk.done()

    cells = [*walk.me.tiles, *dungeon.cells(walk.data.grid)]
    walk.go_on({cell: _why_not_there(walk, cell) for cell in cells}, choose, must=True)


# traps


def _why_no_trap(walk: BattleWalk, name: str) -> Reason | None:
    if len(walk.plan.traps) >= (most := traps.limit(walk.data, walk.tile)):
        return Reason("too many traps", {"limit": most})
    why: Reason | None = Reason("no traps")
    for trap in dict.fromkeys(walk.me.traps):
        why = _why_not_that_trap(walk, trap)
        if why is None:
            return None
    return why


def _why_not_that_trap(walk: BattleWalk, trap: str) -> Reason | None:
    planned = sum(other.trap == trap for other in walk.plan.traps)
    if walk.me.traps.count(trap) <= planned:
        return ONCE if planned else Reason("not yours", {"trap": trap})
    price = traps.price(walk.data, walk.tile, trap)
    return walk.why_not_pay(walk.tile, price) if price or walk.plan.traps else None


def _begin_trap(walk: BattleWalk, name: str) -> None:
    def aim(place: str) -> None:
        walk.plan.traps[-1].target = int(place[1:])
        walk.done()

    def choose(trap: str) -> None:
        walk.plan.traps.append(PlannedTrap(trap))
        walk.done()
        if walk.data.traps.traps[trap].target == "any":
            walk.go_on({f"@{n}": None for n, _ in walk.question.heroes}, aim, must=False)

    every = {trap: _why_not_that_trap(walk, trap) for trap in walk.data.traps.traps}
    walk.go_on(every, choose, must=True)


# monsters and ghosts


def _why_not_send(walk: BattleWalk, kind: str) -> Reason | None:
    question = walk.question
    of_kind = question.named.get(kind, ())
    if not walk.data.monsters[kind].spirit:
        if walk.fighting >= (most := attacks.limit(walk.data, walk.tile)):
            return Reason("too many monsters", {"limit": most})
    why: Reason | None = Reason("not yours", {"monster": kind})
    for index in of_kind:
        why = _why_not_this_one(walk, index)
        if why is None:
            return None
    return why


def _why_not_this_one(walk: BattleWalk, index: int) -> Reason | None:
    if index in walk.sent:
        return Reason("already sent")
    if index in walk.question.sendable:
        return None
    return Reason("exhausted" if walk.me.monsters[index].exhausted else "striking")


def _send(walk: BattleWalk, kind: str) -> None:
    of_kind = walk.question.named.get(kind, [])
    # named without a number once more, it is the next one that can be sent
    can = (n for n, i in enumerate(of_kind, start=1) if _why_not_this_one(walk, i) is None)
    planned = PlannedAttack(kind, next(can, 1))
    walk.plan.attacks.append(planned)
    walk.fighting += not walk.data.monsters[kind].spirit
    numbers: Alternatives = {
        str(n): _why_not_this_one(walk, index) for n, index in enumerate(of_kind[1:], start=2)
    }
    walk.sent.append(of_kind[planned.number - 1] if of_kind else -1)

    def go_on(word: str) -> None:
        if word.isdigit():
            planned.number = int(word)
            walk.sent[-1] = of_kind[planned.number - 1]
            walk.go_on(_ways_and_targets(walk, kind), go_on, must=False)
        elif word.startswith("@"):
            planned.targets.append(int(word[1:]))
            attack = attacks.attack_named(walk.data.monsters[kind], planned.way)
            more = len(planned.targets) < attack.hits
            walk.go_on(_targets(walk, attack) if more else {}, go_on, must=False)
        else:
            planned.way = word
            attack = attacks.attack_named(walk.data.monsters[kind], word)
            walk.go_on(_targets(walk, attack), go_on, must=False)

    walk.go_on({**numbers, **_ways_and_targets(walk, kind)}, go_on, must=False)


def _ways_and_targets(walk: BattleWalk, kind: str) -> Alternatives:
    if walk.data.choices_in_fight and not walk.question.attacks_now:
        return {}
    first, *others = walk.data.monsters[kind].attacks
    ways = {
        attack.name: walk.why_not_pay(walk.tile, attack.pay) if attack.pay else None
        for attack in others
    }
    return {**ways, **_targets(walk, first)}


def _targets(walk: BattleWalk, attack: Attack) -> Alternatives:
    """The places an attack may be aimed at; a hero it can't touch is none (L5.4, L5.5)."""
    if attack.target not in ("any", "behind"):
        return {}
    line = walk.me.party
    return {
        f"@{n}": None if attacks.may_strike(attack, hero, line)
        else Reason("never", {"cls": attack.never}) if hero.cls == attack.never
        else Reason("front")
        for n, hero in walk.question.heroes
    }  # fmt: skip


# pets


def _why_no_pet(walk: BattleWalk, name: str) -> Reason | None:
    for pet in walk.me.pets:
        if _why_not_that_pet(walk, pet) is None:
            return None
    return Reason("no pets")


def _why_not_that_pet(walk: BattleWalk, pet: str) -> Reason | None:
    if walk.data.pets[pet].when != "combat":
        return Reason("not in combat")
    planned = walk.plan.pets.count(pet)
    if walk.me.pets.count(pet) <= planned:
        return ONCE if planned else Reason("not yours", {"pet": pet})
    return None


def _begin_pet(walk: BattleWalk, name: str) -> None:
    def choose(pet: str) -> None:
        walk.plan.pets.append(pet)
        walk.done()

    walk.go_on({pet: _why_not_that_pet(walk, pet) for pet in walk.data.pets}, choose, must=True)


# standing replies


def _why_no_reply(walk: BattleWalk, name: str) -> Reason | None:
    question = walk.question
    if name in walk.plan.replies:
        return ONCE
    if not question.cards & REPLIES[name]:
        return Reason("not this card")
    if name == "escapes":
        return None if walk.me.prisoners else Reason("no prisoners")
    if not question.fighters:
        return Reason("no monsters")
    if name == "victim" and min(question.fighters, attacks.limit(walk.data, walk.tile)) < 2:
        return Reason("no choice")
    return None


def _begin_reply(walk: BattleWalk, name: str) -> None:
    def choose(word: str) -> None:
        walk.plan.replies[name] = word
        walk.done()

    walk.go_on(dict.fromkeys(spells.REPLIES[name]), choose, must=True)


def _begin_victim(walk: BattleWalk, name: str) -> None:
    named, me = walk.question.named, walk.me

    def number(word: str) -> None:
        walk.plan.replies[name] += f" {word}"
        walk.done()

    def choose(kind: str) -> None:
        walk.plan.replies[name] = kind
        others = range(2, len(named.get(kind, ())) + 1)
        walk.go_on({str(n): None for n in others}, number, must=False)

    yours = {monster.kind for monster in me.monsters}
    every = {
        kind: Reason("a ghost") if table.spirit
        else None if kind in yours else Reason("not yours", {"monster": kind})
        for kind, table in walk.data.monsters.items()
    }  # fmt: skip
    walk.go_on(every, choose, must=True)


def _begin_escapes(walk: BattleWalk, name: str) -> None:
    def choose(word: str) -> None:
        walk.plan.replies[name] = word
        walk.done()

    heroes = walk.data.heroes
    known = {spells.prison_word(hero) for hero in walk.me.prisoners + walk.me.party}
    every = [*heroes.year[walk.question.view.year], *(f"paladin {k}" for k in heroes.paladins)]
    walk.go_on({w: None if w in known else Reason("no prisoner") for w in every}, choose, must=True)


REPLIES: dict[str, set[str]] = {
    **{name: {name} for name in spells.REPLIES},
    "victim": set(spells.VICTIM),
    "escapes": set(spells.ESCAPE),
}
"""The standing replies, each with the cards that may ask for it."""

CLAUSES: dict[str, Clause] = {
    "tile": Clause("tile", _why_no_tile, _begin_tile),
    "trap": Clause("trap", _why_no_trap, _begin_trap),
    "pet": Clause("pet", _why_no_pet, _begin_pet),
    "victim": Clause("reply", _why_no_reply, _begin_victim),
    "escapes": Clause("reply", _why_no_reply, _begin_escapes),
    **{name: Clause("reply", _why_no_reply, _begin_reply) for name in spells.REPLIES},
}

SEND = Clause("monster", _why_not_send, _send)
"""The clause that begins with a monster's own name."""


@lru_cache(maxsize=4)
def _clauses_of(pets: bool, choices_in_fight: bool) -> tuple[str, ...]:
    """The clauses of a variant's plans: pets if there are any, replies unless asked later."""
    return tuple(
        name
        for name, clause in CLAUSES.items()
        if (pets or name != "pet") and not (clause.group == "reply" and choices_in_fight)
    )
