"""The master's panel, its guide and the pages of house rules, with the longest names."""

from collections.abc import Iterator

import msgspec

from bot.chat.master.call import Call
from bot.chat.master.guide import guide
from bot.chat.master.house import Pages, leaves, rules_of
from bot.chat.master.panel import PAGES, View
from bot.chat.office import Office
from bot.gallery import lobby
from bot.gallery.lobby import Shown, info, told
from bot.gallery.shows import WORST
from bot.table.records import Person
from rules.lords.data import VARIANTS

UNDOABLE = [(f"{WORST[1]}, {WORST[2]}", False), (WORST[3], True), (WORST[4], True)]
"""What could be undone, as the panel lists it, and whether cards were shown."""


def pages(lang: str) -> Iterator[Shown]:
    """The guide, every page of the panel in every state of a game, all house rules."""
    house = lobby.office()
    yield "/help master", guide(lang), []
    for status in ("lobby", "play", "over"):
        for name in PAGES:
            view = View(_call(house, lang, status), name == "answers", UNDOABLE, True)
            yield f"panel, {name}, {status}", *told(view.page(name))
    for variant in VARIANTS:
        yield from _rules(house, lang, variant)


def _call(house: Office, lang: str, status: str, variant: str = VARIANTS[0]) -> Call:
    """What the master of a game with five people asks for in private."""
    shown = info(lang, status, 5)
    settings = msgspec.structs.replace(shown.settings, variant=variant)
    shown = msgspec.structs.replace(shown, settings=settings)
    return Call(house, Person(1, WORST[1], lang), lang, shown, name="master", text="", chat=1)


def _rules(house: Office, lang: str, variant: str) -> Iterator[Shown]:
    """The list of chapters, each chapter, and the pages below it."""
    call = _call(house, lang, "lobby", variant)
    rules = rules_of(call)
    waiting = [0, *(page.number for page in rules.chapters(lang, variant, {}))]
    while waiting:
        number = waiting.pop(0)
        found = rules.page(lang, variant, {}, number)
        waiting[:0] = [page.number for page in found.inner] if found is not None else []
        parts = len(leaves(found)) if found is not None else 1
        for part in range(parts):
            html, rows = told(Pages(call, rules, True).page(number, part))
            which = f", part {part + 1} of {parts}" if parts > 1 else ""
            yield f"/house, {variant}{which}", html, rows
