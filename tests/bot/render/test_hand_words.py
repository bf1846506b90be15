"""The master's hand in words: all of them the reader's, and what is echoed can be typed."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from bot.render.lords.face import LordsFace
from bot.render.lords.hand import TELLERS
from bot.render.lords.ink import Ink
from rules.kernel.game import Setup, begin
from rules.kernel.notation import NotAnAnswer
from rules.kernel.overriding import Preview, preview
from rules.kernel.question import Illegal, write
from rules.kernel.stream import Stream
from rules.lords.data import load
from rules.lords.decks import hero
from rules.lords.game import Lords
from rules.lords.hand import HandQuestion, read
from rules.lords.hand.question import VERBS
from rules.lords.hand.sound import faults
from rules.lords.state import HIDDEN, Hero, Monster, State, Tile
from tests.rules.lords.handplay import random_command
from tests.rules.lords.test_hand_fields import PATHS, at, command_for, worded

GAME, FACE = Lords(), LordsFace()
LANGS = ("ru", "en")
NAMES = {1: "Анна", 2: "Борис", 3: "Вера"}
VARIANTS = ("shoggoth", "classic")

CELL = r"\b[a-e][1-4]\b"
PLACE = r"\b(?:I|II|III|IV)\b"


def raw(lang: str, text: str) -> list[str]:
    """What in a text is no word of its language: ids, Python's words, another alphabet."""
    if lang == "ru":
        return re.findall(r"[A-Za-z_{}\[\]]+", re.sub(f"{CELL}|{PLACE}", "", text))
    return re.findall(r"\w*_\w*|[{}\[\]]|\bcls\b|\bNone\b|\bTrue\b|\bFalse\b", text)


def lexicon(lang: str) -> dict[str, Sequence[str]]:
    seats: dict[str, Sequence[str]] = {str(seat): (name,) for seat, name in NAMES.items()}
    return {**FACE.lexicon(lang), **seats}


def tried(state: State, text: str) -> Preview[State] | None:
    try:
        return preview(GAME, state, text, force=True)
    except Illegal:
        return None


def shown(lang: str, state: State, text: str) -> list[str]:
    """Every line that a command comes to: its echo, which reads back, and what it changes."""
    question, tokens = HandQuestion(state, True), read(state, text, force=True)
    echo = FACE.command(lang, state.variant, question, tokens, NAMES)
    assert read(state, echo, lexicon(lang), force=True) == tokens, echo
    came = tried(state, text)
    if came is None:
        return [echo]
    lines = []
    for found in (came.differences, came.open):
        fields = [(d.path, d.before, d.after) for d in found]
        lines += FACE.changes(lang, state.variant, fields, NAMES)
    assert not came.differences or lines or {d.path for d in came.differences} <= {"at", "turn"}
    return [echo, *lines]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("path", PATHS)
def test_every_field_is_set_and_told_in_words(path: str, lang: str) -> None:
    when, text = command_for(path)
    state = at(when)
    lines = shown(lang, state, worded(text, state))
    assert len(lines) > 1, text
    assert not [line for line in lines if raw(lang, line)], lines


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_any_command_is_told_in_words_and_reads_back(variant: str, lang: str) -> None:
    state = begin(GAME, Setup("lords", variant, 3, "words")).state
    stream, verbs = Stream("hand in words", lang + variant), set()
    for _ in range(150):
        text = random_command(state, stream)
        if not text:
            continue
        verbs.add(text.split()[0])
        lines = shown(lang, state, text)
        assert not [line for line in lines if raw(lang, line)], (text, lines)
        came = tried(state, text)
        state = came.state if came is not None else state
    assert len(verbs) > len(VERBS) // 2


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_whatever_a_command_breaks_is_told_in_words(variant: str, lang: str) -> None:
    state = begin(GAME, Setup("lords", variant, 3, "refused")).state
    stream, codes = Stream("refused", lang + variant), set()
    for _ in range(300):
        text = random_command(state, stream)
        try:
            read(state, text) if text else None
        except NotAnAnswer as error:
            reason = error.data["reason"]
            codes.add(reason.code)
            why = FACE.reason(lang, variant, reason)
            assert not raw(lang, why), (text, why)
            assert re.fullmatch(r"L\d+(\.\d+)?", reason.data["rule"]), reason
    assert len(codes) > 8
    assert not list(faults(state))


def stocked(variant: str) -> State:
    """A table at which every example means something."""
    state = at("spring") if variant == "shoggoth" else at("classic")
    lord, other = state.lord(1), state.lords[-1]
    lord.monsters, lord.plans, other.traps = [Monster("troll")], ["mint"], ["pendulum"]
    lord.pets, lord.used_pets, state.trap_discards = ["mole"], ["mole"], ["pendulum"]
    lord.tiles["b3"], lord.party = Tile(), [thief(), thief()]
    lord.prisoners, state.next_heroes, state.heroes = [thief()], [thief()], [thief()]
    return state


def thief() -> Hero:
    return hero("thief", 2, 3, 1)


def examples(lang: str, variant: str, state: State) -> list[str]:
    """All examples of the guide that are whole commands."""
    names = {seat: NAMES[seat] for seat in range(1, len(state.lords) + 1)}
    text = " ".join(chapter.html for chapter in FACE.hand_guide(lang, variant, names))
    return re.findall("<code>/set ([^<]+)</code>", text)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_example_of_the_guide_can_be_typed(variant: str, lang: str) -> None:
    state = stocked(variant)
    found = examples(lang, variant, state)
    verbs = {read(state, text, lexicon(lang), force=True)[0].lstrip(";") for text in found}
    elsewhere = {
        "shoggoth": {"sent", "busy", "fresh", "neutral"},
        "classic": {"pet", "dealt", "gifts"},
    }
    assert verbs == set(VERBS) - elsewhere[variant]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_guide_is_in_one_language_and_fits_into_messages(variant: str, lang: str) -> None:
    for chapter in FACE.hand_guide(lang, variant, NAMES):
        text = re.sub(r"</?(?:b|code)>|/(?:set|undo)", "", chapter.html)
        assert not raw(lang, chapter.title), chapter.title
        assert not raw(lang, text), text
        assert len(chapter.html) < 2500
        assert set(chapter.verbs) <= set(VERBS)


def test_a_hidden_card_is_told_by_their_number_alone() -> None:
    found = [("lords.1.traps", ["?"], ["?", "?"])]
    assert FACE.changes("ru", "shoggoth", found, NAMES) == ["Анна, ловушки: 1 → 2"]


def test_paladins_who_follow_evil_are_among_the_changes() -> None:
    state = at("spring")
    lines = shown("ru", state, "evil 1 15")
    assert any(line.startswith("Анна, злоба: ") for line in lines)
    assert any(line.startswith("Анна, отряд у ворот: ") and "паладин" in line for line in lines)
    assert any(line.startswith("шатёр паладинов: ") for line in lines)


@pytest.mark.parametrize("lang", LANGS)
def test_kept_answers_are_told_in_words(lang: str, play: Callable[..., Iterator[Any]]) -> None:
    told = set()
    for seats, variant in ((3, "shoggoth"), (3, "classic")):
        for moment in play(f"written {seats}", seats, variant):
            for tokens in moment.answers.values():
                text = write(tokens)
                said = FACE.written(lang, variant, text, NAMES)
                assert not raw(lang, said), (text, said)
                told.add(said)
    assert len(told) > 50


def test_a_kept_answer_reads_like_what_a_lord_would_write() -> None:
    text = "food; tunnels hold; monster dragon>troll"
    assert FACE.written("ru", "shoggoth", text, NAMES) == (
        "провизия; тоннели занять очередь; монстр дракон > тролль"
    )
    assert FACE.written("ru", "shoggoth", "masks 2", NAMES) == "карнавальные маски Борис"
    text = "build dark room c2; discard wall of fire; pay troll>witch; work dark room; give ghost"
    assert FACE.written("ru", "shoggoth", text, NAMES) == (
        "строить тёмную комнату c2; сбросить огненную стену; платить троллю > ведьме; "
        "работать тёмная комната; отдать призрака"
    )


def test_cards_laid_face_down_are_no_news() -> None:
    ink = Ink("ru", load("shoggoth"), NAMES)
    tell = TELLERS["cards"]
    assert not list(tell(ink, "cards", [], ["fireball", ""], [HIDDEN, HIDDEN]))
    [told] = tell(ink, "cards", [], [HIDDEN, HIDDEN], ["fireball", HIDDEN])
    assert (told.was, told.now) == ("рубашкой вверх", "огненный шар")
