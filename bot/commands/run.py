"""`lords run`: the bot for Telegram."""

import click


@click.command(
    help="The bot for Telegram; settings: LORDS_TOKEN and others (see deploy/README.md)."
)
def command() -> int:
    """Run until SIGTERM or Ctrl-C; what the host did wrong is one line on standard error."""
    from bot.run import main

    return main()
