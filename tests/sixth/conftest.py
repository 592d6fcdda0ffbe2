"""Here lie a sixth game and its tests, as a newcomer would write them; `test_sixth.py` puts them in their places."""

collect_ignore = ["regata", "tests"]
