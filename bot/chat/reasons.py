"""Why somebody does something, as he says it after a command: `/pause // the holidays`."""

import re

SIGN = re.compile(r"(?:^|\s)//")
"""An address has no blank before its strokes, so that it begins no reason."""

LONGEST = 200


def parted(text: str) -> tuple[str, str]:
    """What was said, and the reason given after it ("" for none)."""
    said, why, *_ = [*SIGN.split(text, maxsplit=1), ""]
    return said.strip(), " ".join(why.split())[:LONGEST]
