"""The examples on the page for researchers run, and what one of them trains has learned something."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).parents[3] / "RESEARCH.md"


def run_example(number: int) -> dict[str, Any]:
    """Run an example of the page, and return what it has found."""
    examples = re.findall(r"^```python\n(.*?)^```", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    done: dict[str, Any] = {}
    exec(compile(examples[number], str(PAGE), "exec"), done)
    return done


def test_example_plays_a_game_to_its_rewards(capsys: pytest.CaptureFixture[str]) -> None:
    env = run_example(0)["env"]
    rewards = dict(line.split() for line in capsys.readouterr().out.splitlines())
    assert sorted(map(float, rewards.values())) in ([-1, 1], [0, 0])
    assert set(rewards) == set(env.possible_agents)


def test_example_learns_who_will_win() -> None:
    done = run_example(1)
    assert done["right"] > 0.6  # by guessing, more than this comes about once in ten times
