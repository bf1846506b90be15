"""The year's end and the attestation as the group reads them (L10)."""

from collections.abc import Sequence

from markupsafe import Markup

from bot.render.lords.ink import Ink, tell
from bot.render.lords.orders_post import paladins
from bot.render.lords.posts import Chapter, Section, of
from rules.lords.state import View


def year_end(ink: Ink, view: View, chapter: Chapter) -> Section:
    """Survivors go home, the year is over."""
    moment, facts = chapter.moment, chapter.facts
    head = [tell(ink, fact) for fact in of(facts, "year over")]
    for fact in facts:
        if fact.kind in ("heroes leave", "evil"):
            if fact.data.get("party", True):
                head.append(ink.t("post.line", seat=fact.data["seat"], text=tell(ink, fact)))
        elif fact.kind == "token":
            head.append(tell(ink, fact))
    head += paladins(ink, facts)
    return Section(
        title=ink.t("post.year_end", moment=ink.moment(moment.year, "", 0)),
        flavour=ink.t("flavour.year_end"),
        head=head,
        details=[],
    )


def attestation(ink: Ink, view: View, chapter: Chapter) -> Section:
    """The winner, the totals, the titles; the table line by line to unfold."""
    facts = chapter.facts
    scores, winners = of(facts, "scores"), of(facts, "winners")
    head: list[Markup] = []
    for fact in winners:
        seats = fact.data["seats"]
        names = Markup(", ").join(ink.t("post.name", seat=seat) for seat in seats)
        key = "post.winner" if len(seats) == 1 else "post.winners"
        head.append(ink.t(key, who=names, n=len(seats)))
    details = []
    if scores:
        totals = scores[0].data["totals"]
        head += standings(ink, totals)
        details = [
            (ink.t("post.name", seat=seat), _lines(ink, lines, totals[seat - 1]))
            for seat, lines in enumerate(scores[0].data["lines"], 1)
        ]
    titles = [line for fact in of(facts, "titles") for line in _titles(ink, fact.data["titles"])]
    if titles:
        details.insert(0, (ink.t("post.titles_title"), titles))
    for fact in winners:
        head += _licences(ink, view, fact.data["licensed"])
    return Section(
        title=ink.t("post.attestation"),
        flavour=ink.t("flavour.attestation"),
        head=head,
        details=details,
    )


def standings(ink: Ink, totals: Sequence[int]) -> list[Markup]:
    """The lords by their totals; equal totals share a place."""
    order = sorted(range(1, len(totals) + 1), key=lambda seat: -totals[seat - 1])
    return [
        ink.t("post.standing", place=1 + sum(other > totals[seat - 1] for other in totals),
              seat=seat, total=totals[seat - 1])
        for seat in order
    ]  # fmt: skip


def _lines(ink: Ink, lines: dict[str, int], total: int) -> list[Markup]:
    signed = ink.catalogue.environment.filters["signed"]
    told = [
        ink.t("post.score_line", line=line, points=signed(points))
        for line, points in lines.items()
        if points
    ]
    return [*told, ink.t("post.score_total", total=total)]


def _titles(ink: Ink, titles: dict[str, list[int]]) -> list[Markup]:
    scoring = ink.data.scoring
    lines = []
    for title in scoring.titles:
        seats = titles.get(title, [])
        if not seats:
            lines.append(ink.t("post.title_nobody", title=title))
            continue
        points = scoring.title_alone if len(seats) == 1 else scoring.title_shared
        who = ", ".join(ink.names[seat] for seat in seats)
        lines.append(ink.t("post.title_line", title=title, who=who, n=len(seats), points=points))
    return lines


def _licences(ink: Ink, view: View, licensed: Sequence[int]) -> list[Markup]:
    without = [lord.seat for lord in view.lords if lord.seat not in licensed]
    lines = []
    for key, seats in (("post.licence", licensed), ("post.no_licence", without)):
        if seats:
            lines.append(ink.t(key, who=", ".join(ink.names[seat] for seat in seats)))
    return lines
