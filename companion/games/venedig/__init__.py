"""Venedig: houses, squares and bridges on drained land, and gondolas that leap over each other."""

PLAYERS = (2, 3, 4, 5)
