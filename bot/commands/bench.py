"""`lords bench`: how fast the rules are, where the time goes, and how well the stand-in plays.

All times are this process's own on one core, so that a busy machine does not spoil them.
"""

import cProfile
import pstats
import time
from collections import defaultdict
from collections.abc import Mapping

import click

from bot.progress import Progress
from rules.kernel.game import Setup, advance, begin
from rules.kernel.playing import answers
from rules.kernel.standin import RandomStandIn, StandIn
from rules.lords.data import VARIANTS
from rules.lords.game import Lords
from rules.lords.judgement import Judgement


class Clock:
    """Seconds by kind of work, how often, and the slowest single step."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self.times: dict[str, int] = defaultdict(int)
        self.slowest = (0.0, "")

    def add(self, kind: str, took: float, where: str) -> None:
        """One piece of work more."""
        self.seconds[kind] += took
        self.times[kind] += 1
        self.slowest = max(self.slowest, (took, where))


def timed(
    variant: str, seed: int, seats: int, standins: Mapping[int, StandIn], clock: Clock
) -> list[int]:
    """Play a game with every resolve timed; the winners' seats."""
    game = Lords()
    state = begin(game, Setup("lords", variant, seats, str(seed))).state
    number = 0
    while not game.over(state):
        began = time.process_time()
        given = answers(game, state, str(seed), standins, number)
        asked = time.process_time()
        step = state.step
        state = advance(game, state, given).state
        where = f"{step}, seed {seed}, step {number}"
        clock.add(step, time.process_time() - asked, where)
        clock.add("answers", asked - began, f"answers to {where}")
        number += 1
    assert state.result is not None
    return state.result.winners


@click.command(help="Games a second, resolves a second by kind, the slowest step.")
@click.option("--games", type=click.IntRange(min=1), default=20, show_default=True)
@click.option("--lords", type=click.IntRange(2, 5), default=4, show_default=True)
@click.option("--variant", type=click.Choice(VARIANTS), default=VARIANTS[0], show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="The first game's; then +1.")
@click.option("--judgement", is_flag=True, help="One with judgement against random ones: who wins.")
@click.option("--profile", is_flag=True, help="Also print where the time goes.")
@click.option("--pictures", is_flag=True, help="How long pictures take, to an empty one's time.")
def command(
    games: int, lords: int, variant: str, seed: int, judgement: bool, profile: bool, pictures: bool
) -> int:
    """Measure; 2 for a table that the variant is not for."""
    if pictures:
        return drawn()
    few, many = Lords().seats(variant)
    if not few <= lords <= many:
        click.echo(f"{variant} is for {few} to {many} lords", err=True)
        return 2
    profiler = cProfile.Profile() if profile else None
    clock, won, began = Clock(), 0, time.process_time()
    if profiler:
        profiler.enable()
    with Progress(games, "games") as progress:
        for number in range(seed, seed + games):
            standins: dict[int, StandIn] = {s: RandomStandIn() for s in range(1, lords + 1)}
            clever = number % lords + 1
            if judgement:
                standins[clever] = Judgement()
            won += timed(variant, number, lords, standins, clock) == [clever]
            progress.step()
    took = time.process_time() - began
    if profiler:
        profiler.disable()
        pstats.Stats(profiler).sort_stats("tottime").print_stats(30)
    report(clock, games, lords, took)
    if judgement:
        click.echo(f"judgement won {won} of {games} games alone, {100 * won / games:.0f} %")
    return 0


def report(clock: Clock, games: int, lords: int, took: float) -> None:
    """Print what the clock says."""
    click.echo(f"{games / took:.1f} games a second, {1000 * took / games:.1f} ms a game of {lords}")
    for kind, seconds in sorted(clock.seconds.items()):
        if kind != "answers":
            click.echo(f"{kind}: {clock.times[kind] / seconds:.0f} resolves a second")
    share = clock.seconds["answers"] / took
    click.echo(f"answers: {100 * share:.0f} % of the time")
    click.echo(f"slowest step: {1000 * clock.slowest[0]:.1f} ms, {clock.slowest[1]}")


def drawn() -> int:
    """Print how long every kind of picture takes at its worst, and its ratio to an empty one."""
    from bot.gallery.pace import paces

    ratios = []
    for pace in paces():
        ratios.append(pace.ratio)
        click.echo(
            f"{pace.name}: SVG {1000 * pace.drawn:.1f} ms, PNG {1000 * pace.rendered:.0f} ms,"
            f" an empty one of its size {1000 * pace.empty:.0f} ms: ratio {pace.ratio:.1f}"
        )
    click.echo(f"{len(ratios)} pictures, ratios {min(ratios):.1f} to {max(ratios):.1f}")
    return 0
