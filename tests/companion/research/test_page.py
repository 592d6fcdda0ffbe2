"""The example on the page for researchers runs, and what it trains has learned something."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[3] / "RESEARCH.md"


def test_example_learns_who_will_win() -> None:
    (example,) = re.findall(r"^```python\n(.*?)^```", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    done: dict[str, float] = {}
    exec(compile(example, str(PAGE), "exec"), done)
    assert done["right"] > 0.6  # by guessing, more than this comes about once in ten times
