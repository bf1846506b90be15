"""Which pictures go with the post of one advance, in the order told: as many as two albums take.

The table comes with the first resolve and with the opening of a season; every dungeon with the
second resolve; with a round of combat the strip of each part of a fight, and the dungeon it was
fought in once the fight is through; the standings with the attestation. Should all that not fit,
the table gives way first, then the strips: their steps are told in words as well.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from bot.render.face import Picture
from bot.render.lords import combat_post
from bot.render.lords.ink import Ink
from bot.render.lords.pictures import canvas
from bot.render.lords.pictures.dungeon import dungeon_picture
from bot.render.lords.pictures.fight import fight_picture
from bot.render.lords.pictures.past import rewound
from bot.render.lords.pictures.standings import standings_picture
from bot.render.lords.pictures.table import table_picture
from bot.render.lords.posts import Chapter, chapters, joined, of
from rules.kernel.facts import Fact
from rules.lords.state import View

MOST = 20
"""Pictures with one post: two full albums, and what a group bears within a minute."""

GIVE_WAY = ("table", "strip")
"""What is left out, all of its kind at once, when there is more."""


class Shot(NamedTuple):
    """A picture to be drawn, and of what kind it is."""

    kind: str
    draw: Callable[[], Picture]


def album(ink: Ink, view: View, facts: Sequence[Fact]) -> list[Picture]:
    """The pictures of one advance, each as things stood at the end of the step it belongs to."""
    told = joined([chapter for chapter in chapters(view, facts) if chapter.facts])
    shots: list[Shot] = []
    for at, chapter in enumerate(told):
        later = [fact for following in told[at + 1 :] for fact in following.facts]
        then = rewound(view, later, chapter.moment.year)
        maker = SHOTS.get(chapter.moment.step)
        shots += maker(ink, then, chapter) if maker else ()
    for kind in GIVE_WAY:
        if len(shots) > MOST:
            shots = [shot for shot in shots if shot.kind != kind]
    return [shot.draw() for shot in shots[:MOST]]


def _when(ink: Ink, chapter: Chapter) -> str:
    return canvas.plain(ink.moment(*chapter.moment[:3]))


def _table(ink: Ink, then: View, chapter: Chapter) -> Iterator[Shot]:
    facts = chapter.facts if chapter.moment.step == "orders" else ()
    moment = _when(ink, chapter) if facts else ""
    yield Shot("table", partial(table_picture, ink, then, facts, moment))


def _dungeons(ink: Ink, then: View, chapter: Chapter) -> Iterator[Shot]:
    for lord in then.lords:
        yield Shot("dungeon", partial(dungeon_picture, ink, then, lord.seat, _when(ink, chapter)))


def _combat(ink: Ink, then: View, chapter: Chapter) -> Iterator[Shot]:
    """Each fight's strip and its dungeon; a dungeon in which a prisoner was let go as well."""
    moment = _when(ink, chapter)
    leaving = chapter.moment.round == then.data.rounds  # the year's end, told beside, is past it
    card = next((fact.data["card"] for fact in of(chapter.facts, *CARDED)), "")
    known = set[str]()  # what a sign means stands under the first strip that has it
    for seat, facts in combat_post.fights(chapter.facts):
        if facts[0].kind in STRIPS:
            yield Shot("strip", partial(
                fight_picture, ink, then, seat, facts, card, moment, chapter.moment.year, known
            ))  # fmt: skip
        elif not of(facts, "freed"):
            continue
        if not combat_post.waits(facts):
            yield Shot("dungeon", partial(dungeon_picture, ink, then, seat, moment, leaving))


STRIPS = (*combat_post.STARTS, "poison works")
"""With what the parts begin of which there is a strip."""

CARDED = ("card turned", "fight goes on")
"""Facts that name the round's card."""


def _standings(ink: Ink, then: View, chapter: Chapter) -> Iterator[Shot]:
    if then.result is not None:
        yield Shot("standings", partial(standings_picture, ink, then, then.result))


SHOTS: dict[str, Callable[[Ink, View, Chapter], Iterator[Shot]]] = {
    "orders": _table, "opening": _table, "production": _dungeons, "change": _dungeons,
    "combat": _combat, "attestation": _standings,
}  # fmt: skip
"""What is drawn of each step."""
