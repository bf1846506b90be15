"""The catalogue of facts: every kind with its fields, in the order in which a year brings them.

Rules record no other kinds and no other fields (a test holds them to it); posts are made of these.
A hero in a fact is `told(hero)`. Seats are numbers from 1, cells `c1`, everything else ids.
`->` after a kind says to whom it goes when not to all.
"""

from typing import Any

from rules.lords.decks import symbols
from rules.lords.state import Hero


def told(hero: Hero) -> dict[str, Any]:
    """A hero as facts tell of him."""
    return {
        "cls": hero.cls, "kind": hero.kind, "strength": hero.strength, "health": hero.health,
        "symbols": symbols(hero), "wounds": hero.wounds, "place": hero.place,
    }  # fmt: skip


FACTS: dict[str, tuple[str, ...]] = {
    # the calendar
    "step": ("year", "season", "round", "step"),  # a step of the calendar begins
    # before the first season (L2.12)
    "orders drawn": ("seat", "sites"),
    "inaccessible": ("seat", "sites"),  # what begins inaccessible
    # opening (L3.1)
    "offer": ("monsters", "rooms", "kept"),  # ids; kept: the room kept from before, or ""
    "event shown": ("event",),  # the event of the next season
    "gifts laid": ("gifts",),
    "clerks": ("clerks",),  # one list of sites a clerk (L2.11)
    "pets dealt": ("seat", "pets"),  # -> the seat (L7.1)
    # first resolve (L2)
    "pet kept": ("seat", "pet"),  # -> the seat
    "clerk sent": ("seat", "site", "place"),  # by the lord who runs him (L2.16)
    "bribe": ("seat", "sites", "gold"),
    "fee": ("seat", "site", "gold"),  # for a servant sent first (L2.14)
    "arrived": ("seat", "site", "place", "servant"),  # place and servant from 1
    "turned away": ("seat", "site", "servant"),  # came fifth (L2.7)
    "held": ("seat", "site", "place"),  # took his place and did nothing (L2.6)
    "executed": ("seat", "site", "place", "pay", "gain", "card"),  # card: monster, room or ""
    "failed": ("seat", "site", "place", "reason", "data"),  # went home with nothing (L2.8)
    "spied": ("seat", "rounds", "cards"),  # -> the seat (L2.2)
    "traps drawn": ("seat", "traps", "why"),  # -> the seat; the number is in what gave them
    "trap given": ("seat", "trap", "why"),  # a trap paid (golem) or discarded
    "eaten": ("seat", "monster"),  # by a demon
    # evil, at any time
    "evil": ("seat", "before", "after", "why"),
    "paladin": ("paladin", "source", "seat"),  # source 0: the tent
    # production (L4), fair (L6), pets (L7)
    "fair": ("seat", "imps"),  # in the order of picking
    "gift": ("seat", "gift", "how"),  # how: what it did, a small table of ids and numbers
    "discarded": ("seat", "count"),  # L2.3; which: `trap given` -> the seat
    "dug": ("seat", "cells", "by"),  # by: permit, tool shed, mole, masons
    "mined": ("seat", "cells", "gold"),
    "worked": ("seat", "room", "pay", "gain"),
    "built": ("seat", "room", "cell"),
    "pet used": ("seat", "pet", "how"),
    "skipped": ("seat", "action", "reason", "data"),  # action in notation (L4)
    "orders back": ("seat", "back", "inaccessible"),  # sites (L2.15)
    "plans lost": ("seat", "plans"),  # not built in their season (L4.5)
    # the season's event (L5)
    "event": ("event",),
    "wage": ("seat", "monster", "pay"),
    "left": ("seat", "monster"),
    "tax": ("seat", "due", "paid", "letters"),
    "struck": ("seat", "monsters"),  # unpaid strikers, out of round 1
    "event hit": ("seat", "lost", "gained"),  # goods lost and gained through the event
    "parrot": ("seat", "saved"),  # goods struck out of what was due (L7.2)
    "crusader": ("hero",),
    # change of season (L3.4)
    "neutral": ("before", "after"),  # nobody's evil counter (L2.16)
    "hero goes": ("hero", "seat"),
    "hero strays": ("hero",),  # drawn by nobody's counter (L2.16)
    "heroes shown": ("heroes",),  # next season's, weakest first
    "token": ("seat",),  # the new first player
    # combat (L9)
    "card turned": ("card", "round", "fatigue", "speed"),
    "fight": ("seat", "tile", "room", "party", "traps", "monsters"),
    "fight goes on": ("seat", "tile", "room", "card", "party"),  # its lord has had his word (L9.3)
    "no fight": ("seat", "reason"),  # nobody at the gate, nothing left to conquer
    "ignored": ("seat", "what", "reason"),  # -> the seat: what of his plan can't be or wasn't used
    "courage": ("seat", "given"),  # list by hero in line
    "no courage": ("seat", "reason"),  # a room in which bards give none
    "trap sprung": ("seat", "trap", "pay"),
    "trap unpaid": ("seat", "trap"),  # does nothing, stays in hand (L9.2); which: -> the seat
    "effect": ("seat", "by", "effect", "hero"),  # no conquest, no healing, no spells, poison, muted
    "hit": ("seat", "by", "hero", "damage", "stopped", "dealt"),  # stopped: {why: points}
    "removed": ("seat", "hero"),  # a hero becomes a prisoner (L9.5)
    "vanished": ("seat",),  # the phantom
    "spell": ("seat", "card", "how"),
    "no spell": ("seat", "card", "reason", "magic", "needs"),
    "withdrawn": ("seat", "monster"),  # back in the lair, ready (L9.10)
    "paid again": ("seat", "monster", "pay"),  # suggestion
    "attack": ("seat", "monster", "way", "pay"),  # way: "", hold, fed, two, flee
    "no attack": ("seat", "monster", "reason"),
    "healed": ("seat", "hero", "points"),
    "no healing": ("seat", "reason"),
    "fatigue": ("seat", "hero", "points"),
    "poison works": ("seat", "party"),  # the round is over; what it does follows (L9.8)
    "poisoned": ("seat", "hero", "points"),
    "no conquest": ("seat", "reason", "tile"),
    "conquered": ("seat", "tile", "room"),
    "fight over": ("seat", "reason", "party", "tile"),
    "freed": ("seat", "hero"),  # magic key, or nothing left to conquer in classic
    # year's end and attestation (L10)
    "heroes leave": ("seat", "party"),
    "monsters wake": ("seat", "monsters", "at"),  # at: where in the lair each is, from 0
    "year over": ("year",),
    "scores": ("lines", "totals"),  # lines: one table a seat, line id -> points
    "titles": ("titles",),  # title id -> seats
    "winners": ("seats", "licensed"),
}
