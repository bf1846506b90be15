"""`lords gallery DIR`: all that the bot shows as a page to look at, or held to its limits."""

from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.commands.jobs import jobs_option
from bot.progress import Progress
from rules.lords.data import VARIANTS

if TYPE_CHECKING:
    from bot.gallery.limits import Tally


@click.command(help="Write a page of every post and picture in every state, in every language.")
@click.argument("folder", required=False, type=click.Path(path_type=Path, file_okay=False))
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--lords", type=click.IntRange(2, 5), default=5, show_default=True)
@click.option(
    "--check",
    type=click.IntRange(min=1),
    metavar="N",
    help="Hold N random games with the longest names to Telegram's limits instead.",
)
@click.option("--variant", type=click.Choice(VARIANTS), default=VARIANTS[0], show_default=True)
@jobs_option
def command(
    folder: Path | None, seed: int, lords: int, check: int | None, variant: str, jobs: int
) -> int:
    """Write the page, or check; 1 when a limit is broken."""
    from rules.lords.game import Lords

    lords = min(lords, Lords().seats(variant)[1])
    if check is not None:
        return checked(seed, check, jobs, lords, variant)
    if folder is None:
        raise click.UsageError("where to? `lords gallery DIR`")
    from bot.gallery.page import write

    with Progress(0, "pages") as progress:
        pages = write(folder, seed, lords, variant, jobs, progress)
    click.echo(f"{pages} pages: {folder / 'index.html'}")
    return 0


def checked(seed: int, games: int, jobs: int, lords: int, variant: str) -> int:
    """Check so many games, every language in turn; prints faults and the worst there was."""
    from bot.gallery.limits import Tally

    total, failures = Tally(), 0
    with Progress(games, "games") as progress, ProcessPoolExecutor(jobs) as pool:
        for found, tally in pool.map(partial(one, lords, variant), range(seed, seed + games)):
            for line in found:
                failures += 1
                click.echo(f"FAIL {line}")
            total.widen(tally)
            progress.step(f"{failures} failures")
    click.echo(
        f"{total.games} games, {failures} failures; {total.texts} texts, the longest"
        f" {total.longest} units in at most {total.parts} messages; {total.pictures} pictures, at"
        f" most {total.album} with a post, captions up to {total.caption} units;"
        f" up to {total.buttons} buttons"
    )
    return int(failures > 0)


def one(lords: int, variant: str, seed: int) -> tuple[list[str], "Tally"]:
    """Check one game, each language and all at once in turn."""
    from bot.gallery.limits import game_faults
    from bot.games import GAMES
    from bot.render.phrases import languages

    single = languages()
    langs = [*single, "+".join(single)]
    return game_faults(GAMES["lords"].face, seed, lords, langs[seed % len(langs)], variant)
