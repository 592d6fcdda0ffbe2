"""Regata: three heats through the canals of Venice, in which nobody knows who else rows where."""

PLAYERS = (2, 3, 4)
