"""Questions about places, asked on a map of the board."""
