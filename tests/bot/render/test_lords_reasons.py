"""Every code that the rules record has its words, in every language."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rules
from bot.render.lords.ink import Ink, tell
from bot.render.lords.posts import IN_THE_MOB
from bot.render.lords.telling import MOVES
from bot.render.phrases import catalogue, languages
from rules.kernel.facts import Fact
from rules.lords.data import load
from rules.lords.facts import FACTS, told
from rules.lords.scoring import LINES
from rules.lords.state import Hero

FOLDERS = [Path(rules.__file__).parent / "lords", Path(rules.__file__).parent / "kernel"]
INNER = ("cases", "judgement")
"""Folders of the rules that record nothing for players."""

NOT_TOLD = {"case", "no ", ""}
"""Why of the evil cases; the beginning of `no room`, `no plan`, `no pet` (see BUILT)."""

BUILT = ("no room", "no plan", "no pet")


def calls() -> Iterator[ast.Call]:
    for folder in FOLDERS:
        for file in sorted(folder.rglob("*.py")):
            if not set(INNER) & set(file.parts):
                for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                    if isinstance(node, ast.Call):
                        yield node


def texts(node: ast.expr) -> Iterator[str]:
    """The strings an expression may come to: of a conditional one its two ends."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=body, orelse=orelse):
            yield from texts(body)
            yield from texts(orelse)
        case _:
            return


def name_of(call: ast.Call) -> str:
    return getattr(call.func, "id", getattr(call.func, "attr", ""))


def reason_codes() -> set[str]:
    codes = set(BUILT)
    for call in calls():
        if name_of(call) in ("Reason", "breaks") and call.args:
            codes |= set(texts(call.args[0]))
        if name_of(call) in ("_no", "keep_idle"):
            codes |= {text for arg in call.args[1:3] for text in texts(arg)}
        for keyword in call.keywords:
            if keyword.arg in ("reason", "nothing"):
                codes |= set(texts(keyword.value))
    return codes - NOT_TOLD


def evil_whys() -> set[str]:
    found = {
        text for call in calls() if name_of(call) == "change" and len(call.args) == 5
        for text in texts(call.args[3])
    }  # fmt: skip
    for call in calls():
        if name_of(call) == "receive" and len(call.args) > 3:
            found |= set(texts(call.args[3]))
    return found - NOT_TOLD


@pytest.mark.parametrize("lang", languages())
def test_every_reason_has_words(lang: str) -> None:
    keys, nouns = catalogue(lang).keys, catalogue(lang).words.nouns
    codes = reason_codes()
    assert len(codes) > 60
    missing = {c for c in codes if f"reason.{c}" not in keys and c not in nouns}
    # words and kinds stand beside codes as arguments of the helpers
    words = {"word", "pet", "round", "choice", "good", "trap", "monster", "place", "site"}
    assert not missing - words


SAMPLE = {
    "good": "gold", "needs": 2, "has": 1, "card": "goblin", "cell": "b2", "other": "b3",
    "with": ["a1", "b1"], "room": "mint", "zone": "edge", "site": "food", "orders": 3, "left": 1,
    "evil": 14, "most": 2, "due": 3, "times": 1, "round": 2, "cls": "priest", "nearest": ["c1"],
    "monster": "goblin", "limit": 1, "seat": 1, "verb": "dig", "event": "rats", "owed": 1,
    "place": "II", "wishes": ["goblin"], "word": "hold", "token": "hold", "trap": "pendulum",
    "pet": "mole", "gift": "masks", "text": "text", "near": ["goblin"], "path": "start.gold",
    "kind": "place",
}  # fmt: skip
"""A value for everything that a reason may bring."""


@pytest.mark.parametrize("lang", languages())
def test_every_reason_can_be_told_with_just_the_data_it_brings(lang: str) -> None:
    ink, tried = Ink(lang, load("shoggoth"), {1: "A"}), 0
    for call in calls():
        if name_of(call) not in ("Reason", "breaks") or not call.args:
            continue
        data = ast.Dict([], []) if len(call.args) == 1 else call.args[1]
        if name_of(call) == "breaks":  # its data are keywords
            keys = [keyword.arg or "with" for keyword in call.keywords]
        elif not isinstance(data, ast.Dict) or any(key is None for key in data.keys):
            continue
        else:
            keys = [str(key.value) for key in data.keys if isinstance(key, ast.Constant)]
        for code in texts(call.args[0]):
            if f"reason.{code}" in ink.catalogue.keys:
                assert ink.reason(code, {key: SAMPLE.get(key, 1) for key in keys})
                tried += 1
    assert tried > 60


@pytest.mark.parametrize("lang", languages())
def test_every_kind_of_fact_has_words(lang: str) -> None:
    kinds = {key.removeprefix("fact.") for key in catalogue(lang).keys if key.startswith("fact.")}
    assert kinds == {*FACTS, *IN_THE_MOB.values(), *MOVES}


@pytest.mark.parametrize("lang", languages())
def test_every_cause_of_evil_has_words(lang: str) -> None:
    keys, nouns = catalogue(lang).keys, catalogue(lang).words.nouns
    assert not {why for why in evil_whys() if f"why.{why}" not in keys and why not in nouns}
    assert not {site for site in load("shoggoth").sites if f"site.{site}" not in keys}


@pytest.mark.parametrize("lang", languages())
def test_every_component_has_a_noun_and_words_for_what_it_does(lang: str) -> None:
    data, keys, nouns = load("shoggoth"), catalogue(lang).keys, catalogue(lang).words.nouns
    tables = {
        "monster": data.monsters, "room": data.rooms, "trap": data.traps.traps,
        "event": data.events, "gift": data.gifts.gifts, "pet": data.pets, "spell": data.cards,
    }  # fmt: skip
    for table, rows in tables.items():
        for key, row in rows.items():
            assert key in nouns, key
            makes = table == "room" and row.gain
            assert makes or f"{table}_does.{key}" in keys, key
    assert {f"title.{title}" for title in data.scoring.titles} <= keys
    assert {f"score.{line}" for line in LINES} <= keys
    assert {f"room_short.{room}" for room in data.rooms} <= keys
    assert {f"site.{site}" for site in data.sites} <= keys


HERO = told(Hero("thief", 2, 4, anti_trap=1, wounds=1, place=2))
ELF = told(Hero("paladin", 0, 4, 2, 2, 1, kind="elf", place=1))

FIELDS: dict[str, Any] = {
    "seat": 1, "year": 1, "season": "winter", "round": 2, "step": "orders", "monsters": ["goblin"],
    "rooms": ["mint"], "kept": "", "event": "rats", "gifts": ["masks"],
    "clerks": [["food", "gold"]], "pets": ["mole", "bat"], "pet": "mole", "sites": ["food"],
    "gold": 2, "site": "monster", "place": 3, "servant": 1, "pay": {"gold": 1},
    "gain": {"food": 2, "spy": 1}, "card": "goblin", "reason": "nobody", "data": {},
    "rounds": [1, 2], "cards": ["fireball", "graffiti"], "traps": ["pendulum"], "why": "food",
    "trap": "pendulum", "monster": "witch", "before": 3, "after": 5, "paladin": "elf", "source": 0,
    "imps": 2, "gift": "masks", "how": {"evil": -2}, "count": 1, "cells": ["b2"],
    "by": "pendulum", "room": "mint", "cell": "b2", "action": "pay troll", "due": 3, "paid": 1,
    "letters": 2, "lost": {"food": 2}, "gained": {"trap": 1}, "saved": {"gold": 1}, "hero": HERO,
    "heroes": [HERO, ELF], "fatigue": 2, "speed": "slow", "tile": "c1", "party": [ELF, HERO],
    "given": [1, 0], "damage": 3, "stopped": {"anti-trap": 1, "courage": 1}, "dealt": 1,
    "magic": 1, "needs": 2, "way": "two", "points": 2, "effect": "no conquest", "what": "goblin",
    "lines": [{"rooms": 2}], "totals": [2], "titles": {"Halls": [1]}, "seats": [1],
    "licensed": [1], "back": ["gold", "traps"], "inaccessible": ["food"], "plans": ["mint"],
    "at": [0],
}  # fmt: skip
"""A value for every field of a fact."""

OTHERWISE: dict[str, dict[str, Any]] = {
    "card turned": {"card": "fireball"}, "spell": {"card": "magic key", "how": {"line": [HERO]}},
    "no spell": {"card": "dimensional gate", "reason": "too little magic"},
    "attack": {"pay": {"food": 1}}, "effect": {"hero": None},
}  # fmt: skip


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("kind", FACTS)
def test_every_kind_of_fact_can_be_told(lang: str, kind: str) -> None:
    ink = Ink(lang, load("shoggoth"), {1: "<A>"})
    data = {field: FIELDS[field] for field in FACTS[kind]} | OTHERWISE.get(kind, {})
    text = tell(ink, Fact(kind, data))
    assert text
    assert "<A>" not in text


GIFTS: list[dict[str, Any]] = [
    {"exchanged": 1, "gold": 1}, {"trap": 1}, {"seat": 1, "evil": 1}, {"whole": "c1"},
    {"dug": "b2"}, {"monster": "goblin"}, {"cell": "c2"}, {"spy": 2}, {"imps": 1}, {"food": 3},
]  # fmt: skip

SPELLS: list[dict[str, Any]] = [
    {"nothing": "no monsters"}, {"nothing": "nobody to swap"}, {"nothing": "nothing to lose"},
    {"nothing": "no prisoners"}, {"reply": "withdraw"}, {"reply": "evil"}, {"reply": "pay"},
    {"stops": 1}, {"line": [HERO, ELF], "hidden": 1}, {"evil": 2}, {"imps": 1}, {"traps": 1},
    {"victim": "witch"}, {"monsters": ["goblin", "troll"]}, {"hero": HERO, "health": 1},
    {"courage": [1, 0]},
]  # fmt: skip


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("how", GIFTS, ids=str)
def test_whatever_a_gift_does_can_be_told(lang: str, how: dict[str, Any]) -> None:
    ink = Ink(lang, load("shoggoth"), {1: "A"})
    assert "(" in tell(ink, Fact("gift", {"seat": 1, "gift": "masks", "how": how}))


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("how", SPELLS, ids=str)
def test_whatever_a_spell_does_can_be_told(lang: str, how: dict[str, Any]) -> None:
    ink = Ink(lang, load("shoggoth"), {1: "A"})
    text = tell(ink, Fact("spell", {"seat": 1, "card": "graffiti", "how": how}))
    assert ink.noun("graffiti") in text
    if "imps" in how:  # what a spell takes is a loss
        assert "−1" in text


WHOLE = {
    "en": "the price is 1 gold, 1 trap (golem), at hand 0 traps",
    "ru": "цена 1 золотой, 1 ловушка (голем), а в наличии 0 ловушек",
}


@pytest.mark.parametrize("lang", WHOLE)
def test_a_price_of_several_goods_is_told_whole_with_what_is_lacking(lang: str) -> None:
    ink = Ink(lang, load("shoggoth"), {})
    lack = {"good": "trap", "needs": 1, "has": 0, "card": "golem"}
    told = ink.reason("too little", lack | {"price": {"gold": 1, "trap": 1}})
    assert told.replace("\u00a0", " ") == WHOLE[lang]
