"""Wiring drawings of the builds, made from their profiles by `python -m hardware.drawings.draw`."""
