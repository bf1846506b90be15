"""What a lord has besides his map: his lair, what is in store, his prisoners."""

from collections import Counter
from collections.abc import Mapping, Sequence

from bot.render.lords.ink import Ink
from bot.render.lords.pictures import canvas
from bot.render.lords.pictures.canvas import COLOURS, Block
from bot.render.lords.pictures.chips import Chip, chips
from rules.lords.state import HIDDEN, Lord, Monster

Numbers = Mapping[tuple[str, str], Sequence[str]]
"""Lines of a plan by the verb that uses a card and the card."""


def belongings(ink: Ink, lord: Lord, store: Sequence[Chip] | None = None,
               lair: Mapping[int, str] | None = None,
               numbers: Numbers | None = None, when: str = "") -> list[Block]:  # fmt: skip
    """Every group under its heading; `store` for other chips than his hand, `lair` for marks,
    `numbers` for the lines of a plan in which cards of his hand are used, `when` for the time of
    the year that is planned: pets of another are no use now."""
    groups = {
        "lair": monsters(ink, lord, lair or {}) or [nobody(ink)],
        "store": hand(ink, lord, numbers or {}, when) if store is None else store,
        "prisoners": prisoners(ink, lord),
    }
    blocks = []
    for name, found in groups.items():
        if found:
            blocks += [canvas.title(canvas.plain(ink.t(f"picture.{name}"))), chips(found)]
    return blocks


def nobody(ink: Ink) -> Chip:
    """What stands for the monsters in an empty lair."""
    return Chip("monster", COLOURS["pause"], canvas.plain(ink.t("picture.nobody_in")), True)


def monsters(ink: Ink, lord: Lord, marks: Mapping[int, str]) -> list[Chip]:
    """Monsters: white when ready, grey, dashed and said so when resting or on strike."""
    found = []
    for at, monster in enumerate(lord.monsters):
        id = "ghost" if ink.data.monsters[monster.kind].spirit else "monster"
        away = monster.exhausted or monster.striking
        found.append(Chip(id, COLOURS[id], _monster_text(ink, monster), away,
                          mark=marks.get(at, "")))  # fmt: skip
    return found


def _monster_text(ink: Ink, monster: Monster) -> str:
    said = [ink.noun(monster.kind)]
    if monster.drilled:
        said.append(str(ink.t("monster_mark.drilled", id=monster.kind)))
    if monster.exhausted or monster.striking:
        said.append(str(ink.t(f"picture.{'resting' if monster.exhausted else 'striking'}")))
    return " · ".join(said)


def hand(ink: Ink, lord: Lord, numbers: Numbers, when: str = "") -> list[Chip]:
    """Plans not built yet, traps and pets as far as one may see, pets that have served."""
    found = [
        Chip(canvas.symbol(plan), COLOURS["gold"],
             f"{ink.noun(plan)} · {ink.t('picture.plan')}", round=False,
             mark=", ".join(numbers.get(("build", plan), ())))
        for plan in lord.plans
    ]  # fmt: skip
    for id, verb, cards in (("trap", "discard", lord.traps), ("pet", "pet", lord.pets)):
        found += _used(ink, id, cards, {card: numbers.get((verb, card), ()) for card in cards},
                       when)  # fmt: skip
    for card, n in Counter(lord.used_pets).items():
        used = canvas.plain(ink.t("picture.used", id=card))
        found.append(Chip("pet", COLOURS["pet"], f"{_times(ink, card, n)} · {used}", True, False))
    return found


def _used(ink: Ink, id: str, cards: Sequence[str],
          numbers: Mapping[str, Sequence[str]], when: str) -> list[Chip]:  # fmt: skip
    """Cards of a hand, those that a plan uses each with the number of its line, then the rest."""
    left = Counter(cards)
    found = []
    for card, lines in numbers.items():
        for line in lines[: left[card]]:
            left[card] -= 1
            found.append(Chip(id, COLOURS[id], ink.noun(card), round=False, mark=line))
    rest = list(left.elements())
    return found + (pets(ink, rest, when) if id == "pet" and when else counted(ink, id, rest))


def counted(ink: Ink, id: str, cards: Sequence[str]) -> list[Chip]:
    """Cards of a hand, a chip a kind; hidden ones as one chip with their number."""
    counts = sorted(Counter(cards).items(), key=lambda each: each[0] != HIDDEN)
    return [Chip(id, COLOURS[id], _times(ink, card, n), round=False) for card, n in counts]


def pets(ink: Ink, cards: Sequence[str], when: str) -> list[Chip]:
    """Pets that are not for this time of the year last, grey, with what they are for (L7.2)."""
    kinds = ink.data.pets
    found = counted(ink, "pet", [card for card in cards if kinds[card].when == when])
    for card, n in Counter(card for card in cards if kinds[card].when != when).items():
        use = canvas.plain(ink.t(f"picture.for_{kinds[card].when}"))
        found.append(Chip("pet", COLOURS["pet"], f"{_times(ink, card, n)} · {use}", True, False))
    return found


def prisoners(ink: Ink, lord: Lord) -> list[Chip]:
    """Prisoners by their class or, paladins, by their kind."""
    counts = Counter((hero.cls, hero.kind or hero.cls) for hero in lord.prisoners)
    return [Chip(cls, COLOURS[cls], _times(ink, name, n), round=False)
            for (cls, name), n in counts.items()]  # fmt: skip


def _times(ink: Ink, card: str, n: int) -> str:
    return ink.noun(card) if n == 1 else f"{ink.noun(card)} ×{n}"
