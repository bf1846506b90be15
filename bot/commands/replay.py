"""`lords replay FILE`: play an exported game again and say whether it ends the same."""

from pathlib import Path

import click
import msgspec

from rules.kernel.log import Broken, Record, fingerprint, replay
from rules.kernel.notation import NotAnAnswer
from rules.kernel.question import Illegal
from rules.lords.game import Lords

GAMES = {"lords": Lords}


@click.command(help="Play an exported game again; 0 when it comes to the same end, to the byte.")
@click.argument("file", type=click.Path(path_type=Path))
def command(file: Path) -> int:
    """Play it again."""
    try:
        record = msgspec.json.decode(file.read_bytes(), type=Record)
    except msgspec.MsgspecError as error:
        raise click.ClickException(f"{file} is no exported game: {error}") from error
    if record.setup.game not in GAMES:
        raise click.ClickException(f"{file}: no game called {record.setup.game!r} is known")
    game = GAMES[record.setup.game]()
    try:
        state, _ = replay(game, record.setup, record.entries)
    except (Broken, NotAnAnswer, Illegal, KeyError, ValueError) as error:
        click.echo(f"differs: it can't be played to its end: {error}")
        return 1
    end = fingerprint(game, state)
    if end != record.end:
        click.echo(f"differs: the record ends at {record.end}, the replay at {end}")
        return 1
    click.echo(f"the same end: {len(record.entries)} steps, state {end}")
    return 0
