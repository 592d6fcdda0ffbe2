"""A game is added by writing one folder. Here one is: it goes with its tests into a copy of the tree, and there it
must stand all that the five stand, with nothing else touched."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PARTS = ("companion", "firmware", "hardware", "web", "tests")
NOT_COPIED = shutil.ignore_patterns("__pycache__", "sixth", "pictures", "drawings")
SHARED = (
    "tests/games/test_harness.py",
    "tests/games/test_golden.py",
    "tests/games/test_fairness.py",
    "tests/games/test_forgery.py",
    "tests/games/test_leaks.py",
    "tests/games/test_sheets.py",
    "tests/companion/test_layout.py",
    "tests/companion/test_said.py",
    "tests/companion/test_words.py",
    "tests/firmware/test_answers.py",
    "tests/firmware/test_box_secrets.py",
    "tests/firmware/test_fits.py",
    "tests/firmware/test_fits_menus.py",
    "tests/firmware/test_log_secrets.py",
    "tests/firmware/test_seating.py",
    "tests/test_examples.py",
    "tests/test_rules_traced.py",
    "tests/web/test_layouts.py",
    "tests/web/test_leaks.py",
    "tests/web/test_pages.py",
)
"""What every game must stand, whatever its rules."""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tree with a sixth game in it, and its words compiled as an install does."""
    root = tmp_path_factory.mktemp("tree")
    for part in PARTS:
        shutil.copytree(ROOT / part, root / part, ignore=NOT_COPIED)
    shutil.copy(ROOT / "pyproject.toml", root)
    shutil.copytree(HERE / "regata", root / "companion" / "games" / "regata", ignore=NOT_COPIED)
    shutil.copytree(HERE / "tests", root / "tests" / "games" / "regata", ignore=NOT_COPIED)
    python(root, "-m", "companion.words.extract")
    return root


def python(root: Path, *arguments: str) -> str:
    """Run Python in that tree, so that its modules are those that are imported."""
    alone = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "PYTHON"))}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=root, env=alone, capture_output=True, text=True, timeout=900
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def catalogues(root: Path) -> dict[str, str]:
    """The words of the five games and of all else, by path."""
    paths = [path for part in PARTS for path in (root / part).rglob("*.po") if "regata" not in path.parts]
    return {str(path.relative_to(root)): path.read_text("utf-8") for path in paths}


def test_its_words_are_all_there_and_no_others_changed(tree: Path) -> None:
    """Collecting all words anew, as `make words` does, has found nothing to add anywhere."""
    assert catalogues(tree) == catalogues(ROOT)
    for path in (HERE / "regata" / "words").glob("*.po"):
        assert (tree / "companion/games/regata/words" / path.name).read_text("utf-8") == path.read_text("utf-8")


def test_it_stands_what_every_game_must(tree: Path) -> None:
    said = python(tree, "-m", "pytest", "-p", "no:xdist", "-k", "regata or listed", *SHARED)
    assert "failed" not in said
    assert int(said.split(" passed")[0].split()[-1]) >= 50, said


def test_its_own_tests_pass_on_every_face(tree: Path) -> None:
    """By keys on the box, on phones, in the command; recorded, verified, replayed, amended; and no secret leaks."""
    said = python(tree, "-m", "pytest", "-p", "no:xdist", "tests/games/regata")
    assert int(said.split(" passed")[0].split()[-1]) >= 15, said


def test_its_types_hold(tree: Path) -> None:
    cache = str(tree / ".mypy_cache")
    assert "Success" in python(tree, "-m", "mypy", "--cache-dir", cache, "-p", "companion.games.regata")
