"""The command `ballottino`, with a module for each group of jobs."""
