"""Short words of the table to the group or to one person: code and data in, HTML out."""

from collections.abc import Mapping
from typing import Any

from bot.chat.master.changes import change_lines
from bot.chat.office import Office
from bot.chat.posters import mention, names, title, when
from bot.chat.time import telling
from bot.render.phrases import phrase
from bot.table.records import GameInfo, Row


def notice(office: Office, row: Row, info: GameInfo) -> str:
    """HTML of a notice; every one may use the game's title and the seats' names."""
    lang = row.language
    shown = names(lang, info)
    people = {seat.seat: seat.person_id for seat in info.seats}
    data: dict[str, Any] = {key: value for key, value in row.data.items() if key != "code"}
    called = {
        seat: mention(person, shown[seat]) if person else shown[seat]
        for seat, person in people.items()
    }
    key = str(row.data.get("code", row.code)).replace(" ", "_").replace("-", "_")
    data |= {"title": title(lang, info), "names": shown, "called": called, "game": info.name}
    if "changes" in data:
        data["changes"] = change_lines(
            lang, shown, [(c["path"], c["before"], c["after"]) for c in data["changes"]]
        )
    if "deeds" in data:
        data["deeds"] = [told(lang, shown, deed) for deed in data["deeds"]]
    zone = info.settings.times.zone
    data["deadline"] = when(lang, info.deadline, zone) if info.deadline else ""
    telling.noticed(lang, info, data, shown)
    return phrase(lang, f"notice.{key}", **data)


def told(lang: str, shown: Mapping[int, str], deed: Mapping[str, Any]) -> str:
    """Something hidden that the master did, told at the end."""
    if deed["kind"] == "write":
        return f"{shown.get(deed['seat'], '?')}: {deed['text']}"
    changes = [(c["path"], c["before"], c["after"]) for c in deed["all"]]
    return "; ".join(change_lines(lang, shown, changes))
