"""The evilometer moves one space at a time; paladins follow after each step (L1.3, L8)."""

from rules.kernel.facts import Recorder
from rules.lords.state import PHANTOM, Board, Hero, State


def fits(board: Board, seat: int, amount: int) -> bool:
    """Whether so much evil can be paid as a price: it must not pass the last space (L1.3)."""
    return board.lord(seat).evil + amount <= board.data.evilometer.most


def change(board: Board, seat: int, amount: int, why: str, record: Recorder) -> None:
    """Move a lord's marker step by step, paladins following each one; it stops at the ends.

    On a view (a plan that is tried out) only the marker moves. Records `evil`.
    """
    lord, meter = board.lord(seat), board.data.evilometer
    after = max(meter.kindest, min(meter.most, lord.evil + amount))
    if after == lord.evil:
        return
    record("evil", seat=seat, before=lord.evil, after=after, why=why)
    step = 1 if after > lord.evil else -1
    while lord.evil != after:
        lord.evil += step
        if isinstance(board, State):
            follow(board, record)


def holder(board: Board, kind: str) -> int:
    """The seat whose party this paladin stands in; 0 when he is in nobody's."""
    for lord in board.lords:
        for hero in lord.party:
            if hero.kind == kind:
                return lord.seat
    return 0


def at_large(board: Board) -> dict[int, Hero]:
    """The paladins at large by the seat that holds them."""
    return {lord.seat: hero for lord in board.lords for hero in lord.party if hero.kind}


def follow(state: State, record: Recorder) -> None:
    """Paladins come out and go where they must after one step of anyone's evil (L8.3, L8.4)."""
    held = at_large(state)
    line = state.data.evilometer.line
    if not held and all(lord.evil < line for lord in state.lords):
        return
    if state.data.paladins == "tent":
        _by_the_tent(state, held, record)
    else:
        _alone(state, held, record)
    if state.battle is not None:
        _left_empty(state, record)


def _left_empty(state: State, record: Recorder) -> None:
    """A party whose paladin leaves it empty is gone for this round, phantoms and all (L8.5)."""
    assert state.battle is not None
    for seat in state.battle.plans:
        party = state.lord(seat).party
        if all(hero.cls == PHANTOM for hero in party):
            state.battle.gone.append(seat)
            if party:
                party.clear()
                record("vanished", seat=seat)


def _by_the_tent(state: State, held: dict[int, Hero], record: Recorder) -> None:
    """Three paladins: the toughest at large goes to the most evil lord considered (L8.4)."""
    toughness = list(state.data.heroes.paladins)
    above = [lord.seat for lord in state.lords if lord.evil >= state.data.evilometer.line]
    out = list(held.values())
    while len(above) > len(out) and state.tent:
        out.append(state.tent.pop(0))
    out.sort(key=lambda hero: -toughness.index(hero.kind))
    rank = {seat: i for i, seat in enumerate(state.evil_order())}
    considered = sorted(
        {*above, *held},
        key=lambda seat: (
            -state.lord(seat).evil,
            -toughness.index(held[seat].kind) if seat in held else 1,
            rank[seat],
        ),
    )
    source = {hero.kind: seat for seat, hero in held.items()}
    for seat, hero in zip(considered, out, strict=False):
        if source.get(hero.kind) != seat:
            walk(state, hero, source.get(hero.kind, 0), seat, record)


def _alone(state: State, held: dict[int, Hero], record: Recorder) -> None:
    """One paladin: he moves only to a lord on the line and above his holder (L8.3)."""
    line = state.data.evilometer.line
    if not held:
        above = [seat for seat in state.evil_order() if state.lord(seat).evil >= line]
        if above and state.tent:
            walk(state, state.tent.pop(0), 0, above[0], record)
        return
    ((seat, hero),) = held.items()
    best = state.evil_order()[0]
    if best != seat and state.lord(best).evil >= line:
        if state.lord(best).evil > state.lord(seat).evil:
            walk(state, hero, seat, best, record)


def walk(state: State, hero: Hero, source: int, seat: int, record: Recorder) -> None:
    """A paladin leaves the tent (source 0) or a party and stands before everyone in another's.

    Only a phantom stands before him (L9.10); his damage goes with him, poison does not (L8.5).
    """
    if source:
        party = state.lord(source).party
        party[:] = [other for other in party if other is not hero]
    hero.place = hero.poison = hero.spent = 0
    party = state.lord(seat).party
    phantoms = sum(other.cls == PHANTOM for other in party)
    party.insert(phantoms, hero)
    record("paladin", paladin=hero.kind, source=source, seat=seat)
