"""The questions in mid-fight and the prisoner's release, from the lord's own view (L9.3, L9.6)."""

from collections.abc import Callable

from rules.kernel.question import CLAUSE, Question, Reason
from rules.lords import cost, mid_fight, spells
from rules.lords.battle import Fight
from rules.lords.battle_plan import SEND, BattleQuestion
from rules.lords.data import Goods
from rules.lords.picks import PickQuestion, Words, out_of
from rules.lords.state import PHANTOM, Hero, View

RELEASE = "release"
"""The kind of question asked when nothing is left to conquer."""

AMID = dict.fromkeys((mid_fight.SPELL, mid_fight.ATTACKS, RELEASE), "combat")
"""Kinds of questions that belong to a round of combat, each with the round's own kind."""


def question(view: View) -> Question | None:
    """What the viewer is asked in his fight; before a round without one, whom he frees."""
    if view.fight is None:
        return release(view)
    return attacks(view) if view.fight.asks == mid_fight.ATTACKS else spell(view)


# spells


def spell(view: View) -> PickQuestion:
    """What the round's spell asks (L9.9)."""
    return SPELLS[view.turned[-1]](view, _fight(view))


def _fight(view: View) -> Fight:
    assert view.fight is not None
    return view.fight


def _reply(view: View, fight: Fight) -> PickQuestion:
    words = list(spells.REPLIES[view.turned[-1]])
    return PickQuestion(view, mid_fight.SPELL, "reply", out_of(words, [], 1, "", "word"))


def _victim(view: View, fight: Fight) -> PickQuestion:
    data, me = view.data, view.me
    words = list(mid_fight.names(data, me, fight))
    every = out_of(words, list(data.monsters), 1, "not sent", "monster")
    return PickQuestion(view, mid_fight.SPELL, "monster", every)


def _escape(view: View, fight: Fight) -> PickQuestion:
    words = mid_fight.freeable(view.me.prisoners)
    every = out_of(words, _prison_words(view), 1, "no prisoner", "hero")
    return PickQuestion(view, mid_fight.SPELL, "prisoner", every)


def _suggestion(view: View, fight: Fight) -> PickQuestion:
    """Whom he pays again, one by one; the others withdraw. `withdraw`: all of them do."""
    data, me = view.data, view.me
    sent = mid_fight.names(data, me, fight)
    kinds = {name: me.monsters[order.index].kind for name, order in sent.items()}

    def why_not(name: str, picked: list[str]) -> Reason | None:
        if name in picked:
            return Reason("already named", {"monster": name})
        if "withdraw" in picked:
            return Reason("already said", {"word": "withdraw"})
        due: Goods = {}
        for each in (*picked, name):
            due = cost.both(due, data.monsters[kinds[each]].price)
        # a demon does not eat himself
        if due.get("monster", 0) > len(cost.monsters_only(data, me)) - 1:
            return Reason("nothing to give", {"good": "monster"})
        return cost.why_not_pay(view, me, due)

    def words(picked: list[str]) -> Words:
        found = {name: why_not(name, picked) for name in kinds}
        found["withdraw"] = Reason("already said", {"word": "pay"}) if picked else None
        others = (kind for kind in data.monsters if kind not in found)
        return {**found, **{kind: Reason("not sent", {"monster": kind}) for kind in others}}

    return PickQuestion(view, mid_fight.SPELL, "monster", words)


SPELLS: dict[str, Callable[[View, Fight], PickQuestion]] = {
    "word of peace": _reply,
    "suggestion": _suggestion,
    **dict.fromkeys(spells.VICTIM, _victim),
    **dict.fromkeys(spells.ESCAPE, _escape),
}
"""How each card asks."""


# prisoners


def release(view: View) -> PickQuestion:
    """Which prisoner goes free (L9.6)."""
    words = releasable(view.me.prisoners)
    every = out_of(words, _prison_words(view), 1, "no prisoner", "hero")
    return PickQuestion(view, RELEASE, "prisoner", every)


def releasable(prisoners: list[Hero]) -> list[str]:
    """The words for prisoners, each once."""
    return list(dict.fromkeys(spells.prison_word(hero) for hero in prisoners))


def _prison_words(view: View) -> list[str]:
    heroes = view.data.heroes
    return [*heroes.year[view.year], *(f"paladin {kind}" for kind in heroes.paladins)]


# attacks


def attacks(view: View) -> "AttackQuestion":
    """In what order, how and at whom his monsters and ghosts attack (L9.3)."""
    return AttackQuestion(view)


class AttackQuestion(BattleQuestion):
    """`witch two @1 @3; goblin`: those sent, in the lord's order; what is not said is default.

    A hero is named by his place when the round began; a paladin who came since has place 0.
    """

    kind = mid_fight.ATTACKS
    attacks_now = True

    def __init__(self, view: View) -> None:
        super().__init__(view)
        fight = _fight(view)
        queued = {order.index for order in fight.queue}
        self.nearest = [fight.tile]
        self.sendable = queued
        self.heroes = [(hero.place, hero) for hero in self.me.party if hero.cls != PHANTOM]
        self.named = {
            kind: sent
            for kind, indexes in self.named.items()
            if (sent := [index for index in indexes if index in queued])
        }
        self.clauses = {CLAUSE + kind: SEND for kind in self.data.monsters}
        self.starts = [CLAUSE + kind for kind in self.named]
