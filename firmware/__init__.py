"""The program in the box: its screens and keys, its phones, its commands."""

from pathlib import Path

WORDS = Path(__file__).parent / "words"
"""The catalogues of the box's own words."""
