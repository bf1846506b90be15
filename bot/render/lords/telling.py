"""Facts as lines: what belongs together in one line, so that nothing is told twice.

A blow and whom it struck, a price in evil and where the marker stands after it, a wound and the
prisoner it made are one line each. Numbers stand beside their names, changes as `3 -> 5`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from typing import Any

from markupsafe import Markup

from bot.render.lords.ink import Ink, tell, told_how
from bot.render.lords.voice import varied
from rules.kernel.facts import Fact

STRIKING = ("attack", "trap sprung", "pet used")
"""Facts whose line goes on with the blows that follow."""

MARKS = ("no conquest", "no healing", "no spells")
"""Effects that are told when they matter: there is no plunder, no healing, no spell."""

HEALERS = ("regeneration",)
"""Spells whose line goes on with those whom they heal."""

MOVES = ("paladin comes", "paladin goes")
"""What a paladin's move is to one fight: told as facts of its own."""

UNTOLD = ("step", "trap given", "poison works")
"""Facts that are no lines of their own."""


class Line:
    """One line: whose it is, the fact that opened it, its text, its last blow."""

    def __init__(self, seat: int, fact: Fact, text: Markup) -> None:
        self.seat, self.fact, self.text = seat, fact, text
        self.blows = 0
        self.last: tuple[Markup, Markup, Markup] | None = None

    def more(self, glue: str, text: Markup) -> None:
        """Go on with the line."""
        self.text += Markup(glue) + text

    def blow(self, ink: Ink, hero: Markup, what: Markup) -> None:
        """Go on with a blow; who was struck just as the last is named beside him."""
        if self.last is not None and self.last[2] == what and self._ends_in_blow(ink):
            before, heroes, _ = self.last
            hero = heroes + Markup(", ") + hero
        else:
            before = self.text + Markup("; " if self.blows else " → ")
        self.text = before + ink.t("post.blow", hero=hero, what=what)
        self.last = before, hero, what
        self.blows += 1

    def _ends_in_blow(self, ink: Ink) -> bool:
        """Whether nothing has been told of the last blow but the blow."""
        assert self.last is not None
        before, hero, what = self.last
        return self.text == before + ink.t("post.blow", hero=hero, what=what)


class Pulse:
    """The heroes' health as the facts before have told it: excess damage is lost (L5.7)."""

    def __init__(self) -> None:
        self._left: dict[tuple[object, ...], int] = {}

    def before(self, fact: Fact) -> Fact:
        """The fact with its hero's health before it, as `was`."""
        one = (fact.data["how"] if fact.kind == "spell" else fact.data).get("hero")
        told = [one] if one else fact.data.get("party", ())
        was = 0
        for hero in told:
            key = (hero["kind"] or (fact.data.get("seat"), hero["cls"], hero["place"]),)
            left = hero["health"] - hero["wounds"]
            hurt = fact.data.get("dealt", fact.data.get("points", 0))
            was = self._left.get(key, min(left + hurt, hero["health"]))
            self._left[key] = left
        return Fact(fact.kind, {**fact.data, "was": was}, fact.to) if fact.kind in HURT else fact


HURT = ("hit", "fatigue", "poisoned")
"""Facts that tell a hero's health before and after."""


def lines(ink: Ink, facts: Iterable[Fact]) -> list[Line]:
    """The facts as lines in their order, each with its seat (0: nobody's)."""
    found: list[Line] = []
    party: Sequence[Mapping[str, Any]] = ()
    pulse = Pulse()
    times: dict[str, int] = {}  # a fight's lord begins where his seat says, the next goes on
    for plain in facts:
        fact = pulse.before(plain)
        if fact.kind in ("fight", "fight goes on"):
            party = fact.data["party"]
        if fact.kind in UNTOLD or _passed_over(ink, fact):
            continue
        last = found[-1] if found and found[-1].seat == fact.data.get("seat", 0) else None
        if last is not None and (join := JOINED.get(fact.kind)) and join(ink, last, fact):
            continue
        seat = fact.data.get("seat", 0)
        times[fact.kind] = times.get(fact.kind, seat) + 1
        found.append(Line(seat, fact, told(ink, fact, party, times[fact.kind])))
    for line in found:
        if line.fact.kind == "spell" and line.fact.data["card"] in HEALERS and not line.blows:
            line.more(": ", ink.t("post.no_wounds"))
    return found


def _passed_over(ink: Ink, fact: Fact) -> bool:
    """What another line of the fight tells: a pet's says what it did."""
    if fact.kind == "effect":
        return fact.data["effect"] in MARKS
    if fact.kind == "no healing":
        return fact.data["reason"] in ink.data.pets
    return fact.kind == "fight over" and fact.data["reason"] == "last round"


def told(ink: Ink, fact: Fact, party: Sequence[Mapping[str, Any]] = (), times: int = 0) -> Markup:
    """One fact in words of its own; others of its kind, told other times, in other words."""
    voice = copy(ink)
    voice.turn = ink.turn + varied(fact.kind) + times
    maker = OWN.get(fact.kind)
    return maker(voice, fact, party) if maker else tell(voice, fact)


def _hit(ink: Ink, fact: Fact) -> tuple[Markup, Markup]:
    """Whom a blow struck; how hard, what stopped it, his health before and after."""
    hero, dealt = fact.data["hero"], fact.data["dealt"]
    after = hero["health"] - hero["wounds"]
    stops = [ink.t(f"stopped.{why}", n=points) for why, points in fact.data["stopped"].items()]
    what = ink.t("post.struck", damage=fact.data["damage"], after=after,
                 before=fact.data["was"] if dealt else after,
                 stops=Markup(", ").join(stops))  # fmt: skip
    return ink.t("hero.placed", h=hero, case="nom"), what


def _lone_hit(ink: Ink, fact: Fact, party: Any) -> Markup:
    hero, what = _hit(ink, fact)
    return ink.t("post.blow_by", by=fact.data["by"], text=ink.t("post.blow", hero=hero, what=what))


def _health(ink: Ink, fact: Fact) -> Markup:
    """A hero's health before and after; healing is never more than his wounds."""
    hero = fact.data["hero"]
    after = hero["health"] - hero["wounds"]
    before = fact.data["was"] if "was" in fact.data else after - fact.data["points"]
    return ink.t("post.health", h=hero, before=before, after=after)


def _fatigue(ink: Ink, fact: Fact, party: Any) -> Markup:
    text = _health(ink, fact)
    return ink.t("post.fatigue", text=text)


def _poisoned(ink: Ink, fact: Fact, party: Any) -> Markup:
    text = _health(ink, fact)
    return ink.t("post.poison", text=text)


def _healed(ink: Ink, fact: Fact, party: Any) -> Markup:
    return ink.t("post.healing", text=_health(ink, fact))


def _courage(ink: Ink, fact: Fact, party: Sequence[Mapping[str, Any]]) -> Markup:
    cheered: dict[int, list[Mapping[str, Any]]] = {}
    for hero, points in zip(party, fact.data["given"], strict=False):
        if points:
            cheered.setdefault(points, []).append(hero)
    if not cheered:
        return ink.t("post.no_cheer")
    groups = [ink.t("post.cheered", heroes=heroes, n=n) for n, heroes in cheered.items()]
    return ink.t("post.cheer", text=Markup("; ").join(groups))


def _spell(ink: Ink, fact: Fact, party: Any) -> Markup:
    """A spell with its own words where the usual ones would not do."""
    return ink.t("fact.spell", card=fact.data["card"], how_text=spell_how(ink, fact))


def spell_how(ink: Ink, fact: Fact) -> Markup:
    """What a spell did, as far as its own fact tells it."""
    card, how = fact.data["card"], fact.data["how"]
    key = f"spell_how.{card}"
    if key in ink.catalogue.keys and "nothing" not in how:
        return ink.t(key, how=how)
    return told_how(ink, fact)


def _pet(ink: Ink, fact: Fact, party: Any) -> Markup:
    """A pet at work; whom it hurt follows as a blow, where it dug is told by its cell."""
    how = {key: value for key, value in fact.data["how"].items() if key != "damage"}
    cell = how.pop("cell", "")
    text = Markup(", ").join(part for part in (ink.how(how), Markup.escape(cell)) if part)
    return ink.t("fact.pet used", pet=fact.data["pet"], how_text=text)


OWN: dict[str, Callable[[Ink, Fact, Any], Markup]] = {
    "hit": _lone_hit,
    "fatigue": _fatigue,
    "poisoned": _poisoned,
    "healed": _healed,
    "courage": _courage,
    "spell": _spell,
    "pet used": _pet,
}
"""Facts that need more than their own fields."""


def _join_hit(ink: Ink, last: Line, fact: Fact) -> bool:
    """A blow goes on with the line of whoever struck it."""
    by = last.fact.data.get("monster") or last.fact.data.get("trap") or last.fact.data.get("pet")
    if last.fact.kind not in STRIKING or by != fact.data["by"]:
        return False
    last.blow(ink, *_hit(ink, fact))
    return True


def _join_removed(ink: Ink, last: Line, fact: Fact) -> bool:
    """A hero is led off in the line that felled him."""
    if last.fact.kind not in (*STRIKING, "hit", "fatigue", "poisoned"):
        return False
    last.more(" ", ink.t("post.led_off"))
    return True


def _join_evil(ink: Ink, last: Line, fact: Fact) -> bool:
    """The marker moves for what the line has just told."""
    if last.fact.kind in ("evil", "paladin", *MOVES):
        return False
    text = ink.t("post.evil_after", before=fact.data["before"], after=fact.data["after"])
    last.more("; ", text)
    return True


def _join_healed(ink: Ink, last: Line, fact: Fact) -> bool:
    if last.fact.kind != "healed" and last.fact.data.get("card") not in HEALERS:
        return False
    glue = ": " if last.fact.kind == "spell" and not last.blows else ", "
    last.more(glue, _health(ink, fact))
    last.blows += 1
    return True


def _join_spell(ink: Ink, last: Line, fact: Fact) -> bool:
    """Who withdraws or gets away for a spell is told with it."""
    if last.fact.kind != "spell":
        return False
    told_how = bool(last.blows or spell_how(ink, last.fact))
    last.more("; " if told_how else ": ", tell(ink, fact))
    last.blows += 1
    return True


def _join_dug(ink: Ink, last: Line, fact: Fact) -> bool:
    """What a room or a pet dug stands in its own line."""
    if fact.data["by"] not in (last.fact.data.get("room"), last.fact.data.get("pet")):
        return False
    if last.fact.kind != "pet used":  # a pet's line has its cell
        last.more(": ", Markup(", ").join(Markup.escape(cell) for cell in fact.data["cells"]))
    return True


def _join_fatigue(ink: Ink, last: Line, fact: Fact) -> bool:
    if last.fact.kind != "fatigue":
        return False
    last.more(", ", _health(ink, fact))
    return True


def _join_vanished(ink: Ink, last: Line, fact: Fact) -> bool:
    """The phantom goes in the line that dispelled it; fatigue goes on with the next in line."""
    if last.fact.kind not in (*STRIKING, "hit", "fatigue", "poisoned"):
        return False
    last.more(" — ", ink.t("post.melts"))
    return True


def _join_effect(ink: Ink, last: Line, fact: Fact) -> bool:
    """Poison and muted signs belong to the blow that brought them."""
    if last.fact.kind not in STRIKING:
        return False
    last.more(", ", ink.t(f"effect.{fact.data['effect']}"))
    return True


JOINED: dict[str, Callable[[Ink, Line, Fact], bool]] = {
    "hit": _join_hit,
    "removed": _join_removed,
    "evil": _join_evil,
    "healed": _join_healed,
    "dug": _join_dug,
    "fatigue": _join_fatigue,
    "vanished": _join_vanished,
    "withdrawn": _join_spell,
    "freed": _join_spell,
    "effect": _join_effect,
}
"""How a fact may go on with its lord's last line; False: it can't."""


def by_seat(told_lines: Iterable[Line]) -> dict[int, list[Markup]]:
    """The lines of each seat in order of appearance; the same line twice is told once, `(×2)`."""
    grouped: dict[int, dict[Markup, int]] = {}
    for line in told_lines:
        own = grouped.setdefault(line.seat, {})
        own[line.text] = own.get(line.text, 0) + 1
    return {
        seat: [text if n == 1 else text + Markup(f" (×{n})") for text, n in own.items()]
        for seat, own in grouped.items()
    }


def capital(text: Markup) -> Markup:
    """The line with its first letter large."""
    return text if text[:1] == "<" else Markup(text[:1].upper() + text[1:])
