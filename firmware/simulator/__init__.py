"""The simulated box in a terminal window: its dots and its keys."""
