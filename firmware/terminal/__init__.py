"""A game, a score sheet and a question at a plain terminal."""
