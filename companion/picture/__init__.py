"""What the boards of all games are drawn with. A board's own classes begin with the game's name."""
