"""A game's part for small screens: how its messages are shown there, and maps of its board."""
