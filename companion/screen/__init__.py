"""What a game says about small screens: how its messages are shown there, and maps of its board."""
