"""Screens: each a pure function from data to a picture of 128x64 dots. They decide nothing."""
