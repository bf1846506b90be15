"""Filters for phrases and posts: nouns, numerals, goods, seats, heroes, lists."""

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any

from babel.lists import format_list
from jinja2 import Environment, nodes, pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from bot.render.words import Words

ROMAN = ("", "I", "II", "III", "IV", "V", "VI")


class FilterError(ValueError):
    """A phrase asks for a form that its language does not have."""


def roman(number: int) -> str:
    """A small number in Roman figures."""
    return ROMAN[number]


def cap(text: str) -> str:
    """The text with its first letter large, inside of a leading tag too."""
    at = 0
    while text[at : at + 1] == "<" and ">" in text[at:]:
        at = text.index(">", at) + 1
    changed = text[:at] + text[at : at + 1].upper() + text[at + 1 :]
    return Markup(changed) if isinstance(text, Markup) else changed


def signed(number: int) -> str:
    """A number with its sign, a true minus."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def negative(table: Mapping[str, int]) -> dict[str, int]:
    """Goods with their signs turned."""
    return {good: -number for good, number in table.items()}


UNBOUND = re.compile(r"(<pre>.*?</pre>|<code>.*?</code>|<[^>]*>)", re.DOTALL)
"""Maps, what is to be typed and the tags themselves keep their spaces."""

COUNTING = "раунд|ряды|усталость|пленников|до|round|rows|fatigue|prisoners|up to"
"""Words whose number stands behind them."""

BINDINGS = (
    (re.compile(r" (?=[·→—×])"), "\u00a0"),  # a line begins with none of them
    (re.compile(r"(?<=\d)([–/])(?=\d)"), "\u2060\\1\u2060"),  # nor is `3–4` or `2/5` parted
    (re.compile(rf"\b({COUNTING}) (?=\d)", re.IGNORECASE), "\\1\u00a0"),  # nor `round 2`
    (re.compile(r" (?=paladin\u00a0)"), "\u00a0"),  # nor the two words of a paladin's name
    (re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_]+\u00a0)"), "-\u2060"),  # nor what is bound itself
    (re.compile(r"(?<=[\U0001f300-\U0001faff\ufe0f]) (?=[\d+−])"), "\u00a0"),  # sign and number
)
"""What a phone's narrow line must not part."""


def bound(html: str) -> str:
    """A page with what belongs together kept on one line by signs that do not break."""
    parts = UNBOUND.split(html)
    for at in range(0, len(parts), 2):
        for pattern, kept in BINDINGS:
            parts[at] = pattern.sub(kept, parts[at])
    return "".join(parts)


@pass_context
def who(context: Context, seat: int) -> Markup:
    """A seat's name, bold, in the nominative."""
    return Markup("<b>{}</b>").format(context["names"][seat])


@pass_context
def name(context: Context, seat: int) -> Markup:
    """A seat's name, plain, in the nominative."""
    return escape(context["names"][seat])


def _counted(words: Words) -> Callable[..., str]:
    def listing(keys: Iterable[str], case: str = "nom") -> str:
        parts = []
        for key, times in Counter(keys).items():
            form = words.noun(key, case)
            parts.append(form if times == 1 else f"{form}\u00a0×{times}")
        return ", ".join(parts)

    return listing


def install(environment: Environment, words: Words) -> None:
    """Give the environment the filters of a language."""

    @pass_context
    def goods(context: Context, table: Mapping[str, int], sign: bool = False) -> Markup:
        """Goods as a list; with `sign` as changes."""
        tell: Any = environment.globals["t"]
        parts: list[Markup] = []
        for good, number in table.items():
            if not number:
                continue
            text = tell(context, f"good.{good}", n=number)
            parts.append(Markup("+" if sign and number > 0 and good in COUNTED else "") + text)
        return Markup(", ").join(parts)

    def both(parts: Sequence[Any]) -> Markup:
        """A list with the language's `and`."""
        escaped = [str(escape(part)) for part in parts]
        return Markup(format_list(escaped, locale=words.lang)) if escaped else Markup("")

    environment.filters.update({
        "noun": words.noun, "count": words.count, "agree": words.agree, "plural": words.plural,
        "nouns": _counted(words), "goods": goods, "both": both, "cap": cap, "signed": signed,
        "negative": negative, "roman": roman, "who": who, "name": name, "icon": icon,
        "signs": signs, **_game(words),
    })  # fmt: skip


COUNTED = ("gold", "food", "imps", "evil", "letters", "trap", "traps", "monster", "imp", "tunnel")
"""Goods that are counted with a sign when they change; others (permits, spying) say it in words."""


def check(words: Words, key: str, trees: Iterable[nodes.Template]) -> None:
    """Hold the constant arguments of filters to the language's words (raises FilterError)."""
    for tree in trees:
        for call in tree.find_all(nodes.Filter):
            try:
                _check_call(words, call)
            except ValueError as error:
                raise FilterError(f"{words.lang}: {key}: {error}") from error


def _constant(node: Any) -> Any:
    return node.value if isinstance(node, nodes.Const) else None


def _check_call(words: Words, call: nodes.Filter) -> None:
    given = [_constant(arg) for arg in call.args]
    match call.name:
        case "noun":
            case = given[0] if given else "nom"
            number = given[1] if len(given) > 1 else "sg"
            noun = _constant(call.node)
            words.noun(noun or next(iter(words.nouns)), case or "nom", number or "sg")
        case "count" if given[0]:
            words.get(given[0])
        case "nouns" if given and given[0]:
            words.noun(next(iter(words.nouns)), given[0])
        case _:
            pass


# what Lords needs: heroes, sites, what a card does

HERO_SIGNS = ("anti_trap", "magic", "heart", "lutes")
CLASS_SIGN = {"thief": "anti_trap", "wizard": "magic", "priest": "heart", "bard": "lutes"}


@lru_cache(maxsize=1)
def icons() -> dict[str, str]:
    """The signs that are the same in every language."""
    return tomllib.loads((files("templates") / "icons.toml").read_text("utf-8"))


def icon(key: str) -> str:
    """A sign (raises KeyError)."""
    return icons()[key]


def hero_key(hero: Any) -> str:
    """The noun of a hero: his class, or a paladin's kind."""
    told = hero if isinstance(hero, dict) else {"kind": hero.kind, "cls": hero.cls}
    return str(told.get("kind") or told["cls"])


def signs(hero: Any) -> str:
    """A hero's symbols, such as ` 🛠2`; a told paladin's, which his fact has not, if put to it.

    No line's end parts a sign from its number: the word joiner stands between them.
    """
    if isinstance(hero, dict):
        counts = {CLASS_SIGN.get(hero["cls"], ""): hero.get("symbols", 0)}
        counts |= {sign: hero[sign] for sign in HERO_SIGNS if sign in hero}
    else:
        counts = {sign: getattr(hero, sign) for sign in HERO_SIGNS}
    return "".join(f"\u00a0{icon(sign)}\u2060{n}" for sign, n in counts.items() if sign and n)


def _game(words: Words) -> dict[str, Callable[..., Any]]:
    def hero(someone: Any, case: str = "nom", number: str = "sg") -> str:
        """A hero's noun in a case."""
        return words.noun(hero_key(someone), case, number)

    @pass_context
    def site(context: Context, key: str) -> Markup:
        """A site's name."""
        tell: Any = context.environment.globals["t"]
        text: Markup = tell(context, f"site.{key}")
        return text

    @pass_context
    def does(context: Context, key: str) -> Markup:
        """What an event, gift, room, trap, monster, pet or card does, with the data's numbers."""
        tell: Any = context.environment.globals["t"]
        table, row = find(context["data"], key)
        made = table == "room" and row.gain
        text: Markup = tell(context, "room_does.makes" if made else f"{table}_does.{key}", d=row)
        if table == "trap" and row.price:
            text = tell(context, "trap_does.price", d=row) + text
        return text

    return {"hero": hero, "site": site, "does": does}


def find(data: Any, key: str) -> tuple[str, Any]:
    """The table of a card and its row in the game's data (raises KeyError)."""
    tables = {
        "monster": data.monsters, "room": data.rooms, "trap": data.traps.traps,
        "event": data.events, "gift": data.gifts.gifts, "pet": data.pets, "spell": data.cards,
    }  # fmt: skip
    for table, rows in tables.items():
        if key in rows:
            return table, rows[key]
    raise KeyError(key)
