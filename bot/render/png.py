"""SVG to PNG with the bundled fonts alone, the same picture on every machine.

The renderer holds the interpreter's lock: a running bot calls it in another process (`bot.run`).
"""

from functools import lru_cache
from importlib.resources import as_file, files

import resvg_py

FONT = "DejaVu Sans Condensed"


@lru_cache(maxsize=1)
def fonts() -> tuple[str, ...]:
    """The paths of the bundled font files."""
    paths = []
    for file in sorted((files("templates") / "fonts").iterdir(), key=lambda file: file.name):
        if file.name.endswith(".ttf"):
            with as_file(file) as path:
                paths.append(str(path))
    return tuple(paths)


def png(svg: str, width: int) -> bytes:
    """Render an SVG to a PNG so many pixels wide (raises ValueError for a broken SVG)."""
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg, width=width, skip_system_fonts=True, font_files=list(fonts()),
            font_family=FONT, sans_serif_family=FONT,
        )
    )  # fmt: skip
