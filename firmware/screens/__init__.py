"""Screens: each a pure function from data to a picture of 128x64 dots. They decide nothing."""

from pathlib import Path

SPLASH = Path(__file__).with_name("splash.frame")
"""The first picture, as the screen's chip keeps it: shown before anything that draws is imported."""
