"""The game that a command is about, where its words name it: `/extend 5h #12`."""

import re

from bot.chat.reasons import SIGN

_FIRST = re.compile(r"\s*#(\d+)(?!\S)")
_ANYWHERE = re.compile(r"(?<!\S)#(\d+)(?!\S)")


def numbered(text: str, *, first: bool = False) -> tuple[int | None, str]:
    """The number of the first word `#N` (None: there is none), and the text without that word.

    A word of the reason after `//` names no game. With `first` only the first word may name one:
    what follows is the writer's own words.
    """
    reason = SIGN.search(text)
    end = reason.start() if reason else len(text)
    found = (_FIRST.match if first else _ANYWHERE.search)(text, 0, end)
    if found is None:
        return None, text
    return int(found[1]), f"{text[: found.start()]}{text[found.end() :].lstrip()}".strip()
