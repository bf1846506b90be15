"""Short words of the table to the group or to one person: code and data in, HTML out."""

from collections.abc import Mapping
from typing import Any

from bot.chat import house
from bot.chat.office import Office
from bot.chat.posters import mention, names, title, when
from bot.chat.time import telling
from bot.render.phrases import phrase
from bot.table.records import GameInfo, Row

LATER: dict[str, Any] = {"why": "", "gone": False, "drafts": True, "changes": ()}
"""Fields that notices did not always have: a row may be older than the bot that says it."""


def notice(office: Office, row: Row, info: GameInfo) -> str:
    """HTML of a notice; every one may use the game's title and the seats' names."""
    lang = row.language
    shown = names(lang, info)
    people = {seat.seat: seat.person_id for seat in info.seats}
    data: dict[str, Any] = LATER | {k: value for k, value in row.data.items() if k != "code"}
    called = {
        seat: mention(person, shown[seat]) if person else shown[seat]
        for seat, person in people.items()
    }
    key = str(row.data.get("code", row.code)).replace(" ", "_").replace("-", "_")
    data |= {"title": title(lang, info), "names": shown, "called": called, "game": info.name}
    if "changes" in data:
        data["changes"] = changed(office, info, lang, shown, data["changes"])
    if "house" in data:
        data["lines"] = house.told(office, info, lang, *data["house"])
    if "deeds" in data:
        data["deeds"] = [told(office, info, lang, shown, deed) for deed in data["deeds"]]
    zone = info.settings.times.zone
    data["deadline"] = when(lang, info.deadline, zone) if info.deadline else ""
    telling.noticed(lang, info, data, shown)
    return phrase(lang, f"notice.{key}", **data)


def changed(
    office: Office, info: GameInfo, lang: str, shown: Mapping[int, str], found: Any
) -> list[str]:
    """Fields of the state that changed, a line each, in the words of the game."""
    changes = [(change["path"], change["before"], change["after"]) for change in found]
    return office.face(info).changes(lang, info.settings.variant, changes, shown)


def told(
    office: Office, info: GameInfo, lang: str, shown: Mapping[int, str], deed: Mapping[str, Any]
) -> str:
    """Something hidden that the master did, told at the end."""
    if deed["kind"] == "write":
        text = office.face(info).written(lang, info.settings.variant, deed["text"], shown)
        return f"{shown.get(deed['seat'], '?')}: {text}"
    return "; ".join(changed(office, info, lang, shown, deed["all"]))
