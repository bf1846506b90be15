"""House rules of Dungeon Lords as the chat needs them: read, told, and laid out in pages."""

from binascii import crc32
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from bot.render.house import House, HousePage, HouseRule
from bot.render.lords import house_words as words
from bot.render.lords.ink import Ink
from rules.kernel.overriding import Difference
from rules.kernel.question import Reason
from rules.lords import house as data
from rules.lords.data import check
from rules.lords.house_rules import CHAPTERS, SWITCHES, Rule, rules_of, tables_of

SHOWN_INSTEAD = ("which of them", "no value")
"""Refusals of a text that only named something: it can be shown instead."""


def ident(name: str) -> int:
    """A number that stands for a rule or page on a button, the same in every version."""
    return crc32(name.encode())


class LordsHouse:
    """See `bot.render.house.HouseRules`."""

    def change(self, variant: str, text: str, house: House | None) -> House:
        """The house rules with one more, as it was written in any language (raises Illegal)."""
        return data.change(variant, text, house, words.house_lexicon())

    def differences(
        self, variant: str, house: House | None, since: House | None = None
    ) -> list[Difference]:
        """What the house has otherwise than its variant, or than an earlier house."""
        return data.differences(variant, house, since)

    def line(self, lang: str, variant: str, found: Difference) -> str:
        """A difference in words, as plain text."""
        return words.line(lang, variant, found)

    def refusal(self, lang: str, variant: str, reason: Reason) -> str:
        """HTML: why a house rule can't be, and what would be right."""
        told, rules = dict(reason.data), rules_of(variant)
        if "now" in told:
            told["now"] = words.value(lang, rules[told["path"]], told["now"])
        if told.get("path"):
            told["path"] = words.name(lang, told["path"])
        if "near" in told:
            name = words.good if "good" in told else words.name
            told["near"] = [name(lang, near) for near in told["near"]]
        if "good" in told:
            told["good"] = words.good(lang, told["good"])
        return str(Ink(lang, check(tables_of(variant)), {}).reason(reason.code, told))

    # --- pages

    def switches(self, lang: str, variant: str) -> list[HouseRule]:
        """The whole rules of a variant, as it has them."""
        base, rules = tables_of(variant), rules_of(variant)
        return [_shown(lang, rules[word], base, base) for word in SWITCHES if word in rules]

    def rule(
        self, lang: str, variant: str, house: House | None, which: int | str
    ) -> HouseRule | None:
        """The rule of this name, or that a button's number stands for; None for none."""
        name = which if isinstance(which, str) else _rule_idents(variant).get(which, "")
        if name not in rules_of(variant):
            return None
        return _shown(lang, rules_of(variant)[name], tables_of(variant), tables_of(variant, house))

    def chapters(self, lang: str, variant: str, house: House | None) -> list[HousePage]:
        """The chapters there are, without their rules."""
        pages, changed = _pages(variant), _changed(variant, house)
        return [
            HousePage(ident(name), words.chapter(lang, name), changed=name in changed)
            for name in CHAPTERS
            if name in pages
        ]

    def page(self, lang: str, variant: str, house: House | None, number: int) -> HousePage | None:
        """The page that a button's number stands for: a chapter, a card, an attack."""
        pages, name = _pages(variant), _page_idents(variant).get(number, "")
        if name not in pages:
            return None
        base, tables = tables_of(variant), tables_of(variant, house)
        changed = _changed(variant, house)
        rules = [_shown(lang, rule, base, tables) for rule in _used_first(pages[name])]
        inner = [
            HousePage(ident(page), words.last(lang, page), changed=page in changed)
            for page in pages
            if parent(page, pages) == name
        ]
        title = words.chapter(lang, name) if name in CHAPTERS else words.name(lang, name)
        above = parent(name, pages)
        return HousePage(
            ident(name), title, _does(lang, name, tables), tuple(rules), tuple(inner),
            ident(above) if above else 0, name in changed,
            sum(not _idle(rule) for rule in pages[name]),
        )  # fmt: skip

    def page_of(self, variant: str, reason: Reason) -> int:
        """The page that a refusal is about, where a table or rule was named without a value."""
        name = str(reason.data.get("path", ""))
        if reason.code not in SHOWN_INSTEAD or not name:
            return 0
        rule = rules_of(variant).get(name)
        page = rule.page if rule is not None else name
        return ident(page) if page in _pages(variant) else 0


def _shown(lang: str, rule: Rule, base: Mapping[str, Any], tables: Mapping[str, Any]) -> HouseRule:
    """A rule as it stands in some tables."""
    before, stands = data.now(rule, base), data.now(rule, tables)
    is_switch = rule.kind in ("switch", "row", "yes")
    return HouseRule(
        number=ident(rule.name),
        name=rule.name,
        title=words.title(lang, rule),
        short=words.short(lang, rule),
        value=words.value(lang, rule, data.written(rule, stands)),
        is_switch=is_switch,
        on=is_switch and bool(stands),
        numbers=_numbers(rule, stands),
        changed=before != stands,
        there=is_switch or rule.kind == "maybe" or stands is not None,
        usual=words.value(lang, rule, data.written(rule, before)),
        right=words.right(lang, rule),
        page=ident(rule.page),
    )


def _numbers(rule: Rule, stands: Any) -> tuple[int, ...]:
    """A rule's numbers where it has some: of one that need not be there none."""
    if rule.kind == "numbers" and stands is not None:
        return tuple(stands)
    return (stands,) if rule.kind in ("number", "maybe") and stands is not None else ()


def _used_first(rules: Iterable[Rule]) -> list[Rule]:
    """Of a card's rules those that say something of it before those that stand at nought."""
    return sorted(rules, key=_idle)


def _idle(rule: Rule) -> bool:
    """Whether a card has nothing of what a rule is about."""
    of_card = rule.page not in CHAPTERS and rule.kind != "row"
    return of_card and not rule.standard


def _changed(variant: str, house: House | None) -> set[str]:
    """The pages on which something is otherwise than in the variant, those above included."""
    pages, found = _pages(variant), set[str]()
    for difference in data.differences(variant, house):
        page = rules_of(variant)[difference.path].page
        while page:
            found.add(page)
            page = parent(page, pages)
    return found


HIRING = "sites.monster"
"""The page of the places at which a monster's own price is paid on top of theirs."""


def _does(lang: str, page: str, tables: dict[str, Any]) -> str:
    """What a card does as the house has it, what monsters cost besides a place; "" for the rest."""
    if page == HIRING:
        return str(Ink(lang, check(tables), {}).t("house.own_price"))
    table, _, card = page.partition(".")
    rows = tables.get(table, {})
    rows = rows.get(table, rows) if isinstance(rows, dict) else {}
    if table not in words.CARDS or card not in rows or table == "heroes":
        return ""
    return str(Ink(lang, check(tables), {}).t("house.does", id=card))


def parent(page: str, pages: Mapping[str, Any]) -> str:
    """The page above a page; "" above a chapter."""
    above = "" if page in CHAPTERS else page.rpartition(".")[0]
    while above and above not in pages:
        above = above.rpartition(".")[0]
    return above


@lru_cache(maxsize=8)
def _pages(variant: str) -> dict[str, list[Rule]]:
    """Every page with its rules, the chapters first."""
    rules = list(rules_of(variant).values())
    chapters = {rule.page.partition(".")[0] for rule in rules}
    found: dict[str, list[Rule]] = {name: [] for name in CHAPTERS if name in chapters}
    for rule in rules:
        found.setdefault(rule.page, []).append(rule)
    return found


@lru_cache(maxsize=8)
def _rule_idents(variant: str) -> dict[int, str]:
    return {ident(name): name for name in rules_of(variant)}


@lru_cache(maxsize=8)
def _page_idents(variant: str) -> dict[int, str]:
    return {ident(name): name for name in _pages(variant)}
