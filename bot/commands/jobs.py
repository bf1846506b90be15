"""The option that several commands have: on how many processes they work."""

import click

MOST = 61
"""Processes of one pool: Windows bears no more, and no machine at hand gains by more."""

jobs_option = click.option(
    "--jobs", type=click.IntRange(1, MOST), default=1, show_default=True, help="Processes at once."
)
