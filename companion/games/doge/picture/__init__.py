"""The drawing of the board of Doge."""
