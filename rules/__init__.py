"""The games: pure rules with no I/O, no clock, no global randomness and no words."""

RULES_VERSION = "1"
"""Byte-exact replay is promised between two programs that bear the same number."""
