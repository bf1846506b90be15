"""The panel of a game's time: what is set, and buttons by which the master sets it."""

from typing import Any

import msgspec

from bot.chat.buttons import pack
from bot.chat.office import Keyboard, button, in_rows
from bot.chat.posters import title
from bot.chat.time import telling, zones
from bot.render.phrases import phrase, plain
from bot.table.records import GameInfo
from bot.table.time.paces import MARKS, PRESETS, RULES, Pace

ALL_MARKS = ("quarter", *MARKS)
"""When one may be reminded, in the order by which buttons number them."""

PACES = (*PRESETS, "none")
EXTENSIONS = (0, 1, 2, 3)
PATIENCE = (0, 2, 3)

PACE, EARLY, RULE, EXTENDED, PATIENT, ESCALATE, HUSH, MARK = range(8)
"""What a button of the panel sets; the number after it says to what."""


def text(lang: str, info: GameInfo) -> str:
    """HTML of the panel."""
    times = info.settings.times
    steps = [
        f"{telling.kind_name(lang, kind)}: {telling.pace_words(lang, pace, times.zone)}"
        for kind, pace in sorted(times.steps.items())
    ]
    return phrase(
        lang,
        "time.panel",
        title=title(lang, info),
        pace=telling.game_pace(lang, info.settings),
        steps=steps,
        zone=zones.name(lang, times.zone),
        skips=[telling.skip_words(lang, skip) for skip in times.skips],
        rule=plain(lang, f"time.rule.{RULES.index(times.absence)}"),
        extensions=times.extensions,
        patience=times.patience,
        marks=[plain(lang, f"time.mark.{mark}") for mark in times.marks],
        escalate=times.escalate,
        hush=times.hush,
    )


def keyboard(lang: str, info: GameInfo) -> Keyboard:
    """The choices, what is set marked."""
    times = info.settings.times
    pace = telling.settings_pace(info.settings)

    def choice(label: str, on: bool, field: int, value: int) -> Any:
        mark = "✓ " if on else ""
        return button(mark + label, pack("ts", info.id, field, value))

    bare = msgspec.structs.replace(pace, early=True)
    wanted = {name: PRESETS.get(name, Pace()) for name in PACES}
    return [
        *in_rows([
            choice(plain(lang, f"time.preset.{name}"), bare == wanted[name], PACE, at)
            for at, name in enumerate(PACES)
        ], 2),
        [choice(plain(lang, "time.early"), pace.early, EARLY, int(not pace.early))],
        *in_rows([
            choice(plain(lang, f"time.rule_short.{at}"), rule == times.absence, RULE, at)
            for at, rule in enumerate(RULES)
        ], 2),
        *in_rows([
            choice(plain(lang, "time.extensions", n=n), n == times.extensions, EXTENDED, n)
            for n in EXTENSIONS
        ], 2),
        [choice(plain(lang, "time.patience", n=n), n == times.patience, PATIENT, n)
         for n in PATIENCE],
        *in_rows([
            choice(plain(lang, f"time.mark.{mark}"), mark in times.marks, MARK, at)
            for at, mark in enumerate(ALL_MARKS)
        ], 2),
        [choice(plain(lang, "time.escalate"), times.escalate, ESCALATE, int(not times.escalate)),
         choice(plain(lang, "time.hush"), times.hush, HUSH, int(not times.hush))],
    ]  # fmt: skip


def change(info: GameInfo, field: int, value: int) -> dict[str, Any] | None:
    """What a button sets, as the table takes it; None for a button that is not ours."""
    times = info.settings.times
    pace = telling.settings_pace(info.settings)
    match field:
        case 0 if 0 <= value < len(PACES):
            wanted = PRESETS.get(PACES[value], Pace())
            return {"pace": msgspec.structs.replace(wanted, early=pace.early)}
        case 1:
            return {"pace": msgspec.structs.replace(pace, early=bool(value))}
        case 2 if 0 <= value < len(RULES):
            return {"absence": RULES[value]}
        case 3:
            return {"extensions": value}
        case 4:
            return {"patience": value}
        case 5:
            return {"escalate": bool(value)}
        case 6:
            return {"hush": bool(value)}
        case 7 if 0 <= value < len(ALL_MARKS):
            return {"marks": toggled(times.marks, ALL_MARKS[value])}
    return None


def toggled(marks: tuple[str, ...], mark: str) -> tuple[str, ...]:
    """Marks with one more, or one less."""
    return tuple(m for m in ALL_MARKS if (m in marks) != (m == mark))
