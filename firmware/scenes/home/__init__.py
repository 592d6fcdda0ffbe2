"""Scenes before and beside a game: home, seating, Score, Set-up."""
