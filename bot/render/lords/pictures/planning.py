"""A lord's own planning picture: his dungeon or the queues with what he has drafted drawn in.

A pure function of his view, the question and the walk; the walk itself is left as it is.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from bot.render.face import Picture
from bot.render.lords import answers
from bot.render.lords.cells import legal
from bot.render.lords.ink import Ink
from bot.render.lords.pictures import canvas, dungeon
from bot.render.lords.pictures.belongings import belongings, counted, pets
from bot.render.lords.pictures.canvas import COLOURS, Block
from bot.render.lords.pictures.chips import Chip, chips
from bot.render.lords.pictures.dungeon import Overlay
from bot.render.lords.pictures.signs import Signs, captioned
from bot.render.lords.pictures.table import Queue, evil, offers, site_row, sites
from bot.render.lords.reach import Reach
from rules.kernel.question import Question, Walk, replay, word
from rules.lords import attacks, fight, traps
from rules.lords.battle import BattlePlan
from rules.lords.battle_plan import BattleQuestion, BattleWalk
from rules.lords.data import Attack
from rules.lords.plan import PlanWalk
from rules.lords.sites import Orders
from rules.lords.state import HIDDEN, Hero, View
from rules.lords.warnings import so_far
from rules.lords.whatif import season, what_if
from rules.lords.work import PERMITS

NOBODY: Queue = Queue({}, {}, {}, ())

Drawn = tuple[list[Block], Signs]
"""What a picture shows of a draft, and which signs are in it."""


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
    reach = Reach(view)
    far = [kind for kind in view.offer.monsters if not reach.monster(kind)]
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
    row["far"] = row["barred"] and row["bribe"] > me.gold
    shut = row["barred"] and not row["bribe"]
    nothing = "monster" in ink.data.sites[site].places[0].gain and not view.offer.monsters
    paid = range(1, len(row["places"]) + 1) if nothing else reach.places(site)
    for number, spot in enumerate(row["places"], 1):
        spot["far"] = spot["here"] is None and not shut and number not in paid
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
    over = _works(ink, view, question, walk)
    after = season(view, so_far(walk)).after
    goods = dungeon.goods(ink, me, after)
    moved = [{"seat": me.seat, "evil": me.evil, "paladin": False}] if me.evil != after.evil else []
    numbers = _cards_named(walk)
    gifts = [Chip("star", COLOURS["star"], ink.noun(gift), round=False,
                  mark=numbers.get(("fair", gift), [""])[0]) for gift in view.gifts]  # fmt: skip
    present = {
        "after": any("→" in str(good["n"]) for good in goods.data["goods"]),
        "evil_after": bool(moved),
        "fair_first": bool(gifts) and any(verb == "fair" for verb, _ in numbers),
        **_map_signs(over),
        "foreman": any(chip.price for chip in found),
        "lines": len(walk.tokens) > 0,
    }
    return [
        goods,
        dungeon.meter(ink, [after.evil], moved),
        chips(found),
        dungeon.grid(ink, me, over),
        *([canvas.title(canvas.plain(ink.t("picture.gifts"))), chips(gifts)] if gifts else ()),
        *belongings(ink, me, numbers=numbers, when=question.kind),
    ], present


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


# combat: the party, the tile, who is sent at whom


def _combat(ink: Ink, view: View, question: Question, walk: Walk) -> Drawn:
    me = view.me
    assert isinstance(question, BattleQuestion)
    assert isinstance(walk, BattleWalk)
    plan = walk.result
    numbers = _numbers(walk)
    tile = plan.tile or (question.nearest[0] if len(question.nearest) == 1 else "")
    signs = ["trap"] * len(plan.traps) + [
        "ghost" if ink.data.monsters[sent.monster].spirit else "monster" for sent in plan.attacks
    ]
    over = Overlay(legal(ink, question, walk) if not plan.tile else frozenset(), target=tile,
                   signs={tile: signs} if signs and tile else {})  # fmt: skip
    order = iter(numbers["attacks"])
    lair = {index: next(order) for index in walk.sent}
    at = view.round - 1
    card = view.cards[at] if at < len(view.cards) else HIDDEN
    kept = _kept_back(view, walk, card)
    hand = _hand(ink, walk, numbers)
    present = {
        "tile": bool(tile),
        "legal": bool(over.legal),
        "aims": any(numbers.values()),
        "far": any(chip.far for chip in hand),
    }
    return [
        dungeon.goods(ink, me),
        dungeon.party(
            ink, me.party, aims(ink, view, plan, numbers, kept), placed=view.fight is not None
        ),
        chips(_stage(ink, view, tile or question.nearest, card, [kind for kind, _ in kept])),
        dungeon.grid(ink, me, over),
        *belongings(ink, me, hand, lair),
    ], present


def _kept_back(view: View, walk: BattleWalk, card: str) -> list[tuple[str, int]]:
    """The monsters that the round's card, if he knows it, keeps from striking: each by its kind
    and which of the plan's attacks it is (L9.10)."""
    plan = walk.plan
    outcomes = what_if(view, plan) if card != HIDDEN and walk.complete and plan.attacks else []
    found = list[tuple[str, int]]()
    for kind in [kind for outcome in outcomes for kind in outcome.kept_back]:
        taken = [at for _, at in found]
        sent = [at for at, attack in enumerate(plan.attacks)
                if attack.monster == kind and at not in taken]  # fmt: skip
        named = {kind: 1, **{f"{kind} {n}": n for n in range(1, len(plan.attacks) + 1)}}
        wished = named.get(plan.replies.get("victim", ""))
        found.append((kind, min(sent, key=lambda at: (
            plan.attacks[at].number != wished, walk.sent[at]))))  # fmt: skip
    return found


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
    ink: Ink, view: View, plan: BattlePlan, numbers: Mapping[str, Sequence[str]],
    kept: Sequence[tuple[str, int]] = (),
) -> dict[int, list[str]]:  # fmt: skip
    """By index in line, the numbers of the clauses that strike there as things stand (L9.3); not
    of those kept back, see `_kept_back`."""
    back = {at for _, at in kept}
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
    for at, (number, sent) in enumerate(zip(numbers["attacks"], plan.attacks, strict=False)):
        attack = attacks.attack_named(ink.data.monsters[sent.monster], sent.way)
        if not attack.holds and at not in back:
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


def _stage(ink: Ink, view: View, tile: str | Sequence[str], card: str, kept: Sequence[str]
           ) -> list[Chip]:  # fmt: skip
    """The tile to fight over, or those to choose from; the round's card as far as known, and whom
    it keeps from striking."""
    chosen = isinstance(tile, str)
    text = ink.t("picture.fight_over", cell=tile) if chosen else ink.t("picture.choose_tile",
                                                                       cells=tile)  # fmt: skip
    found = [Chip("flag", COLOURS["flag"], canvas.plain(text), not chosen, False)]
    if card != HIDDEN:
        table = ink.data.cards[card]
        said = canvas.plain(ink.t("card.data", fatigue=table.fatigue, speed=table.speed))
        found.append(Chip("card", COLOURS["card"], f"{ink.noun(card)}: {said}", round=False))
    else:
        said = canvas.plain(ink.t("picture.card_unknown", round=view.round))
        found.append(Chip("card", COLOURS["card"], said, True, False))
    if kept:
        said = canvas.plain(ink.t("picture.kept_back", ids=list(kept)))
        found.append(Chip("no", COLOURS["no"], said, True, False))
    return found


def _hand(ink: Ink, walk: BattleWalk, numbers: Mapping[str, Sequence[str]]) -> list[Chip]:
    """Every trap and pet of the hand; those planned carry their clause's number, traps that can't
    be paid a red price, pets that are not for combat what they are for."""
    me, plan = walk.me, walk.plan
    waiting = {
        "trap": list(zip(numbers["traps"], (t.trap for t in plan.traps), strict=False)),
        "pet": list(zip(numbers["pets"], plan.pets, strict=False)),
    }
    found, rest = list[Chip](), {"trap": list[str](), "pet": list[str]()}
    for id, cards in (("trap", me.traps), ("pet", me.pets)):
        for card in cards:
            planned = next((pair for pair in waiting[id] if pair[1] == card), None)
            if planned is None:
                rest[id].append(card)
                continue
            waiting[id].remove(planned)
            found.append(Chip(id, COLOURS[id], ink.noun(card), round=False, mark=planned[0]))
    for chip, card in zip(counted(ink, "trap", rest["trap"]), dict.fromkeys(rest["trap"]),
                          strict=True):  # fmt: skip
        price = canvas.priced(traps.price(ink.data, walk.tile, card))
        found.append(chip._replace(price=price, far=walk.why_not_lay(card) is not None))
    return found + pets(ink, rest["pet"], "combat")


Draw = Callable[[Ink, View, Question, Walk], Drawn]

DRAWN: dict[str, Draw] = {"orders": _orders, "production": _production, "combat": _combat}
"""How each kind of question is drawn; others are too small to need a picture."""
