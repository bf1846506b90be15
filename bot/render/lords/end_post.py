"""The year's end and the attestation as the group reads them (L10)."""

from collections.abc import Sequence

from markupsafe import Markup

from bot.render.lords.chronicle import Past
from bot.render.lords.epilogue import epilogue
from bot.render.lords.ink import Ink, tell
from bot.render.lords.orders_post import paladins
from bot.render.lords.posts import Chapter, Section, of
from rules.kernel.facts import Fact
from rules.lords import scoring
from rules.lords.state import Hero, View


def year_end(ink: Ink, view: View, chapter: Chapter) -> Section:
    """What the year came to for each lord; survivors go home.

    To whom the token has passed the opening says, which follows in the same post.
    """
    moment, facts = chapter.moment, chapter.facts
    head: list[Markup] = []  # that the year is over the title says
    home = {fact.data["seat"]: fact for fact in of(facts, "heroes leave") if fact.data["party"]}
    for lord in view.lords:
        ruins = sum(tile.conquered for tile in lord.tiles.values())
        parts = [ink.t("post.in_prison", n=len(lord.prisoners)),
                 ink.t("post.in_ruins", ruins=ruins, n=len(lord.tiles))]  # fmt: skip
        if lord.seat in home:
            parts.append(tell(ink, home[lord.seat]))
        head.append(ink.t("post.line", seat=lord.seat, text=Markup("; ").join(parts)))
    for fact in facts:
        if fact.kind == "evil":
            head.append(ink.t("post.line", seat=fact.data["seat"], text=tell(ink, fact)))
    last = moment.year == ink.data.years
    if not last and (comers := _new_paladins(ink, view)):
        head.append(ink.t("post.new_paladins", heroes=comers))
    head += paladins(ink, facts)
    return Section(
        title=ink.t("post.year_end", moment=ink.moment(moment.year, "", 0)),
        flavour=ink.saying("flavour.last_year_end" if last else "flavour.year_end", moment.year),
        head=head,
        details=[],
    )


def _new_paladins(ink: Ink, view: View) -> list[Hero]:
    """The new year's paladins, wherever they are by now, the weakest first (L8.2, L10.1)."""
    found = [*view.tent, *(hero for lord in view.lords for hero in lord.party if hero.kind)]
    kinds = list(ink.data.heroes.paladins)
    return sorted(found, key=lambda hero: kinds.index(hero.kind))


def attestation(ink: Ink, view: View, chapter: Chapter, told: Past | None = None) -> Section:
    """The winner and the totals; titles, the table line by line and an epilogue to unfold."""
    facts = chapter.facts
    scores, winners = of(facts, "scores"), of(facts, "winners")
    head: list[Markup] = []
    for fact in winners:
        seats = fact.data["seats"]
        names = Markup(", ").join(ink.t("post.name", seat=seat) for seat in seats)
        key = "post.winner" if len(seats) == 1 else "post.winners"
        head.append(ink.saying(key, who=names, n=len(seats)))
    details = []
    titles = [
        line for fact in of(facts, "titles") for line in _titles(ink, view, fact.data["titles"])
    ]
    if titles:
        ties = [ink.t("post.ties")] if _shared(facts) else []
        details.append((ink.t("post.titles_title"), [*titles, *ties]))
    if scores:
        totals = scores[0].data["totals"]
        head += standings(ink, totals)
        table = by_line(ink, scores[0].data["lines"], ranked(totals))
        details.append((ink.t("post.score_title"), table))
    for fact in winners:
        head += _licences(ink, view, fact.data["licensed"])
    lives = [] if told is None else epilogue(ink, view, told)
    if lives:  # no empty line below its title: little is seen before it is unfolded
        name, first = lives[0]
        lives[0] = (Markup("\n").join([ink.t("epilogue.title"), name]), first)
    return Section(
        title=ink.t("post.attestation"),
        flavour=ink.saying("flavour.attestation"),
        head=head,
        details=details,
        more=lives,
    )


def _shared(facts: Sequence[Fact]) -> bool:
    """Whether lords share a title or have equal totals (L10.3, L10.4)."""
    held = [seats for fact in of(facts, "titles") for seats in fact.data["titles"].values()]
    totals = [total for fact in of(facts, "scores") for total in fact.data["totals"]]
    return len(set(totals)) < len(totals) or any(len(seats) > 1 for seats in held)


def ranked(totals: Sequence[int]) -> list[int]:
    """The seats by their totals, the highest first."""
    return sorted(range(1, len(totals) + 1), key=lambda seat: -totals[seat - 1])


def standings(ink: Ink, totals: Sequence[int]) -> list[Markup]:
    """The lords by their totals; equal totals share a place (L10.4)."""
    return [
        ink.t("post.standing", place=1 + sum(other > totals[seat - 1] for other in totals),
              seat=seat, total=totals[seat - 1], shared=totals.count(totals[seat - 1]) > 1)
        for seat in ranked(totals)
    ]  # fmt: skip


def by_line(ink: Ink, lines: Sequence[dict[str, int]], order: Sequence[int]) -> list[Markup]:
    """The table line by line: each line with every lord whom it gives or takes something."""
    signed = ink.catalogue.environment.filters["signed"]
    told = []
    for line in lines[0]:
        points = [
            ink.t("post.score_of", seat=seat, points=signed(lines[seat - 1][line]))
            for seat in order
            if lines[seat - 1][line]
        ]
        if points:
            told.append(ink.t("post.score_line", line=line, text=Markup(" · ").join(points)))
    return told


def _titles(ink: Ink, view: View, titles: dict[str, list[int]]) -> list[Markup]:
    """Each title with what it is for, how much was enough, who holds it, what it gives."""
    rules = ink.data.scoring
    lines = []
    for title, counted in rules.titles.items():
        seats = titles.get(title, [])
        if not seats:
            lines.append(ink.t("post.title_nobody", title=title))
            continue
        points = rules.title_alone if len(seats) == 1 else rules.title_shared
        who = ", ".join(ink.names[seat] for seat in seats)
        amount = scoring.count(view, view.lord(seats[0]), counted)
        lines.append(ink.t("post.title_line", title=title, who=who, n=len(seats), points=points,
                           amount=amount))  # fmt: skip
    return lines


def _licences(ink: Ink, view: View, licensed: Sequence[int]) -> list[Markup]:
    without = [lord.seat for lord in view.lords if lord.seat not in licensed]
    lines = []
    for key, seats in (("post.licence", licensed), ("post.no_licence", without)):
        if seats:
            lines.append(ink.t(key, who=", ".join(ink.names[seat] for seat in seats)))
    return lines
