"""Answers in words: buttons, keyboards, receipts, and what is wrong with a written one."""

from collections.abc import Callable, Sequence
from typing import Any

from markupsafe import Markup

from bot.render.filters import ROMAN as FIGURES
from bot.render.filters import icons
from bot.render.lords.ink import Ink
from bot.render.lords.lexicon import lexicon
from rules.kernel.notation import NotAnAnswer
from rules.kernel.question import CLAUSE, RANK, Option, Question, Walk, joint, replay, word
from rules.lords.data import Goods
from rules.lords.orders import OrdersQuestion
from rules.lords.state import View

WIDTH = 30
"""About so many letters fit in one row of buttons on a phone."""

SHORT_GROUPS = {"cell": 5, "place": 4, "round": 3, "number": 4, "tile": 5, "seat": 1}
"""How many buttons of a group stand in a row; others by the length of their words."""

ICONS = {"imps": "imp", "letters": "letter", "traps": "trap"}
"""The icons of goods that bear another name than the good."""

ROMAN = FIGURES[1:]
"""The places of a site as they are written."""

NUMBERED = {"listening post": "round", "crystal ball": "round", "spy": "round", "masks": "seat",
            "fair": "imps", "tax": "gold", "pay": "food"}  # fmt: skip
"""What a bare number means after these words."""


def clauses(tokens: Sequence[str]) -> list[list[str]]:
    """The tokens clause by clause."""
    found: list[list[str]] = []
    for token in tokens:
        if joint(token) == CLAUSE or not found:
            found.append([])
        found[-1].append(token)
    return found


def _counts(ink: Ink, tokens: Sequence[str], name: str) -> Markup | None:
    """What a bare number means where it stands: so many imps, a round, a lord; None for words."""
    before = next((word(token) for token in reversed(tokens) if not word(token).isdigit()), "")
    if not name.isdigit() or before not in NUMBERED:
        return None
    kind = NUMBERED[before]
    key = f"label.number {kind}"
    return ink.t(key if key in ink.catalogue.keys else f"say.number {kind}", n=int(name))


def label(ink: Ink, view: View, question: Question, walk: Walk, option: Option) -> str:
    """The short plain text of a button."""
    name = word(option.token)
    counted = _counts(ink, walk.tokens, name)
    text = _name(ink, view, question, option, name) if counted is None else counted.unescape()
    if name == "any":
        text = _any(ink, "label.", _verb(walk.tokens)).unescape()
    elif name in ROMAN:
        text = ink.t("label.place", n=name).unescape()
    price: Goods = option.note.get("price") or option.note.get("pay") or {}
    if price:
        text = ink.t("label.priced", text=text, price=signs(price)).unescape()
    if option.note.get("bribe"):
        bribe = signs({"gold": option.note["bribe"]})
        text = ink.t("label.bribed", text=text, price=bribe).unescape()
    if option.note.get("unpaid"):
        text = ink.t("label.unpaid", text=text).unescape()
    if joint(option.token) == RANK:
        text = ink.t("label.ranked", text=text).unescape()
    return text


def _verb(tokens: Sequence[str]) -> str:
    """The first word of the clause at hand."""
    return word(clauses(tokens)[-1][0]) if tokens else ""


def _any(ink: Ink, form: str, verb: str) -> Markup:
    """A wish for whatever is on offer, as a button's label or after `say.+`: who, or what."""
    key = f"{form}any {verb}"
    return ink.t(key if key in ink.catalogue.keys else f"{form}any")


def signs(price: Goods) -> str:
    """A price in signs, `💰1🍖2`; no line's end parts it: word joiners stand between them."""
    icon = icons()
    parts = [f"{icon[ICONS.get(good, good)]}\u2060{n}" for good, n in price.items() if n]
    return "\u2060".join(parts)


def _name(ink: Ink, view: View, question: Question, option: Option, name: str) -> str:
    keys = ink.catalogue.keys
    if name.startswith("@"):
        return ink.t("label.at", n=name[1:], h=_at(view, int(name[1:]))).unescape()
    if name.isdigit() and option.group in ink.data.monsters:  # which of his kind (L5.8)
        return f"{ink.noun(option.group)} {name}"
    if name == "hold" and question.kind in ("combat", "attacks"):
        return ink.t("label.slime hold").unescape()
    opens = joint(option.token) == CLAUSE
    special = opens or option.group in ("only", "spy", "hold", "choice", "wish", "reply", "site")
    if f"label.{name}" in keys and (special or name not in ink.catalogue.words.nouns):
        return ink.t(f"label.{name}").unescape()
    kind, _, number = name.rpartition(" ")
    if number.isdigit() and kind in ink.catalogue.words.nouns:
        return f"{ink.noun(kind)} {number}"
    return ink.token(_noun(name))


def _noun(name: str) -> str:
    """A paladin among prisoners is named by his kind."""
    return name.removeprefix("paladin ")


def _at(view: View, place: int) -> Any:
    """The hero of the viewer's own party at a place, counted from the front, or None.

    In mid-fight the places are those given when the round began (L9.3).
    """
    party = [hero for hero in view.me.party if hero.cls != "phantom"]
    if view.fight is None:
        return party[place - 1] if place <= len(party) else None
    numbered = [hero for hero in party if hero.place == place]
    if numbered:
        return numbered[0]
    return party[place - 1] if place <= len(party) else None


def offered(options: Sequence[Option]) -> list[Option]:
    """The options that get a button: a word that could change nothing gets none."""
    return [option for option in options if not option.note.get("needless")]


def rows(options: Sequence[Option]) -> list[list[Option]]:
    """Groups apart; short words side by side, long ones fewer in a row."""
    groups: dict[str, list[Option]] = {}
    for option in offered(options):
        groups.setdefault(option.group, []).append(option)
    laid: list[list[Option]] = []
    for group, members in groups.items():
        longest = max(len(word(option.token)) + 4 for option in members)
        wide = SHORT_GROUPS.get(group) or max(1, min(3, WIDTH // longest))
        laid += [members[i : i + wide] for i in range(0, len(members), wide)]
    return laid


def unfinished(walk: Walk) -> bool:
    """Whether the last clause waits for a word: `tile` of `tile c1`."""
    if walk.complete or not walk.tokens:
        return False
    return not any(joint(option.token) == CLAUSE for option in walk.options())


def receipt(ink: Ink, view: View, question: Question, tokens: Sequence[str]) -> str:
    """What was understood, a clause a line; one that waits for a word ends in dots."""
    lines = said(ink, view, question, clauses(tokens))
    if not lines:
        choice = offered(question.walk().options())
        return str(ink.t("say.nothing" if choice else "say.nothing_here"))
    if unfinished(replay(question, tokens)):
        lines[-1] = ink.t("say.unfinished", text=lines[-1])
    return str(Markup("\n").join(lines))


def said(ink: Ink, view: View, question: Question, told: Sequence[Sequence[str]]) -> list[Markup]:
    """Clauses in words, a line each; orders are numbered, with the bribes they agree to (L2.5)."""
    lines: list[Markup] = []
    number = 0
    for clause in told:
        text = clause_text(ink, view, question, clause)
        if question.kind == "orders" and word(clause[0]) in ink.data.sites:
            number += 1
            bribe = question.bribe(word(clause[0])) if isinstance(question, OrdersQuestion) else 0
            text = ink.t("say.bribed", text=text, gold=bribe) if bribe else text
            text = ink.t("say.numbered", n=number, text=text)
        lines.append(text)
    return lines


def clause_text(ink: Ink, view: View, question: Question, clause: Sequence[str]) -> Markup:
    """One clause in words."""
    head, *rest = _in_order(ink, view, clause)
    verb = word(head)
    if question.kind in PICKED:
        return _capital(PICKED[question.kind](ink, view, verb))
    whole = f"say.{question.kind} {' '.join(word(token) for token in clause)}"
    if rest and whole in ink.catalogue.keys:
        return _capital(ink.t(whole))
    key = f"say.{question.kind} {verb}"
    parts = [ink.t(key) if key in ink.catalogue.keys else Markup.escape(ink.noun(verb))]
    case, before, last = _case(ink, question.kind, verb), verb, ""
    for token in rest:
        name = word(token)
        sort = _sort(ink, name)
        if sort == "cell" and last == "thing":
            parts.append(ink.t("say.on", cell=name))
        else:
            places = sum(word(each) in ROMAN for each in clause)
            said = _said(ink, view, question, name, before, case, places)
            said = _any(ink, "say.+", verb) if name == "any" else said
            parts.append(Markup(_glue(token, sort, last, before)) + said)
        last = sort
        if f"case.{name}" in ink.catalogue.keys:
            case = str(ink.t(f"case.{name}"))
        elif joint(token) == RANK:
            case = _case(ink, question.kind, verb)
        if sort != "number":
            before = name
    if question.kind == "orders" and not rest and verb in WISHED:
        parts.append(Markup(": ") + _any(ink, "say.+", verb))  # no wish at all means any (L2.9)
    return _capital(Markup("").join(parts))


def limits(view: View, site: str, named: int) -> bool:
    """Whether so many places named of a site limit a servant: all that are free of clerks don't."""
    sites = view.data.sites
    clerks = sum(holder == 0 for holder in view.places.get(site, ()))
    return site not in sites or 0 < named < len(sites[site].places) - clerks


def _at_place(token: str) -> int:
    return ROMAN.index(word(token))


def _in_order(ink: Ink, view: View, clause: Sequence[str]) -> list[str]:
    """The clause with the places it names from the first to the last, as they stand; all that
    are free of clerks are no limit, and so are not told (L2.6)."""
    named = [token for token in clause if word(token) in ROMAN]
    if named and not limits(view, word(clause[0]), len(named)):
        return [token for token in clause if token not in named and word(token) != "only"]
    places = iter(sorted(named, key=_at_place))
    return [next(places) if word(token) in ROMAN else token for token in clause]


def _capital(text: Markup) -> Markup:
    return Markup(text[:1].upper() + text[1:])


def _to_spell(ink: Ink, view: View, name: str) -> Markup:
    """What is said to a spell: its reply, or whom it falls on, who is paid again, who escapes."""
    card, keys = view.turned[-1], ink.catalogue.keys
    kind = name.rstrip(" 0123456789")
    sort = "monster" if kind in ink.data.monsters else "prisoner"
    wanted = (f"say.spell {name}", f"say.spell {card}", f"say.spell {sort}")
    return ink.t(next(key for key in wanted if key in keys), id=ink.tokens(_noun(name)))


PICKED: dict[str, Callable[[Ink, View, str], Markup]] = {
    "setup": lambda ink, view, name: ink.t("say.setup", id=name),
    "spell": _to_spell,
    "release": lambda ink, view, name: ink.t("say.release prisoner", id=ink.tokens(_noun(name))),
}
"""Questions whose answers are single words, and how such a word is said."""

SENT_TO = ("clerk", "return")
"""Words after which a site is named."""

WISHED = ("monster", "room")
"""Sites where no wish means any."""

COLON = ("work", "pet", "trap", "keep", "trap crate", *WISHED)
"""Words after which the first thing named stands behind a colon."""

DUG_OR_MINED = ("tunnels", "gold")
"""Sites behind whose colon the cells stand, where orders name them (L2.17)."""

COUNTED = ("tax", "fair")
"""Words after which a number stands behind a colon."""


def _sort(ink: Ink, name: str) -> str:
    """What kind of word this is, for what stands between it and the next."""
    if name in ink.cells:
        return "cell"
    if name in ROMAN:
        return "place"
    if name.isdigit() or name.startswith("@"):
        return "number"
    kind = name.rstrip(" 0123456789").removeprefix("paladin ")
    return "thing" if kind in ink.catalogue.words.nouns or name == "any" else "word"


def _glue(token: str, sort: str, last: str, before: str) -> str:
    """What stands before a word of a clause."""
    if joint(token) == RANK:
        return " › "
    if sort == last and (token.isdigit() or sort not in ("word", "number")):
        return ", "
    if sort == "number" and NUMBERED.get(before) == "round" and last == "thing":
        return " — "
    if sort == "thing" and (before in COLON or last == "place"):
        return ": "
    if sort == "cell" and before in DUG_OR_MINED:
        return ": "
    if before in COUNTED:
        return ": " if sort == "number" else " — "
    return " "


def _case(ink: Ink, kind: str, verb: str) -> str:
    key = f"case.{kind} {verb}"
    return str(ink.t(key)) if key in ink.catalogue.keys else "nom"


def _said(
    ink: Ink, view: View, question: Question, name: str, before: str, case: str, places: int
) -> Markup:
    """One word of a clause that names so many places."""
    if name.startswith("@"):
        return ink.t("say.at", n=name[1:], h=_at(view, int(name[1:])))
    if name.isdigit() and before in NUMBERED:
        return ink.t(f"say.number {NUMBERED[before]}", n=int(name))
    for key in (f"say.{question.kind}+{name}", f"say.+{name}"):
        if key in ink.catalogue.keys:
            return ink.t(key, n=places)
    if before in SENT_TO:
        return ink.t(f"site.{name}")
    nouns = ink.catalogue.words.nouns
    kind, _, number = name.rpartition(" ")
    if number.isdigit() and kind in nouns:
        return Markup("{} {}").format(ink.noun(kind, case), number)
    name = _noun(name)
    return Markup.escape(ink.noun(name, case) if name in nouns else name)


def error(ink: Ink, wrong: NotAnAnswer) -> str:
    """What is wrong with a written answer, and what would be right."""
    match wrong.kind:
        case "illegal":
            why = ink.reason(wrong.data["reason"].code, wrong.data["reason"].data)
            text = ink.t("error.illegal", word=_word(ink, wrong.data["token"]), why=why)
        case "ambiguous":
            candidates = [_word(ink, each) for each in wrong.data["candidates"]]
            text = ink.t("error.ambiguous", text=wrong.data["text"], candidates=candidates)
        case _ if wrong.data.get("text"):
            inside = wrong.data.get("inside", ())
            near = [" ".join(_word(ink, each) for each in pair) for pair in inside]
            near = near or [_word(ink, each) for each in wrong.data["near"]]
            text = ink.t("error.invalid", text=wrong.data["text"], near=near)
        case _:
            text = ink.t("error.invalid_end")
    return str(text)


def _word(ink: Ink, token: str) -> str:
    """A word of the notation as the player would write it."""
    name = _noun(word(token))
    if name in ink.catalogue.words.nouns and f"site.{name}" not in ink.catalogue.keys:
        return ink.noun(name)
    spelled = lexicon(ink.lang).get(word(token), ())
    return spelled[0] if spelled and not name[-1:].isdigit() else name
