"""Pages about the box itself, for whoever looks after it."""
