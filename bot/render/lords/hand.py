"""The master's hand in words: commands as they were understood, and what they change."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from bot.render.face import Chapter
from bot.render.filters import roman
from bot.render.lords.answers import NUMBERED
from bot.render.lords.ink import Ink
from rules.kernel.question import CLAUSE, RANK, Question, replay, word
from rules.lords.hand import DERIVED, company, goods, grid, lair, offers, when
from rules.lords.hand.company import FIGURES, FLAGS
from rules.lords.hand.grammar import Form
from rules.lords.state import HIDDEN

SHOWN = 30
"""So many changes are listed."""

TOP = 3
"""So many cards of a deck are told, the next one first."""

GROUPS = {"sites": "site"}
"""Groups of words that are named as those of another."""

SEATED = ("seat", "where", "holder")
"""Groups in which a number is a seat."""

Change = tuple[str, Any, Any]
"""A field that changes: its path (`lords.2.gold`), before and after, as plain values."""


# commands


def named(ink: Ink, token: str, group: str = "") -> str:
    """One word of a command."""
    name, keys = word(token), ink.catalogue.keys
    if group in SEATED and name.isdigit():
        return ink.names.get(int(name), name)
    for key in (f"hand.{GROUPS.get(group, group)}.{name}", f"hand.word.{name}"):
        if key in keys:
            return ink.t(key).unescape()
    kind, _, number = name.rpartition(" ")
    if number.isdigit() and kind in ink.catalogue.words.nouns:
        return f"{ink.noun(kind)} {number}"
    return ink.noun(name) if name in ink.catalogue.words.nouns else name


def command(ink: Ink, question: Question, tokens: Sequence[str]) -> str:
    """A command as far as it has been said; what is one list stands with commas."""
    said, last = "", ""
    for at, token in enumerate(tokens):
        group = group_of(question, tokens[:at], token)
        between = " " if said else ""
        if group == last:
            between = ", "
        elif {group, last} <= {"strength", "health", "symbols"}:
            between = "/"
        said, last = said + between + named(ink, token, group), group
    return said


def group_of(question: Question, before: Sequence[str], token: str) -> str:
    """The group that a word belongs to where it stands."""
    options = replay(question, before, True).options(every=True)
    return next((option.group for option in options if option.token == token), "")


# answers as they are kept, without their question

SEAT_AFTER = tuple(name for name, kind in NUMBERED.items() if kind == "seat")
"""Words of an answer after which a number is a seat."""


def written(ink: Ink, text: str) -> str:
    """An answer in its notation, `food; tunnels hold`, in words."""
    found = []
    for clause in text.split(CLAUSE):
        said, last, case = [], "", "nom"
        for part in _words(ink, clause):
            lord = part.isdigit() and last in SEAT_AFTER
            said.append(ink.names.get(int(part), part) if lord else _in_answer(ink, part, case))
            case = _case_after(ink, part if last else f"production {part}", case)
            last = part
        found.append(" ".join(said))
    return "; ".join(found)


def _words(ink: Ink, clause: str) -> Iterator[str]:
    """The ids of a clause, the longest first."""
    parts, nouns, keys = clause.replace(">", " > ").split(), ink.catalogue.words.nouns, _known(ink)
    while parts:
        for length in range(min(4, len(parts)), 0, -1):
            name = " ".join(parts[:length])
            if length == 1 or name in nouns or name in keys:
                yield name
                parts = parts[length:]
                break


def _known(ink: Ink) -> frozenset[str]:
    return frozenset(key.split(".", 1)[1] for key in ink.catalogue.keys if key.startswith("verb."))


def _case_after(ink: Ink, name: str, case: str) -> str:
    """The case in which what follows a word stands: to build, to give a thing."""
    return str(ink.t(f"case.{name}")) if f"case.{name}" in ink.catalogue.keys else case


def _in_answer(ink: Ink, name: str, case: str = "nom") -> str:
    """One id of an answer, a noun in its case; a target is told by its number."""
    if f"verb.{name}" in ink.catalogue.keys:
        return ink.t(f"verb.{name}").unescape().rstrip(":")
    if name == RANK:
        return name
    if case != "nom" and name in ink.catalogue.words.nouns:
        return ink.noun(name, case)
    return _numbered(ink, name[1:]) if name.startswith("@") else named(ink, name)


def _numbered(ink: Ink, n: int | str) -> str:
    """A number as the language writes it: №1, #1."""
    return ink.t("label.at", n=n, h=None).unescape()


# what there is to set


CHAPTERS: dict[str, Sequence[Form]] = {
    "goods": goods.FORMS, "lair": lair.FORMS, "dungeon": grid.FORMS, "heroes": company.FORMS,
    "table": offers.FORMS, "calendar": when.FORMS,
}  # fmt: skip
"""All commands, by chapter."""


def guide(ink: Ink) -> list[Chapter]:
    """What may be set, chapter by chapter, with examples about the seats at this table."""
    shown = list(ink.names.values()) or [""]
    paladin = named(ink, next(iter(ink.data.heroes.paladins)))
    return [
        Chapter(
            ink.t(f"hand.chapter.title.{name}").unescape(),
            str(ink.t(f"hand.chapter.text.{name}", one=shown[0], two=shown[-1], paladin=paladin)),
            tuple(dict.fromkeys(form.verb for form in forms)),
        )
        for name, forms in CHAPTERS.items()
    ]


# changes


class Told(NamedTuple):
    """One line: what changes, before and after."""

    what: str
    was: str
    now: str


Tell = Callable[[Ink, str, list[str], Any, Any], Iterator[Told]]


def changes(ink: Ink, found: Iterable[Change]) -> list[str]:
    """What changes, a line each, as plain text; what only follows from it is left out."""
    lines = []
    for path, before, after in found:
        parts = path.split(".")
        if parts[0] in DERIVED:
            continue
        whose = ""
        if parts[0] == "lords" and len(parts) > 1:
            whose, parts = ink.names.get(int(parts[1]), parts[1]), parts[2:]
        for told in _told(ink, parts, before, after):
            if told.was != told.now:
                line = ink.t("field.line", whose=whose, what=told.what, was=told.was, now=told.now)
                lines.append(line.unescape())
    if len(lines) > SHOWN:
        lines[SHOWN:] = [ink.t("field.more", n=len(lines) - SHOWN).unescape()]
    return lines


def _told(ink: Ink, parts: list[str], before: Any, after: Any) -> Iterator[Told]:
    """A table that comes or goes as a whole is told field by field."""
    name, rest = parts[0], parts[1:]
    if name in WITHIN and not rest:
        for key in dict.fromkeys((*(before or {}), *(after or {}))):
            sides = [(side or {}).get(key) for side in (before, after)]
            yield from _told(ink, [name, key], *sides)
        return
    if name in WITHIN:
        name, rest = WITHIN[name].format(rest[0]), rest[1:]
    yield from TELLERS.get(name, _plain)(ink, name, rest, before, after)


WITHIN = {"errands": "{}", "offer": "offer_{}"}
"""Tables whose fields are told as fields of their own."""


def _what(ink: Ink, name: str, **data: Any) -> str:
    return ink.t(f"field.{name}", **data).unescape()


def _value(ink: Ink, value: Any) -> str:
    if value is None or value == "" or value == []:
        return ink.t("field.nothing").unescape()
    if isinstance(value, bool):
        return ink.t("field.yes" if value else "field.no").unescape()
    return str(value)


def _plain(ink: Ink, name: str, rest: list[str], before: Any, after: Any) -> Iterator[Told]:
    yield Told(_what(ink, name), _value(ink, before), _value(ink, after))


def _each(say: Callable[[Ink, Any], str]) -> Tell:
    """A field of one value, or of a list of them, by how one is said."""

    def tell(ink: Ink, name: str, rest: list[str], before: Any, after: Any) -> Iterator[Told]:
        sides = []
        for side in (before, after):
            hidden = isinstance(side, list) and side and all(card == HIDDEN for card in side)
            values = side if isinstance(side, list) else [] if side in (None, "") else [side]
            text = str(len(values)) if hidden else ", ".join(say(ink, value) for value in values)
            sides.append(text or _value(ink, None))
        yield Told(_what(ink, name), *sides)

    return tell


def _heroes(ink: Ink, name: str, rest: list[str], before: Any, after: Any) -> Iterator[Told]:
    """Rows of heroes; whoever is the same in both is told by his class alone."""
    rows = [side if isinstance(side, list) else [side] if side else [] for side in (before, after)]
    texts = []
    for row, other in (rows, rows[::-1]):
        told = [_hero(ink, hero, brief=hero in other) for hero in row]
        texts.append(", ".join(told) or _value(ink, None))
    if texts[0] == texts[1]:  # only their order is another one
        texts = [", ".join(_hero(ink, hero) for hero in row) for row in rows]
    yield Told(_what(ink, name), *texts)


def _card(ink: Ink, card: Any) -> str:
    return ink.noun(str(card))


def _site(ink: Ink, site: Any) -> str:
    return named(ink, str(site), "site")


def _seat(ink: Ink, seat: Any) -> str:
    return ink.names.get(int(seat), str(seat))


def _step(ink: Ink, step: Any) -> str:
    key = f"step.{step}"
    return ink.t(key).unescape() if key in ink.catalogue.keys else named(ink, str(step))


def _hero(ink: Ink, hero: Any, brief: bool = False) -> str:
    """A hero with every number of his that is not nought; brief: who he is."""
    if not isinstance(hero, Mapping):
        return str(hero)
    if brief:
        return ink.noun(hero.get("kind") or hero["cls"])
    figures = f"{hero.get('strength', 0)}/{hero.get('health', 0)}"
    found = [f"{ink.noun(hero.get('kind') or hero['cls'])} {figures}"]
    for name, field in FIGURES.items():
        number = hero.get(field, 0)
        if field == "place" and number:
            found.append(ink.t("field.hero_place", n=number).unescape())
        elif field not in ("strength", "health") and number:
            what = named(ink, name)
            found.append(ink.t("field.hero_figure", what=what, n=number).unescape())
    found += [named(ink, name) for name, field in FLAGS.items() if hero.get(field)]
    return found[0] + (f" ({', '.join(found[1:])})" if found[1:] else "")


def _monster(ink: Ink, monster: Any) -> str:
    if not isinstance(monster, Mapping):
        return str(monster)
    marks = [m for m in ("exhausted", "striking", "drilled") if monster.get(m)]
    told = [ink.t(f"monster_mark.{m}", id=monster["kind"]).unescape() for m in marks]
    return ink.noun(monster["kind"]) + (f" ({', '.join(told)})" if told else "")


def _tile(ink: Ink, name: str, rest: list[str], before: Any, after: Any) -> Iterator[Told]:
    cell, *inner = rest
    what = _what(ink, "tile", cell=cell)
    if not inner:
        yield Told(what, _tile_text(ink, before), _tile_text(ink, after))
    elif inner == ["room"]:
        tunnel = _what(ink, "tunnel")
        sides = [ink.noun(side) if side else tunnel for side in (before, after)]
        yield Told(what, *sides)
    else:
        yield Told(f"{what}, {_what(ink, inner[0])}", *[_value(ink, bool(s)) for s in
                                                       (before, after)])  # fmt: skip


def _tile_text(ink: Ink, tile: Any) -> str:
    if tile is None:
        return _what(ink, "rock")
    marks = [_what(ink, mark) for mark in ("conquered", "walls") if tile.get(mark)]
    return ", ".join([ink.noun(tile["room"]) if tile.get("room") else _what(ink, "tunnel"), *marks])


def _permit(ink: Ink, name: str, rest: list[str], before: Any, after: Any) -> Iterator[Told]:
    what = _what(ink, "permit", site=_site(ink, rest[0]))
    yield Told(what, _value(ink, before), _value(ink, after))


def _clerks(ink: Ink, name: str, rest: list[str], before: Any, after: Any) -> Iterator[Told]:
    for at in range(max(len(before or ()), len(after or ()))):
        sides = [side[at] if at < len(side or ()) else [] for side in (before, after)]
        texts = [", ".join(_site(ink, site) for site in sites) for sites in sides]
        yield Told(_what(ink, "clerk", n=at + 1), *[text or _value(ink, None) for text in texts])


def _places(ink: Ink, name: str, rest: list[str], before: Any, after: Any) -> Iterator[Told]:
    for at in range(max(len(before or ()), len(after or ()))):
        what = _what(ink, "place", site=_site(ink, rest[0]), n=roman(at + 1))
        sides = [side[at] if at < len(side or ()) else None for side in (before, after)]
        yield Told(what, *[_holder(ink, side) for side in sides])


def _holder(ink: Ink, holder: int | None) -> str:
    if holder is None:
        return _value(ink, None)
    return _seat(ink, holder) if holder else ink.noun("clerk")


def _cards(ink: Ink, name: str, rest: list[str], before: Any, after: Any) -> Iterator[Told]:
    for at in range(max(len(before or ()), len(after or ()))):
        sides = [side[at] if at < len(side or ()) else "" for side in (before, after)]
        if sides[1] == HIDDEN:  # a card laid face down tells nothing
            continue
        down = _what(ink, "face_down")
        texts = [
            down if side == HIDDEN else ink.noun(side) if side else _value(ink, None)
            for side in sides
        ]
        yield Told(_what(ink, "cards_of", n=at + 1), *texts)


def _deck(say: Callable[[Ink, Any], str]) -> Tell:
    """How many cards there are; what comes next, or a card that is another one."""

    def tell(ink: Ink, name: str, rest: list[str], before: Any, after: Any) -> Iterator[Told]:
        what, old, new = _what(ink, name), (before or [])[::-1], (after or [])[::-1]
        if len(old) != len(new):
            yield Told(what, *[_what(ink, "cards", n=len(side)) for side in (old, new)])
        other = [at for at, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]]
        if len(old) == len(new) and len(other) == 1:
            at = _numbered(ink, other[0] + 1)
            yield Told(f"{what}, {at}", say(ink, old[other[0]]), say(ink, new[other[0]]))
        elif old[:TOP] != new[:TOP]:
            tops = [", ".join(say(ink, card) for card in side[:TOP]) for side in (old, new)]
            yield Told(what, *[_what(ink, "deck", text=t) if t else _value(ink, None)
                               for t in tops])  # fmt: skip

    return tell


TELLERS: dict[str, Tell] = {
    **dict.fromkeys(("traps", "pets", "dealt", "used_pets", "plans", "drawn_last", "season",
                     "offer_monsters", "offer_rooms", "gifts", "event", "next_event", "turned"),
                    _each(_card)),
    **dict.fromkeys(("barred", "executed", "sent"), _each(_site)),
    **dict.fromkeys(("prisoners", "party", "heroes", "next_heroes", "tent"), _heroes),
    **dict.fromkeys(("monster_deck", "room_deck", "trap_deck", "pet_deck", "event_deck",
                     "special_deck", "trap_discards"), _deck(_card)),
    "hero_deck": _deck(_hero), "monsters": _each(_monster), "tiles": _tile, "permits": _permit,
    "spied": _each(lambda ink, n: str(n)), "fresh": _each(lambda ink, cell: str(cell)),
    "first": _each(_seat), "step": _each(_step), "clerks": _clerks, "places": _places,
    "cards": _cards,
}  # fmt: skip
"""How a field is told; any other is a number."""
