"""Which orders begin inaccessible, as the group reads it (L2.12)."""

from bot.render.lords.ink import Ink, tell
from bot.render.lords.posts import Chapter, Section, of
from rules.lords.state import View


def write(ink: Ink, view: View, chapter: Chapter) -> Section:
    """What everybody drew, or laid aside of it."""
    drawn = of(chapter.facts, "orders drawn")
    told = drawn or of(chapter.facts, "inaccessible")
    key = "post.setup_drawn" if drawn else "post.setup"
    return Section(
        title=ink.t(key, moment=ink.moment(*chapter.moment[:3])),
        flavour=ink.t("flavour.setup", pick=0 if drawn else 1),
        head=[ink.t("post.line", seat=fact.data["seat"], text=tell(ink, fact)) for fact in told],
        details=[],
    )
