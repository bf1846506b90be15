"""The table's refusals in words."""

from bot.render.phrases import plain
from bot.table.records import Refused


def refusal(lang: str, error: Refused) -> str:
    """Plain text: what can't be done, why, and what would be right."""
    key = error.code.replace(" ", "_").replace("-", "_")
    return plain(lang, f"refused.{key}", **error.data)
