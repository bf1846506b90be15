"""The story so far: a game's years told again from their facts, for whoever has lost the thread."""

from collections.abc import Callable, Iterable, Sequence

from markupsafe import Markup

from bot.render.lords.chronicle import Past, Steps, past
from bot.render.lords.ink import Ink
from bot.render.lords.posts import FOLD, Chapter
from rules.kernel.facts import Fact
from rules.lords.state import View

TOLD = ("executed", "built", "tax", "event hit", "gift", "removed", "conquered",
        "left", "eaten", "handed over")  # fmt: skip
"""Facts that a season or round is remembered by."""


def story(ink: Ink, steps: Steps) -> str:
    """Where things stand, then the years season by season to unfold; empty without steps."""
    if not steps:
        return ""
    view: View = steps[-1][0]
    told = past(view, steps)
    return ink.page("story", title=_title(ink, view), lines=standing(ink, view, told),
                    folds=folds(blocks(ink, told)))  # fmt: skip


def _title(ink: Ink, view: View) -> Markup:
    now = ink.t("step.named", year=view.year, season=view.season, round=view.round, step=view.step)
    return ink.t("story.title", text=now)


def standing(ink: Ink, view: View, told: Past) -> list[Markup]:
    """Each lord in a line: evil, prisoners, ruins, monsters, letters."""
    lines = []
    for seat in view.evil_order():
        lord = view.lord(seat)
        ruins = sum(tile.conquered for tile in lord.tiles.values())
        parts = [ink.t("post.moved_to", id="evil", n=lord.evil)]
        if lord.monsters:
            parts.append(ink.goods({"monsters": len(lord.monsters)}))
        if lord.prisoners:
            parts.append(ink.t("post.in_prison", n=len(lord.prisoners)))
        if ruins:
            parts.append(ink.t("post.in_ruins", ruins=ruins, n=len(lord.tiles)))
        if lord.letters:
            parts.append(ink.goods({"letters": lord.letters}))
        lines.append(ink.t("post.line", seat=seat, text=Markup(", ").join(parts)))
    return lines


def blocks(ink: Ink, told: Past) -> list[tuple[int, Markup]]:
    """A paragraph a season and a round, with its year."""
    found: list[tuple[int, Markup]] = []
    for year, season, round_, facts in _by_time(told.chapters):
        lines = [ink.t("post.plain_line", seat=seat, text=text)
                 for seat, text in remembered(ink, facts)]  # fmt: skip
        lines = [*_common(ink, facts), *lines]
        if not lines:
            continue
        key = "story.season" if season else "story.round" if round_ else "story.year_end"
        head = ink.t(key, season=season, round=round_, year=year)
        found.append((year, Markup("\n").join([head, *lines])))
    return found


def _by_time(chapters: Sequence[Chapter]) -> Iterable[tuple[int, str, int, list[Fact]]]:
    """The chapters of a season as one; rounds and the year's end by themselves."""
    found: list[tuple[int, str, int, list[Fact]]] = []
    for moment, facts in chapters:
        if moment.step == "attestation":
            continue
        if found and found[-1][:3] == (moment.year, moment.season, moment.round):
            found[-1][3].extend(facts)
        else:
            found.append((moment.year, moment.season, moment.round, list(facts)))
    return found


def _common(ink: Ink, facts: Sequence[Fact]) -> list[Markup]:
    """The season's event or the round's card, and where paladins went."""
    lines = [ink.t("story.event", event=f.data["event"]) for f in facts if f.kind == "event"]
    lines += [ink.t("story.card", card=f.data["card"]) for f in facts if f.kind == "card turned"]
    walks: dict[str, tuple[int, int]] = {}
    for fact in facts:
        if fact.kind == "paladin":
            source, _ = walks.get(fact.data["paladin"], (fact.data["source"], 0))
            walks[fact.data["paladin"]] = source, fact.data["seat"]
    return lines + [
        ink.t("story.paladin", paladin=kind, seat=seat)
        for kind, (source, seat) in walks.items()
        if source != seat
    ]


def remembered(ink: Ink, facts: Sequence[Fact]) -> list[tuple[int, Markup]]:
    """What each lord is remembered for in these facts, in a line; nothing of who did nothing."""
    seats = dict.fromkeys(f.data["seat"] for f in facts if f.kind in TOLD and "seat" in f.data)
    lines = []
    for seat in sorted(seats):
        own = [fact for fact in facts if fact.data.get("seat") == seat]
        parts = [part for part in (maker(ink, own) for maker in PARTS) if part]
        if parts:
            lines.append((seat, Markup("; ").join(parts)))
    return lines


def _hired(ink: Ink, own: Sequence[Fact]) -> Markup | str:
    cards = [f.data["card"] for f in own if f.kind == "executed" and f.data["site"] == "monster"]
    return ink.t("story.hired", ids=cards) if any(cards) else ""


def _built(ink: Ink, own: Sequence[Fact]) -> Markup | str:
    built = [(f.data["room"], f.data["cell"]) for f in own if f.kind == "built"]
    return ink.t("story.built", rooms=built) if built else ""


def _dug(ink: Ink, own: Sequence[Fact]) -> Markup | str:
    cells = sum(len(f.data["cells"]) for f in own if f.kind == "dug")
    return ink.t("story.dug", n=cells) if cells else ""


def _gift(ink: Ink, own: Sequence[Fact]) -> Markup | str:
    gifts = [f.data["gift"] for f in own if f.kind == "gift"]
    return ink.t("story.gift", ids=gifts) if gifts else ""


def _gone(kind: str) -> Callable[[Ink, Sequence[Fact]], Markup | str]:
    def told(ink: Ink, own: Sequence[Fact]) -> Markup | str:
        gone = [f.data["monster"] for f in own if f.kind == kind]
        return ink.t(f"story.{kind}", ids=gone) if gone else ""

    return told


def _letters(ink: Ink, own: Sequence[Fact]) -> Markup | str:
    letters = sum(
        f.data.get("letters", 0) + f.data.get("gained", {}).get("letters", 0)
        for f in own
        if f.kind in ("tax", "event hit")
    )
    return ink.t("story.letters", n=letters) if letters else ""


def _taken(ink: Ink, own: Sequence[Fact]) -> Markup | str:
    heroes = [f.data["hero"]["kind"] or f.data["hero"]["cls"] for f in own if f.kind == "removed"]
    return ink.t("story.taken", ids=heroes) if heroes else ""


def _lost(ink: Ink, own: Sequence[Fact]) -> Markup | str:
    tiles = [(f.data["tile"], f.data["room"]) for f in own if f.kind == "conquered"]
    return ink.t("story.lost", tiles=tiles) if tiles else ""


PARTS = (_hired, _built, _dug, _gift, _gone("left"), _gone("eaten"), _gone("handed over"),
         _letters, _taken, _lost)  # fmt: skip
"""What a lord's line is made of."""


def folds(told: Sequence[tuple[int, Markup]]) -> list[Markup]:
    """The paragraphs year by year as contents of expandable quotations, none of them too long."""
    found: list[list[Markup]] = []
    length, year_before = 0, 0
    for year, text in told:
        if year != year_before or length + len(text) > FOLD:
            found.append([])
            length, year_before = 0, year
        found[-1].append(text)
        length += len(text)
    return [Markup("\n\n").join(texts) for texts in found]
