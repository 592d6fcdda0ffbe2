"""Venezia: pigeons on the Piazza, and where they fly from there."""

PLAYERS = (2, 3, 4)
