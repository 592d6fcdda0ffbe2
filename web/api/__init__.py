"""The table as JSON for other programs."""
