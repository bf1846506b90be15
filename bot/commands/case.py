"""`lords case FILE...`: play rule cases and say which come out as expected."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from bot.progress import Progress
from rules.lords.cases import BadCase, differences, run
from rules.lords.cases.table import Outcome
from templates import languages


def files_of(paths: tuple[Path, ...]) -> Iterator[Path]:
    """The files named, and all case files of the folders named."""
    for path in paths:
        yield from sorted(path.glob("**/*.toml")) if path.is_dir() else [path]


def judge(path: Path) -> tuple[list[str], dict[str, Any], Outcome | None]:
    """What differs from what the case expects (nothing: it holds), the case, what came out."""
    case: dict[str, Any] = {}
    try:
        case = tomllib.loads(path.read_text("utf-8"))
        outcome = run(case)
    except OSError as error:
        return [f"can't be read: {error.strerror}"], case, None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        return [f"can't be read: {error}"], case, None
    except BadCase as error:
        return [str(error)], case, None
    except Exception as error:  # noqa: BLE001 - whatever breaks one case, the rest are played
        return [f"{type(error).__name__}: {error}"], case, None
    return differences(case, outcome), case, outcome


@click.command(help="Play rule cases: one line a case beginning ok or FAIL, then the count.")
@click.argument(
    "paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE..."
)
@click.option("--show", is_flag=True, help="Also print each round as the group would read it.")
@click.option("--lang", type=click.Choice(list(languages())), default="en", show_default=True)
def command(paths: tuple[Path, ...], show: bool, lang: str) -> int:
    """Play the cases; 1 when any failed."""
    files, failed = list(files_of(paths)), 0
    if not files:
        raise click.ClickException(f"no case (*.toml) in {', '.join(map(str, paths))}")
    with Progress(len(files), "cases") as progress:
        for path in files:
            wrong, case, outcome = judge(path)
            failed += bool(wrong)
            click.echo(line(path, case, wrong))
            if show and outcome is not None:
                click.echo(shown(outcome, lang))
            progress.step()
    click.echo(f"{len(files) - failed} ok, {failed} failed")
    return int(failed > 0)


def line(path: Path, case: dict[str, Any], wrong: list[str]) -> str:
    """The one line of a case: its name and title, or all that differs."""
    said = "; ".join(wrong) if wrong else str(case.get("title", ""))
    return " ".join(f"{'FAIL' if wrong else 'ok'} {path.stem}: {said}".split())


def shown(outcome: Outcome, lang: str) -> str:
    """The round as the group would read it, set in from the left."""
    from bot.commands.terminal import lords_face, post

    text = post(lords_face(), lang, outcome.state, outcome.facts)
    return "\n".join(f"    {row}".rstrip() for row in text.splitlines())
