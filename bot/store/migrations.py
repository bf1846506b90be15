"""Numbered migrations: `migrations/NNNN_what.sql`, each run once, in order, in one transaction."""

from importlib.resources import files

import aiosqlite


class TooNew(Exception):
    """The file was written by a newer program than this one."""


def scripts() -> dict[int, str]:
    """Number -> SQL text of every migration there is."""
    folder = files("bot.store") / "migrations"
    return {
        int(entry.name[:4]): entry.read_text("utf-8")
        for entry in folder.iterdir()
        if entry.name.endswith(".sql")
    }


async def migrate(connection: aiosqlite.Connection) -> int:
    """Bring the file to the newest schema and return its number (raises TooNew)."""
    todo = scripts()
    [(have,)] = await connection.execute_fetchall("PRAGMA user_version")
    if have > max(todo):
        raise TooNew(f"schema {have} is newer than {max(todo)}, the newest this program knows")
    for number in sorted(n for n in todo if n > have):
        script = f"BEGIN IMMEDIATE;\n{todo[number]}\nPRAGMA user_version = {number};\nCOMMIT;"
        await connection.executescript(script)
    return max(todo)
