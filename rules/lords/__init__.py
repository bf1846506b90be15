"""Dungeon Lords as it is played by post: components as data, one module a step of the year."""
