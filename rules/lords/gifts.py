"""The fair's gifts: what a lord may say to each, and what it does (L6.2).

Every gift is one rule, found by the number its data carries. `use` returns what it did, or None
when the gift can't be used and is exchanged.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from rules.kernel.facts import Recorder
from rules.kernel.question import Reason
from rules.lords import cost, decks, dungeon, evil, gains, lair
from rules.lords.data import Gift
from rules.lords.state import Board, Lord, State, Tile

How = dict[str, Any]
"""What a gift did, in ids and numbers: `{"food": 3}`, `{"whole": "c1"}`."""

Words = Sequence[str]


class Rule(NamedTuple):
    """A gift's words (after the gift's name), what stands against one, and its use."""

    words: Callable[[Board, Lord, Gift, Words], Words]
    why: Callable[[Board, Lord, str], Reason | None]
    use: Callable[[State, Lord, Gift, Words, Recorder], How | None]
    group: str = ""


def rule(gift: Gift) -> Rule:
    """The rule that a gift follows."""
    return next(found for field, found in RULES.items() if getattr(gift, field))


def give(state: State, seat: int, gift: str, said: Words, record: Recorder) -> None:
    """A gift acts at once; one that can't be used is exchanged (L6.1, L6.2)."""
    lord, kind = state.lord(seat), state.data.gifts.gifts[gift]
    told = Later()
    how = rule(kind).use(state, lord, kind, said, told)
    if how is None:
        exchanged = state.data.gifts.useless
        record("gift", seat=seat, gift=gift, how={"exchanged": 1, **exchanged})
        gains.receive(state, lord, exchanged, gift, record)
        return
    record("gift", seat=seat, gift=gift, how=how)
    told.tell(record)


class Later(Recorder):
    """Keeps what a gift brought about until the gift itself has been told."""

    def tell(self, record: Recorder) -> None:
        """Tell it now."""
        for fact in self.facts:
            record(fact.kind, to=fact.to, **fact.data)


def _nothing(board: Board, lord: Lord, gift: Gift, said: Words) -> Words:
    return ()


def _fine(board: Board, lord: Lord, word: str) -> Reason | None:
    return None


def _goods(state: State, lord: Lord, gift: Gift, said: Words, record: Recorder) -> How | None:
    gains.receive(state, lord, gift.gain, "gift", record)
    return dict(gift.gain)


def _crate_words(board: Board, lord: Lord, gift: Gift, said: Words) -> Words:
    return [trap for trap in board.data.traps.traps if trap not in said]


def _crate(state: State, lord: Lord, gift: Gift, said: Words, record: Recorder) -> How | None:
    """Draw some, keep the one he ranked highest, or the first (L6.2)."""
    if gains.traps_there(state) < gift.draw:
        return None
    drawn = gains.draw(state, lord, gift.draw, "trap crate", record)
    ranked = [trap for trap in said if trap in drawn] + drawn
    keep: list[str] = []
    for trap in ranked:
        if len(keep) < gift.keep and keep.count(trap) < drawn.count(trap):
            keep.append(trap)
    back = list(drawn)
    for trap in keep:
        back.remove(trap)
    for trap in back:
        cost.discard_trap(state, lord, trap, newest=True)
        record("trap given", seat=lord.seat, trap=trap, why="trap crate", to=[lord.seat])
    return {"trap": gift.keep}


def _mask_words(board: Board, lord: Lord, gift: Gift, said: Words) -> Words:
    return () if said else [str(seat) for seat in range(1, board.data.seats[1] + 1)]


def _mask_why(board: Board, lord: Lord, word: str) -> Reason | None:
    if int(word) > len(board.lords):
        return Reason("no such lord", {"seat": int(word)})
    other = board.lord(int(word))
    if other.seat == lord.seat:
        return Reason("yourself")
    if other.evil >= board.data.evilometer.most:
        return Reason("too evil", {"needs": 1, "evil": other.evil})
    return None


def _masks(state: State, lord: Lord, gift: Gift, said: Words, record: Recorder) -> How | None:
    """More evil to the lord he names, else less to himself, if there is any to lose (L6.2)."""
    if said and _mask_why(state, lord, said[0]) is None:
        evil.change(state, int(said[0]), gift.other, "masks", record)
        return {"seat": int(said[0]), "evil": gift.other}
    if lord.evil <= state.data.evilometer.kindest:
        return None
    evil.change(state, lord.seat, gift.own, "masks", record)
    return {"evil": gift.own}


def _mason_words(board: Board, lord: Lord, gift: Gift, said: Words) -> Words:
    return dungeon.cells(board.data.grid) if len(said) < gift.tiles else ()


def _mason_why(board: Board, lord: Lord, word: str) -> Reason | None:
    tile = lord.tiles.get(word)
    if tile is None:
        return dungeon.why_not_dig(board.data.grid, lord.tiles, word)
    return None if tile.conquered else Reason("not conquered", {"cell": word})


def _masons(state: State, lord: Lord, gift: Gift, said: Words, record: Recorder) -> How | None:
    """The cell named, else the nearest conquered tile, else the nearest legal cell (L6.2)."""
    whole, dug = list[str](), list[str]()
    for n in range(gift.tiles):
        named = said[n] if n < len(said) and _mason_why(state, lord, said[n]) is None else None
        cell = named or _mason_cell(state, lord)
        if cell is not None and cell in lord.tiles:
            lord.tiles[cell].conquered = False
            whole.append(cell)
        elif cell is not None:
            lord.tiles[cell] = Tile()
            dug.append(cell)
    if dug:
        record("dug", seat=lord.seat, cells=dug, by="masons")
    did = {"whole": " ".join(whole), "dug": " ".join(dug)}
    return {what: cells for what, cells in did.items() if cells} or None


def _mason_cell(board: Board, lord: Lord) -> str | None:
    grid = board.data.grid
    broken = [cell for cell, tile in lord.tiles.items() if tile.conquered]
    if broken:
        return dungeon.nearest(grid, lord.tiles, broken)[0]
    steps = dungeon.distances(grid, lord.tiles)
    legal = [
        (min(steps[other] for other in dungeon.neighbours(grid, cell) if other in steps),
         *dungeon.by_column(cell), cell)
        for cell in dungeon.cells(grid)
        if dungeon.why_not_dig(grid, lord.tiles, cell) is None
    ]  # fmt: skip
    return min(legal)[-1] if legal else None


def _drill_words(board: Board, lord: Lord, gift: Gift, said: Words) -> Words:
    return () if said else lair.words(board.data, lord)


def _drill_why(board: Board, lord: Lord, word: str) -> Reason | None:
    monster = lair.named(board.data, lord, word, spirits=False)
    if monster is None:
        return Reason("no such monster", {"monster": word})
    return Reason("drilled already", {"monster": word}) if monster.drilled else None


def _drill(state: State, lord: Lord, gift: Gift, said: Words, record: Recorder) -> How | None:
    """The monster named, else the one owned longest; none is drilled twice, a ghost never."""
    named = lair.named(state.data, lord, said[0], spirits=False) if said else None
    raw = [m for m in cost.monsters_only(state.data, lord) if not m.drilled]
    if not raw:
        return None
    monster = named if named is not None and not named.drilled else raw[0]
    monster.drilled = True
    return {"monster": monster.kind}


def _wall_words(board: Board, lord: Lord, gift: Gift, said: Words) -> Words:
    return () if said else dungeon.cells(board.data.grid)


def _wall_why(board: Board, lord: Lord, word: str) -> Reason | None:
    walled = word in lord.tiles and lord.tiles[word].walls
    missing = dungeon.why_no_tunnel(lord, word)
    return missing or (Reason("walled already", {"cell": word}) if walled else None)


def _walls(state: State, lord: Lord, gift: Gift, said: Words, record: Recorder) -> How | None:
    """The tunnel named, else the unconquered one nearest the entrance (L6.2)."""
    bare = [cell for cell in lord.tiles if _wall_why(state, lord, cell) is None]
    if not bare:
        return None
    named = said[0] if said and said[0] in bare else ""
    cell = named or dungeon.nearest(state.data.grid, lord.tiles, bare)[0]
    lord.tiles[cell].walls = True
    return {"cell": cell}


def _ball_words(board: Board, lord: Lord, gift: Gift, said: Words) -> Words:
    rounds = [str(number) for number in range(1, board.data.rounds + 1)]
    return [word for word in rounds if word not in said] if len(said) < gift.spy else ()


def _ball_why(board: Board, lord: Lord, word: str) -> Reason | None:
    unseen = int(word) in decks.unseen_rounds(board, lord.seat)
    return None if unseen else Reason("already seen", {"round": int(word)})


def _ball(state: State, lord: Lord, gift: Gift, said: Words, record: Recorder) -> How | None:
    """The rounds named, else the earliest he has not seen (L6.2)."""
    seen = gains.look(state, lord, gift.spy, [int(word) for word in said], record)
    return {"spy": len(seen)} if seen else None


RULES: dict[str, Rule] = {
    "gain": Rule(_nothing, _fine, _goods),
    "draw": Rule(_crate_words, _fine, _crate, "trap"),
    "own": Rule(_mask_words, _mask_why, _masks, "seat"),
    "tiles": Rule(_mason_words, _mason_why, _masons, "cell"),
    "damage": Rule(_drill_words, _drill_why, _drill, "monster"),
    "monsters": Rule(_wall_words, _wall_why, _walls, "cell"),
    "spy": Rule(_ball_words, _ball_why, _ball, "round"),
}
"""The rule of a gift by the field of its data that is not nought."""


def likely(board: Board, lord: Lord, gift: Gift, said: Words) -> Iterable[str]:
    """The words after a gift that may be chosen."""
    found = rule(gift)
    return [w for w in found.words(board, lord, gift, said) if found.why(board, lord, w) is None]
