"""The `lords` command: finds the module of the command called for and loads no other."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from types import TracebackType
from typing import NoReturn

import click

COMMANDS = {
    "run": "the bot for Telegram; settings from the environment or a .env file",
    "try": "the bot on this machine, with a page to play on; no account, no network",
    "demo": "a whole game among stand-ins, as the group would read it",
    "case": "play rule cases and say which come out as expected",
    "replay": "play an exported game again and say whether it ends the same",
    "export": "write a game of the database as a log that can be replayed",
    "fuzz": "play random games and check that nothing impossible happens",
    "soak": "many games over weeks of simulated time; no reminder doubled, late or false",
    "gallery": "a page of every post and picture in every state, in every language",
    "bench": "measure how fast the rules are, and how well the stand-in plays",
}
"""Every command with its one-line help; `bot.commands.NAME` (`try_` for `try`) holds it."""

DEBUG = "LORDS_DEBUG"
"""The variable that, when set, shows where an unexpected error came from."""


class Lazy(click.Group):
    """A group whose commands are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, imported now."""
        if cmd_name not in COMMANDS:
            return None
        name = f"{cmd_name}_" if cmd_name == "try" else cmd_name
        command: click.Command = import_module(f"bot.commands.{name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands' help without importing any of them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=Lazy,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.pass_context
def lords(ctx: click.Context) -> None:
    """Dungeon lords by post: the moderator's bot and the tools around it."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def complain(message: str) -> None:
    """One line on standard error."""
    print("error: " + " ".join(message.split()), file=sys.stderr, flush=True)


def unexpected(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """What is said of an error nobody foresaw: one line, and how to see more."""
    if os.environ.get(DEBUG):
        sys.__excepthook__(kind, error, trace)
    else:
        complain(f"{kind.__name__}: {error} (set {DEBUG}=1 to see where it came from)")


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command and exit: 0 when all is well, 1 when it is not, 2 when it was miscalled."""
    sys.excepthook = unexpected
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # posts hold more letters than some terminals' code page
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        code = lords.main(args=arguments, prog_name="lords", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        complain(error.format_message())
        sys.exit(error.exit_code)
    except BrokenPipeError:  # the reader has seen enough: `lords demo | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(0)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    except OSError as error:
        complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        sys.exit(1)
    sys.exit(code if isinstance(code, int) else 0)


if __name__ == "__main__":
    main()
