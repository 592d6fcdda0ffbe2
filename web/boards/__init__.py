"""Boards on phones: look, compare, correct, draw, hand on."""
