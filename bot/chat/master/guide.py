"""The master's guide in the chat: `templates/<language>/guide/master.md`, one page."""

import re
from functools import lru_cache
from html import escape

from bot.render.words import folders

_CODE = re.compile(r"`([^`]+)`")
_BOLD = re.compile(r"\*\*([^*]+)\*\*")


@lru_cache(maxsize=8)
def guide(lang: str) -> str:
    """The page as Telegram's HTML: titles and bold, code as code."""
    text = (folders()[lang] / "guide" / "master.md").read_text("utf-8")
    lines = []
    for line in text.strip().splitlines():
        html = _CODE.sub(r"<code>\1</code>", escape(line, quote=False))
        html = _BOLD.sub(r"<b>\1</b>", html)
        title = re.match(r"#+ (.*)", html)
        lines.append(f"<b>{title[1]}</b>" if title else html)
    return "\n".join(lines)
