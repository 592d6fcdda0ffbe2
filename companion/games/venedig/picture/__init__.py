"""How the board of Venedig is drawn."""
