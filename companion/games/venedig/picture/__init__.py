"""The drawing of the board of Venedig."""
