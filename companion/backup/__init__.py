"""One file with all that a box knows: its games, its owner's boards and settings; and bringing it back."""
