"""What counts where a lord says nothing: told under a question that may be left empty."""

from markupsafe import Markup

from bot.render.lords.answers import offered
from bot.render.lords.asks import by_card, for_guests, for_imps, near
from bot.render.lords.ink import Ink
from rules.kernel.question import Question
from rules.lords.state import View


def unsaid(ink: Ink, view: View, question: Question) -> Markup:
    """What happens if the question is left empty: to the imps and with the event, where there is
    work or anything to reply, in a fight, to the spell that asks."""
    options = offered(question.walk().options())
    event = ink.data.events[view.event].kind if view.event in ink.data.events else ""
    replies = any(option.group == "reply" for option in options)
    reply = _told(ink, f"unsaid.event {event}") if replies else Markup("")
    card, keys = "".join(view.turned[-1:]), ink.catalogue.keys
    key = by_card(question, f"unsaid.spell {card}", keys, f"unsaid.{question.kind}")
    return ink.t(key, reply=reply, rest=for_imps(ink, options), met=for_guests(options),
                 near=near(ink, view))  # fmt: skip


def _told(ink: Ink, key: str) -> Markup:
    return ink.t(key) if key in ink.catalogue.keys else Markup("")
