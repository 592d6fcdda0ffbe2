"""How the board of Rialto is drawn."""
