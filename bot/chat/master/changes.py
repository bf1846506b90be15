"""Changes of the state in plain words."""

from collections.abc import Iterable, Mapping

from bot.render.phrases import catalogue

INTERNAL = ("turn", "at", "owing")
"""Fields that follow by themselves."""

LONGEST = 200
"""Signs of a value."""

SHOWN = 30
"""So many changes are listed."""


def change_lines(
    lang: str, names: Mapping[int, str], changes: Iterable[tuple[str, object, object]]
) -> list[str]:
    """Differences in plain words: whose, what, before and after."""
    keys = catalogue(lang).keys
    found = []
    for path, before, after in changes:
        parts = path.split(".")
        if parts[0] in INTERNAL:
            continue
        if parts[0] == "lords" and len(parts) > 1 and parts[1].isdecimal():
            whose, parts = names.get(int(parts[1]), parts[1]) + ": ", parts[2:]
        else:
            whose = ""
        shown = [
            str(catalogue(lang).phrase(f"chair.field.{part}")) if f"chair.field.{part}" in keys
            else part for part in parts
        ]  # fmt: skip
        found.append(f"{whose}{' '.join(shown)}: {_value(before)} → {_value(after)}")
    return found[:SHOWN]


def _value(value: object) -> str:
    match value:
        case None:
            return "–"
        case list():
            return ", ".join(map(_value, value)) or "–"
        case dict():
            return " ".join(f"{key} {_value(v)}" for key, v in value.items()) or "–"
    return str(value)[:LONGEST]
