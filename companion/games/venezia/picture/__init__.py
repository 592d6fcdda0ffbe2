"""How the board of Venezia is drawn."""
