"""Keep pytest out of the example games and their tests: `test_sixth.py` puts them in their places first."""

collect_ignore = ["regata", "zara", "tests"]
