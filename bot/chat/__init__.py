"""Telegram: thin handlers, keyboards, splitting, and the one sender with its error table."""
