"""Venise: planks over the canal, from pile to pile, to four gems before anyone else."""

PLAYERS = (2, 3, 4)
