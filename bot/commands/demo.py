"""`lords demo`: a whole game among stand-ins, as the group would read it."""

import sys
from collections.abc import Callable, Sequence

import click

from bot.progress import Progress
from rules.kernel.facts import Fact
from rules.kernel.game import Setup
from rules.kernel.log import fingerprint
from rules.kernel.playing import Turn, play
from rules.kernel.standin import StandIn
from rules.lords.data import VARIANTS
from rules.lords.game import Lords, calendar
from rules.lords.judgement import Judgement
from rules.lords.state import State, View, view
from templates import languages


@click.command(help="Play a whole game among stand-ins and print every post the group would get.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--lords", type=click.IntRange(2, 5), default=4, show_default=True)
@click.option("--variant", type=click.Choice(VARIANTS), default=VARIANTS[0], show_default=True)
@click.option("--lang", type=click.Choice(list(languages())), default="en", show_default=True)
@click.option("--quiet", is_flag=True, help="Only the last line.")
def command(seed: int, lords: int, variant: str, lang: str, quiet: bool) -> int:
    """Play and print; 2 for a table that the variant is not for."""
    few, many = Lords().seats(variant)
    if not few <= lords <= many:
        click.echo(f"{variant} is for {few} to {many} lords", err=True)
        return 2
    setup = Setup("lords", variant, lords, str(seed))
    standins: dict[int, StandIn] = {seat: Judgement() for seat in range(1, lords + 1)}
    game = Lords()
    say = silent if quiet else speaker(lang)
    with Progress(0, "steps") as progress:
        progress.shown = progress.shown and (quiet or not sys.stdout.isatty())
        for turn in play(game, setup, standins):
            progress.total = progress.total or steps(turn.state)
            say(turn)
            progress.step()
    click.echo(end(game, turn.state, seed))
    return 0


def steps(state: State) -> int:
    """How many steps of a game somebody is asked in, questions in mid-fight aside."""
    asked = ("setup", "orders", "production", "combat")
    return sum(moment.step in asked for moment in calendar(state.data))


def silent(turn: Turn[State]) -> None:
    """Say nothing of a step."""


def speaker(lang: str) -> Callable[[Turn[State]], None]:
    """Prints the group's post of each step in a language."""
    from bot.commands.terminal import lords_face, post

    face = lords_face()

    history: list[tuple[View, Sequence[Fact]]] = []

    def say(turn: Turn[State]) -> None:
        history.append((view(turn.state, None), turn.facts))
        click.echo(post(face, lang, turn.state, turn.facts, history) + "\n")

    return say


def end(game: Lords, state: State, seed: int) -> str:
    """The last line: the totals by seat and the hash of the end."""
    assert state.result is not None
    totals = " ".join(str(total) for total in state.result.totals)
    seats = len(state.lords)
    return f"end: seed {seed} lords {seats} totals {totals} state {fingerprint(game, state)}"
