"""A lord's own planning picture: his dungeon or the queues with what he has drafted drawn in.

A pure function of his view, the question and the walk; the walk itself is left as it is.
"""

from collections.abc import Callable, Sequence
from typing import Any

from bot.render.face import Picture
from bot.render.lords import answers
from bot.render.lords.cells import legal
from bot.render.lords.ink import Ink
from bot.render.lords.pictures import battle, canvas, dungeon
from bot.render.lords.pictures.belongings import belongings
from bot.render.lords.pictures.canvas import COLOURS, Block
from bot.render.lords.pictures.chips import Chip, chips
from bot.render.lords.pictures.dungeon import Overlay
from bot.render.lords.pictures.signs import Drawn, captioned
from bot.render.lords.pictures.table import Queue, evil, gifts, offers, site_row, sites
from bot.render.lords.reach import Reach
from rules.kernel.question import Question, Walk, replay, word
from rules.lords.plan import PlanWalk
from rules.lords.sites import Orders
from rules.lords.state import View
from rules.lords.warnings import so_far
from rules.lords.whatif import season
from rules.lords.work import PERMITS

NOBODY: Queue = Queue({}, {}, {}, ())


def planning_picture(ink: Ink, view: View, question: Question, walk: Walk) -> Picture | None:
    """What the viewer has drafted, as a picture; None for a question that needs none."""
    draw = DRAWN.get(question.kind)
    if draw is None:
        return None
    seat = view.me.seat
    name = canvas.plain(ink.t(f"picture.plan_{question.kind}"))
    drawn, present = draw(ink, view, question, walk)
    blocks = [
        canvas.head(ink, view, seat),
        canvas.title(f"{name} · {canvas.plain(ink.t('picture.secret'))}"),
        *drawn,
        *draft(ink, view, question, walk),
    ]
    moment = ink.moment(view.year, view.season, view.round)
    caption = captioned(ink, f"picture.plan_{question.kind}_caption", present, moment=moment)
    return canvas.sheet(ink.names[seat], blocks, caption)


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


def _orders(ink: Ink, view: View, question: Question, walk: Walk) -> Drawn:
    me, given = view.me, walk.result
    assert isinstance(given, Orders)
    offered = (*view.offer.monsters, *view.offer.rooms)
    wished = {
        wish.card: f"{number}.{rank}"
        for number, order in enumerate(given.orders, 1)
        for rank, wish in enumerate(order.wishes, 1)
        if wish.card in offered
    }
    first = min(wished.values(), default="")  # the mark by which the caption explains them
    over = Overlay(
        legal(ink, question, walk),
        {cell: "" for order in given.orders for cell in order.cells if cell not in me.tiles},
        {cell: [str(n)] for n, order in enumerate(given.orders, 1) for cell in order.cells},
        {cell: TOOLS["mine" if order.site == "gold" else "dig"]
         for order in given.orders for cell in order.cells},
        [cell for order in given.orders for cell in order.cells],
    )  # fmt: skip
    reach = Reach(view, given.orders)
    far = {kind: reach.lacking_for(kind) for kind in view.offer.monsters if not reach.monster(kind)}
    rows = [_site(ink, view, site, given, reach) for site in ink.data.sites]
    barred = any(row["barred"] for row in rows)
    present = {
        "servants": bool(given.orders),
        f"wishes_{first[:1]}": bool(first),
        "holds": any(order.hold for order in given.orders),
        "only": any(spot["strong"] for row in rows for spot in row["places"]),
        "bribe": barred and not ink.data.inaccessible,
        "no_order": barred and bool(ink.data.inaccessible),
        "far": bool(far) or any(row["far"] or any(spot["far"] for spot in row["places"])
                                for row in rows),
        "clerk": any(spot["here"] == 0 for row in rows for spot in row["places"]),
        "paladin": any(hero.kind for lord in view.lords for hero in lord.party),
        **(_map_signs(over) if ink.data.cells_with_orders else {}),
    }  # fmt: skip
    return [
        dungeon.goods(ink, me),
        evil(ink, view),
        canvas.title(canvas.plain(ink.t("picture.offer"))),
        offers(ink, view.offer, (), wished, far),
        canvas.title(canvas.plain(ink.t("picture.queues"))),
        sites(ink, rows),
        *([dungeon.grid(ink, me, over)] if ink.data.cells_with_orders else ()),
    ], present


def _map_signs(over: Overlay) -> dict[str, bool]:
    """The signs of a plan that are drawn on a map."""
    return {"planned": bool(over.planned), "ways": bool(over.marches), "legal": bool(over.legal)}


def _site(ink: Ink, view: View, site: str, given: Orders, reach: Reach) -> dict[str, Any]:
    """A site with the servant sent there: which, whether he holds, at which places he acts."""
    row = site_row(ink, view, site, NOBODY)
    me = view.me
    row["barred"] = site in me.barred
    row["bribe"] = 0 if ink.data.inaccessible else ink.data.bribe
    row["far"] = row["barred"] and row["bribe"] > 0 and not reach.bribe(site)
    unpaid = reach.unpaid(site)
    for number, spot in enumerate(row["places"], 1):
        spot["far"] = number in unpaid
        if spot["far"]:
            spot["short"] = reach.lacking(site, ink.data.sites[site].places[number - 1].pay)
    for number, order in enumerate(given.orders, 1):
        if order.site != site:
            continue
        row["mark"], row["hold"] = str(number), order.hold
        limited = answers.limits(view, site, len(order.only))
        for at, spot in enumerate(row["places"], 1):
            spot["strong"] = limited and at in order.only
            if spot["strong"]:
                spot["fill"] = "#ffffff"
    return row


# production: the map, with imps on their way


def _production(ink: Ink, view: View, question: Question, walk: Walk) -> Drawn:
    me = view.me
    assert isinstance(walk, PlanWalk)
    found = _in_hand(ink, view, walk)
    over = _works(ink, view, question, walk)
    after = season(view, so_far(walk)).after
    goods = dungeon.goods(ink, me, after)
    moved = [{"seat": me.seat, "evil": me.evil, "paladin": False}] if me.evil != after.evil else []
    numbers = _cards_named(walk)
    ranks = {card: marks[0] for (verb, card), marks in numbers.items() if verb == "fair" and card}
    fair = gifts(ink, view, ranks)
    cards = [*fair, *belongings(ink, me, numbers=numbers, when=question.kind)]
    marked = [chip["mark"] for block in cards for chip in block.data.get("chips", ())]
    arrows = any("→" in str(good["n"]) for good in goods.data["goods"])
    goes = bool(fair) and any(action.verb == "fair" for action in so_far(walk))
    present = {
        "after": arrows,
        "evil_after": bool(moved),
        "fair_first": goes and (arrows or bool(moved)),
        **_map_signs(over),
        "foreman": any(chip.price for chip in found),
        "lines": bool(over.marks) or any(marked),
        "ranks": bool(ranks),
    }
    return [
        goods,
        dungeon.meter(ink, [after.evil], moved),
        chips(found),
        dungeon.grid(ink, me, over),
        *cards,
    ], present


def _in_hand(ink: Ink, view: View, walk: PlanWalk) -> list[Chip]:
    """What a plan has to go by: imps and permits with how many are used, the season's event."""
    tried = walk.tried
    busy = tried.lord.imps - tried.free
    found = [Chip("imp", COLOURS["imp"], canvas.plain(
        ink.t("picture.busy", n=busy, of=tried.lord.imps)))]  # fmt: skip
    for site, most in view.me.permits.items():
        used = most - tried.left.get(site, most)
        id = "tunnel" if site == "tunnels" else "mine"
        text = canvas.plain(ink.t(f"picture.permit_{id}", n=used, of=most))
        found.append(Chip(id, COLOURS[id], text, round=False, price=_foreman(ink, site, most)))
    if view.event:
        text = canvas.plain(ink.t("picture.event_now", event=view.event))
        found.append(Chip("event", COLOURS["event"], text, round=False))
    return found


def _cards_named(walk: Walk) -> dict[tuple[str, str], list[str]]:
    """The lines of a plan in which a card is named, by verb and card: `2`, or `2.1` if ranked."""
    found: dict[tuple[str, str], list[str]] = {}
    for number, clause in enumerate(answers.clauses(walk.tokens), 1):
        verb, *cards = [word(token) for token in clause]
        cards = [card for card in cards if not card.isdigit()]
        ranked = verb == "fair"
        found.setdefault((verb, ""), [])
        for rank, card in enumerate(cards, 1):
            found.setdefault((verb, card), []).append(f"{number}.{rank}" if ranked else f"{number}")
    return found


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


Draw = Callable[[Ink, View, Question, Walk], Drawn]

DRAWN: dict[str, Draw] = {
    "orders": _orders, "production": _production, "combat": battle.drawn, "attacks": battle.drawn,
}  # fmt: skip
"""How each kind of question is drawn; others are too small to need a picture."""
