"""The commands of `lords`, a module each; `bot/cli.py` loads the one that is called for."""
