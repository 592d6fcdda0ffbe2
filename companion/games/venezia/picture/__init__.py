"""The drawing of the board of Venezia."""
