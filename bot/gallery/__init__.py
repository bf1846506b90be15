"""Everything the bot shows, for looking at and for checking: games played for show, as a page."""
