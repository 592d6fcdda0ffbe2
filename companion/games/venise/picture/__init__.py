"""The drawing of the board of Venise."""
