"""Which orders begin out of hand, as the group reads it (L2.12)."""

from bot.render.lords.ink import Ink, tell
from bot.render.lords.posts import Chapter, Section, of
from rules.lords.state import View


def write(ink: Ink, view: View, chapter: Chapter) -> Section:
    """What everybody drew, or laid aside of it."""
    told = of(chapter.facts, "orders drawn", "inaccessible")
    return Section(
        title=ink.t("post.setup", moment=ink.moment(*chapter.moment[:3])),
        flavour=ink.t("flavour.setup"),
        head=[ink.t("post.line", seat=fact.data["seat"], text=tell(ink, fact)) for fact in told],
        details=[],
    )
