"""Dungeon Lords in words and pictures."""
