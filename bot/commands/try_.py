"""`lords try`: the bot on this machine, with a page to play on."""

import click

from templates import languages


@click.command("try", help="Start the bot on this machine with a page to play on; loopback only.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Default: any free one.")
@click.option("--lang", type=click.Choice(list(languages())), default="en", show_default=True)
@click.option("--lords", type=click.IntRange(2, 5), default=4, show_default=True, help="People.")
@click.option("--no-browser", is_flag=True, help="Do not open the page.")
def command(port: int, lang: str, lords: int, no_browser: bool) -> int:
    """Serve until SIGTERM or Ctrl-C; the page's address is the first line of output."""
    import asyncio

    from bot.run import quiet_logging
    from bot.trying import attempt

    quiet_logging()
    try:
        asyncio.run(attempt(port, lang, lords, not no_browser))
    except OSError as error:
        raise click.ClickException(f"port {port} on this machine: {error.strerror}") from error
    return 0
