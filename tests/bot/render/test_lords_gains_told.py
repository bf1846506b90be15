"""The posts tell what an order and a room really changed, and what of them came to nothing."""

import pytest

from bot.render.lords.ink import Ink
from bot.render.lords.orders_post import gains
from bot.render.lords.production_post import by_lord, unmoved
from bot.render.lords.telling import lines
from rules.kernel.facts import Fact
from rules.kernel.game import Setup, begin
from rules.lords.game import Lords
from rules.lords.state import View

GAME = Lords()
NAMES = {1: "Аня", 2: "Пётр", 3: "Мрак"}


def view_of(variant: str, **me: object) -> View:
    view = GAME.view(begin(GAME, Setup("lords", variant, 3, "5")).state, 1)
    for key, value in me.items():
        setattr(view.me, key, value)
    return view


def executed(site: str, place: int, gain: dict[str, int]) -> Fact:
    data = {"seat": 1, "site": site, "place": place, "pay": {}, "gain": gain, "card": ""}
    return Fact("executed", data)


def told(view: View, *facts: Fact, lang: str = "ru") -> str:
    ink = Ink(lang, view.data, NAMES)
    return str(gains(ink, view, 1, facts)).replace("\u00a0", " ")


def test_the_surplus_trap_is_told_with_the_gain() -> None:
    """L2.3."""
    bought = executed("traps", 2, {"trap": 1})
    owing = view_of("shoggoth")
    owing.year = 2
    assert told(owing, bought).startswith("+1 ловушка (вытянуто 2, на сброс 1)")
    assert told(owing, bought, lang="en").startswith("+1 trap (2 drawn, 1 to be discarded)")
    assert told(view_of("shoggoth"), bought) == "+1 ловушка"
    for lord in owing.lords:
        lord.traps = ["?"] * 9  # the whole deck: there was none more to draw
    assert told(owing, bought) == "+1 ловушка"


@pytest.mark.parametrize(("site", "permit", "used", "idle"), [
    ("gold", "mine", Fact("mined", {"seat": 1, "cells": ["c1"], "gold": 1}), "добывать пропало"),
    ("tunnels", "tunnels", Fact("dug", {"seat": 1, "cells": ["b3"], "by": "permit"}),
     "рыть пропало"),
])  # fmt: skip
def test_a_permit_without_use_at_the_site_is_told(
    site: str, permit: str, used: Fact, idle: str
) -> None:
    """L2.17: in `shoggoth` it is still good in production."""
    order = executed(site, 1, {permit: 2})
    assert idle in told(view_of("classic"), order)
    assert idle not in told(view_of("classic"), order, used)
    assert idle not in told(view_of("shoggoth"), order)
    verb = {"mine": "mine", "tunnels": "dig"}[permit]
    for action, lapsed in ((f"{verb} c2", False), ("build mint at c2", True)):
        failed = {"seat": 1, "action": action, "reason": "gone", "data": {}}
        assert (idle in told(view_of("classic"), order, Fact("skipped", failed))) == lapsed


def test_what_failed_at_the_site_stands_behind_what_was_done() -> None:
    """Two cells that failed for want of imps wanted two; the eaten pays for the hired (L2.17)."""
    few = {"seat": 1, "reason": "too few imps", "data": {"needs": 1, "has": 0}}
    hired = Fact("executed", {"seat": 1, "site": "monster", "place": 1, "pay": {"monster": 1},
                              "gain": {"monster": 1}, "card": "demon"})  # fmt: skip
    text = told(
        view_of("classic"), hired, Fact("eaten", {"seat": 1, "monster": "slime"}),
        *(Fact("skipped", {**few, "action": f"dig {cell}"}) for cell in ("b3", "b4")),
        executed("gold", 1, {"mine": 2}),
        Fact("mined", {"seat": 1, "cells": ["c1"], "gold": 1}),
    )  # fmt: skip
    assert "нанят демон (съедена слизь); добыт 1 золотой (c1); не вышло «рыть b3, b4»" in text
    assert "нужно 2, свободно 0" in text


def test_evil_at_its_least_is_told_as_it_is() -> None:
    """L1.3, L2.4."""
    order = executed("reputation", 2, {"evil": -2})
    moved = Fact("evil", {"seat": 1, "before": 2, "after": 1, "why": "reputation"})
    assert told(view_of("shoggoth", evil=1), order) == "злоба и так наименьшая"
    assert "наименьшая" not in told(view_of("shoggoth", evil=1), order, moved)
    pressed = Fact("worked", {"seat": 1, "room": "printing press", "pay": {}, "gain": {"evil": -1}})
    moved = Fact("evil", {"seat": 1, "before": 2, "after": 1, "why": "printing press"})
    view = view_of("shoggoth")
    ink = Ink("ru", view.data, NAMES)
    [(_, idle)] = by_lord(ink, view, [pressed])
    assert idle == ["Типография — злоба и так наименьшая"]
    [(_, busy)] = by_lord(ink, view, [pressed, moved])
    assert "−1" in busy[0]
    assert [("unmoved" in fact.data) for fact in unmoved([pressed, moved, pressed])] == [
        False, False, True
    ]  # fmt: skip


def test_regeneration_closes_wounds_only_where_there_are_some() -> None:
    view = view_of("shoggoth")
    ink = Ink("ru", view.data, NAMES)
    spell = Fact("spell", {"seat": 1, "card": "regeneration", "how": {}})
    hero = {"cls": "thief", "kind": "", "place": 1, "health": 4, "wounds": 1}
    healed = Fact("healed", {"seat": 1, "hero": hero, "points": 1})
    (line,) = lines(ink, [spell])
    assert line.text.endswith(": залечивать нечего")
    (line,) = lines(ink, [spell, healed])
    assert "нечего" not in line.text
    assert "2 → 3" in line.text.replace("\u00a0", " ")


def test_cells_of_an_action_that_failed_stand_apart() -> None:
    ink = Ink("ru", view_of("shoggoth").data, NAMES)
    assert ink.action("mine c2 c3 b3").endswith("c2, c3, b3")
