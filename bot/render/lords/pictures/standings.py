"""The final standings as a chart: a bar a lord, made of the lines of the attestation (L10.2)."""

from collections.abc import Mapping
from typing import Any

from bot.render.face import Picture
from bot.render.glyphs import fit, width
from bot.render.lords.ink import Ink
from bot.render.lords.pictures import canvas
from bot.render.lords.pictures.canvas import EDGE, INNER, LEAST, WIDTH, Block
from rules.lords.state import Result, View

LINES = {
    "monsters": ("monster", "#8fae5d"), "heroes": ("prisoner", "#b9c3c9"),
    "paladins": ("paladin", "#f2d544"), "rooms": ("room", "#8fc1d6"),
    "special rooms": ("star", "#5b8fd0"), "conquered": ("flag", "#e9b0a0"),
    "pets": ("pet", "#c9a27a"), "letters": ("letter", "#d9c2e6"),
    "titles": ("laurel", "#e69f00"),
}  # fmt: skip
"""The lines of the table, in the order in which the post tells them: symbol and fill."""

ROW = 64
SLIM = 16
"""A part narrower than this (or than its number) shows neither; the table below has it."""


def standings_picture(ink: Ink, view: View, result: Result) -> Picture:
    """Who won, and of what each total is made."""
    title = canvas.plain(ink.t("picture.standings"))
    blocks = [
        canvas.head(ink, view, title=title, note=canvas.plain(ink.t("post.attestation"))),
        _bars(ink, result),
        canvas.title(canvas.plain(ink.t("picture.lines"))),
        _scores(ink, result),
        canvas.title(canvas.plain(ink.t("picture.titles"))),
        _titles(ink, result),
    ]
    winners = ", ".join(ink.names[seat] for seat in result.winners)
    best = max(result.totals)
    caption = ink.t("picture.standings_caption", who=winners, n=best)
    return canvas.sheet(title, blocks, str(caption))


def _bars(ink: Ink, result: Result) -> Block:
    """The lords from the highest total down; what is lost hangs to the left of the line."""
    lost = [sum(min(0, points) for points in lines.values()) for lines in result.lines]
    won = [sum(max(0, points) for points in lines.values()) for lines in result.lines]
    span = max(1, max(won) - min(lost))
    unit = INNER / span
    zero = EDGE - min(lost) * unit
    order = best_first(result)
    rows = []
    for number, at in enumerate(order):
        seat, total = at + 1, result.totals[at]
        room = INNER - 46 - 24 - 40
        name = canvas.named(ink, seat, room, 13)
        rows.append({
            "seat": seat, "name": name, "total": signed(total) if total else "0", "y": ROW * number,
            "place": 1 + sum(other > total for other in result.totals),
            "won": seat in result.winners, "crown": round(62 + width(name, 13, True), 2),
            "parts": _parts(result.lines[at], zero, unit),
        })  # fmt: skip
    return Block("bars", ROW * len(rows) + 2, {
        "lords": rows, "zero": round(zero, 2), "end": ROW * len(rows) - 8,
    })  # fmt: skip


def _parts(lines: Mapping[str, int], zero: float, unit: float) -> list[dict[str, Any]]:
    found, right, left = [], zero, zero
    for line, (id, fill) in LINES.items():
        points = lines.get(line, 0)
        if not points:
            continue
        wide = abs(points) * unit
        if points < 0:
            left -= wide
        x = right if points > 0 else left
        text = signed(points)
        found.append({"x": round(x, 2), "width": round(wide, 2), "fill": fill, "id": id,
                      "n": text, "minus": points < 0,
                      "symbol": wide >= max(SLIM, width(text, LEAST, True) + 2)})  # fmt: skip
        if points > 0:
            right += wide
    return found


def _scores(ink: Ink, result: Result) -> Block:
    """The table in numbers: a row a line, a column a lord, best first."""
    order = best_first(result)
    step = min(44.0, 200 / len(order))
    columns = [{"seat": at + 1, "x": WIDTH - EDGE - step * (len(order) - n - 0.5)}
               for n, at in enumerate(order)]  # fmt: skip
    rows = []
    shown = [line for line in LINES if any(lines.get(line) for lines in result.lines)]
    for number, line in enumerate(shown):
        id, fill = LINES[line]
        text = canvas.plain(ink.t(f"picture.line_{line.replace(' ', '_')}"))
        rows.append({
            "y": 26 + 22 * number, "fill": fill, "id": id,
            "text": fit(text, INNER - step * len(order) - 30, 12),
            "points": [{"x": column["x"], "n": signed(result.lines[at].get(line, 0))}
                       for column, at in zip(columns, order, strict=True)],
        })  # fmt: skip
    return Block("scores", 26 + 22 * len(rows) + 8, {
        "columns": columns, "rows": rows, "inner": INNER,
    })  # fmt: skip


def signed(points: int) -> str:
    """Points as they stand in the table; nothing is a dash."""
    return "–" if not points else str(points) if points > 0 else f"−{-points}"


def best_first(result: Result) -> list[int]:
    """Indices of the lords from the highest total down."""
    return sorted(range(len(result.totals)), key=lambda at: (-result.totals[at], at))


def _titles(ink: Ink, result: Result) -> Block:
    """Each title with the badges of those who hold it."""
    rows = []
    for at, (title, seats) in enumerate(result.titles.items()):
        text = canvas.plain(ink.t(f"title.{title}"))
        rows.append({
            "y": 22 * at, "fill": "#e69f00" if seats else "#ddd3c6",
            "text": fit(text, INNER - 32 - 21 * max(1, len(seats)), 12),
            "badges": [{"seat": seat, "x": WIDTH - EDGE - 21 * (len(seats) - n)}
                       for n, seat in enumerate(seats)],
        })  # fmt: skip
    return Block("titles", 22 * len(rows) + 6, {"rows": rows, "inner": INNER})
