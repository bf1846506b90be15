"""A lord's battle plan as a picture: the party, the tile to fight over, who is sent at whom; and
in mid-fight what he says of his attacks (L9.3)."""

from collections.abc import Iterable, Mapping, Sequence

from bot.render.lords import answers
from bot.render.lords.cells import legal
from bot.render.lords.ink import Ink
from bot.render.lords.pictures import canvas, dungeon
from bot.render.lords.pictures.belongings import belongings, counted, pets
from bot.render.lords.pictures.canvas import COLOURS
from bot.render.lords.pictures.chips import Chip, chips
from bot.render.lords.pictures.dungeon import Aim, Overlay
from bot.render.lords.pictures.signs import Drawn
from rules.kernel.question import Question, Walk, word
from rules.lords import attacks, traps
from rules.lords.battle import BattlePlan
from rules.lords.battle_plan import BattleQuestion, BattleWalk
from rules.lords.data import Attack
from rules.lords.state import HIDDEN, PHANTOM, Hero, View
from rules.lords.whatif import Outcome, what_if

Numbers = Mapping[str, Sequence[str]]
"""The clause numbers of a plan's traps, attacks and pets, as `_numbers` gives them."""


def drawn(ink: Ink, view: View, question: Question, walk: Walk) -> Drawn:
    """The blocks of the picture, and the signs that want explaining."""
    me = view.me
    assert isinstance(question, BattleQuestion)
    assert isinstance(walk, BattleWalk)
    plan = walk.result
    numbers = _numbers(walk)
    tile = plan.tile or (question.nearest[0] if len(question.nearest) == 1 else "")
    signs = _fighters(view, plan)
    over = Overlay(legal(ink, question, walk) if not tile else frozenset(), target=tile,
                   signs={tile: signs} if signs and tile else {})  # fmt: skip
    order = iter(numbers["attacks"])
    lair = {index: next(order) for index in walk.sent}
    card = _card(view)
    known = what_if(view, plan) if card != HIDDEN and walk.complete and plan != BattlePlan() else []
    kept = [pair for outcome in known for pair in _kept_back(walk, outcome)]
    marks = _marks(view, plan, numbers, kept, known)
    hand = _hand(ink, walk, numbers) if view.fight is None else []
    present = {
        "tile": bool(tile),
        "legal": bool(over.legal),
        "aims": any(not aim.open for found in marks.values() for aim in found),
        "aims_later": any(aim.open for found in marks.values() for aim in found),
        "lines": any(numbers.values()) and not marks,
        "far": any(chip.far for chip in hand),
    }
    return [
        dungeon.goods(ink, me),
        dungeon.party(ink, me.party, marks, placed=view.fight is not None),
        chips(_stage(ink, view, tile or question.nearest, card, [kind for kind, _ in kept])),
        dungeon.grid(ink, me, over),
        *belongings(ink, me, hand, lair),
    ], present


def _card(view: View) -> str:
    """The round's card as far as the viewer knows it; in mid-fight it lies open."""
    if view.fight is not None:
        return view.turned[-1]
    at = view.round - 1
    return view.cards[at] if at < len(view.cards) else HIDDEN


def _fighters(view: View, plan: BattlePlan) -> list[str]:
    """The symbols of all who meet the party: traps, monsters, ghosts."""
    kinds = [sent.monster for sent in plan.attacks]
    if view.fight is not None:  # all who were sent, whether he has spoken of them yet or not
        kinds = [view.me.monsters[order.index].kind for order in view.fight.queue]
    spirits = ["ghost" if view.data.monsters[kind].spirit else "monster" for kind in kinds]
    return ["trap"] * len(plan.traps) + spirits


def _marks(
    view: View, plan: BattlePlan, numbers: Numbers, kept: Sequence[tuple[str, int]],
    known: Sequence[Outcome],
) -> dict[int, list[Aim]]:  # fmt: skip
    """By index in line, who strikes there: with the card known, as it will come to pass."""
    struck = _struck(view, plan, numbers, kept, known[0]) if known else aims(view, plan, numbers)
    later = _chosen_later(view, plan, numbers)
    return {
        at: [Aim(number, number in later) for number in sorted(found, key=int)]
        for at, found in struck.items()
    }


def _kept_back(walk: BattleWalk, outcome: Outcome) -> list[tuple[str, int]]:
    """The monsters that the round's card keeps from striking: each by its kind and which of the
    plan's attacks it is (L9.10)."""
    plan = walk.plan
    found = list[tuple[str, int]]()
    for kind in outcome.kept_back:
        taken = [at for _, at in found]
        sent = [at for at, attack in enumerate(plan.attacks)
                if attack.monster == kind and at not in taken]  # fmt: skip
        if not sent:
            continue  # sent, and in mid-fight not spoken of yet
        named = {kind: 1, **{f"{kind} {n}": n for n in range(1, len(plan.attacks) + 1)}}
        wished = named.get(plan.replies.get("victim", ""))
        found.append((kind, min(sent, key=lambda at: (
            plan.attacks[at].number != wished, walk.sent[at]))))  # fmt: skip
    return found


def _numbers(walk: BattleWalk) -> dict[str, list[str]]:
    """The clause numbers of the plan's traps, attacks and pets."""
    found: dict[str, list[str]] = {"traps": [], "attacks": [], "pets": []}
    for number, clause in enumerate(answers.clauses(walk.tokens), 1):
        verb = word(clause[0])
        kind = {"trap": "traps", "pet": "pets"}.get(verb)
        if kind is None and verb in walk.data.monsters:
            kind = "attacks"
        if kind and (kind == "attacks" or len(clause) > 1):
            found[kind].append(str(number))
    return found


def _places(view: View) -> dict[int, int]:
    """The index in line of each place, as a plan names it: in mid-fight by the places given when
    the round began; a phantom has none (L9.3, L9.10)."""
    line = view.me.party
    if view.fight is not None:
        return {hero.place: at for at, hero in enumerate(line) if hero.cls != PHANTOM}
    heroes = [at for at, hero in enumerate(line) if hero.cls != PHANTOM]
    return dict(enumerate(heroes, start=1))


def _struck(
    view: View, plan: BattlePlan, numbers: Numbers, kept: Sequence[tuple[str, int]],
    outcome: Outcome,
) -> dict[int, list[str]]:  # fmt: skip
    """By index in line, the numbers of the clauses that strike there with the card known: it may
    put others in front, or end the fight before all have struck (L9.10)."""
    back = {at for _, at in kept}
    waiting: dict[str, list[str]] = {}
    for number, trap in zip(numbers["traps"], plan.traps, strict=False):
        waiting.setdefault(trap.trap, []).append(number)
    for at, (number, sent) in enumerate(zip(numbers["attacks"], plan.attacks, strict=False)):
        if at not in back:
            waiting.setdefault(sent.monster, []).append(number)
    for number, pet in zip(numbers["pets"], plan.pets, strict=False):
        waiting.setdefault(pet, []).append(number)
    places, acting, found = _places(view), dict[str, str](), dict[int, list[str]]()
    for fact in outcome.facts:
        name = fact.data[ACTORS[fact.kind]] if fact.kind in ACTORS else ""
        if waiting.get(name):
            acting[name] = waiting[name].pop(0)
        if fact.kind != "hit" or fact.data["by"] not in acting:
            continue
        at = places.get(fact.data["hero"]["place"], -1)
        number = acting[fact.data["by"]]
        if at >= 0 and number not in found.setdefault(at, []):
            found[at].append(number)
    return found


ACTORS = {"trap sprung": "trap", "attack": "monster", "pet used": "pet"}
"""Facts after which blows follow, and where they name who strikes."""


def _chosen_later(view: View, plan: BattlePlan, numbers: Numbers) -> set[str]:
    """The clauses whose blow the lord still chooses in mid-fight (L9.3)."""
    if view.fight is not None or not view.data.choices_in_fight:
        return set()
    sent = [view.data.monsters[attack.monster].attacks for attack in plan.attacks]
    return {
        number
        for number, ways in zip(numbers["attacks"], sent, strict=False)
        if len(ways) > 1 or ways[0].target in AIMED
    }


AIMED = ("any", "behind")
"""Attacks for which a hero is chosen."""


def aims(view: View, plan: BattlePlan, numbers: Numbers) -> dict[int, list[str]]:
    """By index in line, the numbers of the clauses that strike there as things stand (L9.3)."""
    line = view.me.party
    places = _places(view)
    found: dict[int, list[str]] = {}

    def add(number: str, reach: str, said: Iterable[int], attack: Attack | None) -> None:
        struck = [places[place] for place in said if place in places]
        for at in dict.fromkeys(struck or _reached(reach, line, attack)):
            found.setdefault(at, []).append(number)

    for number, planned in zip(numbers["traps"], plan.traps, strict=False):
        trap = view.data.traps.traps[planned.trap]
        add(number, "all" if trap.rest else trap.target, [planned.target], None)
    for number, sent in zip(numbers["attacks"], plan.attacks, strict=False):
        attack = attacks.attack_named(view.data.monsters[sent.monster], sent.way)
        if not attack.holds:
            add(number, attack.target, sent.targets, attack)
    return found


def _reached(reach: str, line: Sequence[Hero], attack: Attack | None) -> list[int]:
    """The indices in line where a blow falls that was not aimed."""
    match reach:
        case "all":
            return list(range(len(line)))
        case "second":
            return [1] if len(line) > 1 else []
        case "any" | "behind" if attack is not None:
            return [at for at, hero in enumerate(line)
                    if attacks.may_strike(attack, hero, list(line))][:1]  # fmt: skip
    return [0] if line else []


def _stage(ink: Ink, view: View, tile: str | Sequence[str], card: str, kept: Sequence[str]
           ) -> list[Chip]:  # fmt: skip
    """The tile to fight over, or those to choose from; the round's card as far as known, and whom
    it keeps from striking."""
    chosen = isinstance(tile, str)
    text = ink.t("picture.fight_over", cell=tile) if chosen else ink.t("picture.choose_tile",
                                                                       cells=tile)  # fmt: skip
    found = [Chip("flag", COLOURS["flag"], canvas.plain(text), not chosen, False)]
    if card != HIDDEN:
        table = ink.data.cards[card]
        said = canvas.plain(ink.t("card.data", fatigue=table.fatigue, speed=table.speed))
        found.append(Chip("card", COLOURS["card"], f"{ink.noun(card)}: {said}", round=False))
    else:
        said = canvas.plain(ink.t("picture.card_unknown", round=view.round))
        found.append(Chip("card", COLOURS["card"], said, True, False))
    if kept:
        said = canvas.plain(ink.t("picture.kept_back", ids=list(kept)))
        found.append(Chip("no", COLOURS["no"], said, True, False))
    return found


def _hand(ink: Ink, walk: BattleWalk, numbers: Mapping[str, Sequence[str]]) -> list[Chip]:
    """Every trap and pet of the hand; those planned carry their clause's number, traps that can't
    be paid a red price, pets that are not for combat what they are for."""
    me, plan = walk.me, walk.plan
    waiting = {
        "trap": list(zip(numbers["traps"], (t.trap for t in plan.traps), strict=False)),
        "pet": list(zip(numbers["pets"], plan.pets, strict=False)),
    }
    found, rest = list[Chip](), {"trap": list[str](), "pet": list[str]()}
    for id, cards in (("trap", me.traps), ("pet", me.pets)):
        for card in cards:
            planned = next((pair for pair in waiting[id] if pair[1] == card), None)
            if planned is None:
                rest[id].append(card)
                continue
            waiting[id].remove(planned)
            found.append(Chip(id, COLOURS[id], ink.noun(card), round=False, mark=planned[0]))
    for chip, card in zip(counted(ink, "trap", rest["trap"]), dict.fromkeys(rest["trap"]),
                          strict=True):  # fmt: skip
        price = canvas.priced(traps.price(ink.data, walk.tile, card))
        found.append(chip._replace(price=price, far=walk.why_not_lay(card) is not None))
    return found + pets(ink, rest["pet"], "combat")
