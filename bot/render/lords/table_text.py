"""The table and its dungeons as text: /table, /dungeon, and what a prompt shows of them."""

from collections import Counter
from collections.abc import Collection

from markupsafe import Markup

from bot.render.lords.ink import Ink, monsters, permits
from rules.lords import dungeon
from rules.lords.state import HIDDEN, Lord, View

ROCK, TUNNEL, ROOM, RUIN, WALLS = "·", "□", "■", "✖", "▣"
MARK = "+"
"""A cell that can be chosen now."""


def text_map(ink: Ink, lord: Lord, marked: Collection[str] = ()) -> str:
    """The dungeon as a small grid of signs with its columns and rows named; some cells marked."""
    grid = ink.data.grid
    lines = ["  " + " ".join(grid.columns)]
    for row in range(1, grid.rows + 1):
        cells = []
        for column in grid.columns:
            tile = lord.tiles.get(f"{column}{row}")
            sign = ROCK
            if tile is not None:
                sign = WALLS if tile.walls else ROOM if tile.room else TUNNEL
                sign = RUIN if tile.conquered else sign
            cells.append(MARK if f"{column}{row}" in marked else sign)
        lines.append(f"{row} " + " ".join(cells))
    return "\n".join(lines)


def signs(drawn: str) -> list[str]:
    """The signs on such a map that want to be explained, the ground aside, each once."""
    return [sign for sign in (TUNNEL, WALLS, ROOM, RUIN, MARK) if sign in drawn]


def rooms(ink: Ink, lord: Lord, does: bool = False, made: bool = True) -> list[Markup]:
    """The rooms with their cells, what they do if asked (`made`: what is made in them as well), and
    the ruins."""
    lines = []
    quiet = () if made else [room for room, table in ink.data.rooms.items() if table.produces]
    telling = {True: "state.room_at_does", False: "state.room_at"}
    named = [
        ink.t(telling[does and tile.room not in quiet], cell=cell, id=tile.room)
        for cell, tile in sorted(lord.tiles.items(), key=lambda item: dungeon.by_column(item[0]))
        if tile.room and not tile.conquered
    ]
    if named:
        glue = Markup("; ") if does else Markup(", ")
        lines.append(ink.t("state.rooms", text=glue.join(named)))
    ruins = [cell for cell, tile in lord.tiles.items() if tile.conquered]
    if ruins:
        lines.append(ink.t("state.conquered", text=", ".join(sorted(ruins))))
    walls = [cell for cell, tile in lord.tiles.items() if tile.walls]
    if walls:
        lines.append(ink.t("state.walls", text=", ".join(sorted(walls))))
    return lines


def goods(ink: Ink, lord: Lord) -> Markup:
    """Gold, food, imps, evil, letters in words."""
    return ink.t("state.goods", gold=lord.gold, food=lord.food, imps=lord.imps, evil=lord.evil,
                 letters=lord.letters)  # fmt: skip


def lair(ink: Ink, lord: Lord) -> Markup:
    """Who lives here."""
    if not lord.monsters:
        return ink.t("state.no_monsters")
    return ink.t("state.monsters", text=monsters(ink, lord))


def hand(ink: Ink, lord: Lord, used: bool = True) -> list[Markup]:
    """Traps, pets (with `used` those that have served), plans, permits, as far as one may see."""
    lines = []
    if lord.traps:
        if HIDDEN in lord.traps:
            lines.append(ink.t("state.traps_hidden", n=len(lord.traps)))
        else:
            lines.append(ink.t("state.traps", text=", ".join(counted(ink, lord.traps))))
    if lord.pets:
        if HIDDEN in lord.pets:
            lines.append(ink.t("state.pets_hidden", n=len(lord.pets)))
        else:
            lines.append(ink.t("state.pets", text=_with_deeds(ink, lord.pets)))
    if used:
        lines += dealt(ink, lord)
    if used and lord.used_pets:
        lines.append(ink.t("state.used_pets", text=", ".join(counted(ink, lord.used_pets))))
    if lord.plans:
        plans = [ink.t("state.zoned", id=p, zone=ink.data.rooms[p].zone) for p in lord.plans]
        lines.append(ink.t("state.plans", text=Markup(", ").join(plans)))
    if lord.permits:
        lines.append(ink.t("state.permits", text=permits(ink, lord)))
    return lines


def dealt(ink: Ink, lord: Lord) -> list[Markup]:
    """The pets of which he may keep one, as far as one may see."""
    if not lord.dealt or HIDDEN in lord.dealt:
        return []
    kinds = len(set(lord.dealt))
    return [ink.t("state.dealt", text=_with_deeds(ink, lord.dealt), kinds=kinds)]


def counted(ink: Ink, cards: list[str]) -> list[str]:
    """Names of cards, several of one kind with their number."""
    return [
        ink.noun(card) if times == 1 else f"{ink.noun(card)}\u00a0×{times}"
        for card, times in Counter(cards).items()
    ]


def _with_deeds(ink: Ink, cards: list[str]) -> Markup:
    """Cards with what they do, several of one kind once with their number."""
    return Markup("; ").join(
        ink.t("state.gift_does", id=card, times=times) for card, times in Counter(cards).items()
    )


def gate(ink: Ink, lord: Lord, placed: bool = False) -> list[Markup]:
    """The party (`placed`: see `line_up`) and the prisoners."""
    lines = []
    if lord.party:
        lines.append(ink.t("state.party", text=line_up(ink, lord, placed)))
    if lord.prisoners:
        names = [hero.kind or hero.cls for hero in lord.prisoners]
        lines.append(ink.t("state.prisoners", text=", ".join(counted(ink, names))))
    return lines


def line_up(ink: Ink, lord: Lord, placed: bool = False) -> Markup:
    """The party, front first, with the places by which targets are named in the next round.

    With `placed` those that were given when the round at hand began (L9.3).
    """
    parts, place = [], 0
    for hero in lord.party:
        place += hero.cls != "phantom"
        number = "" if hero.cls == "phantom" else (hero.place if placed else 0) or place
        parts.append(ink.t("state.in_line", n=number, h=hero))
    return Markup(", ").join(parts)


def seen_cards(ink: Ink, view: View) -> list[Markup]:
    """The face-down combat cards that the viewer knows."""
    known = [
        ink.t("state.card_seen", round=at, card=card, fatigue=ink.data.cards[card].fatigue,
              speed=ink.data.cards[card].speed)
        for at, card in enumerate(view.cards, 1)
        if card != HIDDEN and at > len(view.turned)
    ]  # fmt: skip
    return [ink.t("state.cards_seen", text=Markup("; ").join(known))] if known else []


def seat(ink: Ink, view: View, number: int) -> str:
    """One lord as the viewer may see him."""
    lord = view.lord(number)
    return ink.page(
        "seat",
        title=ink.t("post.name", seat=number),
        lines=[goods(ink, lord)],
        map=text_map(ink, lord),
        after=[*rooms(ink, lord, does=True), lair(ink, lord), *hand(ink, lord), *gate(ink, lord),
               *(seen_cards(ink, view) if view.viewer == number else [])],
    )  # fmt: skip


def coming(ink: Ink, view: View) -> list[Markup]:
    """The events and heroes of this season and the next, a line each; combat has no event."""
    lines = []
    if view.event and view.season:  # in combat it is over
        lines.append(ink.t("state.event_now", event=view.event))
    if view.next_event:
        lines.append(ink.t("state.event_next", event=view.next_event))
    if view.heroes:
        lines.append(ink.t("state.heroes_now", text=ink.heroes(view.heroes)))
    if view.next_heroes:
        lines.append(ink.t("state.heroes_next", text=ink.heroes(view.next_heroes)))
    return lines


def board(ink: Ink, view: View) -> str:
    """The whole table as it lies open."""
    lines = [ink.t("state.first", seat=view.first)]
    if view.neutral:
        lines.append(ink.t("state.neutral", evil=view.neutral))
    if view.tent:
        paladins = Markup(", ").join(ink.t("hero.short", h=hero) for hero in view.tent)
        lines.append(ink.t("state.tent", text=paladins))
    lines += coming(ink, view)
    lords = []
    for number in view.turn_order():
        lord = view.lord(number)
        tiles = ink.t("state.tiles", n=len(lord.tiles),
                      ruins=sum(tile.conquered for tile in lord.tiles.values()))  # fmt: skip
        lines_of = [goods(ink, lord), tiles, *rooms(ink, lord), lair(ink, lord)]
        lines_of += [*hand(ink, lord), *gate(ink, lord)]
        lords.append({"title": ink.t("post.name", seat=number), "lines": lines_of})
    title = ink.t("step.named", year=view.year, season=view.season, round=view.round,
                  step=view.step)  # fmt: skip
    return ink.page("board", title=title, lines=lines, lords=lords)
