"""The master's chair: everything a game's master may do at his table."""
