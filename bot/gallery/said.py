"""What is said in a line: every notice, every refusal, the panel of time, proposals, the help."""

from collections.abc import Iterator
from html import escape
from typing import Any

import msgspec

from bot.chat import notices
from bot.chat.refusals import refusal
from bot.chat.time import keyboards
from bot.chat.time import panel as times
from bot.gallery.lobby import SOON, Shown, info, office, told
from bot.gallery.shows import WORST
from bot.render.phrases import phrase, sources
from bot.table.records import GameInfo, Refused, Row
from bot.table.time.votes import Ballot

WHY = "a reason <as somebody> types it & sends it"
SAID: dict[str, Any] = {
    **dict.fromkeys(("at", "until", "due", "since"), SOON.isoformat()),
    **dict.fromkeys(("seat", "one", "vote"), 1), "other": 2, "seats": [1, 2, 5],
    "why": WHY, "text": f"Words of the master. {WORST[1]}", "name": WORST[5],
    "before": WORST[2], "after": WORST[3], "period": 86400, "mode": "master",
    "secret": "ab" * 32, "hash": "cd" * 32, "seed": "ef" * 32, "fields": ["pace"],
    "later": [{"secret": "12" * 32, "hash": "34" * 32, "seed": "56" * 32}],
    "deeds": [
        {"kind": "write", "seat": 1, "text": "food; gold; imps"},
        {"kind": "set", "all": [{"path": "lords.1.gold", "before": 3, "after": 5}]},
    ],
    "changes": [{"path": "lords.2.evil", "before": 5, "after": 7}], "hidden": True,
    "moved": True, "lines": 3, "held": True, "anew": True,
    "drafts": True, "forced": True, "n": 2, "times": 2, "days": 40, "enough": 3, "gone": False,
}  # fmt: skip
"""What a notice may be about, at its longest."""

OWN: dict[str, dict[str, Any]] = {
    "master_house": {"house": ({}, {"bribe": 2, "rounds": 4, "mourning": True})},
}
"""What one notice alone is about."""

PLAIN: dict[str, Any] = SAID | {
    "why": "", "gone": True, "moved": False, "lines": 1, "held": False, "anew": False,
    "drafts": False, "forced": False, "hidden": False, "later": [], "period": 0, "mode": "ready",
    "before": "",
}  # fmt: skip
"""The same at its shortest."""

BARE: dict[str, dict[str, Any]] = {
    **{key: {"at": "", "until": ""} for key in ("stopped", "goes_on", "time_set")},
    **{f"master_{key}": {"text": ""} for key in ("called", "ping", "name", "epilogue")},
}
"""What a notice may do without, which others always have."""

REFUSED: dict[str, Any] = {
    "number": 7, "games": [WORST[1], WORST[5]], "status": "lobby", "min": 2, "max": 5, "have": 1,
    "wanted": 9, "line": 12, "last": 8, "most": 4096, "hours": 12, "seats": 5,
}  # fmt: skip


def pages(lang: str) -> Iterator[Shown]:
    """All of it; what a notice says with everything, and with nothing more than it must."""
    shown = info(lang, "play", 5)
    for code in codes("notice"):
        whole = noticed(lang, shown, code, SAID)
        yield f"notice, {code}", *whole
        short = noticed(lang, shown, code, PLAIN | BARE.get(code, {}))
        if short != whole:
            yield f"notice, {code}, in short", *short
    for code in codes("refused"):
        yield f"refusal, {code}", escape(refusal(lang, Refused(code, **REFUSED))), []
    yield "/time", *told((times.text(lang, shown), times.keyboard(lang, shown)))
    for kind, amount in (("pause", 40 * 86400), ("resume", 0), ("extend", 12 * 3600), ("slow", 2)):
        long = ["master"] if kind == "pause" else []  # only a pause can be too long for the table
        for state in ("open", "passed", "failed", *long):
            ballot = Ballot(1, 1, kind, amount, 1, state, 2, 1, 4)
            yield (
                f"proposal, {kind}, {state}",
                *told(keyboards.proposal(office(), lang, shown, ballot)),
            )
    yield "/help in the group", str(phrase(lang, "chat.help_group")), []
    private = phrase(lang, "chat.help_private"), phrase(lang, "alone.help_more")
    yield "/help in private", "\n".join(map(str, private)), []


def codes(kind: str) -> list[str]:
    """What can be said of a kind."""
    return [key.partition(".")[2] for key in sources("en") if key.startswith(f"{kind}.")]


def noticed(
    lang: str, shown: GameInfo, code: str, data: dict[str, Any]
) -> tuple[str, list[list[str]]]:
    """A notice with its buttons."""
    house = office()
    row = msgspec.convert(
        {
            "id": 1, "game": 1, "step": 4, "kind": "notice", "code": code, "chat_id": -100,
            "topic_id": None, "person_id": None, "seat": None, "language": lang, "facts": [],
            "view": None, "missed": (),
            "data": data | OWN.get(code, {}) | {"code": code.replace("_", " ")},
            "parts": [], "message_ids": [], "tries": 0, "unsure": False, "not_before": None,
            "version": 1,
        },
        Row,
    )  # fmt: skip
    html = notices.notice(house, row, shown)
    return told((html, keyboards.notice_keyboard(house, row, shown)))
