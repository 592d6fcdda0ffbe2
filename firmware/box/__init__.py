"""The program in the box: its loop, its parts, and the machine it runs on."""
