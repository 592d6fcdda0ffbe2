"""A copy of the tree, to which something is added that the tree itself does not have."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PARTS = ("companion", "firmware", "hardware", "web", "tests")
NOT_COPIED = shutil.ignore_patterns("__pycache__", "sixth", "pictures", "drawings")


class Copy:
    """A copy in which Python and the command run, and import the modules there."""

    def __init__(self, tree: Path) -> None:
        self.tree = tree
        for part in PARTS:
            shutil.copytree(ROOT / part, tree / part, ignore=NOT_COPIED)
        shutil.copy(ROOT / "pyproject.toml", tree)

    def python(self, *arguments: str) -> str:
        """Run Python there and return what it prints."""
        done = self.run(*arguments)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        alone = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "PYTHON"))}
        return subprocess.run(
            [sys.executable, *arguments], cwd=self.tree, env=alone, capture_output=True, text=True, timeout=900
        )

    def command(self, *arguments: str, language: str = "en") -> subprocess.CompletedProcess[str]:
        """Run the command `ballottino` there."""
        return self.run("-B", "-m", "firmware", "--lang", language, *arguments)


def passed(said: str) -> int:
    """Return how many tests pytest says have passed; none may have failed."""
    assert "failed" not in said
    return int(said.split(" passed")[0].split()[-1])
