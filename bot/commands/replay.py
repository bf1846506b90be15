"""`lords replay FILE`: play an exported game again and say whether it ends the same."""

from collections.abc import Callable
from pathlib import Path

import click
import msgspec

from rules.kernel.log import Record, Verdict, verify
from rules.lords.game import Lords

PROBLEMS: dict[str, Callable[[Record, Verdict], str]] = {
    "game": lambda record, verdict: f"no game called {record.setup.game!r} is known here",
    "proof": lambda record, verdict: "secret, hash, nonces and seed do not belong together",
    "setup": lambda record, verdict: "no game can begin like this",
    "broken": lambda record, verdict: (
        f"step {verdict.step}: an answer can't be given"
        f" ({verdict.reason.code if verdict.reason else 'unread'})"
    ),
    "hash": lambda record, verdict: (
        f"step {verdict.step}: the state is {verdict.end}, not as recorded"
    ),
    "end": lambda record, verdict: f"the record ends at {record.end}, the replay at {verdict.end}",
}
"""What is said of each problem a verdict may name."""


@click.command(help="Play an exported game again; 0 when it comes to the same end, to the byte.")
@click.argument("file", type=click.Path(path_type=Path))
def command(file: Path) -> int:
    """Play it again; 1 when it differs."""
    try:
        record = msgspec.json.decode(file.read_bytes(), type=Record)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise click.ClickException(f"{file} is no exported game: {error}") from error
    verdict = verify(record, {Lords.name: Lords()})
    if verdict.same:
        click.echo(f"the same end: {len(record.entries)} steps, state {verdict.end}")
        return 0
    older = "" if verdict.rules else f"; it was played by rules {record.rules}"
    click.echo(f"differs: {PROBLEMS[verdict.problem](record, verdict)}{older}")
    return 1
