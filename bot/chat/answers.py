"""A typed text as an answer: in the writer's language first, then in any other of ours."""

import re
from collections import Counter

from bot.render.face import Face, Names
from bot.render.phrases import languages
from bot.table.records import Desk
from rules.kernel import notation
from rules.kernel.notation import SHORTEST, Lexicon, NotAnAnswer, normal
from rules.kernel.question import Question, Tokens, replay, word, write

_WORDS = re.compile(r"[\w'-]+")


SEATS = "seat"
"""The group of options that are lords."""


def with_names(lexicon: Lexicon, names: Names) -> Lexicon:
    """The lexicon with the lords' names where a lord is meant; namesakes go by their numbers."""
    spelled = {seat: notation.lexemes(name) for seat, name in names.items()}
    alone = Counter(spelled.values())
    return {**lexicon, **{f"{SEATS} {seat}": (name,) for seat, name in spelled.items()
                          if name and alone[name] == 1}}  # fmt: skip


def _read_in(face: Face, lang: str, question: Question, text: str, names: Names) -> Tokens:
    """The text's tokens, in one language or another; the error is the writer's own language's."""
    first: NotAnAnswer | None = None
    for code in (lang, *(other for other in languages() if other != lang)):
        try:
            return notation.read(question, text, with_names(face.lexicon(code), names))
        except NotAnAnswer as error:
            first = first or error
    assert first is not None
    raise first


def typed(lexicon: Lexicon, token: str, label: str, group: str = "") -> str:
    """How a player may write an option: as on its button, if that can be read, or most usually.

    Cells, places and targets are written as they are, lords by their names.
    """
    own = word(token)
    if group == SEATS:
        return next(iter(lexicon.get(f"{SEATS} {own}", ())), own)
    if own.startswith("@"):
        return own
    spelled = [normal(text) for text in lexicon.get(own, ()) if len(text) > SHORTEST + 1]
    bare = " ".join(_WORDS.findall(normal(label).partition("(")[0]))
    return bare if bare in spelled else spelled[0] if spelled else own


def counts(typed: str, label: str) -> str:
    """What a bare number counts, by its button: `2 imps`, a lord's name; else nothing."""
    return label.removeprefix(typed).strip() if typed.isdecimal() else ""


def read(face: Face, lang: str, desk: Desk, text: str, names: Names) -> Tokens:
    """The tokens a text means at a desk whose table has these names (raises NotAnAnswer).

    A text that is no whole answer goes on from the draft, when it can: buttons and typing mix.
    """
    assert desk.question is not None
    if not any(sign.isalnum() for sign in text):  # a smile is no empty plan
        raise NotAnAnswer("invalid", desk.tokens, text, text=text, near=[])
    failure: NotAnAnswer | None = None
    try:
        tokens = _read_in(face, lang, desk.question, text, names)
        if replay(desk.question, tokens).complete or not desk.tokens:
            return tokens
    except NotAnAnswer as error:
        tokens, failure = (), error
    if desk.tokens and not replay(desk.question, desk.tokens).complete:
        for joint in ("; ", " ", ">"):
            try:
                whole = write(desk.tokens) + joint + text
                return _read_in(face, lang, desk.question, whole, names)
            except NotAnAnswer:
                continue
    if failure is not None:
        raise failure
    return tokens
