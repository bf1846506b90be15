"""SVG to PNG with the bundled fonts alone; a small pool of processes keeps presses quick."""

import asyncio
import multiprocessing
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from importlib.resources import as_file, files

import resvg_py

FONT = "DejaVu Sans Condensed"
WORKERS = 1
"""Rendering processes: the renderer holds the interpreter's lock, so they are processes."""


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


class Painter:
    """Renders pictures beside the event loop; close it at the end."""

    def __init__(self, workers: int = WORKERS) -> None:
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(workers, mp_context=context)

    async def png(self, svg: str, width: int) -> bytes:
        """Render one SVG (raises ValueError for a broken one)."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, png, svg, width)

    async def album(self, svgs: Sequence[str], width: int) -> list[bytes]:
        """Render several, in order."""
        return list(await asyncio.gather(*(self.png(svg, width) for svg in svgs)))

    def close(self) -> None:
        """End the rendering processes."""
        self._pool.shutdown(wait=True, cancel_futures=True)
