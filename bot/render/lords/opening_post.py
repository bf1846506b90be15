"""The opening of a season as the group reads it (L3.1)."""

from collections import Counter
from collections.abc import Sequence

from markupsafe import Markup

from bot.render.lords.ink import Ink, tell
from bot.render.lords.posts import Chapter, Section, of
from bot.render.lords.reach import Reach, marked
from rules.kernel.facts import Fact
from rules.lords import servants
from rules.lords.state import Lord, Offer, View


def write(ink: Ink, view: View, chapter: Chapter) -> Section:
    """What is on offer at what price, what comes; what it all does and who is barred to unfold."""
    moment, facts = chapter.moment, chapter.facts
    offer = [Offer(f.data["monsters"], f.data["rooms"]) for f in of(facts, "offer")]
    coming = [fact.data["event"] for fact in of(facts, "event shown")]
    gifts = [gift for fact in of(facts, "gifts laid") for gift in fact.data["gifts"]]
    head = [line for each in offer for line in short_offers(ink, each)]
    if gifts:
        named = Markup(", ").join(Markup.escape(ink.noun(gift)) for gift in gifts)
        head.append(ink.t("state.gifts", text=named))
    if view.event:
        head.append(ink.t("state.event_now", event=view.event))
    head += [ink.t("post.event_coming", event=event) for event in coming]
    if view.heroes:
        head.append(ink.t("state.heroes_now", text=ink.heroes(view.heroes)))
    head += [ink.t("state.heroes_next", text=tell(ink, f)) for f in of(facts, "heroes shown")]
    head.append(ink.t("state.first", seat=view.first))
    if view.neutral:
        head.append(ink.t("state.neutral", evil=view.neutral))
    kept = of(facts, "offer")[0].data["kept"] if offer else ""
    details = [(ink.t("post.deeds"), deeds(ink, each, kept)) for each in offer]
    if gifts:
        lines = [ink.t("post.deed", id=gift) for gift in gifts]
        details.append((ink.t("state.gifts", text="").rstrip(), lines))
    details += [(Markup(""), [ink.t("post.event_does", event=event)]) for event in coming]
    more = barred(ink, view), clerks(ink, view, facts)
    details += [(Markup(""), lines) for lines in more if lines]
    return Section(
        title=ink.t("post.opening", season=moment.season, moment=ink.moment(*moment[:3])),
        flavour=ink.saying(f"flavour.{moment.season}", moment.year),
        head=head,
        details=details,
    )


def short_offers(ink: Ink, offer: Offer) -> list[Markup]:
    """Monsters with their prices and plans with their zones, in two lines."""
    monsters = [
        ink.t("state.priced", id=kind, times=times, price=ink.goods(ink.data.monsters[kind].price))
        for kind, times in Counter(offer.monsters).items()
    ]
    rooms = [ink.t("state.zoned", id=room, zone=ink.data.rooms[room].zone) for room in offer.rooms]
    nothing = ink.t("state.nothing_offered")
    return [
        ink.t("state.offer_monsters", text=Markup(", ").join(monsters) or nothing),
        ink.t("state.offer_rooms", text=Markup(", ").join(rooms) or nothing),
    ]


def deeds(ink: Ink, offer: Offer, kept: str) -> list[Markup]:
    """What the monsters and rooms on offer do, one a line, each once."""
    lines = [ink.t("post.deed", id=card) for card in dict.fromkeys([*offer.monsters, *offer.rooms])]
    return [*lines, ink.t("post.kept", id=kept)] if kept else lines


def clerks(ink: Ink, view: View, facts: Sequence[Fact]) -> list[Markup]:
    """Where the Ministry's clerks stand already (L2.11)."""
    return [standing(ink, view, fact.data["clerks"]) for fact in of(facts, "clerks")]


def standing(ink: Ink, view: View, stand: Sequence[Sequence[str]]) -> Markup:
    """Where each clerk stands; whose it is at a table where the lords run them (L2.16)."""
    if not servants.clerks_are_run(view):
        return ink.t("state.clerks", text=ink.t("fact.clerks", clerks=stand))
    each = [
        ink.t("state.clerk_run", seat=lord.seat, sites=sites)
        for lord, sites in zip(view.lords, stand, strict=True)
    ]
    return ink.t("state.clerks", text=Markup("; ").join(each))


def offers(ink: Ink, offer: Offer, kept: str = "", reach: Reach | None = None) -> list[Markup]:
    """Monsters with their prices and deeds, plans with their zones and effects, one a line.

    Prices out of reach are marked.
    """
    monsters = []
    for kind, times in Counter(offer.monsters).items():
        price = ink.goods(ink.data.monsters[kind].price)
        if reach is not None and not reach.monster(kind):
            price = marked(ink, ink.data.monsters[kind].price, reach.lacking_for(kind))
        monsters.append(ink.t("state.monster_offered", id=kind, times=times, price=price))
    rooms = [
        ink.t("state.room_offered", id=room, zone=ink.data.rooms[room].zone, kept=room == kept)
        for room in offer.rooms
    ]
    nothing = [ink.t("state.nothing_offered")]
    return [
        ink.t("state.offer_monsters", text="").rstrip(), *(monsters or nothing),
        ink.t("state.offer_rooms", text="").rstrip(), *(rooms or nothing),
    ]  # fmt: skip


def barred_sites(ink: Ink, lord: Lord) -> list[Markup]:
    """The sites that are barred or inaccessible to a lord, in their fixed order."""
    return [ink.t(f"site.{site}") for site in ink.data.sites if site in lord.barred]


def barred(ink: Ink, view: View) -> list[Markup]:
    """Who must bribe for what, or what is inaccessible to him (L2.5, L2.12)."""
    both = ink.catalogue.environment.filters["both"]
    lines = [
        ink.t("post.plain_line", seat=lord.seat, text=both(names))
        for lord in view.lords
        if (names := barred_sites(ink, lord))
    ]
    key = "state.inaccessible" if ink.data.inaccessible else "state.barred"
    return [ink.t(key, text="").rstrip(), *lines] if lines else []
