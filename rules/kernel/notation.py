"""Reading an answer as a player writes it: forgiving about form, exact about meaning.

The parser knows no rules: it walks the question's own options. A lexicon maps ids to the words
players use; without one, only the English ids are read.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from rules.kernel.question import CLAUSE, RANK, Illegal, Option, Question, Walk, joint, replay, word

Lexicon = Mapping[str, Sequence[str]]
"""Each id's accepted spellings; an id that is not in it is spelled as it is.

What is spelled so only among its kind stands under its option's group as well: `seat 2`.
"""

SHORTEST = 2
"""A short form has at least this many letters."""

_SAME = str.maketrans({
    "ё": "е", "\u00a0": " ", "\u202f": " ", "\u2009": " ", "’": "'", "‘": "'", "`": "'", "ʼ": "'",
    "«": " ", "»": " ", "„": " ", "“": " ", "”": " ", '"': " ", "№": " ", "#": " ",
    "→": ">", "➜": ">", "➝": ">", "➡": ">", "⇒": ">", "›": ">", "\ufe0f": "",
    "—": " - ", "―": " - ", "–": "-", "−": "-", "‑": "-",
    "\u200b": "", "\u200e": "", "\u200f": "", "\ufeff": "",
})  # fmt: skip
_ARROW = re.compile(r"[-=]\s?[-=]*>")
_NUMBERED = re.compile(r"^\s*\d+\s*[.)](?=\s)", re.MULTILINE)
_LEXEME = re.compile(r"[;\n]|,|>|@?\s?[\w'-]+[?!]?", re.UNICODE)


class NotAnAnswer(Exception):
    """Text that gives no answer: `kind` is invalid, illegal or ambiguous; the data says what.

    invalid: `text`, the words nobody knows here, `near`, ids that may have been meant, and
    `inside`, pairs of a choice and of what the words mean right after it;
    illegal: `token` and `reason`; ambiguous: `text` and `candidates`, ids.
    `rest` is what was left unread; `tokens` what had been understood before it.
    """

    def __init__(self, kind: str, tokens: Sequence[str], rest: str, **data: Any) -> None:
        super().__init__(f"{kind}: {rest}")
        self.kind = kind
        self.tokens = tuple(tokens)
        self.rest = rest
        self.data = data


class _Lexeme(msgspec.Struct, frozen=True):
    text: str
    start: int


class _Match(msgspec.Struct, frozen=True):
    option: Option
    length: int
    exact: bool


def normal(text: str) -> str:
    """Text as it is compared: small letters, е for ё, plain quotes, blanks and arrows."""
    return _ARROW.sub(">", text.translate(_SAME).casefold().translate(_SAME))


def _lexemes(text: str) -> list[_Lexeme]:
    return [  # a dash that stands alone parts what it stands between, as a comma does
        _Lexeme(m.group().replace(" ", "").strip("-") or ",", m.start())
        for m in _LEXEME.finditer(text)
    ]


def lexemes(text: str) -> str:
    """A text as the reader takes it apart, its signs left out: how a name is spelled."""
    return " ".join(
        each.text for each in _lexemes(normal(text)) if any(map(str.isalnum, each.text))
    )


def _spellings(option: Option, lexicon: Lexicon) -> list[list[str]]:
    own = word(option.token)
    kept = (*lexicon.get(own, ()), *lexicon.get(f"{option.group} {own}", ()))
    spelled = [normal(text).split() for text in (own, *kept)]
    if own.startswith("@"):  # a further target may be written without its sign
        spelled.append([own[1:]])
    return spelled


def _length(words: Sequence[_Lexeme], spelling: Sequence[str]) -> tuple[int, bool] | None:
    """How many lexemes the spelling covers, and whether to the letter; None if it does not."""
    if len(words) < len(spelling):
        if len(words) == 0 or len(spelling) == 1:
            return None
    exact = True
    for n, part in enumerate(spelling):
        if n >= len(words) or words[n].text in (CLAUSE, RANK, ",", "\n"):
            return (n, False) if n > 0 and len(words[0].text) > SHORTEST else None
        text = words[n].text
        if text == part:
            continue
        exact = False
        if len(text) < SHORTEST or not part.startswith(text) or text.isdigit():
            return (n, False) if n > 0 and len(words[0].text) > SHORTEST else None
    return len(spelling), exact


def _fits(option: Option, before: str) -> bool:
    """Whether an option may stand after this separator."""
    match before:
        case ">":
            return joint(option.token) == RANK
        case ";" | "\n":
            return joint(option.token) == CLAUSE
        case ",":
            return True
    return joint(option.token) != RANK


def _matches(walk: Walk, before: str, words: Sequence[_Lexeme], lexicon: Lexicon) -> list[_Match]:
    """What the next words may mean, best first: to the letter before short forms, long first."""
    found: list[_Match] = []
    for option in walk.options(every=True):
        if not _fits(option, before):
            continue
        best: tuple[int, bool] | None = None
        for spelling in _spellings(option, lexicon):
            length = _length(words, spelling)
            if length and length[0] and (best is None or (length[1], length[0]) > best[::-1]):
                best = length
        if best:
            found.append(_Match(option, *best))
    if any(match.exact for match in found):
        found = [match for match in found if match.exact]
    found.sort(key=lambda match: (-match.length, bool(joint(match.option.token))))
    return found


def _failure(
    walk: Walk, text: str, lexemes: Sequence[_Lexeme], at: int, lexicon: Lexicon
) -> NotAnAnswer:
    rest = text[lexemes[at].start :].strip(" ,;>") if at < len(lexemes) else ""
    first = next((x.text for x in lexemes[at:] if x.text not in (",", ";", ">", "\n")), "")
    near = [
        word(option.token)
        for option in walk.options()
        if len(first) > 1
        and any(s[0].startswith(first[:2]) for s in _spellings(option, lexicon) if s)
    ]
    return NotAnAnswer("invalid", walk.tokens, rest, text=first or rest, near=near[:5])


class _Reader:
    """Reads one text; remembers the failure that got furthest."""

    def __init__(self, question: Question, text: str, lexicon: Lexicon, force: bool) -> None:
        self.question, self.lexicon, self.force = question, lexicon, force
        self.text = _NUMBERED.sub("", normal(text))
        self.lexemes = _lexemes(self.text)
        self.failure: NotAnAnswer | None = None
        self.furthest = -1

    def fail(self, at: int, failure: NotAnAnswer) -> None:
        if at > self.furthest:
            self.furthest, self.failure = at, failure

    def inside(self, walk: Walk, at: int) -> list[tuple[str, str]]:
        """Where the words are known one choice deeper: `trap` and `pendulum` for a bare trap."""
        found = []
        for option in walk.options():
            deeper = replay(self.question, (*walk.tokens, option.token), self.force)
            for match in _matches(deeper, "", self.lexemes[at:], self.lexicon):
                inner = match.option
                if not joint(inner.token) and inner.why is None and not inner.token.isdigit():
                    found.append((word(option.token), inner.token))
                    break
        return found

    def read(self, tokens: tuple[str, ...], at: int) -> tuple[str, ...] | None:
        before = ""
        while at < len(self.lexemes) and self.lexemes[at].text in (",", ";", "\n", ">"):
            before, at = self.lexemes[at].text, at + 1
        if at >= len(self.lexemes):
            return tokens
        walk = replay(self.question, tokens, self.force)
        if before in (";", "\n", ",") and not tokens:
            before = ""
        matches = _matches(walk, before, self.lexemes[at:], self.lexicon)
        if not matches:
            failure = _failure(walk, self.text, self.lexemes, at, self.lexicon)
            failure.data["inside"] = self.inside(walk, at)
            self.fail(at, failure)
            return None
        rest = self.text[self.lexemes[at].start :].strip()
        short = {word(m.option.token) for m in matches if not m.exact}
        if len(short) > 1:
            self.fail(at, NotAnAnswer("ambiguous", tokens, rest, text=self.lexemes[at].text,
                                      candidates=sorted(short)))  # fmt: skip
            return None
        for match in matches:
            why = match.option.why
            if why is not None and not self.force:
                self.fail(at, NotAnAnswer("illegal", tokens, rest, token=match.option.token,
                                          reason=why))  # fmt: skip
                continue
            found = self.read((*tokens, match.option.token), at + match.length)
            if found is not None:
                return found
        return None


def read(
    question: Question, text: str, lexicon: Lexicon | None = None, force: bool = False
) -> tuple[str, ...]:
    """The tokens that a text means as an answer to the question (raises NotAnAnswer).

    The answer may be a partial one: the caller looks at the walk. `force` also reads what can't be
    done now, where it is a word at its place.
    """
    reader = _Reader(question, text, lexicon or {}, force)
    tokens = reader.read((), 0)
    if tokens is None:
        assert reader.failure is not None
        raise reader.failure
    return tokens


__all__ = ["Illegal", "Lexicon", "NotAnAnswer", "lexemes", "normal", "read"]
