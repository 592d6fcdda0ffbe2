"""The jobs of the command `ballottino`, a file for each kind."""
