"""`lords export GAME`: a game of the database as a log that anybody can replay."""

import asyncio
import sys
from pathlib import Path
from sqlite3 import DatabaseError

import click


@click.command(help="Write a game of the database as a log; it goes to standard output.")
@click.argument("game", type=int)
@click.option("--db", type=click.Path(path_type=Path), help="Default: that of `lords run`.")
@click.option("--running", is_flag=True, help="Also a game that goes on: its seed tells all.")
def command(game: int, db: Path | None, running: bool) -> int:
    """Write it."""
    from bot.settings import Settings
    from bot.table.records import Refused

    path = db or Settings().db
    if not path.is_file():
        raise click.ClickException(f"there is no database at {path}")
    try:
        content: bytes = asyncio.run(exported(path, game, running))
    except Refused as refused:
        said = SAID.get(refused.code, refused.code).format(game=game)
        raise click.ClickException(said) from None
    except DatabaseError as error:
        raise click.ClickException(f"{path} can't be used: {error}") from None
    sys.stdout.buffer.write(content)
    return 0


SAID = {
    "no game": "there is no game {game}",
    "not playing": "game {game} has not begun",
    "going on": "game {game} goes on; --running exports it all the same, seed and all",
}
"""What is said when the table refuses."""


async def exported(path: Path, game: int, running: bool) -> bytes:
    """The game's log as JSON (raises Refused)."""
    from bot.games import GAMES
    from bot.store.store import Store
    from bot.table.clock import SystemClock
    from bot.table.table import Table
    from rules.kernel.log import to_json

    store = await Store.open(path)
    try:
        rules = {name: offered.game for name, offered in GAMES.items()}
        standins = {
            kind: one for offered in GAMES.values() for kind, one in offered.standins.items()
        }
        record = await Table(store, SystemClock(), rules, standins).export(game, running)
    finally:
        await store.close()
    return to_json(record)
