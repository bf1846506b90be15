"""Which pictures go with the post of one advance: one album of at most ten.

The table comes with the opening of a season and with the first resolve; every dungeon with the
second resolve; with a round of combat the strip of each fight and the dungeon it was fought in; the
standings with the attestation. Should all that not fit (five lords in the last round), the table
gives way first, then the strips: their steps are told in words as well.
"""

from collections.abc import Sequence

from bot.render.face import Picture
from bot.render.lords.combat_post import ENDS
from bot.render.lords.ink import Ink
from bot.render.lords.pictures import canvas
from bot.render.lords.pictures.dungeon import dungeon_picture
from bot.render.lords.pictures.fight import fight_picture
from bot.render.lords.pictures.standings import standings_picture
from bot.render.lords.pictures.table import table_picture
from bot.render.lords.posts import chapters
from rules.kernel.facts import Fact
from rules.lords.state import View

MOST = 10
"""Pictures in one album of Telegram's."""


def album(ink: Ink, view: View, facts: Sequence[Fact]) -> list[Picture]:
    """The pictures of one advance, the most telling first."""
    steps = {chapter.moment.step: chapter for chapter in chapters(view, facts) if chapter.facts}
    told = {step: chapter.facts for step, chapter in steps.items()}
    when = {step: canvas.plain(ink.moment(*chapter.moment[:3])) for step, chapter in steps.items()}
    strips = fights(told.get("combat", ()))
    seats = sorted({*strips, *ended(told.get("combat", ()))})
    if "production" in steps or "change" in steps:
        seats = [lord.seat for lord in view.lords]
    first = [standings_picture(ink, view, view.result)] if view.result is not None else []
    if len(first) + len(seats) + len(strips) < MOST and ("orders" in steps or "opening" in steps):
        first.append(table_picture(ink, view, told.get("orders", ()), when.get("orders", "")))
    if len(first) + len(seats) + len(strips) > MOST:
        strips = {}
    card = next((fact.data["card"] for fact in told.get("combat", ())
                 if fact.kind == "card turned"), "")  # fmt: skip
    year = steps["combat"].moment.year if "combat" in steps else view.year
    moment = when.get("combat") or when.get("production") or when.get("change", "")
    pictures = first
    for seat in seats:
        if seat in strips:
            pictures.append(fight_picture(ink, view, seat, strips[seat], card, moment, year))
        pictures.append(dungeon_picture(ink, view, seat, moment))
    return pictures[:MOST]


CLOSING = ("poisoned",)
"""Facts that come when all fights are done, and belong each to its lord's own."""


def ended(facts: Sequence[Fact]) -> set[int]:
    """Whose fights this round are through: one that was told of in parts has no strip (L9.3)."""
    return {fact.data["seat"] for fact in facts if fact.kind in ENDS}


def fights(facts: Sequence[Fact]) -> dict[int, list[Fact]]:
    """The facts of every fight by seat, in the order of the fights (L9)."""
    found: dict[int, list[Fact]] = {}
    at, closing = 0, False
    for fact in facts:
        closing = closing or fact.kind in CLOSING
        if fact.kind in ("fight", "no fight"):
            at = fact.data["seat"] if fact.kind == "fight" else 0
            if at:
                found[at] = [fact]
            continue
        owner = fact.data.get("seat", 0) if closing else at
        if owner in found:
            found[owner].append(fact)
    return found
