"""Zara: one die, and the nerve to throw it once more."""

PLAYERS = (2, 3, 4)
