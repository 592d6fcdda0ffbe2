"""The drawing of the board of Rialto."""
