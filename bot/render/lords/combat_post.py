"""A round of combat as the group reads it: the card, then each fight step by step (L9)."""

from collections.abc import Sequence

from markupsafe import Markup

from bot.render.filters import HERO_SIGNS
from bot.render.lords import telling
from bot.render.lords.ink import Ink, tell
from bot.render.lords.orders_post import paladins
from bot.render.lords.posts import Chapter, Section, of
from bot.render.lords.voice import season_number
from rules.kernel.facts import Fact
from rules.lords import decks
from rules.lords.state import PHANTOM, View

STARTS = ("fight", "fight goes on")
"""What a fight, or a further part of one that waited for its lord's word, begins with (L9.3)."""

CLOSING = ("poison works", "poisoned")
"""What begins when all fights are done: from then on each fact is of its lord's own (L9.8)."""

ENDS = ("conquered", "no conquest", "fight over")
"""One of these is told in every fight of a round that has come to its end."""

ELSEWHERE = ("paladin", "no fight", "card turned")
"""Facts that are told in the headline."""


def write(ink: Ink, view: View, chapter: Chapter) -> Section:
    """A line a lord with what came of it; the steps of each fight to unfold."""
    moment = chapter.moment
    facts = [armed(ink, fact, moment.year) for fact in chapter.facts]
    head = _card(ink, facts)
    details = []
    begins = bool(of(facts, "card turned"))  # else a lord's word was waited for (L9.3)
    any_fight = bool(of(facts, "fight")) or not begins  # one that goes on was told of before
    if not any_fight:
        head.append(ink.t("post.no_fights"))
    for seat, told in fights(facts):
        if any_fight:
            head.append(ink.t("post.line", seat=seat, text=outcome(ink, view, told)))
        lines = steps(ink, seat, told)
        if lines:
            details.append((ink.t("post.name", seat=seat), lines))
    head += paladins(ink, facts)
    number = season_number(view.data, moment)
    return Section(
        title=ink.t(
            "post.combat" if begins else "post.combat_goes_on", moment=ink.moment(*moment[:3])
        ),
        flavour=ink.saying("flavour.combat", number) if begins else Markup(""),
        head=head,
        details=details,
    )


def _card(ink: Ink, facts: Sequence[Fact]) -> list[Markup]:
    """The round's card; where the fights go on it is named again, for whoever reads only this."""
    turned = [tell(ink, fact) for fact in of(facts, "card turned")]
    if turned:
        return turned
    cards = dict.fromkeys(fact.data["card"] for fact in of(facts, "fight goes on"))
    return [
        ink.t("fact.card turned", card=card, fatigue=ink.data.cards[card].fatigue,
              speed=ink.data.cards[card].speed)
        for card in cards
    ]  # fmt: skip


def armed(ink: Ink, fact: Fact, year: int) -> Fact:
    """The fact; if it tells of a fight's party, its paladins with their symbols of the year."""
    if fact.kind not in STARTS:
        return fact
    party = []
    for hero in fact.data["party"]:
        one = decks.paladin(ink.data, hero["kind"], year) if hero["kind"] else None
        party.append({**hero, **{sign: getattr(one, sign) for sign in HERO_SIGNS}} if one else hero)
    return Fact(fact.kind, {**fact.data, "party": party}, fact.to)


def fights(facts: Sequence[Fact]) -> list[tuple[int, list[Fact]]]:
    """The facts of each lord's fight, in the order of the fights.

    Poison has a part of its own where the fight it belongs to was told of before.
    """
    found: list[tuple[int, list[Fact]]] = []
    closing = False
    for fact in facts:
        closing = closing or fact.kind in CLOSING
        own = [told for seat, told in found if seat == fact.data.get("seat")]
        if fact.kind in (*STARTS, "no fight") or (closing and not own):
            found.append((fact.data["seat"], [fact]))
        elif closing:
            own[-1].append(fact)
        elif found:
            found[-1][1].append(fact)
        elif "seat" in fact.data:
            found.append((fact.data["seat"], [fact]))
    return found


def waits(facts: Sequence[Fact]) -> bool:
    """Whether this part of a fight ends where its lord is asked for his word (L9.3)."""
    return facts[0].kind in STARTS and not of(facts, *ENDS)


def steps(ink: Ink, seat: int, facts: Sequence[Fact]) -> list[Markup]:
    """The steps of a fight; what happens to another lord meanwhile under his name."""
    found, told = [], list[Fact]()
    for fact in facts:
        if fact.kind == "paladin" and not of(told, *ENDS):  # the steps that follow are without him
            told += moving(seat, fact)
        elif fact.kind not in ELSEWHERE:
            told.append(fact)
    for line in telling.lines(ink, told):
        text = telling.capital(line.text)
        other = line.seat or seat
        found.append(
            text if other == seat else ink.t("post.plain_line", seat=other, text=line.text)
        )
    return found


def moving(seat: int, fact: Fact) -> list[Fact]:
    """That a paladin comes to the fight of a seat, or goes from it (L8.5)."""
    comes, goes = telling.MOVES
    kind = {fact.data["seat"]: comes, fact.data["source"]: goes}.get(seat)
    return [Fact(kind, {"seat": seat, "paladin": fact.data["paladin"]})] if kind else []


def _at_the_tile(ink: Ink, facts: Sequence[Fact]) -> Markup:
    """What became of the tile; a fight that waits for its lord's word goes on (L9.3)."""
    if waits(facts):
        return ink.t("post.fight_head_waits")
    if facts[0].kind in CLOSING:
        return ink.t("post.fight_head_poison")
    ends = of(facts, *ENDS)
    fell = of(facts, "conquered")
    if fell:
        return ink.t("post.fight_head_conquered", **fell[0].data)
    return ink.t("post.fight_head_held", tile=ends[0].data["tile"])


def outcome(ink: Ink, view: View, facts: Sequence[Fact]) -> Markup:
    """What came of a fight in one line: the tile, the prisoners, who is left."""
    if facts[0].kind == "no fight":
        told = [facts[0], *of(facts, "freed")]
        return Markup("; ").join(tell(ink, fact) for fact in told)
    parts = [_at_the_tile(ink, facts)]
    seat = facts[0].data["seat"]
    taken = [f.data["hero"] for f in of(facts, "removed") if f.data["seat"] == seat]
    if taken:
        nouns = ink.catalogue.environment.filters["nouns"]
        text = nouns(hero["kind"] or hero["cls"] for hero in taken)
        parts.append(ink.t("post.fight_head_taken", text=text))
    over = of(facts, "fight over")
    if over:
        left = sum(hero["cls"] != PHANTOM for hero in over[-1].data["party"])
    else:
        left = sum(hero.cls != PHANTOM for hero in view.lord(seat).party)
    parts.append(ink.t("post.fight_head_left", n=left) if left else ink.t("post.fight_head_clear"))
    if not waits(facts) and any(hero.poison for hero in view.lord(seat).party):
        parts.append(ink.t("post.fight_head_poisoned"))  # others still fight: the round goes on
    return Markup("; ").join(parts)
