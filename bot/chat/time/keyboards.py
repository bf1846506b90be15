"""The buttons under notices and proposals, and notices that are not to be said any more."""

from datetime import datetime
from typing import Any

from bot.chat.buttons import pack
from bot.chat.office import Keyboard, Office, button
from bot.chat.panel import span
from bot.chat.posters import names, title
from bot.chat.time import hours, telling
from bot.render.phrases import phrase, plain
from bot.table.records import GameInfo, Row
from bot.table.time.reminding import holds
from bot.table.time.votes import Ballot


def proposal(office: Office, lang: str, info: GameInfo, ballot: Ballot) -> tuple[str, Keyboard]:
    """The post of a proposal, with its buttons while it is open."""
    shown = names(lang, info)
    by = {seat.person_id: shown[seat.seat] for seat in info.seats if seat.person_id}
    hours_meant = ballot.amount // 3600
    html = phrase(
        lang, "time.proposal",
        title=title(lang, info), kind=ballot.kind, by=by.get(ballot.by, ""),
        span=span(lang, hours_meant * 60) if hours_meant else "", state=ballot.state,
        yes=ballot.yes, no=ballot.no, voters=ballot.voters,
        seat=shown.get(ballot.amount, "") if ballot.kind == "slow" else "",
    )  # fmt: skip
    if ballot.state != "open":
        return str(html), []
    return str(html), [[
        button(plain(lang, "time.yes", n=ballot.yes), pack("tv", ballot.id, 1)),
        button(plain(lang, "time.no", n=ballot.no), pack("tv", ballot.id, 0)),
    ]]  # fmt: skip


def notice_keyboard(office: Office, row: Row, info: GameInfo) -> Keyboard | None:
    """The buttons under a notice: what the master, or whoever is asked, can do at once."""
    lang, data = row.language, row.data

    def master(key: str, verb: str, *numbers: int) -> Any:
        return button(plain(lang, f"time.do.{key}"), pack(verb, info.id, *numbers))

    match data.get("code"):
        case "zone":
            return hours.zone_keyboard(office, lang)
        case "absent":
            seat = data["seat"]
            return [[master("replace", "m-replace", seat), master("standin", "tm", 0, seat)],
                    [master("wait", "tm", 1)]]  # fmt: skip
        case "overdue":
            return [[master("resolve", "m-go"), master("again", "tm", 2)]]
        case "long pause":
            return [[master("resume", "m-resume"), master("go_on_pausing", "tm", 1)]]
        case "pause asked":
            return [
                [master("allow", "tm", 3, data["vote"]), master("refuse", "tm", 4, data["vote"])]
            ]
        case "away over":
            return None
    return None


def stale(info: GameInfo, row: Row, now: datetime) -> bool:
    """Whether a notice to the group about a deadline is not true, or soon will not be."""
    if row.data.get("code") != "escalate":
        return False
    due = datetime.fromisoformat(row.data["due"])
    nobody = not telling.missing_names(info, dict.fromkeys(range(1, 99), ""))
    return info.deadline != due or nobody or not holds(now, due)
