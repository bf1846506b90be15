"""What every text of the game is written with: a language, the seats' names, the game's data."""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from markupsafe import Markup

from bot.render.face import Names
from bot.render.lords.voice import first_variant
from bot.render.phrases import Catalogue, catalogue
from rules.kernel.facts import Fact
from rules.lords import dungeon
from rules.lords.data import Data
from rules.lords.state import HIDDEN, Hero, Lord

GOODS = ("gold", "food", "imps")
"""The goods of a purse that are told as `3 -> 5`."""

LOST = ("gold", "food", "imps", "traps")
"""Goods in the table of a spell: what it took."""


class Ink:
    """Phrases of one language with the names and data of one game at hand.

    `voice` is the game's own number (`View.voice`), where its round of variants starts; `turn` goes
    on from there.
    """

    def __init__(self, lang: str, data: Data, names: Names, turn: int = 0, voice: int = 0) -> None:
        self.catalogue: Catalogue = catalogue(lang)
        self.lang, self.data, self.names = lang, data, names
        self.turn, self.voice = turn + voice, voice
        self.cells = frozenset(dungeon.cells(data.grid))

    def t(self, key: str, /, *, pick: int | None = None, **data: Any) -> Markup:
        """A phrase as HTML; variants go by the game's turn unless `pick` says which."""
        data = {"names": self.names, "data": self.data, **data}
        return self.catalogue.phrase(key, pick=self.turn if pick is None else pick, **data)

    def saying(self, key: str, number: int = 0, **data: Any) -> Markup:
        """A phrase with variants, told for the `number`th time: as many times none comes twice."""
        return self.t(key, pick=first_variant(self.voice, key) + number, **data)

    def page(self, name: str, **data: Any) -> str:
        """A page of templates/posts, trimmed."""
        data = {"names": self.names, "data": self.data, **data}
        return self.catalogue.page(name, **data)

    def noun(self, key: str, case: str = "nom") -> str:
        """A noun; a hidden card is a question mark."""
        return "?" if key == HIDDEN else self.catalogue.words.noun(key, case)

    def goods(self, table: Mapping[str, int], sign: bool = False) -> Markup:
        """Goods as a list, or the word for nothing."""
        goods = self.catalogue.environment.filters["goods"]
        return goods(self._context(), table, sign) or self.t("good.nothing")

    def _context(self) -> Any:
        return self.catalogue.empty.new_context({"names": self.names, "data": self.data})

    def reason(self, code: str, data: Mapping[str, Any]) -> Markup:
        """Why something can't be done or was not done; a card's id stands for the card."""
        if f"reason.{code}" not in self.catalogue.keys and code in self.catalogue.words.nouns:
            return self.t("reason.by", id=code)
        return self.t(f"reason.{code}", r=dict(data))

    def why(self, code: str) -> Markup:
        """What brought something about: an order, a card by its noun, or a phrase."""
        for key in (f"why.{code}", f"site.{code}"):
            if key in self.catalogue.keys:
                return self.t(key)
        return Markup.escape(self.noun(code))

    def how(self, table: Mapping[str, Any]) -> Markup:
        """What a gift, pet or spell did, from its small table of ids and numbers."""
        parts: list[Markup] = []
        for key, value in table.items():
            if value in (None, "", 0, [], {}):
                continue
            if isinstance(value, int) and f"good.{key}" in self.catalogue.keys:
                parts.append(self.goods({key: value}, True))
            else:
                parts.append(self.t(f"how.{key}", v=value))
        return Markup(", ").join(parts)

    def told(self, hero: Mapping[str, Any]) -> Markup:
        """A told hero with his numbers."""
        return self.t("hero.full", h=hero)

    def action(self, text: str) -> str:
        """An action in notation, in the language's own words."""
        first, *rest = text.split(" ", 1)
        verb = f"verb.{first}"
        head = str(self.t(verb)) if verb in self.catalogue.keys else self.token(first)
        return f"{head} {self.tokens(rest[0])}" if rest else head.rstrip(":")

    def tokens(self, text: str) -> str:
        """Words of the notation in the language, the longest ids first."""
        words_of = words = text.replace(">", " > ").split()
        out: list[str] = []
        while words:
            for length in range(min(4, len(words)), 0, -1):
                key = " ".join(words[:length])
                if length == 1 or key in self.catalogue.words.nouns:
                    out.append(self.token(key))
                    words = words[length:]
                    break
        told = " ".join(out)
        for one, next_one in pairwise(words_of):
            if one in self.cells and next_one in self.cells:
                told = told.replace(f"{one} {next_one}", f"{one}, {next_one}")
        return told

    def token(self, key: str) -> str:
        """One id in the language: a noun, a word of the notation, or as it is."""
        if key in self.catalogue.words.nouns:
            return self.noun(key)
        verb = f"verb.{key}"
        return str(self.t(verb)) if verb in self.catalogue.keys else key

    def heroes(self, heroes: Iterable[Hero]) -> Markup:
        """Heroes with their numbers, in order, each on a line of its own below a heading."""
        return Markup("").join(Markup("\n• ") + self.t("hero.full", h=hero) for hero in heroes)

    def moment(self, year: int, season: str, round_: int) -> Markup:
        """A moment of the calendar."""
        return self.t("step.moment", year=year, season=season, round=round_)


def tell(ink: Ink, fact: Fact) -> Markup:
    """A fact in words, without its lord's name."""
    data = dict(fact.data)
    if "reason" in data:
        data["why"] = ink.reason(data["reason"], data.get("data", {}))
    if fact.kind in ("evil", "trap given"):
        data["why"] = ink.why(data["why"])
    if fact.kind in ("gift", "pet used", "spell"):
        data["how_text"] = told_how(ink, fact)
    if fact.kind == "dug":
        data["by_text"] = ink.why(data["by"])
    if fact.kind == "hit":
        parts = [f"{points} ({ink.t(f'stop.{why}')})" for why, points in data["stopped"].items()]
        data["stopped_text"] = Markup(", ".join(parts))
    if fact.kind == "heroes leave":
        data["ids"] = [hero["kind"] or hero["cls"] for hero in data["party"]]
    if fact.kind == "skipped":
        data["action"] = ink.action(data["action"])
    if fact.kind == "ignored":
        data["what_text"] = ink.token(data["what"])
    data.pop("data", None)
    return ink.t(f"fact.{fact.kind}", **data)


def told_how(ink: Ink, fact: Fact) -> Markup:
    """What a gift, pet or spell did; what a spell takes is a loss, where a pet dug `dug` tells."""
    how = fact.data["how"]
    if not isinstance(how, Mapping):
        return Markup("")
    if fact.kind == "spell":
        how = {key: -value if key in LOST else value for key, value in how.items()}
    if fact.kind == "pet used":
        how = {key: value for key, value in how.items() if key != "cell"}
    return ink.how(how)


def monsters(ink: Ink, lord: Lord) -> Markup:
    """A lair, with who rests, strikes or is drilled."""
    parts = []
    for monster in lord.monsters:
        marks = [m for m in ("exhausted", "striking", "drilled") if getattr(monster, m)]
        told = [ink.t(f"monster_mark.{mark}", id=monster.kind) for mark in marks]
        name = Markup.escape(ink.noun(monster.kind))
        parts.append(name + Markup(" ({})").format(Markup(", ").join(told)) if told else name)
    return Markup(", ").join(parts)


def permits(ink: Ink, lord: Lord) -> Markup:
    """Permits with their foremen (L2.1)."""
    parts = []
    for site, number in lord.permits.items():
        good = "tunnels" if site == "tunnels" else "mine"
        lines = ink.data.sites[site].places
        foreman = any(p.gain.get("foreman") and p.gain.get(good) == number for p in lines)
        parts.append(ink.t(f"state.permit_{good}", n=number, foreman=foreman))
    return Markup(", ").join(parts)
