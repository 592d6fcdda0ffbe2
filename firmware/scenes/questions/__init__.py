"""Scenes that ask: one for each kind of question."""
