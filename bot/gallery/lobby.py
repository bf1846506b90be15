"""What stands in a chat around a game: the lobby, the status, the panel, a desk, the guide."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

from bot.chat import guide, panel, posters
from bot.chat.desks import Desks
from bot.chat.links import Links
from bot.chat.office import Keyboard, Office
from bot.chat.painter import paint_here
from bot.gallery.shows import WORST, Moment
from bot.games import GAMES
from bot.render.phrases import languages
from bot.settings import Settings as Host
from bot.table.clock import SystemClock
from bot.table.records import Desk, GameInfo, MemberInfo, SeatInfo, Settings
from rules.kernel.game import ask
from rules.lords.game import Lords

SOON = datetime(2030, 1, 31, 21, 30, tzinfo=UTC)

Shown = tuple[str, str, list[list[str]]]
"""A title, the HTML, the buttons by row."""


def office() -> Office:
    """The parts of the chat side that put things into words; nothing that could speak."""
    nobody = cast(Any, None)
    table = cast(Any, SimpleNamespace(late=nobody))
    return Office(
        Host.model_construct(), table, GAMES, nobody, SystemClock(), Links("gallery"), paint_here,
        "lords_by_post_bot",
    )  # fmt: skip


def info(lang: str, status: str, joined: int, waiting: int = 0, **more: Any) -> GameInfo:
    """A game as anybody sees it, with so many people in it."""
    names = [WORST[at % 5 + 1] for at in range(joined + waiting)]
    members = [MemberInfo(at, name, at > joined) for at, name in enumerate(names, 1)]
    states = [(False, False), (True, False), (True, True), (False, False), (True, True)]
    seats = [
        SeatInfo(at, at if at != 4 else None, WORST[at] if at != 4 else "",
                 "judgement" if at == 4 else "", True, *states[at - 1], at != 1)
        for at in range(1, joined + 1)
    ]  # fmt: skip
    settings = Settings(language=lang, seats=5, deadline=24 * 3600, master=1)
    return GameInfo(
        1, -100, None, 3, status, settings, 1, 1, 4, seats if status != "lobby" else [], members,
        SOON if status == "play" else None, None, more.pop("paused", False), 2, "ab" * 32, **more,
    )  # fmt: skip


def posts(lang: str, every: Sequence[Moment]) -> Iterator[Shown]:
    """Everything of it, in the states it can be in."""
    house = office()
    for title, shown in (
        ("lobby, empty", info(lang, "lobby", 0)), ("lobby, half full", info(lang, "lobby", 3)),
        ("lobby, full, two waiting", info(lang, "lobby", 5, 2)),
        ("lobby, given up", info(lang, "cancelled", 2)),
    ):  # fmt: skip
        yield title, *told(posters.lobby(house, shown))
    face = GAMES["lords"].face
    for title, shown, moment in (
        ("status", info(lang, "play", 5), every[3]),
        ("status, paused", info(lang, "play", 5, paused=True), every[4]),
        ("status, over", info(lang, "over", 5, secret="cd" * 32), every[-1]),
    ):
        step = face.step_name(lang, moment.history[-1][0])
        yield title, *told(posters.status(house, shown, lang, step))
    wish = panel.Wish(lords=5, lang=languages().index(lang), minutes=1440)
    keyboard = panel.keyboard(lang, wish, 1, GAMES)
    yield "settings of a new game", *told((panel.text(lang, wish, GAMES), keyboard))
    yield from desks(lang, house, every)
    for variant in guide.variants():
        for at in range(len(guide.chapters(lang, variant))):
            leaf = guide.page(lang, variant, at), guide.contents(lang, variant, at)
            yield f"/rules {at + 1}, {variant}", *told(leaf)


def told(shown: tuple[Any, Keyboard | None]) -> tuple[str, list[list[str]]]:
    """The text, and the texts of the buttons."""
    html, keyboard = shown
    return str(html), [[str(key.text) for key in row] for row in keyboard or []]


def desks(lang: str, house: Office, every: Sequence[Moment]) -> Iterator[Shown]:
    """A question message as it changes: untouched, drafted, sent, ready, being changed."""
    drawer = Desks(house)
    moment = next(moment for moment in every if moment.before is not None)
    assert moment.before is not None
    question = ask(Lords(), moment.before, 2)
    view = Lords().view(moment.before, 2)
    full = moment.answers[2]
    shown = info(lang, "play", 5)
    for mode, tokens, sent, ready in (
        ("empty", (), None, False), ("draft", full[:1], None, False), ("sent", full, full, False),
        ("ready", full, full, True), ("editing", full[:2], full, False),
    ):  # fmt: skip
        stage = "sent" if mode == "ready" else mode
        desk = Desk(1, 2, 4, 0, view, question, tokens, sent, ready, stage)
        sheet = drawer.draw(lang, shown, desk)
        yield f"question, {mode}", *told((sheet.html, sheet.keyboard))
