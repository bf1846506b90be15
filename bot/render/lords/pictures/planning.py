"""A lord's own planning picture: his dungeon or the queues with what he has drafted drawn in.

A pure function of his view, the question and the walk; the walk itself is left as it is.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from bot.render.face import Picture
from bot.render.lords import answers
from bot.render.lords.cells import legal
from bot.render.lords.ink import Ink
from bot.render.lords.pictures import canvas, dungeon
from bot.render.lords.pictures.belongings import belongings
from bot.render.lords.pictures.canvas import COLOURS, Block
from bot.render.lords.pictures.chips import Chip, chips
from bot.render.lords.pictures.dungeon import Overlay
from bot.render.lords.pictures.table import Queue, evil, offers, site_row, sites
from bot.render.lords.reach import Reach
from rules.kernel.question import Question, Walk, replay, word
from rules.lords import attacks, fight
from rules.lords.battle import BattlePlan
from rules.lords.battle_plan import BattleQuestion, BattleWalk
from rules.lords.data import Attack
from rules.lords.orders import ROMAN
from rules.lords.plan import PlanWalk
from rules.lords.sites import Orders
from rules.lords.state import HIDDEN, Hero, View
from rules.lords.work import PERMITS

NOBODY: Queue = Queue({}, {}, {}, ())


def planning_picture(ink: Ink, view: View, question: Question, walk: Walk) -> Picture | None:
    """What the viewer has drafted, as a picture; None for a question that needs none."""
    draw = DRAWN.get(question.kind)
    if draw is None:
        return None
    seat = view.me.seat
    name = canvas.plain(ink.t(f"picture.plan_{question.kind}"))
    blocks = [
        canvas.head(ink, view, seat),
        canvas.title(f"{name} · {canvas.plain(ink.t('picture.secret'))}"),
        *draw(ink, view, question, walk),
        *draft(ink, view, question, walk),
    ]
    moment = ink.moment(view.year, view.season, view.round)
    key = f"picture.plan_{question.kind}_caption"
    return canvas.sheet(
        ink.names[seat], blocks, str(ink.t(key, moment=moment, bribe=not ink.data.inaccessible))
    )


def draft(ink: Ink, view: View, question: Question, walk: Walk) -> list[Block]:
    """The clauses in words, with the numbers by which the drawing names them."""
    said, number = [], 0
    for clause in answers.clauses(walk.tokens):
        text = canvas.plain(answers.clause_text(ink, view, question, clause))
        numbered = question.kind != "orders" or word(clause[0]) in ink.data.sites
        number += numbered
        said.append(f"{number}. {text}" if numbered else text)
    if said and answers.unfinished(walk):
        said[-1] = said[-1].rstrip(":") + "…"
    return canvas.notes(said or [canvas.plain(ink.t("picture.no_draft"))])


# orders: the queues, with the servants' errands


def _orders(ink: Ink, view: View, question: Question, walk: Walk) -> list[Block]:
    me, given = view.me, walk.result
    assert isinstance(given, Orders)
    wished = {
        wish.card: f"{number}.{rank}"
        for number, order in enumerate(given.orders, 1)
        for rank, wish in enumerate(order.wishes, 1)
    }
    over = Overlay(
        legal(ink, question, walk),
        {cell: "" for order in given.orders for cell in order.cells if cell not in me.tiles},
        {cell: [str(n)] for n, order in enumerate(given.orders, 1) for cell in order.cells},
        {cell: TOOLS["mine" if order.site == "gold" else "dig"]
         for order in given.orders for cell in order.cells},
        [cell for order in given.orders for cell in order.cells],
    )  # fmt: skip
    reach = Reach(view)
    far = [kind for kind in view.offer.monsters if not reach.monster(kind)]
    rows = [_site(ink, view, site, given, reach) for site in ink.data.sites]
    return [
        dungeon.goods(ink, me),
        evil(ink, view),
        canvas.title(canvas.plain(ink.t("picture.offer"))),
        offers(ink, view.offer, (), wished, far),
        canvas.title(canvas.plain(ink.t("picture.queues"))),
        sites(ink, rows),
        *([dungeon.grid(ink, me, over)] if ink.data.cells_with_orders else ()),
    ]


def _site(ink: Ink, view: View, site: str, given: Orders, reach: Reach) -> dict[str, Any]:
    """A site with the servant sent there: which, whether he holds, at which places he acts."""
    row = site_row(ink, view, site, NOBODY)
    for spot, place in zip(row["places"], ink.data.sites[site].places, strict=True):
        spot["far"] = spot["here"] is None and not reach.place(place.pay)
    me = view.me
    row["barred"] = site in me.barred
    row["bribe"] = 0 if ink.data.inaccessible else ink.data.bribe
    for number, order in enumerate(given.orders, 1):
        if order.site != site:
            continue
        row["mark"], row["hold"] = str(number), order.hold
        for at, spot in enumerate(row["places"]):
            spot["strong"] = bool(order.only) and ROMAN[at] in {ROMAN[n - 1] for n in order.only}
            if spot["strong"]:
                spot["fill"] = "#ffffff"
    return row


# production: the map, with imps on their way


def _production(ink: Ink, view: View, question: Question, walk: Walk) -> list[Block]:
    me = view.me
    assert isinstance(walk, PlanWalk)
    tried = walk.tried
    busy = tried.lord.imps - tried.free
    found = [Chip("imp", COLOURS["imp"], canvas.plain(
        ink.t("picture.busy", n=busy, of=tried.lord.imps)))]  # fmt: skip
    for site, most in me.permits.items():
        used = most - tried.left.get(site, most)
        id = "tunnel" if site == "tunnels" else "mine"
        text = canvas.plain(ink.t(f"picture.permit_{id}", n=used, of=most))
        found.append(Chip(id, COLOURS[id], text, round=False, price=_foreman(ink, site, most)))
    if view.event:
        text = canvas.plain(ink.t("picture.event_now", event=view.event))
        found.append(Chip("event", COLOURS["event"], text, round=False))
    return [
        dungeon.goods(ink, me, tried.lord),
        dungeon.meter(ink, [tried.lord.evil]),
        chips(found),
        dungeon.grid(ink, me, _works(ink, view, question, walk)),
        *belongings(ink, me),
    ]


def _foreman(ink: Ink, site: str, most: int) -> list[dict[str, Any]]:
    """The foreman that comes with a permit of so many (L2.1)."""
    gains = (place.gain for place in ink.data.sites[site].places)
    gain = next((each for each in gains if each.get(PERMITS[site]) == most), {})
    return canvas.priced({"foreman": gain.get("foreman", 0)})


def _works(ink: Ink, view: View, question: Question, walk: Walk) -> Overlay:
    """Every clause's cells: what is planned there, its number, who works there."""
    me = view.me
    planned: dict[str, str] = {}
    marks: dict[str, list[str]] = {}
    signs: dict[str, list[str]] = {}
    marches: list[str] = []
    for number, clause in enumerate(answers.clauses(walk.tokens), 1):
        verb, rest = word(clause[0]), [word(token) for token in clause[1:]]
        things = [name for name in rest if name not in ink.cells]
        cells = [name for name in rest if name in ink.cells]
        if verb == "work" and things:
            rooms = {cell: tile.room for cell, tile in me.tiles.items()} | planned
            home = [cell for cell, room in rooms.items() if room == things[0]]
            hands = _hands(ink, things[0], question, walk, number)
            for cell in home:
                signs.setdefault(cell, []).extend(hands)
                marks.setdefault(cell, []).append(str(number))
            marches += home
        for cell in cells:
            if cell not in me.tiles or verb == "build":
                planned[cell] = things[0] if verb == "build" and things else ""
            marks.setdefault(cell, []).append(str(number))
            signs.setdefault(cell, []).extend(_tools(ink, verb))
        marches += cells if verb in MARCHED and "imp" in _tools(ink, verb) else []
    return Overlay(legal(ink, question, walk), planned, marks, signs, marches)


def _hands(ink: Ink, room: str, question: Question, walk: Walk, number: int) -> list[str]:
    """Who works in a room by a clause: trolls first, then imps (L4.3)."""
    each = answers.clauses(walk.tokens)
    trolls = []
    for clauses in (each[: number - 1], each[:number]):
        tried = replay(question, [token for clause in clauses for token in clause])
        assert isinstance(tried, PlanWalk)
        trolls.append(tried.tried.trolls)
    came = trolls[0] - trolls[1]
    return ["monster"] * came + ["imp"] * (ink.data.rooms[room].imps - came)


def _tools(ink: Ink, verb: str) -> Sequence[str]:
    """What is drawn in a cell that a clause names; building may take no imp (L4.5)."""
    if verb == "build" and not ink.data.build_imps:
        return ("hammer",)
    return TOOLS.get(verb, ("imp",))


MARCHED = ("dig", "mine", "build")

TOOLS = {
    "dig": ("imp",), "mine": ("imp", "gold"), "build": ("imp", "hammer"), "work": ("tunnel",),
    "pet": ("pet",), "fair": ("star",),
}  # fmt: skip


# combat: the party, the tile, who is sent at whom


def _combat(ink: Ink, view: View, question: Question, walk: Walk) -> list[Block]:
    me = view.me
    assert isinstance(question, BattleQuestion)
    assert isinstance(walk, BattleWalk)
    plan = walk.result
    numbers = _numbers(walk)
    tile = plan.tile or question.nearest[0]
    signs = ["trap"] * len(plan.traps) + [
        "ghost" if ink.data.monsters[sent.monster].spirit else "monster" for sent in plan.attacks
    ]
    over = Overlay(legal(ink, question, walk) if not plan.tile else frozenset(), target=tile,
                   signs={tile: signs} if signs else {})  # fmt: skip
    order = iter(numbers["attacks"])
    lair = {index: next(order) for index in walk.sent}
    at = view.round - 1
    card = view.cards[at] if at < len(view.cards) else HIDDEN
    return [
        dungeon.goods(ink, me),
        dungeon.party(ink, me.party, aims(ink, view, plan, numbers), placed=view.fight is not None),
        chips(_stage(ink, view, tile, card)),
        dungeon.grid(ink, me, over),
        *belongings(ink, me, _hand(ink, view, plan, numbers), lair),
    ]


def _numbers(walk: BattleWalk) -> dict[str, list[str]]:
    """The clause numbers of the plan's traps, attacks and pets."""
    found: dict[str, list[str]] = {"traps": [], "attacks": [], "pets": []}
    for number, clause in enumerate(answers.clauses(walk.tokens), 1):
        verb = word(clause[0])
        kind = {"trap": "traps", "pet": "pets"}.get(verb)
        if kind is None and verb in walk.data.monsters:
            kind = "attacks"
        if kind and (kind == "attacks" or len(clause) > 1):
            found[kind].append(str(number))
    return found


def aims(
    ink: Ink, view: View, plan: BattlePlan, numbers: Mapping[str, Sequence[str]]
) -> dict[int, list[str]]:
    """By index in line, the numbers of the clauses that strike there as things stand (L9.3)."""
    line = view.me.party
    places = {n: line.index(hero) for n, hero in fight.numbered(line)}
    found: dict[int, list[str]] = {}

    def add(number: str, reach: str, said: Iterable[int], attack: Attack | None) -> None:
        struck = [places[place] for place in said if place in places]
        for at in dict.fromkeys(struck or _reached(reach, line, attack)):
            found.setdefault(at, []).append(number)

    for number, planned in zip(numbers["traps"], plan.traps, strict=False):
        trap = ink.data.traps.traps[planned.trap]
        add(number, "all" if trap.rest else trap.target, [planned.target], None)
    for number, sent in zip(numbers["attacks"], plan.attacks, strict=False):
        attack = attacks.attack_named(ink.data.monsters[sent.monster], sent.way)
        if not attack.holds:
            add(number, attack.target, sent.targets, attack)
    return found


def _reached(reach: str, line: Sequence[Hero], attack: Attack | None) -> list[int]:
    """The indices in line where a blow falls that was not aimed."""
    match reach:
        case "all":
            return list(range(len(line)))
        case "second":
            return [1] if len(line) > 1 else []
        case "any" | "behind" if attack is not None:
            return [at for at, hero in enumerate(line)
                    if attacks.may_strike(attack, hero, list(line))][:1]  # fmt: skip
    return [0] if line else []


def _stage(ink: Ink, view: View, tile: str, card: str) -> list[Chip]:
    """The tile to fight over and the round's card as far as he knows it."""
    found = [Chip("flag", COLOURS["flag"], canvas.plain(ink.t("picture.fight_over", cell=tile)),
                  round=False)]  # fmt: skip
    if card != HIDDEN:
        table = ink.data.cards[card]
        said = canvas.plain(ink.t("card.data", fatigue=table.fatigue, speed=table.speed))
        found.append(Chip("card", COLOURS["card"], f"{ink.noun(card)}: {said}", round=False))
    else:
        said = canvas.plain(ink.t("picture.card_unknown", round=view.round))
        found.append(Chip("card", COLOURS["card"], said, True, False))
    return found


def _hand(
    ink: Ink, view: View, plan: BattlePlan, numbers: Mapping[str, Sequence[str]]
) -> list[Chip]:
    """Every trap and pet of the hand; those planned carry their clause's number."""
    waiting = {
        "trap": list(zip(numbers["traps"], (t.trap for t in plan.traps), strict=False)),
        "pet": list(zip(numbers["pets"], plan.pets, strict=False)),
    }
    found, rest = list[Chip](), Counter[tuple[str, str]]()
    for id, cards in (("trap", view.me.traps), ("pet", view.me.pets)):
        for card in cards:
            planned = next((pair for pair in waiting[id] if pair[1] == card), None)
            if planned is None:
                rest[id, card] += 1
                continue
            waiting[id].remove(planned)
            found.append(Chip(id, COLOURS[id], ink.noun(card), round=False, mark=planned[0]))
    for (id, card), n in rest.items():
        text = ink.noun(card) if n == 1 else f"{ink.noun(card)} ×{n}"
        found.append(Chip(id, COLOURS[id], text, round=False))
    return found


Draw = Callable[[Ink, View, Question, Walk], list[Block]]

DRAWN: dict[str, Draw] = {"orders": _orders, "production": _production, "combat": _combat}
"""How each kind of question is drawn; others are too small to need a picture."""
