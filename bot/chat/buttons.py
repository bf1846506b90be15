"""What a button carries: a short opaque id of at most 64 bytes, and what it means when pressed."""

import msgspec

LONGEST = 64
"""Bytes of callback data."""

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Press(msgspec.Struct, frozen=True):
    """A pressed button: which verb, and its numbers (game, step, revision, index, ...)."""

    verb: str
    numbers: tuple[int, ...] = ()

    def number(self, at: int) -> int:
        """The number at this place; 0 when the button carries fewer."""
        return self.numbers[at] if at < len(self.numbers) else 0


def _base36(number: int) -> str:
    sign, number, digits = ("-", -number, "") if number < 0 else ("", number, "")
    while True:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
        if not number:
            return sign + digits


def pack(verb: str, *numbers: int) -> str:
    """The callback data of a button (raises ValueError past 64 bytes)."""
    if ":" in verb or not verb:
        raise ValueError(f"no verb: {verb!r}")
    data = ":".join((verb, *map(_base36, numbers)))
    if len(data.encode()) > LONGEST:
        raise ValueError(f"too long for a button: {data}")
    return data


def unpack(data: str) -> Press | None:
    """The press that callback data means; None for data that is not ours."""
    verb, *numbers = data.split(":")
    try:
        return Press(verb, tuple(int(number, 36) for number in numbers))
    except ValueError:
        return None
