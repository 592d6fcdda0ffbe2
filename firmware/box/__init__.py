"""The program in the box: its loop, its parts, and what pages ask of it."""
