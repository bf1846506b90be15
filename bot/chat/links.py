"""Join links: signed, with an end; nobody can make one up, and a forwarded one proves nothing."""

import hmac
from base64 import urlsafe_b64encode
from datetime import UTC, datetime, timedelta
from hashlib import sha256

LIFE = timedelta(days=14)
"""How long a join link is good for after the lobby post was last drawn."""

_HOUR = 3600
_SIGNATURE = 12


class Links:
    """Makes and reads the payloads of `t.me/BOT?start=...`."""

    def __init__(self, secret: str) -> None:
        self._key = sha256(b"join link\n" + secret.encode()).digest()

    def _sign(self, text: str) -> str:
        digest = hmac.digest(self._key, text.encode(), sha256)
        return urlsafe_b64encode(digest).decode().replace("_", "-")[:_SIGNATURE]

    def payload(self, game: int, now: datetime) -> str:
        """A join payload for a game: at most 64 signs of A-Z, a-z, 0-9, _ and -.

        The end is rounded up to a whole day, so that an unchanged lobby keeps its link.
        """
        end = int((now + LIFE).timestamp()) // _HOUR // 24 * 24 + 24
        text = f"{game}_{end}"
        return f"j_{text}_{self._sign(text)}"

    def seat_payload(self, game: int, seat: int, serial: int, by: int, now: datetime) -> str:
        """An invitation to a seat by its master (seat 0: to be his deputy), good for a while.

        `serial` is how often the seat has changed hands: once it has, the link is void.
        """
        end = int((now + LIFE).timestamp()) // _HOUR
        text = f"{game}_{seat}_{serial}_{by}_{end}"
        return f"s_{text}_{self._sign(text)}"

    def seat(self, payload: str, now: datetime) -> tuple[int, int, int, int] | None:
        """Game, seat, serial and master of an invitation; None when it is none or too old."""
        head, _, rest = payload.partition("_")
        text, _, signature = rest.rpartition("_")
        numbers = text.split("_")
        if head != "s" or len(numbers) != 5 or not all(n.isdecimal() for n in numbers):
            return None
        if not hmac.compare_digest(self._sign(text).encode(), signature.encode()):
            return None
        game, seat, serial, by, end = map(int, numbers)
        return None if datetime.fromtimestamp(end * _HOUR, UTC) <= now else (game, seat, serial, by)

    def game(self, payload: str, now: datetime) -> int | None:
        """The game a payload invites to; None when it is none of ours or too old."""
        head, _, rest = payload.partition("_")
        text, _, signature = rest.rpartition("_")
        game, _, end = text.partition("_")
        if head != "j" or not game.isdecimal() or not end.isdecimal():
            return None
        if not hmac.compare_digest(self._sign(text).encode(), signature.encode()):
            return None
        over = datetime.fromtimestamp(int(end) * _HOUR, UTC) <= now
        return None if over else int(game)


def url(bot: str, payload: str) -> str:
    """The address that opens the private chat with the bot and hands it the payload."""
    return f"https://t.me/{bot}?start={payload}" if payload else f"https://t.me/{bot}"
