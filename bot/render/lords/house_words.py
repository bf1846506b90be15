"""House rules in words: what each is called, how its value is told, and how both may be typed."""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from bot.render import bilingual, phrases, words
from bot.render.lords.lexicon import lexicon
from rules.kernel.notation import Lexicon
from rules.kernel.overriding import Difference
from rules.lords.house_reading import BY_YEAR, goods, parts_of
from rules.lords.house_rules import Rule, rules_of

Tables = Mapping[str, Mapping[str, Any]]

BETWEEN = " · "
"""Stands between the words of a rule's name."""

NUMBERED = ("attacks", "year")
"""What a number in a rule's name belongs to: attack 1, year 2."""

OWN_GOODS = ("tunnels", "mine", "foreman", "spy", "room")
"""Goods that a house rule tells otherwise than a post: so that they can be typed again."""

UNSAID = (("heroes", "paladins"), ("scoring", "paladin"))
"""Words that the next one says as well: paladins, elf paladin."""

LONG_VALUE = ("place",)
"""Kinds whose values have an arrow of their own."""


@lru_cache(maxsize=8)
def tables(lang: str) -> Tables:
    """The file house.toml of a language."""
    text = (words.folders()[lang] / "house.toml").read_text("utf-8")
    return tomllib.loads(text)


@lru_cache(maxsize=1)
def house_lexicon() -> Lexicon:
    """Every spelling in which a house rule may be typed, of all languages at once."""
    found: dict[str, list[str]] = {}
    for lang in phrases.languages():
        sites = _sites(lang)
        for key, spelled in lexicon(lang).items():
            found.setdefault(key, []).extend(s for s in spelled if s not in sites.get(key, ()))
        for key, spelled in sites.items():
            found.setdefault(f"sites.{key}", []).extend(spelled)
    for lang in phrases.languages():
        for name, table in tables(lang).items():
            if name in ("chapters", "parts"):
                continue
            for key, spelled in table.items():
                key = f"good.{key}" if name == "goods" else key
                found.setdefault(key, []).extend(spelled)
        for key, said in _phrased(lang).items():
            found.setdefault(key, []).append(said)
    return {key: tuple(dict.fromkeys(spelled)) for key, spelled in found.items()}


def _sites(lang: str) -> dict[str, list[str]]:
    """What the sites are called in orders: their ids are those of goods."""
    text = (words.folders()[lang] / "notation.toml").read_text("utf-8")
    found: dict[str, list[str]] = tomllib.loads(text)["sites"]
    return {key: [*spelled, phrases.plain(lang, f"site.{key}")] for key, spelled in found.items()}


@lru_cache(maxsize=8)
def _phrased(lang: str) -> dict[str, str]:
    """Titles: what the game's phrases call them."""
    keys = phrases.catalogue(lang).keys
    return {
        key.partition(".")[2]: phrases.plain(lang, key)
        for key in sorted(keys)
        if key.startswith("title.")
    }


def chapter(lang: str, name: str) -> str:
    """What a chapter of the rules is called."""
    return str(tables(bilingual.first(lang))["chapters"][name][0])


def name(lang: str, rule: str) -> str:
    """What a rule or a table is called, by its name in ids: `Places · village · IV`."""
    return _capital(BETWEEN.join(_said(lang, rule)))


def short(lang: str, rule: Rule) -> str:
    """What a rule is called on its page, which says the rest."""
    said, page = _said(lang, rule.name), _said(lang, rule.page)
    if rule.kind == "row" and rule.name == rule.page:
        return _capital(phrases.plain(bilingual.first(lang), "house.in_game"))
    if said[: len(page)] == page:
        said = said[len(page) :]
    elif rule.name.startswith("copies."):
        said = said[:1]
    inner = parts(lang, rule)
    return _capital(BETWEEN.join(said)) + (f" ({inner})" if inner else "")


def last(lang: str, page: str) -> str:
    """The last word of a page's name, for the button that leads to it."""
    return _capital(_said(lang, page)[-1])


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _said(lang: str, rule: str) -> list[str]:
    """The words of a name, one after the other."""
    lang, said = bilingual.first(lang), list[str]()
    parts = rule.split(".")
    for at, part in enumerate(parts):
        before = parts[at - 1] if at else ""
        if before in NUMBERED and part.isdecimal():
            said[-1] += f" {part}"
        elif tuple(parts[:2]) == BY_YEAR and part.isdecimal():
            said.append(f"{_segment(lang, '', '', 'year')} {part}")
        elif (parts[0], part) in UNSAID and at + 1 < len(parts):
            continue
        else:
            said.append(_segment(lang, parts[0], before, part))
    return said


def _segment(lang: str, table: str, before: str, part: str) -> str:
    """One word of a name: a field of its table, a site, a title, a card, a number."""
    file, nouns = tables(lang), phrases.catalogue(lang).words.nouns
    kinds: tuple[Mapping[str, Any], ...]
    if before in ("places", "sites"):
        return phrases.plain(lang, f"site.{part}")
    if before == "titles":
        return phrases.plain(lang, f"title.{part}")
    if before in ("copies", *CARDS) and part in nouns:
        return phrases.catalogue(lang).words.noun(part)
    kinds = (file["fields"], file["tables"])
    if not before and part not in WHOLE_RULES:
        kinds = (file["tables"], file["fields"])
    for key in (f"{table}.{part}", part):
        for kind in kinds:
            if key in kind:
                return str(kind[key][0])
    return phrases.catalogue(lang).words.noun(part) if part in nouns else part


CARDS = ("monsters", "rooms", "events", "gifts", "pets", "traps", "cards", "stronger", "points",
         "year", "heroes")  # fmt: skip
"""Tables whose rows are called by their noun."""

WHOLE_RULES = ("fair", "pets", "clerks", "mourning")
"""Rules that stand alone under a table's name."""


def parts(lang: str, rule: Rule) -> str:
    """What the numbers of a rule are, one after the other; "" for a rule with one value."""
    found = tables(bilingual.first(lang))["parts"]
    keys = [str(part) for part in reversed(rule.path) if str(part) in found]
    return str(found[keys[0]]) if rule.kind == "numbers" and keys else ""


def title(lang: str, rule: Rule) -> str:
    """A rule's name, with what its numbers are."""
    said, inner = name(lang, rule.name), parts(lang, rule)
    return f"{said} ({inner})" if inner else said


def value(lang: str, rule: Rule, written: Any) -> str:
    """A value in words that can be typed again; `written` is the value in ids."""
    lang = bilingual.first(lang)
    match rule.kind:
        case "switch" | "row" | "yes":
            return str(tables(lang)["values"][str(written)][0])
        case "place":
            pay, _, gain = str(written).partition(" -> ")
            return f"{_goods(lang, pay, 'nothing')} → {_goods(lang, gain, 'none')}"
        case "goods":
            free = rule.path[-1] in ("pay", "price")
            return _goods(lang, str(written), "nothing" if free else "none")
        case "numbers":
            return "/".join(_number(number) for number in written)
    if written in ("nothing", None):  # none of its own: what holds for all others holds here
        return str(tables(lang)["values"]["usual"][0])
    return _number(written)


def _number(number: int) -> str:
    return str(number).replace("-", "−")


def _goods(lang: str, text: str, nothing: str) -> str:
    """Goods in words: `2 gold + 1 food`, or the word for that there are none."""
    found = goods(text, True, {}) or {}
    told = [_good(lang, good, amount) for good, amount in found.items()]
    return " + ".join(told) or str(tables(lang)["values"][nothing][0])


def _good(lang: str, good: str, amount: int) -> str:
    if good in OWN_GOODS:
        return phrases.plain(lang, f"house.good.{good}", n=amount)
    return phrases.plain(lang, f"good.{good}", n=amount)


def right(lang: str, rule: Rule) -> str:
    """What may be typed as a value of a rule."""
    data = {"n": parts_of(rule), "signed": rule.signed}
    return phrases.plain(bilingual.first(lang), f"house.right.{rule.kind}", **data)


def good(lang: str, key: str) -> str:
    """What a good is called; one that nobody counts as it was written."""
    lang = bilingual.first(lang)
    nouns = phrases.catalogue(lang).words.nouns
    for table in ("goods", "fields"):
        if key in tables(lang)[table]:
            return str(tables(lang)[table][key][0])
    return phrases.catalogue(lang).words.noun(key) if key in nouns else key


def line(lang: str, variant: str, found: Difference) -> str:
    """A difference in words: what, what it was, what it is."""
    rule = rules_of(variant)[found.path]
    was, now = value(lang, rule, found.before), value(lang, rule, found.after)
    key = "house.line_long" if rule.kind in LONG_VALUE else "house.line"
    return phrases.plain(lang, key, what=title(lang, rule), was=was, now=now)
