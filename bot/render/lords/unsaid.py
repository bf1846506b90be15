"""What counts where a lord says nothing: told under a question that may be left empty."""

from markupsafe import Markup

from bot.render.lords.ink import Ink
from rules.kernel.question import Question
from rules.lords.state import View


def unsaid(ink: Ink, view: View, question: Question) -> Markup:
    """What happens if the question is left empty: to the imps and with the event, in a fight, to
    the spell that asks."""
    event = ink.data.events.get(view.event) if question.kind == "production" else None
    reply = _told(ink, f"unsaid.event {event.kind}") if event is not None else Markup("")
    by_card = f"unsaid.spell {view.turned[-1]}" if question.kind == "spell" else ""
    key = by_card if by_card in ink.catalogue.keys else f"unsaid.{question.kind}"
    return ink.t(key, event=view.event, reply=reply)


def _told(ink: Ink, key: str) -> Markup:
    return ink.t(key) if key in ink.catalogue.keys else Markup("")
