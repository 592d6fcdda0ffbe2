"""How the board of Venise is drawn."""
