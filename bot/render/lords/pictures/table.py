"""The table as it lies open: lords, evilometer, offers, sites with servants, heroes to come."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from bot.render.face import Picture
from bot.render.filters import ROMAN
from bot.render.glyphs import fit, shrink, width
from bot.render.lords.ink import Ink
from bot.render.lords.pictures import canvas
from bot.render.lords.pictures.canvas import COLOURS, EDGE, INNER, LEAST, WIDTH, Block
from bot.render.lords.pictures.chips import Chip, chips
from bot.render.lords.pictures.dungeon import meter, party
from bot.render.lords.pictures.signs import captioned
from rules.kernel.facts import Fact
from rules.lords.state import Lord, Offer, View

ROW = 41
NAMES = 80
"""The height of a site's row, and how far its name reaches."""

OUTCOMES = {"executed": "yes", "failed": "no", "held": "pause"}


class Queue(NamedTuple):
    """What became of the servants: outcome and servant by site and place, who came late, and who
    took which card, in order.
    """

    outcome: Mapping[tuple[str, int], str]
    servant: Mapping[tuple[str, int], int]
    late: Mapping[str, Sequence[int]]
    taken: Sequence[tuple[str, int]]


def queue(facts: Sequence[Fact]) -> Queue:
    """The first resolve, read from its facts."""
    outcome: dict[tuple[str, int], str] = {}
    servant: dict[tuple[str, int], int] = {}
    late: dict[str, list[int]] = {}
    taken: list[tuple[str, int]] = []
    for fact in facts:
        told = fact.data
        if fact.kind == "arrived":
            servant[told["site"], told["place"]] = told["servant"]
        elif fact.kind in OUTCOMES and told["place"]:
            outcome[told["site"], told["place"]] = OUTCOMES[fact.kind]
        if fact.kind == "turned away" or (fact.kind == "failed" and not told["place"]):
            late.setdefault(told["site"], []).append(told["seat"])
        if fact.kind == "executed" and told["card"]:
            taken.append((told["card"], told["seat"]))
    return Queue(outcome, servant, late, taken)


def table_picture(ink: Ink, view: View, facts: Sequence[Fact] = (), moment: str = "") -> Picture:
    """The whole table; with the facts of a first resolve also what became of the servants."""
    told = queue(facts)
    title = canvas.plain(ink.t("picture.table"))
    blocks = [
        canvas.head(ink, view, title=title, note=moment),
        lords(ink, view),
        evil(ink, view),
        *events(ink, view),
        canvas.title(canvas.plain(ink.t("picture.offer"))),
        offers(ink, view.offer, told.taken),
        *gifts(ink, view),
        canvas.title(canvas.plain(ink.t("picture.queues"))),
        sites(ink, [site_row(ink, view, site, told) for site in ink.data.sites]),
        *heroes(ink, view),
    ]
    return canvas.sheet(title, blocks, caption(ink, view, told))


def caption(ink: Ink, view: View, told: Queue) -> str:
    """What the picture shows, in words."""
    outcomes, resolved = set(told.outcome.values()), bool(told.outcome or told.late)
    present = {
        "queues": resolved,
        **{name: sign in outcomes or (name == "failed" and bool(told.late))
           for name, sign in OUTCOMES.items()},
        "late": bool(told.late),
        "pips": bool(told.servant),
        "left": resolved,
        "sold": bool(told.taken),
        "prices": not resolved,
        "clerk": any(here == 0 for places in view.places.values() for here in places),
        "evil": True,
        "paladin": any(hero.kind for lord in view.lords for hero in lord.party),
        "heroes": bool(view.heroes or view.next_heroes),
    }  # fmt: skip
    moment = ink.moment(view.year, view.season, view.round)
    return captioned(ink, "picture.table_caption", present, moment=moment, first=view.first)


def lords(ink: Ink, view: View) -> Block:
    """A row a lord in turn order: badge, name, the first player's star, goods in columns."""
    counts = {seat: _goods(view.lord(seat)) for seat in view.turn_order()}
    columns = {
        id: 15 + max(width(f"{own[id]}", 12, True) for own in counts.values()) + 5
        for id in _goods(view.lords[0])
        if id != "letter" or any(own[id] for own in counts.values())
    }
    left = WIDTH - EDGE + 5 - sum(columns.values())
    rows = []
    for at, (seat, own) in enumerate(counts.items()):
        x, goods = 0.0, []
        for id, wide in columns.items():
            goods.append({"id": id, "n": f"{own[id]}", "colour": COLOURS[id], "x": round(x, 2)})
            x += wide
        first = seat == view.first
        name = canvas.named(ink, seat, left - 44 - (20 if first else 0), 13)
        rows.append({"seat": seat, "name": name, "y": 26 * at, "first": first, "goods": goods,
                     "x": round(left, 2), "star": round(left - 21, 2)})  # fmt: skip
    return Block("lords", 26 * len(rows) + 4, {"lords": rows})


def _goods(lord: Lord) -> dict[str, int]:
    return {
        "gold": lord.gold, "food": lord.food, "imp": lord.imps, "trap": len(lord.traps),
        "monster": len(lord.monsters), "letter": lord.letters,
    }  # fmt: skip


def evil(ink: Ink, view: View) -> Block:
    """The evilometer with every lord, who holds a paladin, and the counter that is nobody's."""
    markers: list[dict[str, Any]] = [
        {"seat": seat, "evil": view.lord(seat).evil,
         "paladin": any(hero.kind for hero in view.lord(seat).party)}
        for seat in reversed(view.evil_order())
    ]  # fmt: skip
    if isinstance(view.neutral, int):
        markers.insert(0, {"seat": 0, "evil": view.neutral, "paladin": False})
    return meter(ink, [], markers)


def events(ink: Ink, view: View) -> list[Block]:
    """The season's event, the next one, where the paladins are."""
    found = []
    if view.event:
        text = canvas.plain(ink.t("picture.event_now", event=view.event))
        found.append(Chip("event", COLOURS["event"], text, round=False))
    if view.next_event:
        text = canvas.plain(ink.t("picture.event_next", event=view.next_event))
        found.append(Chip("event", COLOURS["event"], text, True, False))
    for lord in view.lords:
        for hero in lord.party:
            if hero.kind:
                text = f"{ink.t(f'picture.{hero.kind}')} ♥{hero.left}"
                found.append(Chip("paladin", COLOURS["paladin"], text, seat=lord.seat))
    if view.tent:
        kinds = ", ".join(str(ink.t(f"picture.{hero.kind}")) for hero in view.tent)
        text = canvas.plain(ink.t("picture.tent", text=kinds))
        found.append(Chip("paladin", COLOURS["paladin"], text, True))
    return [chips(found)] if found else []


def offers(
    ink: Ink, offer: Offer, taken: Sequence[tuple[str, int]] = (),
    marks: Mapping[str, str] | None = None, far: Mapping[str, Collection[str]] | None = None,
) -> Block:  # fmt: skip
    """Monsters with their prices and plans; those taken stand grey with their lord's badge.

    `far` are the monsters that the viewer can't pay for now, each with the goods he lacks.
    """
    marks, far = marks or {}, far or {}
    found = []
    for card, seat in [*((card, None) for card in (*offer.monsters, *offer.rooms)), *taken]:
        beast = card in ink.data.monsters
        spirit = beast and ink.data.monsters[card].spirit
        id = "ghost" if spirit else "monster" if beast else canvas.symbol(card)
        short = far.get(card, ()) if seat is None else ()
        price = canvas.priced(ink.data.monsters[card].price, lacking=short) if beast else []
        found.append(Chip(
            id, COLOURS["ghost" if spirit else "monster" if beast else "room"], ink.noun(card),
            seat is not None, beast, price, seat, "" if seat else marks.get(card, ""),
            seat is None and card in far,
        ))  # fmt: skip
    if not found:
        found = [Chip("no", COLOURS["pause"], canvas.plain(ink.t("picture.sold_out")), True)]
    return chips(sorted(found, key=lambda chip: not chip.round))


def gifts(ink: Ink, view: View, marks: Mapping[str, str] | None = None) -> list[Block]:
    """The fair's gifts under their heading, if there is a fair; `marks` by gift."""
    found = [Chip("star", COLOURS["star"], ink.noun(gift), round=False,
                  mark=(marks or {}).get(gift, "")) for gift in view.gifts]  # fmt: skip
    return [canvas.title(canvas.plain(ink.t("picture.gifts"))), chips(found)] if found else []


def site_row(ink: Ink, view: View, site: str, told: Queue) -> dict[str, Any]:
    """A site with its places: who stands there, and what became of it."""
    places = view.places.get(site, ())
    spots = []
    for at in range(len(ink.data.sites[site].places)):
        here = places[at] if at < len(places) else None
        spots.append({
            "here": here, "outcome": told.outcome.get((site, at + 1), ""),
            "pips": told.servant.get((site, at + 1), 0) if here else 0,
            "fill": "#ffffff" if here else "#ddd3c6" if here == 0 else "#fbf6ea",
            "faint": here is None, "strong": bool(here), "far": False, "short": (),
        })  # fmt: skip
    return {"id": site, "late": list(told.late.get(site, ()))[:3], "places": spots}


def sites(ink: Ink, rows: Sequence[Mapping[str, Any]]) -> Block:
    """All sites, a row each, with what every place costs and gives (L2)."""
    wide = (INNER - NAMES) / max(len(row["places"]) for row in rows)
    names = [ink.t(f"site.{row['id']}").striptags() for row in rows]
    size = min(shrink(name, NAMES - 17, 12, LEAST, True) for name in names)
    drawn = []
    for number, (row, name) in enumerate(zip(rows, names, strict=True)):
        places = [
            {**spot, **_price(ink, row["id"], at, wide - 4, spot["short"]),
             "x": EDGE + NAMES + 4 + at * wide, "width": wide - 4, "name": ROMAN[at + 1]}
            for at, spot in enumerate(row["places"])
        ]  # fmt: skip
        drawn.append({
            "mark": "", "hold": False, "barred": False, "bribe": 0, "far": False, **row,
            "y": number * ROW,
            "id": SYMBOLS.get(row["id"], row["id"]), "name": fit(name, NAMES - 17, size, True),
            "places": places,
        })  # fmt: skip
    return Block("sites", ROW * len(rows) + 6, {"sites": drawn, "high": ROW, "size": size})


SYMBOLS = {"tunnels": "tunnel", "gold": "mine", "imps": "imp", "traps": "trap"}
"""Sites whose symbol is that of what they give."""


def _price(ink: Ink, site: str, at: int, room: float, short: Collection[str]) -> dict[str, Any]:
    """What a place costs and gives, as symbols in the middle of its cell."""
    place = ink.data.sites[site].places[at]
    pay, broad = canvas.laid(canvas.priced(place.pay, lacking=short), LEAST, 10, 1)
    gain, long = canvas.laid(canvas.priced(place.gain), LEAST, 10, 1)
    arrow = 9.5 if pay else 0
    left = max(2.0, (room - broad - arrow - long) / 2)
    return {"pay": pay, "gain": gain, "left": left, "right": left + broad + arrow,
            "arrow": left + broad + 0.5 if pay else 0}  # fmt: skip


def heroes(ink: Ink, view: View) -> list[Block]:
    """Who comes at the season's end, and whom the next season brings if that is known."""
    blocks = []
    for key, line in (("now", view.heroes), ("next", view.next_heroes)):
        if line:
            blocks += [canvas.title(canvas.plain(ink.t(f"picture.heroes_{key}"))),
                       party(ink, line, numbered=False)]  # fmt: skip
    return blocks
