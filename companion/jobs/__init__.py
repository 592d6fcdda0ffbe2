"""The jobs beside Play: Score and Draw."""
