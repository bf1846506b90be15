"""The step `combat`: one round, from the secret plans to the last lord's fight (L9)."""

from collections.abc import Mapping
from typing import Any

from rules.kernel.facts import Recorder
from rules.kernel.question import Question
from rules.lords import evil, fight, fight_questions, scoring, spells
from rules.lords.battle import Battle, BattlePlan, Fight
from rules.lords.battle_plan import BattleQuestion
from rules.lords.blows import Bout, remove, wound
from rules.lords.data import Data
from rules.lords.facts import told
from rules.lords.state import Hero, Lord, State, View


def _fights(lord: Lord) -> bool:
    """Whether heroes stand at his gate and there is something left to conquer (L9.6)."""
    return bool(lord.party) and any(not tile.conquered for tile in lord.tiles.values())


def asks(state: State) -> list[int]:
    """The lords who will fight, or must choose whom they free; in mid-fight whose fight it is."""
    if state.battle is not None and state.battle.fight is not None:
        return [state.battle.fight.seat]
    return [lord.seat for lord in state.lords if _fights(lord) or _chooses(state, lord)]


def _frees(data: Data, lord: Lord) -> bool:
    """Whether heroes find nothing left to conquer here and free a prisoner instead (L9.6)."""
    nothing_left = bool(lord.party) and not lord.unconquered()
    return data.frees_prisoners and nothing_left and bool(lord.prisoners)


def _chooses(state: State, lord: Lord) -> bool:
    choice = fight_questions.releasable(lord.prisoners)
    return len(choice) > 1 and _frees(state.data, lord)


def question(view: View) -> Question | None:
    """The round's plan of the viewer; what is asked in mid-fight; whom he frees (L9.3, L9.6)."""
    if view.fight is not None or not view.me.unconquered():
        return fight_questions.question(view)
    return BattleQuestion(view)


def resolve(state: State, answers: Mapping[int, Any], record: Recorder) -> bool:
    """Turn the card and let every lord fight, in turn order from the first player.

    False: somebody must be asked in mid-fight.
    """
    if state.battle is None:
        state.battle = _open(state, answers, record)
    battle = state.battle
    if battle.fight is not None:
        fight.hear(state, battle.fight, answers[battle.fight.seat], record)
    while battle.waiting or battle.fight is not None:
        if battle.fight is None:
            seat = battle.waiting.pop(0)
            if seat in battle.gone:
                record("no fight", seat=seat, reason="party gone")
                continue
            battle.fight = fight.begin(state, seat, battle.plans[seat], record)
        if not fight.run(state, battle.fight, record):
            return False
        battle.fight = None
    _close(state, record)
    return True


def _open(state: State, answers: Mapping[int, Any], record: Recorder) -> Battle:
    """The round's card is turned, every party counted off, and who fights is settled."""
    name = state.cards[state.round - 1]
    card = state.data.cards[name]
    state.turned.append(name)
    record("card turned", card=name, round=state.round, fatigue=card.fatigue, speed=card.speed)
    fighting = [seat for seat in state.turn_order() if _fights(state.lord(seat))]
    for lord in state.lords:
        for place, hero in fight.numbered(lord.party):
            hero.place = place
        if lord.seat not in fighting:
            record("no fight", seat=lord.seat, reason="nothing left" if lord.party else "nobody")
            if _frees(state.data, lord):
                _free(state.data, lord, answers.get(lord.seat) or [""], record)
    plans = {seat: answers.get(seat) or BattlePlan() for seat in fighting}
    return Battle(plans, list(fighting), paladins=_paladins(state))


def _free(data: Data, lord: Lord, picked: list[str], record: Recorder) -> None:
    """One prisoner goes: the one named, else he who is worth least, then held longest (L9.6)."""

    def rank(hero: Hero) -> tuple[bool, int]:
        return spells.prison_word(hero) != picked[0], scoring.prisoner(data, hero)

    free = min(lord.prisoners, key=rank)
    lord.prisoners[:] = [hero for hero in lord.prisoners if hero is not free]
    record("freed", seat=lord.seat, hero=told(free))


def _paladins(state: State) -> dict[int, str]:
    return {seat: hero.kind for seat, hero in evil.at_large(state).items()}


def _close(state: State, record: Recorder) -> None:
    """The round's end: poison works, what lasts one round is over, strikers come back (L5.4)."""
    for seat in state.turn_order():
        _poison(Bout(state, Fight(seat), record))
    for lord in state.lords:
        for hero in lord.party:
            hero.forget()
        if state.round == 1:
            for monster in lord.monsters:
                monster.striking = False
    state.battle = None


def _poison(bout: Bout) -> None:
    """Unpreventable, but invisible wizards it does not hurt (L9.8, L9.10)."""
    sick = [hero for hero in bout.party if hero.poison and not hero.invisible]
    if sick:
        bout.tell("poison works", party=[told(hero) for hero in bout.party])
    for hero in sick:
        points = min(hero.poison, hero.left)
        gone = wound(hero, points)
        bout.tell("poisoned", hero=told(hero), points=points)
        if gone:
            remove(bout, hero)
    if sick and bout.over:
        fight.end(bout)
