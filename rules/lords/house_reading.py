"""House rules as they are written: which rule, and what it is to be.

`places.food.IV "2 gold -> 3 food"`, `copies.troll 3 2`, `fair off`. Dots may be blanks; words may
be cut short and, where it is clear which is meant, left out; a lexicon gives other languages.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, NamedTuple

from rules.kernel.notation import normal
from rules.kernel.question import Illegal, Reason
from rules.lords.house_rules import (
    COPIED,
    FIXED,
    REMOVABLE,
    SHORT,
    SWITCHES,
    Path,
    Rule,
    get,
    has,
    kind_of,
    name_of,
)
from rules.lords.orders import ROMAN

Lexicon = Mapping[str, Sequence[str]]
"""Other spellings of ids; `rooms.imps` are those of a field in one table only."""

MOST = 99
"""No number of a house rule is larger."""

ON, OFF = ("on", "yes", "true"), ("off", "no", "false")
DEFAULT = ("default",)
USUAL = ("usual",)
NOTHING = ("nothing", "free", "0", "-")

GOODS = ("gold", "food", "imps", "evil", "letters", "trap", "monster", "room", "tunnel", "tunnels",
         "mine", "foreman", "spy")  # fmt: skip
"""What can be paid or gained."""

OTHER = {"imp": "imps", "traps": "trap", "monsters": "monster", "rooms": "room", "plan": "room",
         "letter": "letters", "foremen": "foreman", "golds": "gold", "spies": "spy"}  # fmt: skip
"""Other forms of the names of goods."""

BY_YEAR: Path = ("heroes", "paladins")
"""A table whose lists have a row for each year."""

DEEPEST = 3
"""So many words of a rule's name may be left out before the next one that is said."""

SHORTEST = 2
"""A word that is cut short has at least this many letters."""

_TOKEN = re.compile(r"[^\s.·:,/=›|]+")
_BETWEEN = " .·:,/=›|"
_DASH = re.compile(r"\s-\s")
"""A dash between words, which says no more than a dot."""


class Found(NamedTuple):
    """What a text names, a rule's or a table's path, and what is left of it: the value.

    `switch` is the word of a rule that was named as a whole.
    """

    path: Path
    rest: str
    switch: str = ""


class _Key(NamedTuple):
    """A word that may come next: its spellings, and where it leads."""

    spelled: list[tuple[str, ...]]
    path: Path


@lru_cache(maxsize=1 << 15)
def plain(text: str) -> str:
    """A text as texts are compared."""
    return normal(text).replace("_", " ")


@lru_cache(maxsize=1 << 15)
def words_of(text: str) -> tuple[str, ...]:
    """The words of a text, as they are compared."""
    return tuple(_TOKEN.findall(plain(text)))


def spellings(word: str, lexicon: Lexicon) -> list[str]:
    """All spellings of an id, as texts are compared."""
    return [plain(text) for text in (word, *lexicon.get(word, ()))]


def says(text: str, words: Iterable[str], lexicon: Lexicon) -> bool:
    """Whether a text is one of these words, or of other spellings of the first."""
    known = {spelling for word in words for spelling in spellings(word, lexicon)}
    return text.strip() in known


def find(base: Mapping[str, Any], text: str, lexicon: Lexicon) -> Found:
    """What a text names in the tables of a variant.

    Raises Illegal: no such rule (`text`, `near`), which of them (`path`, `near`).
    """
    return _Finder(base, text, lexicon).find()


class _Finder:
    """Follows a text word by word, as deep into the tables as it names something."""

    def __init__(self, base: Mapping[str, Any], text: str, lexicon: Lexicon) -> None:
        self.base, self.lexicon = base, lexicon
        self.text = _DASH.sub(" · ", normal(text).replace("_", " "))
        self._known: dict[tuple[Path, int], list[_Key]] = {}
        self.tokens = list(_TOKEN.finditer(self.text))
        self.at = 0

    @property
    def rest(self) -> str:
        """What has not been read yet."""
        end = self.tokens[self.at - 1].end() if self.at else 0
        return self.text[end:].strip(_BETWEEN)

    def find(self) -> Found:
        """See `find` of the module."""
        path: Path = ()
        while self.at < len(self.tokens) and not self._is_value(path):
            path = self._step(path)
            if path[:1] == ("~",):
                found = self._switch(str(path[1]))
                if isinstance(found, Found):
                    return found
                path = found
        return Found(path, self.rest)

    def _is_value(self, path: Path) -> bool:
        """Whether what follows is no name any more but a value."""
        if self._says(DEFAULT):
            return True
        if not path or path == ("@copies",):
            return False
        node = get(self.base, path)
        if path[:-1] in REMOVABLE and (
            self._says(ON) or self._says(OFF) or not isinstance(node, dict)
        ):
            return True
        return bool(kind_of(path, node)) or not isinstance(node, dict | list) or not node

    def _says(self, words: Sequence[str]) -> bool:
        return says(self.rest, words, self.lexicon)

    def _switch(self, word: str) -> Found | Path:
        """A whole rule, or the table of its name when a name in it follows."""
        switch = SWITCHES[word]
        if not has(self.base, switch):
            raise Illegal(Reason("no such thing here"))
        table: Path = switch.needs or switch.path
        ends = not self.rest or any(self._says(words) for words in (ON, OFF, DEFAULT))
        rows = get(self.base, table)
        if ends or not isinstance(rows, dict) or self._best(table) is None:
            return Found(switch.path, self.rest, word)
        return table

    # --- one word further

    def _step(self, path: Path) -> Path:
        """The path that the next words lead to."""
        best = self._best(path)
        if best is None:
            raise self._unknown(path)
        paths, length = best
        if len(paths) > 1:
            near = [shown(found) for found in paths]
            said = " ".join(token[0] for token in self.tokens[self.at : self.at + length])
            raise Illegal(Reason("which of them", {"text": said, "path": "", "near": near[:6]}))
        self.at += length
        return paths[0]

    def _levels(self, path: Path) -> Iterator[list[_Key]]:
        """The words that may come next, then those that may if one or two are left out."""
        for depth in range(DEEPEST):
            yield self._level(path, depth)

    def _level(self, path: Path, depth: int) -> list[_Key]:
        """The words that may come next after so many that are left out."""
        if (path, depth) not in self._known:
            above = self._level(path, depth - 1) if depth else []
            paths = [inner for key in above if (inner := _table(key.path))] if depth else [path]
            found = [key for inner in dict.fromkeys(paths) for key in self._keys(inner)]
            self._known[path, depth] = found
        return self._known[path, depth]

    def _best(self, path: Path) -> tuple[list[Path], int] | None:
        """The paths that the next words name best, and how many words that takes.

        To the letter goes before cut short; then what lies higher; then the longer name.
        """
        for exact in (True, False):
            for level in self._levels(path):
                found: dict[Path, int] = {}
                for key in level:
                    length = max(self._fits(words, exact) for words in key.spelled)
                    if length:
                        found[key.path] = max(length, found.get(key.path, 0))
                if found:
                    most = max(found.values())
                    return [path for path, length in found.items() if length == most], most
        return None

    def _fits(self, words: tuple[str, ...], exact: bool) -> int:
        """How many of the next tokens a spelling covers; 0 when it does not fit."""
        said = [token[0] for token in self.tokens[self.at : self.at + len(words)]]
        if exact:
            return len(words) if tuple(said) == words else 0
        covered = 0
        for text, word in zip(said, words, strict=False):
            short = len(text) >= SHORTEST and not text.isdecimal() and word.startswith(text)
            if text != word and not short:
                break
            covered += 1
        whole = covered == len(words) or (covered and len(words[0]) > SHORTEST)
        return covered if whole and not said[0].isdecimal() else 0

    def _keys(self, path: Path) -> list[_Key]:
        """The words that may come right after a path."""
        return [_Key(self._spelled(word, path), found) for word, found in self._next(path)]

    def _spelled(self, word: str, path: Path) -> list[tuple[str, ...]]:
        own = self.lexicon.get(f"{path[0]}.{word}", ()) if path else ()
        spelled = [word, *self.lexicon.get(word, ()), *own]
        if path[:-1] == BY_YEAR:
            years = ("year", *self.lexicon.get("year", ()))
            spelled += [f"{year} {word}" for year in years]
        return [words_of(text) for text in spelled]

    def _next(self, path: Path) -> Iterator[tuple[str, Path]]:
        """Each id that may come next, with where it leads."""
        if not path:
            yield from ((word, ("~", word)) for word in SWITCHES)
            yield from ((word, found) for word, found in SHORT.items())
            yield "places", ("sites",)
            yield "copies", ("@copies",)
            yield from ((key, (key,)) for key in self.base if key not in (*SWITCHES, "places"))
            return
        if path == ("@copies",):
            for table in COPIED:
                yield from ((name, (*table, name, "copies")) for name in get(self.base, table))
            return
        node = get(self.base, path)
        if kind_of(path, node):
            return
        if isinstance(node, list):
            for at in range(len(node)):
                yield str(at + 1), (*path, at)
                if at < len(ROMAN):
                    yield ROMAN[at], (*path, at)
        elif isinstance(node, dict):
            yield from ((str(key), (*path, key)) for key in node)

    def _unknown(self, path: Path) -> Illegal:
        """Nothing here is called so; what is called much alike."""
        segment = self.tokens[self.at][0]
        words: dict[str, Path] = {}
        for depth in (0, 1):
            for key in self._level(path, depth):
                for spelled in key.spelled:
                    words.setdefault(" ".join(spelled), key.path)
        close = [words[word] for word in get_close_matches(segment, words, 5, 0.6)]
        near = list(dict.fromkeys(shown(found) for found in close))
        if path and not near:
            near = list(dict.fromkeys(shown(key.path) for key in self._keys(path)))[:6]
        above = shown(path) if path else ""
        return Illegal(Reason("no such rule", {"text": segment, "path": above, "near": near}))


def _table(path: Path) -> Path:
    """The table that a word leads into, where its own words may be left out; () for none."""
    if path[0] == "~":
        return SWITCHES[str(path[1])].needs
    return () if path[0] == "@copies" else path


def shown(path: Path) -> str:
    """What a path is called in refusals: a rule or table by its name, a switch by its word."""
    return str(path[1]) if path[0] == "~" else "copies" if path[0] == "@copies" else name_of(path)


def below(base: Mapping[str, Any], path: Path) -> list[str]:
    """What there is at a table's path, by name."""
    if path == ("@copies",):
        return [f"copies.{name}" for table in COPIED for name in get(base, table)]
    node = get(base, path)
    keys: Iterable[str | int] = range(len(node)) if isinstance(node, list) else node
    return [name_of((*path, key)) for key in keys if name_of((*path, key)) not in FIXED]


# values


def value(rule: Rule, text: str, lexicon: Lexicon) -> Any:
    """What a rule is to be, as its table keeps it; of a switch or row True or False.

    Raises Illegal: not that value (`path`, `text`, `kind`, `parts`, `signed`).
    """
    match rule.kind:
        case "switch" | "row" | "yes":
            if says(text, ON, lexicon) or says(text, OFF, lexicon):
                return says(text, ON, lexicon)
        case "number":
            numbers = _numbers(text, rule.signed)
            if len(numbers) == 1:
                return numbers[0]
        case "maybe":
            numbers = _numbers(text, rule.signed)
            if len(numbers) == 1:
                return numbers[0]
            if any(says(text, words, lexicon) for words in (NOTHING[:1], ("none",), USUAL, OFF)):
                return None
        case "numbers":
            numbers = _numbers(text, rule.signed)
            if len(numbers) == len(rule.standard):
                return numbers
        case "goods":
            found = goods(text, rule.path[-1] == "gain", lexicon)
            if found is not None:
                return found
        case "place":
            pay, gain = _sides(text, lexicon)
            paid, gained = goods(pay, False, lexicon), goods(gain, True, lexicon)
            if paid is not None and gained is not None:
                return {"pay": paid, "gain": gained}
    raise wrong(rule, text)


def wrong(rule: Rule, text: str) -> Illegal:
    """That is no value of a rule; with all that says what would be one."""
    return Illegal(Reason("not that value", {
        "path": rule.name, "text": text, "kind": rule.kind, "parts": parts_of(rule),
        "signed": rule.signed,
    }))  # fmt: skip


def parts_of(rule: Rule) -> int:
    """How many numbers a rule has."""
    return len(rule.standard) if rule.kind == "numbers" else 1


def _numbers(text: str, signed: bool) -> list[int]:
    """The numbers of a text that has nothing else in it; none when one can't be."""
    if re.sub(r"[+-]?\d+|[\s,/]+", "", text):
        return []
    numbers = [int(number) for number in re.findall(r"[+-]?\d+", text)]
    bad = any(abs(number) > MOST or (number < 0 and not signed) for number in numbers)
    return [] if bad else numbers


def _sides(text: str, lexicon: Lexicon) -> tuple[str, str]:
    """What is paid and what is gained: `2 gold > 3 food`, `3 food for 2 gold`, `3 food`."""
    pay, arrow, gain = text.rpartition(">")
    if arrow:
        return pay, gain
    for word in spellings("for", lexicon):
        gain, found, pay = text.partition(f" {word} ")
        if found:
            return pay, gain
    return "", text


def goods(text: str, signed: bool, lexicon: Lexicon) -> dict[str, int] | None:
    """`2 gold + 1 food`, `imp and trap`, or nothing; None for what can't be read."""
    if not text.strip() or says(text, NOTHING, lexicon) or says(text, ("none",), lexicon):
        return {}
    for word in spellings("and", lexicon):
        text = text.replace(f" {word} ", " + ")
    found: dict[str, int] = {}
    for part in re.split(r"[+,]", text):
        amounts = re.findall(r"-?\d+", part)
        good = _good(" ".join(re.sub(r"-?\s?\d+|[×x](?=\s*\d)", " ", part).split()), lexicon)
        if good is None or len(amounts) > 1 or good in found:
            return None
        found[good] = int(amounts[0]) if amounts else 1
        amount = abs(found[good]) if signed and good == "evil" else found[good]
        if not 0 < amount <= MOST:
            return None
    return found


def _good(word: str, lexicon: Lexicon) -> str | None:
    """The good that a word means; one that nobody counts goes by the word itself."""
    if not word:
        return None
    if word in GOODS or word in OTHER:
        return OTHER.get(word, word)
    for exact in (True, False):
        for good in (*GOODS, *OTHER):
            for spelling in spellings(f"good.{good}", lexicon) + spellings(good, lexicon):
                short = len(word) > SHORTEST and spelling.startswith(word)
                if spelling == word or (short and not exact):
                    return OTHER.get(good, good)
    return word
