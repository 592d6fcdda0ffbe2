"""The tools that all boards are drawn with. A board's own classes begin with the game's name."""
