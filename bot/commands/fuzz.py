"""`lords fuzz`: random games, and after every step a look for what can't be."""

import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice, repeat

import click
import msgspec

from bot.commands.jobs import jobs_option
from bot.progress import Progress
from rules.kernel.game import Setup, ask
from rules.kernel.log import Entry, fingerprint, replay
from rules.kernel.notation import read
from rules.kernel.playing import Turn, play
from rules.kernel.question import write
from rules.kernel.standin import RandomStandIn, StandIn
from rules.lords import audit
from rules.lords.data import VARIANTS
from rules.lords.game import Lords
from rules.lords.judgement import Judgement
from rules.lords.ledger import unaccounted
from rules.lords.state import State

STOPS = (5, 2, 12, 40)
"""How likely a random one is to stop at a complete answer: one in so many."""

LONGEST = 200
"""No game takes more steps than this."""

READ_EVERY = 7
"""One answer in so many is written and read again; one game in so many is replayed."""


class Failure(msgspec.Struct, frozen=True):
    """What went wrong in a game, and where."""

    seed: int
    seats: int
    step: int
    what: str

    def __str__(self) -> str:
        return f"FAIL seed {self.seed} lords {self.seats} step {self.step}: {self.what}"


def seats_of(seed: int, variant: str = VARIANTS[0]) -> int:
    """The size of the table a seed is played at: the variant's smallest to its largest in turn."""
    few, many = Lords().seats(variant)
    return few + seed % (many - few + 1)


def table_of(seed: int, seats: int) -> dict[int, StandIn]:
    """Who plays: random ones, brief or wordy; in every other game some have judgement.

    Those get further: more monsters, fuller dungeons, longer fights.
    """
    return {
        seat: Judgement()
        if seed % 8 >= 4 and (seed + seat) % 2
        else RandomStandIn(STOPS[(seed // 4 + seat) % len(STOPS)])
        for seat in range(1, seats + 1)
    }


def game_of(seed: int, variant: str = VARIANTS[0]) -> Failure | None:
    """Play one random game and check it at every step; the first failure, or None."""
    seats = seats_of(seed, variant)
    setup = Setup("lords", variant, seats, str(seed))
    game, number, entries = Lords(), 0, []
    standins = table_of(seed, seats)
    before: State | None = None
    try:
        for turn in islice(play(game, setup, standins), LONGEST):
            number = turn.number
            entries.append(turn.entry)
            wrong = next(faults(game, before, turn), None)
            if wrong:
                return Failure(seed, seats, number, wrong)
            before = turn.state
        assert before is not None
        if not game.over(before):
            return Failure(seed, seats, number, "the game does not end")
        if seed % READ_EVERY == 0:
            wrong = differs(game, setup, entries[1:], before)
            return Failure(seed, seats, number, wrong) if wrong else None
    except Exception as error:  # noqa: BLE001 - whatever breaks a game is what we look for
        return Failure(seed, seats, number, f"{type(error).__name__}: {error}")
    return None


def faults(game: Lords, before: State | None, turn: Turn[State]) -> Iterator[str]:
    """What is wrong after this step: the state, the facts, the books, the notation."""
    yield from audit.faults(turn.state)
    yield from audit.told(turn.facts)
    if before is not None:
        yield from unaccounted(before, turn.state, turn.facts)
        for seat, tokens in turn.answers.items():
            if (turn.number + seat) % READ_EVERY == 0:
                question = ask(game, before, seat)
                assert question is not None
                if read(question, write(tokens)) != tokens:
                    yield f"seat {seat}: {write(tokens)!r} is read as another answer"


def differs(game: Lords, setup: Setup, entries: list[Entry], end: State) -> str:
    """What differs when the game is played again from its log; nothing if it is the same."""
    state, _ = replay(game, setup, entries)
    return (
        "" if fingerprint(game, state) == fingerprint(game, end) else "replayed, it ends otherwise"
    )


@click.command(help="Play random games of every table size and check every step of them.")
@click.option("--games", type=click.IntRange(min=1), default=100, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="The first game's; then +1.")
@jobs_option
@click.option("--variant", type=click.Choice(VARIANTS), default=VARIANTS[0], show_default=True)
def command(games: int, seed: int, jobs: int, variant: str) -> int:
    """Play them; 1 when any failed."""
    began, failures = time.perf_counter(), 0
    seeds = range(seed, seed + games)
    with Progress(games, "games") as progress:
        for failure in played(seeds, jobs, variant):
            if failure is not None:
                failures += 1
                click.echo(str(failure))
            progress.step(f"{failures} failures")
    took = time.perf_counter() - began
    click.echo(f"{games} games, {failures} failures, seeds {seed} to {seeds[-1]}, {took:.1f} s")
    return int(failures > 0)


def played(seeds: range, jobs: int, variant: str) -> Iterator[Failure | None]:
    """The games' outcomes in their order, on so many processes."""
    if jobs == 1:
        yield from map(game_of, seeds, repeat(variant))
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(game_of, seeds, repeat(variant), chunksize=4)
