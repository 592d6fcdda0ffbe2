"""Screens with a board on them: squares, hexes, planks, dials."""
