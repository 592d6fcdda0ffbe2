"""What a game tells a small screen: how tellings are shown, and maps of its board."""
