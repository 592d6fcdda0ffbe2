"""Boards on phones: look at them, compare, correct, draw and share them."""
