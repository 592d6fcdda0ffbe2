"""Players against each other: how strong they are, which numbers serve them best, and what rulings do."""
