"""The opening of a season as the group reads it (L3.1)."""

from markupsafe import Markup

from bot.render.lords.ink import Ink
from bot.render.lords.posts import Chapter, Section, of
from rules.lords.state import Offer, View


def write(ink: Ink, view: View, chapter: Chapter) -> Section:
    """What is on offer with prices, what comes, who is barred from what."""
    moment = chapter.moment
    offer = of(chapter.facts, "offer")
    head = []
    if offer:
        shown = offer[0].data
        head += offers(ink, Offer(shown["monsters"], shown["rooms"]), shown["kept"])
    if view.event:
        head.append(ink.t("state.event_now", event=view.event))
    for fact in of(chapter.facts, "event shown"):
        head.append(ink.t("state.event_next", event=fact.data["event"]))
    if view.heroes:
        head.append(ink.t("state.heroes_now", text=ink.heroes(view.heroes)))
    head.append(ink.t("state.first", seat=view.first))
    details = []
    for fact in of(chapter.facts, "gifts laid"):
        gifts = [ink.t("state.gift_does", id=gift) for gift in fact.data["gifts"]]
        details.append((ink.t("state.gifts", text="").rstrip(), gifts))
    lines = barred(ink, view)
    for fact in of(chapter.facts, "clerks"):
        lines.append(ink.t("state.clerks", text=ink.t("fact.clerks", **fact.data)))
    if lines:
        details.append((Markup(""), lines))
    return Section(
        title=ink.t("post.opening", season=moment.season, moment=ink.moment(*moment[:3])),
        flavour=ink.t(f"flavour.{moment.season}", pick=ink.turn + moment.year),
        head=head,
        details=details,
    )


def offers(ink: Ink, offer: Offer, kept: str = "") -> list[Markup]:
    """Monsters with their prices and deeds, plans with their zones and effects, one a line."""
    monsters = [
        ink.t("state.monster_offered", id=kind, price=ink.goods(ink.data.monsters[kind].price))
        for kind in offer.monsters
    ]
    rooms = [
        ink.t("state.room_offered", id=room, zone=ink.data.rooms[room].zone, kept=room == kept)
        for room in offer.rooms
    ]
    nothing = [ink.t("state.nothing_offered")]
    return [
        ink.t("state.offer_monsters", text="").rstrip(), *(monsters or nothing),
        ink.t("state.offer_rooms", text="").rstrip(), *(rooms or nothing),
    ]  # fmt: skip


def barred(ink: Ink, view: View) -> list[Markup]:
    """Who must bribe for what (L2.5)."""
    both = ink.catalogue.environment.filters["both"]
    lines = [
        ink.t("post.plain_line", seat=lord.seat, text=both(names))
        for lord in view.lords
        if (names := [ink.t(f"site.{site}") for site in lord.barred])
    ]
    return [ink.t("state.barred", text="").rstrip(), *lines] if lines else []
