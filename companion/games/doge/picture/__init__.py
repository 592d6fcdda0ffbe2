"""How the board of Doge is drawn."""
