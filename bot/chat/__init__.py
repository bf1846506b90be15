"""Telegram: thin handlers, keyboards, splitting, and the one sender with its error table."""

import os

# The library's way of the future: spans of time come as timedelta, without a warning.
os.environ.setdefault("PTB_TIMEDELTA", "1")
