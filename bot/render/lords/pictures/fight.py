"""One lord's fight as a strip of steps, read from its facts alone (L9.4)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from bot.render.face import Picture
from bot.render.glyphs import width
from bot.render.lords import combat_post
from bot.render.lords.ink import Ink
from bot.render.lords.pictures import canvas, past
from bot.render.lords.pictures.canvas import COLOURS, Block
from bot.render.lords.pictures.chips import Chip, chips
from bot.render.lords.pictures.dungeon import party
from bot.render.lords.pictures.signs import Signs, explained
from bot.render.lords.telling import HEALERS, MARKS
from rules.kernel.facts import Fact
from rules.lords.state import HIDDEN, PHANTOM, View

LEFT, ROOM = 54, 318
"""Where a step's words begin, and how far they go."""

STOPS = {
    "anti-trap": "thief", "invisibility": "spy", "magic shield": "shield", "courage": "courage",
}  # fmt: skip
"""What stops damage, and its symbol."""


class Change(NamedTuple):
    """What a step did to one hero: health before and after, points stopped, how he ended, or the
    courage he was given."""

    hero: Mapping[str, Any]
    before: int
    after: int
    stopped: Mapping[str, int] = {}
    end: str = ""
    given: int = 0


class Step:
    """One step of the strip: who acts, what is said of it, what became of whom."""

    def __init__(self, id: str, colour: str, text: str, kind: str) -> None:
        self.id, self.colour, self.text, self.kind = id, colour, text, kind
        self.words: list[str] = []
        self.changes: list[Change] = []
        self.heals = id == "priest" and kind == "heroes"


FILLS = {
    "lord": "#e3efe0", "heroes": "#e4e8f3", "lost": "#f3ddd5", "plain": "#fbf6ea",
}  # fmt: skip
"""What the lord does, what the heroes do, what is lost: the symbol on the line says it as well."""


def fight_picture(
    ink: Ink, view: View, seat: int, facts: Sequence[Fact], card: str = "", moment: str = "",
    year: int = 0, known: set[str] | None = None,
) -> Picture:  # fmt: skip
    """The strip of one part of a lord's fight; `facts` begin with what shows its party.

    `card` is the round's; `year` is the fight's: after a year's last round the view is one further.
    A part that ends where its lord is asked says so in its last step (L9.3). The signs in `known`
    were explained under the pictures before; those explained here are added to it.
    """
    line = [past.hero(view.data, told, year or view.year) for told in facts[0].data["party"]]
    strip = Strip(ink)
    strip.read(facts)
    if combat_post.waits(facts):
        strip.begin("pause", "waits", "plain")
    blocks = [
        canvas.head(ink, view, seat, note=moment),
        _stage(ink, facts[0], card),
        party(ink, line, placed=True),
        _strip(ink, strip.steps),
    ]
    told = set[str]() if known is None else known
    present = _signs(strip.steps)
    legend = explained(ink, {sign: present[sign] and sign not in told for sign in present})
    told |= {sign for sign, there in present.items() if there}
    return canvas.sheet(ink.names[seat], blocks, _caption(ink, seat, facts) + str(legend))


def _signs(steps: Sequence["Step"]) -> Signs:
    """The signs of a strip that want explaining, and whether they are there."""
    changes = [change for step in steps for change in step.changes]
    return {
        "health": any(not change.given for change in changes),
        "stopped": any(change.stopped for change in changes),
        "taken": any(change.end == "prisoner" for change in changes),
    }


def _caption(ink: Ink, seat: int, facts: Sequence[Fact]) -> str:
    """Which part of a fight the strip shows."""
    begins = facts[0].data
    if "tile" not in begins:
        return str(ink.t("picture.poison_caption", seat=seat))
    place = ink.noun(begins["room"] or "tunnel")
    return str(ink.t("picture.fight_caption", seat=seat, tile=begins["tile"], place=place,
                     goes_on="card" in begins, waits=combat_post.waits(facts)))  # fmt: skip


def _stage(ink: Ink, begins: Fact, card: str) -> Block:
    """Where the fight is, and the round's card; or that the round is at its end."""
    if "tile" not in begins.data:
        text = canvas.plain(ink.t("picture.round_ends"))
        return chips([Chip("poison", COLOURS["poison"], text, round=False)])
    tile, room = begins.data["tile"], begins.data["room"]
    where = f"{tile} · {ink.noun(room or 'tunnel')}"
    colour = COLOURS["gold"] if room else COLOURS["tunnel"]
    found = [Chip(canvas.symbol(room or "tunnel"), colour, where, round=False)]
    if card:
        table = ink.data.cards[card]
        said = ink.t("card.data", fatigue=table.fatigue, speed=table.speed)
        found.append(Chip("card", COLOURS["card"], f"{ink.noun(card)}: {canvas.plain(said)}",
                          round=False))  # fmt: skip
    return chips(found)


class Strip:
    """Reads a fight's facts in order: an actor opens a step, what follows belongs to it."""

    def __init__(self, ink: Ink) -> None:
        self.ink = ink
        self.steps: list[Step] = []
        self.seat, self.party = 0, list[Mapping[str, Any]]()

    def read(self, facts: Sequence[Fact]) -> list[Step]:
        """The steps of the strip (facts that show nothing of their own are skipped)."""
        begins = facts[0].data
        self.seat, self.party = begins["seat"], begins.get("party", [])
        for fact in facts[1:]:
            reader = READERS.get(fact.kind)
            if reader is not None:
                reader(self, fact.data)
        for step in self.steps:
            if step.id == "card" and step.heals and not step.changes:
                step.words.append(canvas.plain(self.ink.t("post.no_wounds")))
        return self.steps

    def begin(self, id: str, key: str, kind: str, /, **data: Any) -> Step:
        """A new step with its words."""
        text = canvas.plain(self.ink.t(f"picture.step_{key}", **data))
        step = Step(id, COLOURS.get(id, "#e9b949"), text[:1].upper() + text[1:], kind)
        self.steps.append(step)
        return step

    def last(self) -> Step:
        """The step at hand."""
        return self.steps[-1] if self.steps else self.begin("gate", "begins", "plain")

    def say(self, key: str, /, **data: Any) -> None:
        """Add words to the step at hand."""
        self.last().words.append(canvas.plain(self.ink.t(f"picture.step_{key}", **data)))

    def change(self, hero: Mapping[str, Any], points: int, **more: Any) -> None:
        """Health lost (or won back, below zero) at the step at hand; the fact tells of after."""
        after = hero["health"] - hero["wounds"]
        self.last().changes.append(Change(hero, after + points, after, **more))


Reader = Callable[[Strip, Mapping[str, Any]], None]


def _courage(strip: Strip, told: Mapping[str, Any]) -> None:
    step = strip.begin("courage", "courage", "heroes")
    step.changes += [
        Change(hero, 0, 0, given=points)
        for hero, points in zip(strip.party, told["given"], strict=False)
        if points
    ]
    if not step.changes:
        step.words.append(canvas.plain(strip.ink.t("post.no_cheer")))


def _no_courage(strip: Strip, told: Mapping[str, Any]) -> None:
    strip.begin("courage", "no_courage", "lord", id=told["reason"])


def _trap(strip: Strip, told: Mapping[str, Any]) -> None:
    strip.begin("trap", "trap", "lord", id=told["trap"])
    _paid(strip, told["pay"])


def _paid(strip: Strip, pay: Mapping[str, int]) -> None:
    if pay:
        strip.say("paid", price=strip.ink.goods(pay))


def _trap_unpaid(strip: Strip, told: Mapping[str, Any]) -> None:
    if told["trap"] == HIDDEN:
        strip.begin("trap", "trap_unpaid", "plain")


def _pet(strip: Strip, told: Mapping[str, Any]) -> None:
    strip.begin("pet", "pet", "lord", id=told["pet"])


def _attack(strip: Strip, told: Mapping[str, Any]) -> None:
    spirit = strip.ink.data.monsters[told["monster"]].spirit
    id = "ghost" if spirit else "monster"
    holds = told["way"] == "hold"
    strip.begin(id, "holds" if holds else "attack", "lord", id=told["monster"])
    if told["way"] and not holds:
        strip.last().words.append(canvas.plain(strip.ink.t(f"way.{told['way']}")))
    _paid(strip, told["pay"])


def _no_attack(strip: Strip, told: Mapping[str, Any]) -> None:
    strip.begin("monster", "no_attack", "plain", id=told["monster"])


def _spell(strip: Strip, told: Mapping[str, Any]) -> None:
    strip.begin("card", "spell", "heroes", id=told["card"]).heals = told["card"] in HEALERS
    if "hero" in told["how"]:
        strip.change(told["how"]["hero"], -told["how"]["health"])
        return
    how = {key: -value if key in ("gold", "food", "imps", "traps") else value
           for key, value in told["how"].items()}  # fmt: skip
    key = f"spell_how.{told['card']}"
    told_so = key in strip.ink.catalogue.keys and "nothing" not in how
    said = strip.ink.t(key, how=told["how"]) if told_so else Markup("")
    text = canvas.plain(said or strip.ink.how(how))
    if text:
        strip.last().words.append(text)


def _no_spell(strip: Strip, told: Mapping[str, Any]) -> None:
    strip.begin("card", "no_spell", "plain", id=told["card"])
    if told["reason"] == "too little magic":
        strip.say("magic", magic=told["magic"], needs=told["needs"])
    else:
        strip.say("because", id=told["reason"])


def _withdrawn(strip: Strip, told: Mapping[str, Any]) -> None:
    strip.say("withdrawn", id=told["monster"])


def _paid_again(strip: Strip, told: Mapping[str, Any]) -> None:
    strip.say("paid_again", id=told["monster"], price=strip.ink.goods(told["pay"]))


def _hit(strip: Strip, told: Mapping[str, Any]) -> None:
    strip.change(told["hero"], told["dealt"], stopped=told["stopped"])


def _removed(strip: Strip, told: Mapping[str, Any]) -> None:
    _ended(strip, told["hero"], "prisoner")


def _ended(strip: Strip, hero: Mapping[str, Any], end: str) -> None:
    """How the hero of the last change ended; one who was not struck now gets a change."""
    changes = strip.last().changes
    last = changes[-1] if changes else None
    if last and last.after <= 0 and _who(last.hero) == _who(hero):
        changes[-1] = last._replace(end=end)
    else:
        changes.append(Change(hero, 0, 0, end=end))


def _who(hero: Mapping[str, Any]) -> tuple[Any, ...]:
    return hero["cls"], hero["kind"], hero["place"]


def _vanished(strip: Strip, told: Mapping[str, Any]) -> None:
    changes = strip.last().changes
    if changes and changes[-1].hero["cls"] == PHANTOM:
        changes[-1] = changes[-1]._replace(end="no")


def _healed(strip: Strip, told: Mapping[str, Any]) -> None:
    last = strip.steps[-1] if strip.steps else None
    again = last is not None and _who(told["hero"]) in [_who(c.hero) for c in last.changes]
    if last is None or not last.heals or again:
        strip.begin("priest", "healing", "heroes")
    strip.change(told["hero"], -told["points"])


def _no_healing(strip: Strip, told: Mapping[str, Any]) -> None:
    reason = told["reason"]
    known = reason in strip.ink.catalogue.words.nouns
    strip.begin("priest", "no_healing", "plain")
    if known:
        strip.say("because", id=reason)


def _fatigue(strip: Strip, told: Mapping[str, Any]) -> None:
    if not strip.steps or strip.steps[-1].id != "fatigue":
        strip.begin("fatigue", "fatigue", "lord")
    strip.change(told["hero"], told["points"])


def _poisoned(strip: Strip, told: Mapping[str, Any]) -> None:
    if not strip.steps or strip.steps[-1].id != "poison":
        strip.begin("poison", "poison", "lord")
    strip.change(told["hero"], told["points"])


def _conquered(strip: Strip, told: Mapping[str, Any]) -> None:
    strip.begin("flag", "conquered", "lost", tile=told["tile"], id=told["room"] or "tunnel")


def _no_conquest(strip: Strip, told: Mapping[str, Any]) -> None:
    strip.begin("shield", "no_conquest", "lord", id=told["reason"])


def _fight_over(strip: Strip, told: Mapping[str, Any]) -> None:
    key = {"party gone": "over_gone", "nothing left": "over_nothing"}.get(told["reason"])
    if key:
        strip.begin("yes" if key == "over_gone" else "no", key, "plain")


def _freed(strip: Strip, told: Mapping[str, Any]) -> None:
    strip.last().changes.append(Change(told["hero"], 0, 0, end="gate"))


def _effect(strip: Strip, told: Mapping[str, Any]) -> None:
    if told["effect"] in MARKS:
        return  # there is a step where it tells
    strip.say("effect_" + told["effect"].replace(" ", "_"))


def _paladin(strip: Strip, told: Mapping[str, Any]) -> None:
    if strip.seat not in (told["seat"], told["source"]):
        return  # he walks between two others
    strip.begin("paladin", "paladin", "heroes", kind=told["paladin"], seat=told["seat"],
                names={told["seat"]: canvas.legible(strip.ink, told["seat"])})  # fmt: skip


READERS: dict[str, Reader] = {
    "courage": _courage, "no courage": _no_courage, "trap sprung": _trap,
    "trap unpaid": _trap_unpaid, "pet used": _pet, "attack": _attack, "no attack": _no_attack,
    "spell": _spell, "no spell": _no_spell, "withdrawn": _withdrawn, "paid again": _paid_again,
    "hit": _hit, "removed": _removed, "vanished": _vanished, "healed": _healed,
    "no healing": _no_healing, "fatigue": _fatigue, "poisoned": _poisoned,
    "conquered": _conquered, "no conquest": _no_conquest, "fight over": _fight_over,
    "freed": _freed, "effect": _effect, "paladin": _paladin,
}  # fmt: skip
"""What each kind of fact adds to the strip."""


def _strip(ink: Ink, steps: Sequence[Step]) -> Block:
    drawn, y = [], 2
    for step in steps:
        words = "; ".join(dict.fromkeys(step.words))
        heading = canvas.rewrapped(step.text, ROOM, 12, True)
        lines = [{"text": text, "bold": True} for text in heading]
        lines += [{"text": text, "bold": False} for text in canvas.rewrapped(words, ROOM, 12)]
        heroes, rows = _changes(ink, step.changes, 15 + 14 * (len(lines) - 1) + 7)
        high = max(40, 13 + 14 * len(lines) + 26 * rows)
        drawn.append({"id": step.id, "colour": step.colour, "fill": FILLS[step.kind], "y": y,
                      "height": high, "lines": lines, "heroes": heroes,
                      "top": 15 if heroes or len(lines) > 1 else 22})  # fmt: skip
        y += high
    return Block("steps", y, {"steps": drawn, "end": y - 12})


def _changes(ink: Ink, changes: Sequence[Change], top: int) -> tuple[list[dict[str, Any]], int]:
    """Heroes whose health changed, side by side; and how many rows they take."""
    drawn: list[dict[str, Any]] = []
    x, row = float(LEFT), 0
    for change in changes:
        hero = change.hero
        text = f"♥{change.before}→{change.after}" if change.before != change.after else ""
        if not text and not change.end:
            text = f"♥{change.after}"
        place = f"{canvas.numbered(ink, hero['place'])} " if hero["place"] else ""
        if change.given:
            text = f"+{change.given}"
        text = (place + text).strip()
        wide = 22 + width(text, 11.5, True) + 5
        stops = []
        for why, points in change.stopped.items():
            stop = STOPS[why]
            stops.append({"id": stop, "n": f"−{points}", "x": wide, "colour": COLOURS[stop]
                          if stop != "shield" else COLOURS["card"]})  # fmt: skip
            wide += 15 + width(f"−{points}", 10.5) + 3
        wide += 18 if change.end else 0
        if drawn and x + wide > LEFT + ROOM:
            x, row = float(LEFT), row + 1
        drawn.append({
            "x": x, "y": top + 26 * row, "width": wide, "id": hero["cls"],
            "colour": COLOURS[hero["cls"]], "text": text, "gone": bool(change.end),
            "ink": "#8a1c1c" if change.after < change.before else "#1f5d3f"
            if change.after > change.before or change.given else "#2a2320",
            "end": change.end, "stops": stops,
        })  # fmt: skip
        x += wide + 5
    return drawn, row + 1 if drawn else 0
