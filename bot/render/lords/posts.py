"""The group's post for one advance: facts grouped by the steps in which they happened."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from markupsafe import Markup

from bot.render.lords.ink import Ink
from rules.kernel.facts import Fact, for_viewer
from rules.lords.game import Moment, calendar
from rules.lords.state import View

FOLD = 2600
"""About so many letters go into one expandable quotation."""


class Section(NamedTuple):
    """One part of a post: title, a line of flavour, headline, details by heading.

    `more` are details that begin a quotation of their own, behind the others.
    """

    title: Markup
    flavour: Markup
    head: list[Markup]
    details: list[tuple[Markup, list[Markup]]]
    more: Sequence[tuple[Markup, list[Markup]]] = ()

    @property
    def folds(self) -> list[Markup]:
        """The details as the contents of expandable quotations, none of them too long."""
        return [*_folded(self.details), *_folded(self.more)]


def _folded(details: Sequence[tuple[Markup, list[Markup]]]) -> list[Markup]:
    folds: list[list[Markup]] = []
    length = FOLD
    for title, lines in details:
        block = Markup("\n").join([title, *lines] if title else lines)
        if length + len(block) > FOLD:
            folds.append([])
            length = 0
        folds[-1].append(block)
        length += len(block)
    return [Markup("\n\n").join(blocks) for blocks in folds]


class Chapter(NamedTuple):
    """The facts of one step, and when it was."""

    moment: Moment
    facts: list[Fact]


Writer = Callable[[Ink, View, Chapter], Section | None]


def chapters(view: View, facts: Iterable[Fact]) -> list[Chapter]:
    """The facts by step; those before the first `step` belong to the step before it."""
    found: list[Chapter] = []
    leading: list[Fact] = []
    for fact in facts:
        if fact.kind == "step":
            moment = Moment(**fact.data)
            found.append(Chapter(moment, []))
        elif found:
            found[-1].facts.append(fact)
        else:
            leading.append(fact)
    if leading:
        found.insert(0, Chapter(_before(view, found), leading))
    return found


def _before(view: View, found: Sequence[Chapter]) -> Moment:
    """The step that was being resolved when the facts began."""
    moments = calendar(view.data)
    if not found:
        return Moment(view.year, view.season, view.round, view.step)
    at = moments.index(found[0].moment)
    return moments[max(0, at - 1)]


def joined(found: list[Chapter]) -> list[Chapter]:
    """The chapters with production and the change of season as one: the second resolve."""
    result: list[Chapter] = []
    for chapter in found:
        if chapter.moment.step == "change" and result and result[-1].moment.step == "production":
            result[-1].facts.extend(chapter.facts)
        else:
            result.append(chapter)
    return result


MOB, IN_THE_MOB = "witch hunt", {"left": "handed over"}
"""The event in which a monster does not leave of its own will, and how its leaving is told then."""


def willing(facts: Iterable[Fact]) -> list[Fact]:
    """The facts; whoever the mob of the witch hunt got is `handed over`, he has not `left`."""
    told: list[Fact] = []
    event = ""
    for fact in facts:
        if fact.kind in ("step", "event"):
            event = fact.data.get("event", "")
        kind = IN_THE_MOB.get(fact.kind) if event == MOB else None
        told.append(Fact(kind, fact.data, fact.to) if kind else fact)
    return told


def post(
    ink: Ink, view: View, facts: Sequence[Fact], missed: Sequence[int], writers: dict[str, Writer]
) -> str:
    """The whole post; empty when nothing happened that anyone need hear of."""
    sections = []
    for chapter in joined(chapters(view, for_viewer(facts, view.viewer))):
        writer = writers[chapter.moment.step]
        section = writer(ink, view, chapter) if chapter.facts else None
        if section is not None:
            sections.append(section)
    late = ""
    if missed:
        who = ", ".join(ink.names[seat] for seat in missed)
        late = ink.t("post.missed", who=who)
    if not sections and not late:
        return ""
    return ink.page("post", sections=sections, missed=late)


def ways(facts: Iterable[Fact]) -> list[tuple[str, list[int]]]:
    """Each paladin who moved in a chapter, with the stops of his way that are told (L8.5).

    Told are where he came from, where he ended, and where he did something in between; seat 0 is
    the tent. Who is back without having done a thing is left out.
    """
    every: dict[str, list[int]] = {}
    busy: dict[str, list[int]] = {}  # the stops of a way that matter, by their numbers
    for fact in facts:
        hero = fact.data.get("hero")
        if fact.kind == "paladin":
            way = every.setdefault(fact.data["paladin"], [fact.data["source"]])
            way.append(fact.data["seat"])
        elif hero and hero["kind"] in every:
            busy.setdefault(hero["kind"], []).append(len(every[hero["kind"]]) - 1)
    told = []
    for kind, way in every.items():
        stops = [way[at] for at in sorted({0, len(way) - 1, *busy.get(kind, ())})]
        if len(stops) > 2 or stops[0] != stops[-1]:
            told.append((kind, stops))
    return told


def of(facts: Iterable[Fact], *kinds: str) -> list[Fact]:
    """The facts of these kinds."""
    return [fact for fact in facts if fact.kind in kinds]
