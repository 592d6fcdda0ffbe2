"""Doge: ballots in secret, houses into palaces, advisors who are prophets anywhere but at home."""

PLAYERS = (3, 4)
